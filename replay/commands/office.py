"""The command office: the people who may sign in at the desk."""

import sys
from collections.abc import Callable
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter
from msgspec.structs import replace

from ledger.errors import LedgerError
from replay.answers import columns, kinds
from replay.answers.answer import rows_answer
from replay.answers.language import tr
from replay.answers.table import Column
from replay.answers.terminal import inform
from replay.commands.options import only_with
from replay.commands.output import Output
from wording import say
from wording.visible import visible

ROLE_WORDS = {"reader": say("reader"), "recorder": say("recorder"), "publisher": say("publisher")}
PEOPLE = (columns.NAME, Column("role", kinds.codes(ROLE_WORDS)))

if TYPE_CHECKING:
    from replay.web.office_file import Person

_Role = Literal["reader", "recorder", "publisher"]


def office(
    file: Annotated[Path, Parameter(name="FILE")],
    action: Annotated[
        Literal["add", "remove", "role", "password", "list"], Parameter(name="ACTION")
    ],
    name: Annotated[str | None, Parameter(name="NAME")] = None,
    /,
    *,
    role: _Role | None = None,
    output: Output = Output(),
) -> None:
    """Who may sign in at the desk (`serve --office FILE`): add and remove people, set roles and passwords.

    A password is asked for on the terminal, or read from standard input. A desk that runs notices the change.

    Parameters
    ----------
    file
        The office file; `add` makes it if there is none.
    action
        add, remove, role (give another one), password (set another one) or list.
    name
        The person: the name that stands in the log as `by`.
    role
        With add and role: reader (reads), recorder (and appends) or publisher (and publishes lists).
    """
    from replay.web.office_file import OfficeFile, read_office_file, write_people

    if action not in ("add", "role"):
        only_with(say("add and role"), {"--role": role})
    if action == "list":
        only_with(say("add, remove, role and password"), {"NAME": name})
        rows = [(each.name, each.role) for each in read_office_file(file).people]
        output.give(rows_answer("office/1", "", PEOPLE, rows))
        return
    if name is None:
        raise LedgerError(
            say("{action} whom?", action=action),
            remedy=f"rating-ledger office {file} {action} NAME",
        )
    if file.exists() or action != "add":
        register = read_office_file(file)
    else:
        register = OfficeFile()
    person = register.person(name)
    if action == "add":
        if person is not None:
            remedy = say(
                "another role: office FILE role NAME --role …; another password: office FILE password NAME"
            )
            raise LedgerError(
                say("{name!r} is in it already", name=person.name), place=str(file), remedy=remedy
            )
        write_people(file, (*register.people, _new(name, _given(role, "add"))))
    elif person is None:
        names = ", ".join(each.name for each in register.people) or say("nobody")
        raise LedgerError(
            say("there is no {name!r} in it", name=name),
            place=str(file),
            remedy=say("in it: {known}", known=names),
        )
    else:
        change = _CHANGES[action](person, role)
        write_people(
            file,
            [each for other in register.people if (each := change if other is person else other)],
        )
    shown = visible(person.name if person else name)
    inform(say(_SAID[action], file=visible(str(file)), name=shown, role=tr(role) if role else ""))


def _new(name: str, role: _Role) -> "Person":
    from ledger.append.judgement.texts import check_given
    from replay.web.office_file import Person, hashed

    check_given("name", name)
    return Person(name.strip(), role, hashed(_password()))


def _with_password(person: "Person", role: _Role | None) -> "Person":
    from replay.web.office_file import hashed

    return replace(person, password=hashed(_password()))


_CHANGES: dict[str, Callable[["Person", _Role | None], "Person | None"]] = {
    "remove": lambda person, role: None,
    "role": lambda person, role: replace(person, role=_given(role, "role")),
    "password": _with_password,
}
_SAID = {
    "add": say("{file}: {name} added as {role}"),
    "remove": say("{file}: {name} removed"),
    "role": say("{file}: {name} is {role} now"),
    "password": say("{file}: {name} has another password now"),
}


def _given(role: _Role | None, action: str) -> _Role:
    if role is None:
        wrong = say("{action} goes with --role", action=action)
        raise LedgerError(wrong, remedy=say("say --role reader, recorder or publisher"))
    return role


def _password() -> str:
    """Typed twice on a terminal; else the first line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    typed = getpass(tr("password: "))
    if getpass(tr("again: ")) != typed:
        raise LedgerError(say("the two passwords are not the same"), remedy=say("type it again"))
    return typed
