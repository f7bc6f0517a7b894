"""The documentation is true: every command and option, every event, every link, every example of the README."""

import contextlib
import io
import re
import shlex
import shutil
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ledger.events import EVENT_TYPES, TimeControl
from replay.commands.main import COMMANDS, app, run
from replay.lists.rating_list import COLUMNS, Receipt
from replay.questions.sql import VIEWS
from replay.simulation.demo import APPEAL, SAMPLE
from schemes import scheme, scheme_names
from schemes.standings import REGISTERS

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = [
    ROOT / "README.md",
    ROOT / "README.zh-Hans.md",
    ROOT / "CHANGELOG.md",
    *sorted(DOCS.rglob("*.md")),
]
READMES = ("README.md", "README.zh-Hans.md")
GENERAL = (
    "Output",
    "Names instead of ids",
    "Other rules",
    "Environment variables",
)  # sections of commands.md that are about no single command


def page(name: str) -> Any:
    return (DOCS / name).read_text(encoding="utf-8")


def sections(text: str, level: Any = "## ") -> Any:
    """Title and text of every section."""
    parts = re.split(rf"^{re.escape(level)}", text, flags=re.MULTILINE)[1:]
    return {part.partition("\n")[0].strip(): part for part in parts}


def arguments(command: Any, **how: Any) -> Any:
    """The arguments of a command; of one with subcommands, those of all of them."""
    parts = [app[command][name] for name in subcommands(command)]
    if not parts or app[command].default_command:
        parts.append(app[command])
    how = {"default_parameter": app.default_parameter, **how}
    return [each for part in parts for each in part.assemble_argument_collection(**how)]


def subcommands(command: Any) -> Any:
    return [name for name in app[command] if not name.startswith("-")]


@cache
def words(command: str) -> list[str]:
    """The arguments and options of a command: names of positional ones in capitals, options with all their names."""
    found = arguments(command)
    names = [*subcommands(command), *(name for each in found if each.parse for name in each.names)]
    return [name for name in names if name != "*" and not name.startswith("--empty-")]


def quoted(text: str) -> Any:
    """Everything between backticks; of `--until POSITION` the option alone, too."""
    found = re.findall(r"`([^`\n]+)`", text)
    return {word for each in found for word in (each, each.split()[0])}


def cells(text: str) -> Any:
    """The words in the first column of the tables."""
    return {
        word
        for first in re.findall(r"^\| ([^|]+) \|", text, flags=re.MULTILINE)
        for word in first.split(", ")
    }


# Commands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_section_with_all_its_arguments_and_options(command: Any) -> None:
    """Whoever adds an option has to say in commands.md what it does."""
    section = sections(page("commands.md")).get(command)
    assert section is not None, f"docs/commands.md has no section for {command}"
    said = [
        line
        for line in section.splitlines()
        if line.startswith(("| `", "[Output]", "[Other rules]"))
    ]
    missing = [word for word in words(command) if word not in quoted("\n".join(said))]
    assert not missing, f"docs/commands.md, {command}: not mentioned: {', '.join(missing)}"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_has_help(command: Any) -> None:
    """`--help` says something about each argument and option."""
    found = arguments(command, parse_docstring=True)
    silent = [
        each.names[0]
        for each in found
        if each.parse and each.names[0] != "*" and not each.parameter.help
    ]
    assert not silent


def test_no_section_is_about_a_command_that_does_not_exist() -> None:
    """A command that was renamed leaves no old section behind."""
    assert set(sections(page("commands.md"))) - set(GENERAL) == set(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_tables_of_options_name_only_options_that_exist(command: Any) -> None:
    """An option that was removed leaves no row behind."""
    rows = re.findall(r"^\| (`.+?`) \|", sections(page("commands.md"))[command], flags=re.MULTILINE)
    documented = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert documented <= set(words(command))


def command_lines(path: Path) -> list[str]:
    """The lines of a page that begin with our command."""
    return re.findall(
        r"^\$? ?(rating-ledger [^\n]*)", path.read_text(encoding="utf-8"), re.MULTILINE
    )


@pytest.mark.parametrize("path", list(filter(command_lines, PAGES)), ids=lambda path: path.name)
def test_examples_use_commands_and_options_that_exist(path: Path) -> None:
    """No page shows a line that the command line would not understand."""
    for line in command_lines(path):
        typed = re.split(r"  +|  #", line)[0].split()[1:]
        while typed and typed[0] in ("--ledger", "--lists", "--language"):
            typed = typed[2:]
        if not typed or typed[0].startswith("-") or typed[0] in ("COMMAND", "…"):
            continue
        assert typed[0] in COMMANDS, f"{path.name}: {line}"
        options = {word.partition("=")[0] for word in typed if re.match(r"--?[a-z]", word)}
        options -= {"--ledger", "--lists", "--language", "--help"}
        assert options <= set(words(typed[0])), f"{path.name}: {line}"


# Events, lists, views ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", EVENT_TYPES)
def test_events_md_names_every_event_and_field(kind: Any) -> None:
    """Each field stands in the row of its event, in the tournament's table, or among what every event has."""
    text = page("events.md")
    row = next(
        (line for line in text.splitlines() if line.startswith("|") and f"`{kind}`" in line), None
    )
    assert row is not None, f"docs/events.md has no row for {kind}"
    general = sections(text)["What every event has"]
    shared = sections(text)["Tournaments"] if kind.startswith("Tournament") else ""
    fields = [field.name for field in msgspec.structs.fields(EVENT_TYPES[kind])]
    missing = [field for field in fields if field not in quoted(row + general + shared)]
    assert not missing, f"docs/events.md, {kind}: not mentioned: {', '.join(missing)}"


def test_events_md_names_no_event_that_does_not_exist() -> None:
    """Rows begin with types of events."""
    rows = re.findall(r"^\| (`[A-Z][^|]*) \|", page("events.md"), flags=re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([A-Z]\w+)`", row)} == set(EVENT_TYPES)


def test_events_md_names_the_parts_of_a_time_control() -> None:
    """base, increment, moves."""
    assert {field.name for field in msgspec.structs.fields(TimeControl)} <= quoted(
        page("events.md")
    )


def test_lists_md_names_every_column_and_every_line_of_the_receipt() -> None:
    """What a list and its receipt hold is described."""
    beginning, receipt = (
        page("lists.md").partition("## ")[0],
        sections(page("lists.md"))["The receipt"],
    )
    assert [column for column in COLUMNS if column not in cells(beginning)] == []
    assert [
        field.name for field in msgspec.structs.fields(Receipt) if field.name not in cells(receipt)
    ] == []


def test_sql_md_describes_exactly_the_views() -> None:
    """A section for every view."""
    assert set(sections(page("sql.md"))) == set(VIEWS)


@pytest.mark.parametrize("view", VIEWS)
def test_sql_md_names_exactly_the_columns_of_a_view(
    answers: Any, view: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever adds a column has to say what it holds."""
    assert (
        run(["--ledger", str(answers[0] / "ratings"), "sql", f"SELECT * FROM {view} LIMIT 0"]) == 0
    )
    columns = capsys.readouterr().out.strip().split(",")
    assert cells(sections(page("sql.md"))[view]) - {"column", "---"} == set(columns)


@pytest.mark.parametrize("name", scheme_names())
def test_lists_md_says_of_every_scheme_which_games_are_counted(name: str) -> None:
    """The first words hold for all schemes but those that are named after them."""
    line = next(line for line in page("lists.md").splitlines() if line.startswith("| games |"))
    usual, _, others = line.removeprefix("| games | ").removesuffix(" |").partition("; ")
    named, _, unusual = others.partition(": ")
    assert scheme(name).games_counted == (unusual if name in named.split(", ") else usual)


@pytest.mark.parametrize("name", scheme_names())
def test_schemes_md_names_versions_titles_and_the_number_of_readings(name: str) -> None:
    """What is in force, with the codes an office has to type."""
    text, known = page("schemes.md"), scheme(name)
    assert f"| `{name}` | {len(known.readings)} |" in text
    assert all(version.name in text for version in known.versions)
    assert set(known.titles) <= quoted(text)


@pytest.mark.parametrize("rules", REGISTERS)
def test_schemes_md_counts_the_readings_of_standings_rules(rules: Any) -> None:
    """hk-open, wxf, given."""
    assert f"| `{rules}` | {len(REGISTERS[rules])} |" in page("schemes.md")


# Links ------------------------------------------------------------------------------------------------------------


def anchors(text: str) -> Any:
    """The anchors of headings, as code hosts make them."""
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


def links(path: Path) -> list[str]:
    """The relative links of a page."""
    return re.findall(r"\]\((?!\w+://)([^)\s]+)\)", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", list(filter(links, PAGES)), ids=lambda path: path.name)
def test_no_link_is_dead(path: Path) -> None:
    """Relative links lead to files of this repository, and to headings that are there."""
    for link in links(path):
        file, _, anchor = link.partition("#")
        target = (path.parent / file).resolve() if file else path
        assert target.exists(), f"{path.name}: {link} leads nowhere"
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), (
                f"{path.name}: no heading for {link}"
            )


def test_every_page_can_be_found_from_the_index() -> None:
    """No page is hidden."""
    index = page("index.md")
    assert [
        path.name
        for path in DOCS.glob("*.md")
        if path.name != "index.md" and f"({path.name})" not in index
    ] == []


# The README's examples --------------------------------------------------------------------------------------------


def blocks(path: Path) -> list[tuple[str, str]]:
    """What is shown between fences, with what stands behind the opening one."""
    text = path.read_text(encoding="utf-8")
    return re.findall(r"^```([^\n]*)\n(.*?)^```$", text, flags=re.M | re.S)


def examples() -> Any:
    """(file, command, lines shown) of every `$ rating-ledger …` in the READMEs."""
    found = []
    for name in READMES:
        for block in (block for kind, block in blocks(ROOT / name) if not kind):
            for part in re.split(r"^\$ rating-ledger ", block, flags=re.MULTILINE)[1:]:
                command, *shown = part.strip().splitlines()
                found.append((name, command, shown))
    return found


def verb_of(command: str) -> str:
    """The command of a line, behind the options that all commands have."""
    typed = command.split()
    while typed[0].startswith("--"):
        typed = typed[2:]
    return typed[0]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """All examples of a file run one after the other in one folder, each with exit code and output, as on a terminal.

    The folder is that of README.md.
    """
    done = {}
    folders = {name: tmp_path_factory.mktemp("readme") for name in READMES}
    for folder in folders.values():
        with_demo(folder)
    for name, command, _ in examples():
        if " import " in f" {command}":
            fill_in_tables(folders[name], name)
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folders[name])
            patch.delenv("RATING_LEDGER", raising=False)
            typed = shlex.split(command)
            verb = verb_of(command)
            tabular = "--format" in words(verb) and verb not in ("import", "explain")
            typed += ["--format", "table"] if tabular else []
            with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
                code = run(["--ledger", "ratings", *typed])
            done[name, command] = code, out.getvalue()
    return folders["README.md"], done


def with_demo(folder: Path) -> None:
    """The small ledger of the demo, and its appeal where the examples look for it."""
    (folder / "demo-files").mkdir()
    shutil.copy(APPEAL, folder / "demo-files")
    place = ["--ledger", str(folder / "demo")]
    for typed in (["init"], ["import", str(SAMPLE)], ["publish", "cxa-rapid", "2026-01-01"]):
        assert run([*place, *typed]) == 0


def fill_in_tables(folder: Path, name: str) -> None:
    """Fill in the tables as a README asks its reader to."""
    tables = [(kind, rows) for kind, rows in blocks(ROOT / name) if kind.startswith("csv")]
    assert len(tables) == 4
    for kind, rows in tables:
        file = kind.removeprefix('csv title="').removesuffix('"')
        (folder / file).write_text(rows, encoding="utf-8")


def squeezed(line: Any) -> Any:
    return " ".join(line.split())


@pytest.mark.parametrize(
    ("name", "command", "shown"), examples(), ids=[command for _, command, _ in examples()]
)
def test_an_example_of_the_readme_runs_and_prints_what_is_shown(
    answers: Any, name: str, command: str, shown: list[str]
) -> None:
    """Exit 0, and the lines shown are the output; lines that are left out are marked with …"""
    code, output = answers[1][name, command]
    assert code == 0, output
    printed = [line for line in map(squeezed, output.splitlines()) if line.strip("│ ")]
    wanted = [line for line in map(squeezed, shown) if line.strip("│ ")]
    pattern = "".join(
        r"(?:.*\n)*?" if line.strip("│ ") == "…" else re.escape(line) + r"\n" for line in wanted
    )
    if wanted:
        assert re.fullmatch(pattern, "".join(f"{line}\n" for line in printed)), (
            f"shown is not what is printed:\n{output}"
        )


def test_the_readme_has_an_example_for_each_kind_of_user() -> None:
    """Auditor, appeals officer, analyst."""
    used = {verb_of(command) for name, command, _ in examples() if name == "README.md"}
    assert {"list", "explain", "verify", "appeal", "whatif", "sql"} <= used


def test_the_python_examples_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """api.md can be typed in from top to bottom."""
    blocks = re.findall(r"^```python\n(.*?)^```", page("api.md"), flags=re.M | re.S)
    monkeypatch.chdir(tmp_path)
    assert (
        run(["--ledger", "ratings", "init"]) == 0
        and run(["--ledger", "ratings", "import", str(SAMPLE)]) == 0
    )
    capsys.readouterr()
    inside = "".join(f"    {line}\n" for block in blocks[1:-1] for line in block.splitlines())
    exec(compile(blocks[0] + inside + blocks[-1], "api.md", "exec"), {})
    printed = iter(capsys.readouterr().out.splitlines())
    for said in re.findall(r"^ *print\(.*\)  # (.*)$", "\n".join(blocks), flags=re.M):
        line = next(printed)
        begin, cut, _ = said.partition("…")
        assert (line[: len(begin)] if cut else line) == begin


def test_the_lowest_versions_that_are_tried_are_the_lowest_that_are_allowed() -> None:
    """`make lowest` runs on requirements.lowest: a minimum that is raised there and not declared would be a lie."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = declared["optional-dependencies"]
    needed = [*declared["dependencies"], *extras["postgres"], *extras["fast"], *extras["plots"]]
    lines = (ROOT / "requirements.lowest").read_text().split()
    tried = dict(line.lower().split("==") for line in lines)
    assert needed and tried
    for requirement in needed:
        name, minimum = re.match(
            r"([a-z0-9-]+)(?:\[.*\])?>=([0-9.]+)", requirement, re.IGNORECASE
        ).groups()
        version = tried[name.lower()]
        assert f"{version}.".startswith(f"{minimum}."), f"{requirement} is tried as {version}"
