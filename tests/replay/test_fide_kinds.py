"""FIDE's lists and reports go to the regulations that say so, whoever brings them."""

from datetime import date
from pathlib import Path

import pytest

import replay
from ledger import open_log
from ledger.events import TournamentRegistered
from replay.commands.imports import for_reading
from replay.files import open_file
from replay.files.options import FileOptions
from schemes import Schemes
from tests.builders import carried, player
from tests.replay.conftest import Install, Shell

HEADING = f"{'ID Number':15}{'Name':61}Fed Sex Tit  WTit {'OTit':15}FOA NOV26 Gms K  B-day Flag"
PLAYER = f"{'100':15}{'Chan, Alpha':61}{'HKG':4}{'M':4}{'':5}{'':5}{'':15}{'':4}{'1950':6}{'0':4}{'20':3}{'1990':6}"
REPORT = (
    "012 Cup\n042 2024/03/01\n052 2024/03/01\n092 Individual: Swiss-System\n"
    + "132".ljust(91)
    + "24/03/01\n"
    + f"001 {1:4} m    {'Chan, Alpha':33} {'':4} HKG {77:>11} 1990/00/00  1.0    1     2 w 1\n"
    + f"001 {2:4} w    {'Lee, Beta':33} {'':4} MAS {88:>11} 1991/00/00  0.0    2     1 b 0\n"
)
FEDERATION = """from schemes.fide_standard import FideStandard


class Own(FideStandard):
    name, title = "{name}", "A federation's own"
    {says}


scheme = Own()
"""


def federation(name: str, kind: str = "") -> str:
    """A regulation of another package, after FIDE's; it may say which of FIDE's lists is its own."""
    return FEDERATION.format(name=name, says=f'fide_list = "{kind}"' if kind else "")


def carried_into(shell: Shell, kind: str) -> str:
    """The scheme into which a list of one kind goes."""
    path = shell.folder / f"{kind}_rating_list.txt"
    path.write_text(f"{HEADING}\n{PLAYER}\n")
    code, _, said = shell("import", str(path))
    assert code == 0, said
    exported: str = shell("export")[1]
    (line,) = [line for line in exported.splitlines() if '"RatingCarriedIn"' in line]
    return line.partition('"scheme":"')[2].partition('"')[0]


def rated_by(shell: Shell, *words: str) -> str:
    """The schemes of a report that names none."""
    path: Path = shell.folder / "cup.trf"
    path.write_text(REPORT)
    code, _, said = shell("import", str(path), *words)
    assert code == 0, said
    (line,) = [line for line in shell("export")[1].splitlines() if '"TournamentRegistered"' in line]
    rated: str = line.partition('"rated":[')[2].partition("]")[0]
    return rated


@pytest.mark.parametrize("kind", ["standard", "rapid", "blitz"])
def test_each_of_fides_lists_has_a_regulation(shell: Shell, kind: str) -> None:
    assert carried_into(shell, kind) == f"fide-{kind}"


def test_a_regulation_of_another_package_that_says_so_takes_the_list(
    shell: Shell, installed: Install
) -> None:
    installed("club", federation("club", "rapid"))
    assert carried_into(shell, "rapid") == "club"
    assert Schemes().of_fide_list("blitz") == "fide-blitz"


def test_a_regulation_made_after_fides_does_not_take_its_list_unless_it_says_so(
    shell: Shell, installed: Install
) -> None:
    installed("club", federation("club"))
    assert carried_into(shell, "standard") == "fide-standard"


def test_a_report_is_rated_by_the_regulation_of_fides_standard_list(shell: Shell) -> None:
    assert rated_by(shell) == '"fide-standard"'


def test_a_report_is_rated_by_the_regulation_of_another_package_that_says_so(
    shell: Shell, installed: Install
) -> None:
    installed("club", federation("club", "standard"))
    assert rated_by(shell) == '"club"'


def test_two_that_say_so_are_refused_until_one_is_named(shell: Shell, installed: Install) -> None:
    installed("club", federation("club", "standard"))
    installed("town", federation("town", "standard"))
    (shell.folder / "cup.trf").write_text(REPORT)
    code, _, said = shell("import", str(shell.folder / "cup.trf"))
    assert (
        code == 2 and "club and town both take FIDE's standard list" in said and "--rated" in said
    )
    assert rated_by(shell, "--rated", "town") == '"town"'


def test_the_desk_asks_the_same_registry(installed: Install) -> None:
    """Command and desk read files with the same options."""
    installed("club", federation("club", "rapid"))
    assert for_reading(FileOptions()).scheme_of_fide_list("rapid") == "club"


def test_an_appeal_rates_a_late_report_as_its_import_would(shell: Shell) -> None:
    """By the command and by the library."""
    shell.tell(
        *player("77", name="Chan, Alpha", federation="HKG"),
        *player("88", name="Lee, Beta", federation="HKG", sex="F"),
        *carried("fide-standard", "2024-02-01", {"77": 1900, "88": 1900}, games=50),
    )
    path = shell.folder / "cup.trf"
    path.write_text(REPORT)
    told = shell.rows(
        "appeal", str(path), "--date", "2024-06-01", "--every-list", "--format", "csv"
    )
    assert {row["player"] for row in told} == {"77", "88"}, (
        "both have a rating by fide-standard only"
    )
    with replay.open(str(shell.folder / "ledger")) as ledger:
        assert len(ledger.appeal(path, on=date(2024, 6, 1), every_list=True).rows) == len(told)


@pytest.mark.parametrize(("told", "rated"), [((), ("fide-standard",)), (("--rated", ","), ())])
def test_a_written_report_says_its_schemes_whatever_the_reader_takes_for_granted(
    shell: Shell, installed: Install, told: tuple[str, ...], rated: tuple[str, ...]
) -> None:
    """Written where fide-standard is the default, read where it is another: the tournament is the same."""
    rated_by(shell, *told)
    out = shell.folder / "out.trf"
    assert shell("export", "--trf", "cup-2024-03-01", "-o", str(out))[0] == 0
    installed("club", federation("club", "standard"))
    with open_log(":memory:") as other:
        other.append(open_file(out, for_reading(FileOptions()), other))
        (found,) = [event for _, event in other.read() if isinstance(event, TournamentRegistered)]
    assert found.rated == rated
