"""A rating office for stories: tell it what happened, ask it for lists."""

import csv
import importlib
import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any
from unittest.mock import patch

import duckdb
import pyarrow as pa
import pytest

from ledger import open_log
from replay.commands.main import run
from replay.commands.options import set_place
from replay.explain.explain import Explainer, explain_tournament
from replay.questions import sandbox
from replay.questions.questions import Questions
from replay.simulation.demo import SAMPLE
from replay.which import ListWords
from schemes import Node, registry, scheme_names
from tests import builders
from tests.replay.other_letters import other_letters

__all__ = ["other_letters"]  # a fixture


class StoryOffice:
    """A ledger in memory. Every method that tells something gives the position the log then has."""

    def __init__(self) -> None:
        self.log = open_log(":memory:")
        self._offices: list[
            tuple[int, Questions]
        ] = []  # with the head of the log when it was opened

    def tell(self, *events: dict[str, Any]) -> int:
        """Append events written as in the exchange format."""
        self.log.append(builders.decoded(*events))
        return self.log.head

    def player(self, *ids: str, **fields: Any) -> int:
        return self.tell(*builders.player(*ids, **{"date": "2020-01-01"} | fields))

    def carried(self, scheme: str, on: str, ratings: dict[str, Any], **fields: Any) -> int:
        return self.tell(*builders.carried(scheme, on, ratings, **fields))

    def tournament(
        self, tournament: str, start: str, end: str, rated: str = "fide-standard", **fields: Any
    ) -> int:
        registered = {"date": "2020-01-01"} | fields
        return self.tell(builders.tournament(tournament, rated, start, end, **registered))

    def games(self, tournament: str, on: str, games: Iterable[str], **fields: Any) -> int:
        """Games as "round.board FIRST RESULT SECOND"."""
        return self.tell(*builders.games(tournament, on, *games, **fields))

    def correct(self, tournament: str, game: str, on: str, **fields: Any) -> int:
        correction = {"reason": "found later"} | fields
        return self.tell(builders.game_corrected(tournament, on, game, **correction))

    def close(self, tournament: str, on: str, ranking: Iterable[str] = ()) -> int:
        return self.tell(builders.closed(tournament, on, " ".join(ranking)))

    def report(self, tournament: str, on: str) -> int:
        return self.tell(builders.reported(tournament, on))

    def open(self) -> Questions:
        """An office that knows the whole log; questions without news between them are put to the same one."""
        if not self._offices or self._offices[-1][0] != self.log.head:
            self._offices.append((self.log.head, Questions(":memory:", log=self.log)))
        return self._offices[-1][1]

    def shut(self) -> None:
        for _, opened in self._offices:
            opened.close()
        self.log.close()

    def list(self, scheme: str, on: str, known: int | None = None, **rules: Any) -> dict[str, str]:
        """player → rating, of the published list in force on a day."""
        made = self.open().list(scheme, date.fromisoformat(on), known=known, **rules)
        return dict(
            zip(made.table["player"].to_pylist(), (row[7] for row in made.rows), strict=True)
        )

    def rows(self, scheme: str, on: str, **asked: Any) -> dict[str, dict[str, Any]]:
        """player → row, of the list in force on a day."""
        made = self.open().list(scheme, date.fromisoformat(on), **asked)
        names = made.table.column_names
        return {row[1]: dict(zip(names, row, strict=True)) for row in made.rows}

    def explain(self, name: str, player: str, on: str) -> Node:
        opened = self.open()
        which = ListWords(name, date.fromisoformat(on)).resolved(opened)
        return Explainer(opened, opened.world(which), which.day).player(player)

    def explain_tournament(self, name: str, tournament: str, on: str) -> Node:
        opened = self.open()
        which = ListWords(name, date.fromisoformat(on)).resolved(opened)
        return explain_tournament(opened.replay(opened.world(which), which.day), tournament)


@pytest.fixture
def office() -> Iterator[StoryOffice]:
    opened = StoryOffice()
    yield opened
    opened.shut()


@pytest.fixture(scope="session")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the ledger of a made-up federation (all schemes, 2024-03 to 2026-03) and its true strengths."""
    from replay.files import open_file
    from replay.simulation import Federation, simulate

    folder = tmp_path_factory.mktemp("made-up")
    with (
        (folder / "made.jsonl").open("wb") as events,
        (folder / "truth.csv").open("w", newline="\n") as truth,
    ):
        simulate(Federation(players=500, games=9_000, years=2, seed=7, scheme="all"), events, truth)
    with open_log(folder / "ledger", create=True) as log:
        log.append(open_file(folder / "made.jsonl"))
    return folder


Said = tuple[int, str, str]  # exit code, standard output, standard error
Install = Callable[..., None]  # a regulation by its name and its source


class FirstImports:
    """Ledgers after a first import, by what was imported: many tests begin with the same one, and copy its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._said = folder, dict[Any, Said]()
        self.empty = folder / "empty"  # what init makes

    def copied(self, ledger: Path, file: Path, run: Callable[[], Said]) -> Said:
        """Import a file into a ledger that has just been made; it is run once, and only copied from then on."""
        settings = [
            (name, value) for name, value in os.environ.items() if name.startswith("RATING_LEDGER")
        ]
        key = (file.name, file.read_bytes(), scheme_names(), tuple(settings))
        kept = self._folder / str(hash(key))
        if key in self._said:
            shutil.rmtree(ledger)
            shutil.copytree(kept, ledger)
            return self._said[key]
        said = run()
        if said[0] == 0 and str(ledger.parent) not in said[2]:
            shutil.copytree(ledger, kept)
            self._said[key] = said
        return said


class Shell:
    """A ledger in a folder and the real command line over it."""

    def __init__(
        self, folder: Path, capsys: pytest.CaptureFixture[str], first_imports: FirstImports
    ) -> None:
        self.folder, self._capsys, self._files, self._first_imports = (
            folder,
            capsys,
            0,
            first_imports,
        )
        if not first_imports.empty.exists():
            self._run("init")
            shutil.copytree(folder / "ledger", first_imports.empty)
        else:
            shutil.copytree(first_imports.empty, folder / "ledger")
        self._new: set[str] | None = self._names()

    def __call__(self, *words: str) -> Said:
        """Run a command: exit code, standard output, standard error."""
        is_first, self._new = self._new == self._names(), None
        if is_first and len(words) == 2 and words[0] == "import":
            return self._first_imports.copied(
                self.folder / "ledger", Path(words[1]), lambda: self._run(*words)
            )
        return self._run(*words)

    def _names(self) -> set[str]:
        return {str(path) for path in self.folder.joinpath("ledger").rglob("*")}

    def _run(self, *words: str) -> Said:
        self._capsys.readouterr()
        code = run(["--ledger", str(self.folder / "ledger"), *words])
        told = self._capsys.readouterr()
        return code, told.out, told.err

    def tell(self, *events: dict[str, Any]) -> None:
        """Append events written as in the exchange format, without the command and what it says about them."""
        with open_log(self.folder / "ledger") as log:
            log.append(builders.decoded(*events))

    def file(self, *events: dict[str, Any], name: str = "appeal.jsonl") -> str:
        """The path of a file with these events."""
        file = self.folder / name
        file.write_bytes(builders.jsonl(*events))
        return str(file)

    def imported(self, *events: dict[str, Any]) -> str:
        """Import events from a file; what was said about them."""
        self._files += 1
        code, _, said = self("import", self.file(*events, name=f"events{self._files}.jsonl"))
        assert code == 0, said
        return said

    def rows(self, *words: str) -> list[dict[str, str]]:
        """A command's csv. SQL is answered here: that a query has a process of its own is for test_sql.py."""
        with patch.object(sandbox, "run", query_here):
            code, out, said = self(*words)
        assert code == 0, said
        return list(csv.DictReader(out.splitlines()))


def query_here(
    views: Mapping[str, pa.Table], text: str, seconds: int, most: int | None = None
) -> pa.Table:
    """Run a SELECT in this process, as `sandbox.run` does in another one, without its bounds."""
    with duckdb.connect(":memory:") as connection:
        for name, table in views.items():
            connection.register(name, table)
        return connection.sql(text).to_arrow_table()


class SampleLedgers:
    """The ledger of the demo's sample, and the same with the list cxa-rapid 2026-01-01 published: each is made once."""

    def __init__(self, folder: Path) -> None:
        self._plain = folder / "plain"
        self._published = folder / "published"
        self._in(self._plain, "init")
        self._in(self._plain, "import", str(SAMPLE))
        shutil.copytree(self._plain, self._published)
        self._in(self._published, "publish", "cxa-rapid", "2026-01-01")

    def copy(self, place: Path, published: bool = False) -> Path:
        """A ledger of one's own, in a folder that is not there yet."""
        return Path(shutil.copytree(self._published if published else self._plain, place))

    def _in(self, place: Path, *words: str) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.delenv("RATING_LEDGER_LISTS", raising=False)
            assert run(["--ledger", str(place), *words]) == 0
        set_place("")


@pytest.fixture(scope="session")
def sample_ledgers(tmp_path_factory: pytest.TempPathFactory) -> SampleLedgers:
    return SampleLedgers(tmp_path_factory.mktemp("sample-ledgers"))


@pytest.fixture
def queries_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQL is answered in this process: another one takes a third of a second, and test_sql.py is about that."""
    monkeypatch.setattr(sandbox, "run", query_here)


@pytest.fixture(scope="session")
def first_imports(tmp_path_factory: pytest.TempPathFactory) -> FirstImports:
    return FirstImports(tmp_path_factory.mktemp("first-imports"))


@pytest.fixture
def shell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], first_imports: FirstImports
) -> Iterator[Shell]:
    yield Shell(tmp_path, capsys, first_imports)
    set_place("")


@pytest.fixture
def sample_shell(shell: Shell) -> Shell:
    """The command line over the ledger of the demo's sample."""
    assert shell("import", str(SAMPLE))[0] == 0
    return shell


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a regulation as another package would bring it: a module and an entry point. Again: another version."""
    modules = []

    def install(name: str, source: str, announced: str = "") -> None:
        module = f"{name}_rating"
        modules.append(module)
        (tmp_path / f"{module}.py").write_text(source)
        folder = tmp_path / f"{module}-1.0.dist-info"
        folder.mkdir(exist_ok=True)
        (folder / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}-rating\nVersion: 1.0\n"
        )
        (folder / "entry_points.txt").write_text(
            f"[rating_ledger.schemes]\n{announced or name} = {module}:scheme\n"
        )
        monkeypatch.setattr(
            sys, "dont_write_bytecode", True
        )  # a file changed twice within a second is read anew
        monkeypatch.syspath_prepend(str(tmp_path))
        sys.modules.pop(module, None)
        _forget_regulations()

    yield install
    for module in modules:
        sys.modules.pop(module, None)
    _forget_regulations()


def _forget_regulations() -> None:
    importlib.invalidate_caches()
    registry._announced.cache_clear()
    registry.scheme.cache_clear()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, started once for all stories in a browser."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: no browser to look with"
    )
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        pytest.skip("chromium is not installed: nothing is looked at in a browser")
    with playwright.sync_playwright() as started:
        # without a graphics processor nothing needs to be drawn, and one process shows all pages of a site
        quick = [
            "--disable-gpu",
            "--disable-software-rasterizer",
            "--in-process-gpu",
            "--renderer-process-limit=1",
            "--process-per-site",
        ]
        opened = started.chromium.launch(executable_path=path, args=["--no-sandbox", *quick])
        yield opened
        opened.close()
