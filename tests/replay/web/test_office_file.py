"""The office file: people are added, changed and removed by a command; what is unsafe or wrong is refused."""

import io
from pathlib import Path
from typing import Any

import argon2
import pytest

from ledger.errors import LedgerError
from replay.commands.main import run
from replay.web.office_file import read_office_file

WORDS = "four words and more"


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Any:
    """The command on one file, with a password on standard input: exit code and what was said."""
    file = tmp_path / "office.toml"

    def command(*words: str, password: str = WORDS) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
        code = run(["office", str(file), *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    command.file = file  # type: ignore[attr-defined]
    return command


def test_a_person_is_added_with_a_hashed_password_to_a_file_that_only_its_owner_reads(
    office: Any,
) -> None:
    assert office("add", "Chan Tai Man", "--role", "recorder")[0] == 0
    (person,) = read_office_file(office.file).people
    assert (person.name, person.role) == ("Chan Tai Man", "recorder")
    assert argon2.PasswordHasher().verify(person.password, WORDS)
    assert WORDS not in office.file.read_text()
    assert office.file.stat().st_mode & 0o777 == 0o600


def test_roles_and_passwords_change_and_people_go(office: Any) -> None:
    office("add", "Ann", "--role", "reader")
    office("add", "陈大文", "--role", "recorder")
    assert office("role", "ann", "--role", "publisher")[0] == 0
    assert office("list", "--format", "csv")[1] == "name,role\nAnn,publisher\n陈大文,recorder\n"
    before = read_office_file(office.file).person("Ann").password
    assert office("password", "Ann", password="another good one")[0] == 0
    assert read_office_file(office.file).person("Ann").password != before
    assert office("remove", "Ann")[0] == 0
    assert [each.name for each in read_office_file(office.file).people] == ["陈大文"]


def test_settings_and_comments_at_the_head_stay(office: Any) -> None:
    office.file.write_text('# ours\nopen = false\nhosts = ["r.example.org"]\n')
    office.file.chmod(0o600)
    office("add", 'Ann "A" O\\Hara', "--role", "reader")
    found = read_office_file(office.file)
    assert office.file.read_text().startswith("# ours\nopen = false\n")
    assert (found.open, found.hosts, found.people[0].name) == (
        False,
        ("r.example.org",),
        'Ann "A" O\\Hara',
    )


@pytest.mark.parametrize(
    ("words", "password", "said"),
    [
        (("add", "Ann"), WORDS, "--role reader, recorder or publisher"),
        (("add", "Ann", "--role", "reader"), "short", "use 10 or more"),
        (("add", "anna ", "--role", "reader"), WORDS, "'Anna' is in it already"),
        (("add", "A\x1b[31m", "--role", "reader"), WORDS, "`name` has"),
        (("remove", "Bo"), WORDS, "there is no 'Bo' in it"),
        (("remove",), WORDS, "remove whom?"),
        (("remove", "Anna", "--role", "reader"), WORDS, "--role goes with add and role"),
    ],
)
def test_a_wrong_use_changes_nothing_and_says_what_to_do(
    office: Any, words: Any, password: str, said: str
) -> None:
    office("add", "Anna", "--role", "reader")
    before = office.file.read_bytes()
    code, _, wrong = office(*words, password=password)
    assert code == 2 and said in wrong
    assert office.file.read_bytes() == before


def test_a_file_that_others_can_write_is_refused(office: Any) -> None:
    office("add", "Ann", "--role", "reader")
    for mode in (0o620, 0o602):
        office.file.chmod(mode)
        with pytest.raises(LedgerError, match=r"chmod 600"):
            read_office_file(office.file)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("open = maybe", "Invalid value"),
        ('name = "A"\nname = "B"\n', "the same name stands there twice (at line 2"),
        ("opne = true", "opne"),
        ('[[people]]\nname = "A"\nrole = "boss"\npassword = ""', "boss"),
        (
            '[[people]]\nname = "A"\nrole = "reader"\npassword = "secret words"',
            "not an argon2 hash",
        ),
    ],
)
def test_a_file_that_is_wrong_is_told_with_its_name(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "office.toml"
    file.write_text(text)
    file.chmod(0o600)
    with pytest.raises(LedgerError) as refused:
        read_office_file(file)
    assert "office.toml" in str(refused.value) and said in str(refused.value)
    assert "secret words" not in str(refused.value)
