"""Refusals, remarks and messages of wrong input go through the catalogue; data and what is typed stay as they are."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ledger import LedgerError, Log, Problem, open_log
from replay.answers.language import speaking, tr
from replay.commands.main import run
from replay.commands.options import set_place
from replay.files import open_file
from replay.simulation.demo import SAMPLE
from tests.builders import FEDERATION, lines
from tests.replay.conftest import SampleLedgers
from tests.replay.files.test_refusals import REFUSALS, Refusal
from tests.replay.other_letters import NAMES, data_of, left_over, typed, words_in

ROOT = Path(__file__).parent.parent.parent


def sentences_of(problem: Problem) -> Iterator[str]:
    yield from (tr(text) for text in (problem.place, problem.wrong, problem.remedy))


@pytest.fixture(scope="module")
def log() -> Iterator[Log]:
    """The log that the catalogue of refusals is about; nothing is appended to it here."""
    with open_log(":memory:") as opened:
        opened.append(lines(FEDERATION))
        yield opened


@pytest.mark.parametrize("refusal", REFUSALS, ids=[refusal.name for refusal in REFUSALS])
def test_every_refusal_of_the_catalogue(
    log: Log, tmp_path: Path, refusal: Refusal, other_letters: str
) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(refusal.text.encode() if isinstance(refusal.text, str) else refusal.text)
    with pytest.raises(LedgerError) as caught:
        log.rehearse(open_file(path, name="events.jsonl"))
    with speaking(other_letters):
        for problem in caught.value.problems:
            for text in sentences_of(problem):
                assert not left_over(text, typed() | NAMES | words_in(refusal.text)), text


TRF = """012 Cup
042 2020/03/01
052 2020/02/01
142 2
001    1 m    Adams, Anna                       2000 ENG           1                         1.0    1     2 w 1     3
001    2 m    Brown, Bob                        1900 XXX           2                         0.0    2     1 w 0
001    2 x    Brown, Bob                        19a0 XXX           2 00.13.1990              0.0    2     1 w 0
"""
PGN = """[Event "Cup"]
[White "Adams"]
[Black "Adams"]
[Result "2-0"]

[Event "Cup"]
[White "=Adams"]
[Black "Brown"]
[Date "2020.13.01"]
[Result "1-0"]
"""
FILES = {
    "report.trf": TRF,
    "report-without-start.trf": TRF.replace("042", "048"),
    "games.pgn": PGN,
    "players.csv": "player,nmae,sex,born\nP1,Chan,X,1/2/03\n",
    "results.csv": "tournament,round,board,first,second,result,date\nT1,x,1,A,B,5-0,3/4/2025\nT1,1,1,A,A,1-0,\n",
    "titles.csv": "player,title\nP1,gm\n",
    "strange.csv": "a,b\n1,2\n",
    "array.jsonl": "[]\n",
    "empty.jsonl": "",
    "standard.txt": (
        "ID Number Name                                Fed Sex Tit  NOV26 Gms K  B-day\n"
        "abc       Adams                               ENG M        99x\n"
    ),
    "reform.toml": "[set]\nk = 1\n",
    "club.toml": 'title = "Club"\nunit = "month"\nk = 3\n[first]\nkind = "fixed"\n',
}  # fmt: skip
WHICH = "SCHEME@DATE[#POSITION|~KNOWN][+version=V][+from=DATE]"  # as the message has it
WRONG: list[tuple[str, ...]] = [
    *(("import", f"{{folder}}/{name}") for name in FILES if not name.endswith("toml")),
    ("import", "{folder}/none.jsonl"), ("import", "{folder}/report.trf", "--dates", "dmy", "--format", "xyz"),
    ("import", "{folder}/array.jsonl", "--list-kind", "rapid"), ("import", str(SAMPLE), "--encoding", "klingon"),
    ("list", "fide-standrd"), ("list", "fide-standard", "--age", "x"), ("list", "fide-standard", "--top", "0"),
    ("list", "fide-standard", "--set", "k.top=-3"), ("list", "fide-standard", "--set", "k.topp=3"),
    ("list", "fide-standard", "--set", "k.top"), ("list", "fide-standard", "--reading", "x=y"),
    ("list", "fide-standard", "--version", "1"), ("list", "fide-standard", "--known", "yesterday"),
    ("list", "fide-standard", "--known", "#999999"), ("list", "fide-standard", "--from", "2024-03-01"),
    ("list", "fide-standard", "--set", "floor=2500"), ("list", "fide-standard", "--reform", "{folder}/reform.toml"),
    ("list", "fide-standard", "--reform", "{folder}/none.toml"), ("list", "cxa-rapid", "-o", "{folder}/x.doc"),
    ("list", "cxa-rapid", "-o", "{folder}/no/x.csv"), ("list", "cxa-rapid", "-o", "{folder}/x.csv", "--format", "json"),
    ("explain", "fide-standard"), ("explain", "fide-standard", "castrp", "2025-10-01"),
    ("history", "fide-standard", "zzzz"), ("standings", "no-cup"), ("standings", "river-cup-2025", "--after", "99"),
    ("standings", "harbour-2025", "--teams"), ("draw", "--next", "harbour-2025"), ("draw", "--final", "harbour-2025"),
    ("draw", "--semifinals", "harbour-2025"), ("draw", "--championship", "{folder}/strange.csv"),
    ("publish", "cxa-rapid", "2026-01-02"), ("readings", "xyz"), ("schemes", "xyz"), ("schemes", "new"),
    ("schemes", "check", "{folder}/club.toml"), ("sql", "DROP TABLE players"), ("sql", "SELECT 1; SELECT 2"),
    ("sql", "SELECT * FROM nothing_here"), ("sql", "SELECT 1", "--seconds", "0"), ("log", "--type", "GameRecordet"),
    ("log", "-o", "{folder}/x"), ("find", ""), ("template", "{folder}/x.csv"), ("template", "{folder}/players.doc"),
    ("whatif", "fide-standard"), ("whatif", "fide-standard", "--sweep", "k.top"), ("predict", "fide-standard"),
    ("whatif", "fide-standard", "--sweep", "k.top=9..5:1"),
    ("whatif", "fide-standard", "--set", "k.top=9", "--plot", "movers"),
    ("compare", "x", "y"), ("compare", "fide-standard@2025-10-01", "cxa-rapid@2025-10-01", "--by-cause"),
    ("appeal", "{folder}/array.jsonl"), ("prove", "--scheme", "cxa-rapid"), ("prove", "--size", "999999"),
    ("check-tiles", "{folder}"), ("verify", "--checkpoint", "nonsense"),
    ("verify", "--receipt", "{folder}/strange.csv"), ("keys", "announce"),
    ("keys", "revoke", "{folder}/strange.csv", "--reason", "x"),
    ("record", "game", "river-cup-2025", "x", "1", "F05", "nobody", "9-0", "--yes"),
    ("record", "withdrawal", "99999", "--reason", "x", "--yes"),
    ("record", "title", "zzzz", "cxa-m", "--date", "1/2/03", "--yes"), ("office", "{folder}/office.toml", "list"),
    ("office", "{folder}/office.toml", "add", "Chan"), ("subscribe", "--from", "0"),
    ("simulate", "--games", "1", "--seed", "-1"),
    ("serve", "--upload-mb", "0"), ("init", "--origin", "another/name"), ("demo", "{folder}"),
]  # fmt: skip


@pytest.fixture(scope="module")
def ledger(sample_ledgers: SampleLedgers, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample_ledgers.copy(tmp_path_factory.mktemp("messages") / "ledger")


@pytest.mark.parametrize(
    "words", WRONG, ids=[" ".join(words).replace("{folder}/", "") for words in WRONG]
)
def test_wrong_input_on_the_terminal(
    ledger: Path, tmp_path: Path, capsys: Any, words: tuple[str, ...], other_letters: str
) -> None:
    """Every message, without the lines that show what stands in a file."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    given = [word.format(folder=tmp_path) for word in words]
    assert run(["--ledger", str(ledger), "--language", other_letters, *given]) != 0
    set_place("")
    said = capsys.readouterr().err
    lines = [
        line
        for line in said.splitlines()
        if line.startswith(("rating-ledger", "    →")) or line[:1].strip()
    ]
    known = data_of(ledger) | typed() | words_in(given) | words_in([*FILES.values(), WHICH])
    assert lines and "Traceback" not in said
    assert not {line: left for line in lines if (left := left_over(line, known))}, said


# Whose text reaches people, and which of its arguments: the first is 0.
MAKERS = {
    "LedgerError": (0, 1), "rules_error": (0, 1), "regulation_fault": (0, 1), "Problem": (1, 2),
    "Objection": (0, 1), "Mistake": (1, 2), "HTTPException": (1,),
    "UnclearName": (0, 1), "Broken": (0,), "only_with": (0, 2),
}  # fmt: skip
AS_TYPED = re.compile(
    r"--\w+$|chmod|dask worker|pip install|rating-ledger office|sql: "
)  # sql: DuckDB's own words follow


def plain_texts(node: ast.AST) -> Iterator[str]:
    """The texts in an expression that are no wordings; what `say` and `tr` are given is not looked at."""
    if isinstance(node, ast.Constant):
        yield str(node.value)
    for inner in (
        ast.iter_child_nodes(node)
        if isinstance(node, ast.JoinedStr | ast.IfExp | ast.BinOp)
        else ()
    ):
        if inner is not getattr(node, "test", None):
            yield from plain_texts(inner)


def said_in(path: Path) -> Iterator[str]:
    """The English sentences that the errors of a module are given as they are."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        name = getattr(getattr(node, "func", None), "id", "")
        if isinstance(node, ast.Call) and name in MAKERS:
            texts = [node.args[place] for place in MAKERS[name] if place < len(node.args)]
            texts += [each.value for each in node.keywords if each.arg in ("wrong", "remedy")]
            said = [" ".join(plain_texts(text)) for text in texts]
            yield from (
                text for text in said if re.search("[a-z]{2}", text) and not AS_TYPED.match(text)
            )


def test_whatever_an_error_says_is_a_wording() -> None:
    """So that nothing is forgotten that no test meets."""
    paths = [
        path
        for name in ("ledger", "projections", "replay", "schemes")
        for path in (ROOT / name).rglob("*.py")
    ]
    named = {str(path.relative_to(ROOT)): path for path in paths}
    found = {name: list(said_in(path)) for name, path in named.items()}
    assert not {name: texts for name, texts in found.items() if texts}
