"""The demo: a small ledger and a walk through what can be asked of it; a federation to look around in."""

import shlex
import shutil
from pathlib import Path

from ledger.errors import LedgerError
from replay.answers.language import language, tr
from replay.answers.terminal import tell
from replay.commands.options import set_place
from replay.simulation.demo import APPEAL, SAMPLE
from wording import say

MARK = "made-by-rating-ledger-demo"

WALK = (
    (say("The log: what happened, in order, never changed."), "log --player F05 --type GameRecorded --until '#100'"),
    (say("A FIDE list, and the same list as the office knew it before a correction."),
     "list fide-standard 2025-10-01"),
    ("", "list fide-standard 2025-10-01 --known 2025-10-31"),
    (say("Every step to one rating, each with its article."), "explain fide-standard F05 2025-10-01"),
    (say("A xiangqi championship decided by its own rules …"), "standings river-cup-2025"),
    (say("… whose champion does not lose points (art. 11), and a title that lifts (art. 6)."),
     "list cxa-rapid 2026-01-01"),
    ("", "explain cxa-rapid C01 2026-01-01"),
    (say("Malaysia, game by game, with bonuses and 3 % for a year of absence."), "list malaysia 2026-01-01"),
    (say("Publish a list: canonical file, receipt, and an event in the log."), "publish cxa-rapid 2026-01-01"),
    (say("Check the log, its tree of hashes and every published list."), "verify"),
    (say("An appeal, replayed without touching the log: who changes, and through whom?"), f"appeal {APPEAL}"),
    (say("What if K were 15 at the top? Who would change, and would it predict better?"),
     "whatif fide-standard 2025-11-01 --set k.top=15 --top 3"),
    (say("Anything else: read-only SQL."),
     "sql \"SELECT federation, count(*) AS players, max(rating) AS best FROM lists WHERE scheme = 'fide-standard' "
     'GROUP BY 1 ORDER BY 3 DESC LIMIT 3"'),
)  # fmt: skip


def demo(folder: Path = Path("demo"), /) -> int:
    """Make a small ledger, walk through it, and make a larger one to look at.

    Parameters
    ----------
    folder
        Where to make it, the larger one in FOLDER-federation, files for examples in FOLDER-files; an earlier demo
        there is replaced.
    """
    _fresh(folder)
    _fresh(folder.with_name(folder.name + "-federation"))
    set_place(str(folder))
    _step(say("A ledger from the bundled sample file."), "init")
    (folder / MARK).touch()
    _step("", f"import {SAMPLE}")
    _copy_files(folder)
    for why, command in WALK:
        _step(why, command)
    refused = _tampered(folder)
    federation = _federation(folder)
    set_place(str(folder))
    _lead_on(folder, federation)
    if refused:
        return 0
    return 1


def _federation(folder: Path) -> Path:
    """Make the larger ledger beside the small one: a federation to look around in."""
    from replay.simulation.demo.federation import make_federation

    place = folder.with_name(folder.name + "-federation")
    why = tr("A federation to look around in: chess and xiangqi, three years, everybody made up.")
    tell(f"\n# {why}\n")
    number = make_federation(place)
    (place / MARK).touch()
    tell("\n" + tr("{place} holds {number} events", place=place, number=number) + "\n")
    return place


def _copy_files(folder: Path) -> None:
    """Put the files that the documentation's examples use beside the ledger."""
    files = folder.with_name(folder.name + "-files")
    files.mkdir(exist_ok=True)
    for file in (SAMPLE, APPEAL):
        shutil.copy(file, files)


def _fresh(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()):
        if not (folder / MARK).exists():
            raise LedgerError(
                say("there is something else there"),
                place=str(folder),
                remedy=say("name an empty folder: demo FOLDER"),
            )
        shutil.rmtree(folder)


def _step(why: str, command: str) -> int:
    """Say what comes, show the command as one would type it, run it."""
    from replay.commands.main import run

    if why:
        tell(f"\n# {tr(why)}\n")
    shown = command.replace(str(SAMPLE), SAMPLE.name).replace(str(APPEAL), APPEAL.name)
    tell(f"\n$ rating-ledger {shown}\n")
    words = shlex.split(command)
    if words[0] in ("log", "list", "standings", "verify", "appeal", "whatif", "sql"):
        words += ["--format", "table"]
    return run([*words, "--language", language()])


def _tampered(folder: Path) -> bool:
    """Flip one byte in a copy of the log and show that verify finds it."""
    copy = folder.with_name(folder.name + "-tampered")
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir(parents=True)
    lead = tr("One byte of one result flipped, in a copy of the log: verify finds it.")
    tell(f"\n# {lead}\n")
    content = (folder / "log.sqlite").read_bytes()
    at = content.index(b'"result":"1-0"') + len(b'"result":"')
    (copy / "log.sqlite").write_bytes(content[:at] + b"0-1" + content[at + 3 :])
    set_place(str(copy))
    code = _step("", "verify")
    shutil.rmtree(copy)
    return code == 1


def _lead_on(folder: Path, federation: Path) -> None:
    """Say where the ledgers are and what can be done with them."""
    go_on = tr(
        "The small ledger is in {folder}/ — go on with: rating-ledger --ledger {folder} --help",
        folder=folder,
    )
    browse = tr(
        "The federation in a browser: rating-ledger --ledger {folder} serve, then http://127.0.0.1:8000/",
        folder=federation,
    )
    tell(f"\n{go_on}\n{browse}\n")
