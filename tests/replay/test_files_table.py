"""The table of docs/files.md: every line of it is run on a file of tests/files."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.replay.conftest import Shell

ROOT = Path(__file__).resolve().parents[2]
LINES = re.findall(
    r"^\| [^|]+ \| `rating-ledger ([^`]+)` \|",
    (ROOT / "docs" / "files.md").read_text(encoding="utf-8"),
    flags=re.MULTILINE,
)


def test_every_line_of_the_table_runs(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """In their order, over one ledger: each is done; only a dry run appends nothing, and files out are there."""
    here = shell.folder / "files"
    shutil.copytree(ROOT / "tests" / "files", here)
    monkeypatch.chdir(here)
    assert LINES
    for line in LINES:
        code, out, said = shell(*shlex.split(line))
        assert code == 0, (line, said)
        if not line.startswith("import"):
            assert (here / shlex.split(line)[-1]).stat().st_size > 100, line
            continue
        assert ("would be appended" in out) == ("--dry-run" in line), line
        assert "nothing appended" not in out, line


def test_no_telephone_number_or_address_enters_the_log(shell: Shell) -> None:
    """Without the option all unknown columns are named at once; with it nothing of them is kept."""
    path = str(ROOT / "tests" / "files" / "players.csv")
    code, _, said = shell("import", path, "--date", "2025-01-01")
    assert code == 2
    assert "'Club', 'Phone', 'Email'" in said and "1 problem" in said
    code, _, said = shell("import", path, "--date", "2025-01-01", "--ignore-unknown")
    assert code == 0, said
    assert "3 unknown columns are passed over: 'Club', 'Phone', 'Email'" in said
    exported = shell("export", "--open")[1]
    assert "Chan, Cho" in exported
    assert "555" not in exported and "@" not in exported
