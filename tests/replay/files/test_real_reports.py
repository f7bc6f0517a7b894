"""112 reports that nobody of this project wrote: each comes in and out again, or is refused for a good reason."""

from dataclasses import replace as with_options
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from ledger import LedgerError, open_log
from ledger.errors import Problem
from ledger.events import AnyEvent, PlayerRegistered
from ledger.item import Item, Items
from replay.files import ReadOptions, open_file
from replay.files.trf import read_report, write_report
from replay.files.trf.story import as_reported

FOLDER = Path(__file__).resolve().parents[4] / "shared" / "data" / "real-trf"
REPORTS = sorted(path for path in FOLDER.rglob("*") if path.is_file())
# what a person would say, too
REFUSED = {
    "chessament/tournament_2.trf": "nothing was played",
    "icu_tournament/invalid.tab": "empty",
    "litour/test_trf16_0.trf": "whose line says nobody",
    "litour/test_trf16_real_data_0.trf": "who is not in the file",
    "py4swiss/incompatible_color.trf": "both have the same colour",
    "py4swiss/incompatible_result.trf": "do not agree on the result",
    "py4swiss/missing_result.trf": "whose line says nobody",
    "py4swiss/too_many_results.trf": "5 rounds, but there are results of round 6",
}
pytestmark = pytest.mark.skipif(not REPORTS, reason=f"no reports to look at: {FOLDER}")


def items_of(path: Path, form: Path) -> tuple[list[Item], ReadOptions]:
    """A report read as a patient officer would: everybody is new, and what it leaves open is said."""
    options = ReadOptions(scheme_of_fide_list=lambda kind: f"fide-{kind}")
    try:
        list(open_file(path, with_options(options, write_players=form), form="trf"))
    except LedgerError as written:
        if written.code != "form-written":
            raise
    options = with_options(options, players=form)
    answers = {
        "--event-name": {"event_name": "A tournament"},
        "--start": {"start": date(2020, 1, 1)},
        "--dates": {"dates": "dmy"},
    }
    for asked, answer in answers.items():
        if any(asked in problem.remedy for problem in problems(path, options)):
            options = with_options(options, **answer)
    return list(open_file(path, options, form="trf")), options


def problems(path: Path, options: ReadOptions) -> list[Problem]:
    return [item.problem for item in open_file(path, options, form="trf") if item.problem]


def test_the_folder_is_whole() -> None:
    names = {str(path.relative_to(FOLDER)) for path in REPORTS}
    assert len(names) == 112 and names >= REFUSED.keys()


@pytest.mark.parametrize("path", REPORTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_report_comes_in_and_out_or_says_why_not(path: Path, tmp_path: Path) -> None:
    """Read, appended, written as TRF16 and TRF26, and read back to the same events of the tournament."""
    wrong = REFUSED.get(str(path.relative_to(FOLDER)))
    if wrong is not None:
        with pytest.raises(LedgerError) as caught:
            items, _ = items_of(path, tmp_path / "form.csv")
            open_log(":memory:").append(Items(path.name, iter(items)))
        assert wrong in str(caught.value)
        assert all(problem.remedy for problem in caught.value.problems)
        return
    items, options = items_of(path, tmp_path / "form.csv")
    with open_log(":memory:") as log:
        log.append(Items(path.name, iter(items)))
    events = [item.event for item in items if item.event is not None]
    people = {event.player: event for event in events if isinstance(event, PlayerRegistered)}
    recorded = [event for event in events if hasattr(event, "tournament")]
    for version in (16, 26):
        text = write_report(as_reported(recorded), people, version=version)
        back = read_report(
            text, path.name, ReadOptions(scheme_of_fide_list=options.scheme_of_fide_list)
        )
        assert not back.problems
        again = [event for _, event in back.events if hasattr(event, "tournament")]
        assert contents(again) == contents(recorded)


def contents(events: list[AnyEvent]) -> list[str]:
    return sorted(repr(replace(event, ref=None)) for event in events)
