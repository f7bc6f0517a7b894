"""Every example of the documentation can be pasted, one after the other, in the order of its page."""

import io
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from replay.commands.main import run
from replay.simulation.demo import APPEAL, SAMPLE

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
# Pages whose examples are run elsewhere: on PostgreSQL, in a made-up federation, on files of other programs.
ELSEWHERE = {"postgres.md", "files.md", "schemes.md"}
PAGES = [path for path in sorted(DOCS.rglob("*.md")) if path.name not in ELSEWHERE]
YOURS = re.compile(r"\b[A-Z]{4,}\b(?!')")  # HOST, OFFICE.key: what only the reader has
LASTING = ("serve", "subscribe")  # until they are stopped
LONG = ("demo", "check")  # and tried by tests of their own


def lines(page: Path) -> list[str]:
    """The lines of a page that begin with the program's name, within blocks of code."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```[^\n]*\n(.*?)^```|^((?:    .*\n)+)", text, flags=re.M | re.S)
    found = [line.strip() for block in blocks for line in "".join(block).splitlines()]
    return [
        line.removeprefix("$ ")
        for line in found
        if re.match(r"(\$ )?(rating-ledger|mkdir|cat) ", line)
    ]


def words(line: str) -> list[str]:
    """What is typed behind the program's name, without the remark at the end."""
    return shlex.split(re.split(r"\s+# ", line)[0])[1:]


def can_be_run(line: str) -> bool:
    typed = words(line)
    if typed[0] == "COMMAND" or "…" in line:
        return False
    return not {*LASTING, *LONG} & set(typed) and not YOURS.search(" ".join(typed))


def runnable(page: Path) -> list[str]:
    """The lines of a page that everybody can run."""
    return [line for line in lines(page) if can_be_run(line)]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What index.md tells its reader to make: the ledger of the demo's sample, and the files beside it."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "demo-files").mkdir()
    for file in (SAMPLE, APPEAL):
        shutil.copy(file, folder / "demo-files")
    place = ["--ledger", str(folder / "ratings")]
    assert run([*place, "init", "--origin", "ratings.example.org/main"]) == 0
    assert run([*place, "import", str(SAMPLE)]) == 0
    return folder


@pytest.mark.parametrize(
    "page", list(filter(runnable, PAGES)), ids=lambda page: str(page.relative_to(DOCS))
)
def test_the_examples_of_a_page_run_in_their_order(
    page: Path,
    sample: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """On the ledger of the sample, or on the one that the page itself begins with."""
    examples = runnable(page)
    begins = "init" in words(examples[0])
    if not begins or page.name in ("commands.md", "index.md"):
        shutil.copytree(sample, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RATING_LEDGER", raising=False)
    for line in examples:
        monkeypatch.setattr("replay.commands.options._chosen", None)
        monkeypatch.setattr("sys.stdin", io.StringIO("four words as password\n" * 2))
        if not line.startswith("rating-ledger "):
            subprocess.run(["sh", "-c", line], check=True)
            continue
        typed, _, file = line.partition(" > ")
        code = run(words(typed))
        said = capfd.readouterr()
        assert code == 0, f"{page.name}: {line}\n{said.err}"
        if file:
            Path(file).write_text(said.out, encoding="utf-8")


def test_few_examples_ask_for_something_that_only_the_reader_has() -> None:
    """Such lines say so by a word in capitals, and index.md explains it."""
    asking = [line for page in PAGES for line in lines(page) if YOURS.search(line)]
    running = [line for page in PAGES for line in runnable(page)]
    assert len(asking) * 4 < len(running)
