"""The office file: who may sign in at the desk, with which role, and the settings of a desk that is not only read."""

import json
import os
import re
import stat
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal, get_args

import argon2
import msgspec
from msgspec import Struct

from ledger.append.judgement.texts import check_given
from ledger.errors import LedgerError, unreadable, unwritable
from ledger.whole_file import write_whole
from schemes.kernels.toml import read_toml
from wording import say

Role = Literal["reader", "recorder", "publisher"]
ROLES: tuple[Role, ...] = get_args(Role)  # each may do what those before it may
SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1000
_HEAD = """\
# Who may sign in at the desk. `rating-ledger office FILE add NAME --role recorder` adds people and hashes passwords.
open = true  # reading needs no sign-in; false: every page does
hosts = []  # names under which a reverse proxy serves the desk, such as "ratings.example.org"
name = ""  # of the office, as it stands at the head of every page
"""


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who may sign in. The name is what events say in `by`."""

    name: str
    role: Role
    password: str  # its argon2 hash

    def may(self, role: Role) -> bool:
        return ROLES.index(self.role) >= ROLES.index(role)


class Visitor(Struct, frozen=True):
    """Who looks at a page: somebody who is signed in, or anybody."""

    person: Person | None = None
    token: str = ""  # goes with every form that is sent, and shows that the form is ours
    cookie: str = ""
    can_sign_in: bool = False

    @property
    def name(self) -> str:
        """The name of whoever is signed in; nobody has an empty one."""
        if self.person is not None:
            return self.person.name
        return ""

    def may(self, role: Role) -> bool:
        """Whether somebody is signed in who may do what a role does."""
        return self.person is not None and self.person.may(role)


class OfficeFile(Struct, frozen=True, forbid_unknown_fields=True):
    """What an office file says."""

    open: bool = True
    hosts: tuple[str, ...] = ()
    name: str = ""
    names: Mapping[str, str] = {}
    "The name of the office at the head of every page; by language where it has several."
    people: tuple[Person, ...] = ()

    def person(self, name: str) -> Person | None:
        """The person of a name; case and spaces around it do not matter."""
        return next((each for each in self.people if same_name(each.name) == same_name(name)), None)


def same_name(name: str) -> str:
    """A name without what does not tell people apart."""
    return unicodedata.normalize("NFKC", name).strip().casefold()


def read_office_file(path: Path) -> OfficeFile:
    """Read and check an office file."""
    try:
        _refuse_writable_by_others(path)
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        remedy = say("make one: rating-ledger office {path} add NAME --role publisher", path=path)
        raise unreadable(path, error, remedy) from None
    except UnicodeDecodeError:
        raise LedgerError(say("the office file is not UTF-8 text"), place=str(path)) from None
    try:
        found = msgspec.convert(read_toml(text), OfficeFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LedgerError(
            say("it cannot be read: {error}", error=error),
            place=str(path),
            remedy=say("rating-ledger help desk shows what stands in it"),
        ) from None
    _check_people(path, found.people)
    return found


def _refuse_writable_by_others(path: Path) -> None:
    """Whoever can write the file can give himself any role."""
    if os.name == "posix" and path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        wrong = say("others than its owner can write this file, and so give themselves any role")
        raise LedgerError(wrong, place=str(path), remedy=f"chmod 600 {path}")


def readable_by_others(path: Path) -> bool:
    return os.name == "posix" and bool(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH))


def _check_people(path: Path, people: Iterable[Person]) -> None:
    seen: set[str] = set()
    for person in people:
        check_given("name", person.name)
        if same_name(person.name) in seen:
            wrong = say("{name!r} is in it twice", name=person.name)
            raise LedgerError(
                wrong, place=str(path), remedy=say("every person has a name of their own")
            )
        seen.add(same_name(person.name))
        try:
            argon2.extract_parameters(person.password)
        except argon2.exceptions.InvalidHashError:
            remedy = say(
                "set it with: rating-ledger office {path} password {name}",
                path=path,
                name=json.dumps(person.name),
            )
            raise LedgerError(
                say("the password of {name!r} is not an argon2 hash", name=person.name),
                place=str(path),
                remedy=remedy,
            ) from None


def hashed(password: str) -> str:
    """The hash of a new password."""
    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        wrong = say("the password has {number} characters", number=len(password))
        raise LedgerError(
            wrong,
            remedy=say("use {least} or more, such as four words", least=SHORTEST_PASSWORD),
        )
    return argon2.PasswordHasher().hash(password)


def write_people(path: Path, people: Iterable[Person]) -> None:
    """Put other people into the file, or make it. What stands before the first person stays as it is."""
    head = _HEAD
    if path.exists():
        head = re.split(
            r"^\[\[people]]", path.read_text(encoding="utf-8"), maxsplit=1, flags=re.MULTILINE
        )[0]
    blocks = "".join(
        "\n[[people]]\n"
        + "".join(
            f"{name} = {_quoted(value)}\n" for name, value in msgspec.to_builtins(each).items()
        )
        for each in people
    )
    _write_privately(path, head.rstrip() + "\n" + blocks)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)  # a TOML string is written like one of JSON


def _write_privately(path: Path, text: str) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    try:
        write_whole(path, text.encode(), private=True)
    except OSError as error:
        raise unwritable(path, error) from None
