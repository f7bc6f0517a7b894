"""The command line: names, help and one place where errors become messages. The work is done in `replay.commands`."""

import os
import sys
from collections.abc import Callable
from contextvars import copy_context
from difflib import get_close_matches
from importlib.metadata import version
from itertools import pairwise

from cyclopts import (
    App,
    CoercionError,
    CycloptsError,
    Group,
    MissingArgumentError,
    Parameter,
    UnknownOptionError,
    UnusedCliTokensError,
)

from wording import enumerated, say, say_n
from wording.errors import LedgerError

# What people come for → name → (where it is, one line of help). Loaded only when it runs: `--help` stays quick.
GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Start": {
        "demo": (
            "replay.commands.demo:demo",
            "Make a small ledger, walk through it, and make a larger one to look at.",
        ),
        "init": ("replay.commands.imports:init", "Make an empty ledger."),
        "help": ("replay.commands.help:help_", "The documentation, page by page."),
        "template": (
            "replay.commands.files:template",
            "Write an empty table (players, results, …) to fill in and import.",
        ),
    },
    "Record": {
        "import": (
            "replay.commands.imports:import_",
            "Append the events of files: all of a file or nothing of it.",
        ),
        "record": (
            "replay.commands.record:record",
            "Append one event without a file: a game, a title, a correction …",
        ),
        "export": ("replay.commands.log:export", "Write the log as JSON Lines."),
        "erase": (
            "replay.commands.persons:erase",
            "Destroy a person's private data for good; every proof still holds.",
        ),
    },
    "Ask": {
        "list": (
            "replay.commands.lists:list_",
            "The list in force on a day, as known at any time, under any rules.",
        ),
        "explain": (
            "replay.commands.lists:explain",
            "Every step to a rating, each with its article; or a tournament's.",
        ),
        "history": (
            "replay.commands.history:history",
            "Every list of a player: rating, change, games, causes; a plot.",
        ),
        "standings": (
            "replay.commands.standings:standings",
            "A tournament's table by its rules, with every tie-break.",
        ),
        "groups": (
            "replay.commands.standings:groups",
            "Who is in group A or B after each edition of a series.",
        ),
        "find": ("replay.commands.find:find", "Players and tournaments by name, in any script."),
        "log": ("replay.commands.log:log", "Show the events, readable."),
        "compare": (
            "replay.commands.appeals:compare",
            "Two lists, the difference of every player split by cause.",
        ),
        "sql": ("replay.commands.lists:sql", "Read-only SQL over the read model."),
    },
    "Check": {
        "verify": (
            "replay.commands.audit:verify",
            "Check the log, its checkpoints and every published list.",
        ),
        "prove": ("replay.commands.audit:prove", "Write a proof that something stands in the log."),
        "check-proof": ("replay.commands.audit:check_proof", "Check a proof, offline."),
        "published": (
            "replay.commands.lists:published",
            "Published lists: which would be others today, by how much.",
        ),
        "disclose": (
            "replay.commands.persons:disclose",
            "What is sealed about a person, with what proves it to others.",
        ),
        "witness": (
            "replay.commands.trust:witness",
            "Cosign another organisation's log, if it only grew.",
        ),
        "tiles": (
            "replay.commands.trust:tiles",
            "The log's tree as static files for any web server.",
        ),
        "check-tiles": (
            "replay.commands.trust:check_tiles",
            "Check a copy of a log's tiles, offline.",
        ),
        "subscribe": (
            "replay.commands.subscribe:subscribe",
            "Follow the log: show each event as it is appended.",
        ),
    },
    "Decide": {
        "appeal": (
            "replay.commands.appeals:appeal",
            "Events as if appended: who changes, on which lists, through whom.",
        ),
        "draw": (
            "replay.commands.draw:draw",
            "First rounds, groups and knockouts by lot, repeatable; or check one.",
        ),
    },
    "Change the rules": {
        "schemes": (
            "replay.commands.rules:schemes",
            "The rules in force: parameters with article and date.",
        ),
        "readings": (
            "replay.commands.rules:readings",
            "Where the texts leave room: our readings and the alternatives.",
        ),
        "whatif": (
            "replay.commands.whatif:whatif",
            "The list under other rules beside the real one, and what it does.",
        ),
        "predict": (
            "replay.commands.predict:predict",
            "Which scheme's ratings promised the results best, on the same games.",
        ),
        "simulate": (
            "replay.commands.simulate:simulate",
            "Make up a federation from a seed, with known true strengths.",
        ),
    },
    "Publish": {
        "publish": (
            "replay.commands.lists:publish",
            "Write a list and its receipt, and put it on record.",
        ),
        "site": (
            "replay.commands.site:site",
            "The public site as static files: published lists, players, tournaments.",
        ),
        "keys": (
            "replay.commands.trust:keys",
            "Keys that sign checkpoints: make, announce, show, revoke.",
        ),
    },
    "Run": {
        "serve": (
            "replay.commands.serve:serve",
            "The web desk: every answer as a page in a browser.",
        ),
        "office": (
            "replay.commands.office:office",
            "Who may sign in at the desk: people, roles, passwords.",
        ),
        "backup": (
            "replay.commands.backup:backup",
            "Copy the ledger while it is in use, and check the copy.",
        ),
        "restore": ("replay.commands.backup:restore", "Put a copy of a ledger back, and check it."),
    },
}
COMMANDS = {name: found for commands in GROUPS.values() for name, found in commands.items()}

app = App(
    name="rating-ledger",
    help="An event-sourced rating ledger: any list, for any date, as known at any time.\n\n"
    "To begin: `rating-ledger demo` shows everything on a small federation, `rating-ledger init` makes a ledger of "
    "your own, `rating-ledger serve` opens it in a browser.\n\n"
    "--ledger PLACE (before or after the command) names the ledger: a folder, or a postgresql:// address. "
    "Default: the environment variable RATING_LEDGER, else ./ratings. "
    "--lists FOLDER is where files of published lists are written and checked. "
    "Default: the environment variable RATING_LEDGER_LISTS, else the folder lists of the ledger. "
    "--language en|zh-Hans|zh-Hant is the language of tables, papers and pages. "
    "Default: the environment variable RATING_LEDGER_LANGUAGE, else en. "
    "--debug shows the traceback of an error.",
    version=lambda: version("rating-ledger"),
    help_format="plaintext",
    default_parameter=Parameter(negative=(), show_default=False),
    result_action="return_value",
    suppress_keyboard_interrupt=False,  # `run` answers Ctrl-C itself
)
for _number, (_title, _commands) in enumerate(GROUPS.items()):
    _group = Group(_title, sort_key=_number)
    for _order, (_name, (_where, _help)) in enumerate(_commands.items()):
        app.command(_where, name=_name, help=_help, group=_group, sort_key=_order)
app.register_install_completion_command(
    help="Set up completion of commands and options for the shell in use."
)
_more = Group("More", sort_key=len(GROUPS))
for _flag in ("--help", "--version", "--install-completion"):
    app[_flag].group = _more


def main() -> None:
    """Run one command; 0 done, 1 the answer is no, 2 bad input or use, 130 stopped by the user."""
    from replay.answers.terminal import open_closed, speak_utf8

    open_closed()
    speak_utf8()
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and give its exit code, whether or not anybody reads what it says."""
    from replay.answers.terminal import finish

    return finish(
        copy_context().run(_run, arguments)
    )  # the language of one command is not that of the next


def _run(arguments: list[str]) -> int:
    from replay.answers.terminal import drop, fail_as_data, fail_in_words

    fail = fail_as_data if _asks_for_json(arguments) else fail_in_words

    try:
        answer = _call(_take_general(arguments))
    except CycloptsError as error:
        return fail(_misused(error))
    except LedgerError as error:
        if error.__cause__ is not None and error.is_of_rules:
            _show_traceback(error.__cause__)
        return fail(error)
    except (
        BrokenPipeError
    ):  # only where all there is to do is to write to standard output: export, simulate
        drop(sys.stdout)
        return 0
    except OSError as error:
        return fail(_refused_by_the_system(error))
    except KeyboardInterrupt:
        return fail(_stopped(), 130)
    except Exception as error:
        if str(error) == "Query interrupted":  # DuckDB's word for Ctrl-C, whatever it was doing
            return fail(_stopped(), 130)
        _show_traceback(error)
        return fail(_own_mistake(error), 70)
    if isinstance(answer, int):
        return answer
    return 0


def _show_traceback(error: BaseException) -> None:
    """Where an error came up, if --debug asks for it."""
    if os.environ.get("RATING_LEDGER_DEBUG"):
        import traceback

        from replay.answers.terminal import remark

        remark("".join(traceback.format_exception(error)))


def _own_mistake(error: Exception) -> LedgerError:
    wrong = say(
        "this is a mistake in rating-ledger, not yours: {error}",
        error=f"{type(error).__name__}: {error}",
    )
    remedy = say("please report it; --debug shows where it happened")
    return LedgerError(wrong, remedy, code="internal")


def _call(words: list[str]) -> object:
    """Run a command; one that writes data speaks English, unless --language asks for another language."""
    if not words:
        from replay.commands.next_steps import next_steps

        next_steps()
        return 0
    command, bound, _ = app.parse_args(words, exit_on_error=False, print_error=False)
    bound.apply_defaults()
    if getattr(bound.arguments.get("output"), "is_data", False):
        from replay.answers.language import speak_for_data

        speak_for_data()
    return command(*bound.args, **bound.kwargs)


def _refused_by_the_system(error: OSError) -> LedgerError:
    from ledger.errors import of_system

    place = str(error.filename or say("the system"))
    return LedgerError(of_system(error), place=place, code="system")


def _stopped() -> LedgerError:
    wrong = say("stopped; a file or a list is in the log whole or not at all")
    return LedgerError(wrong, code="stopped")


def _missing(error: MissingArgumentError, name: str) -> list[str]:
    """Everything that a command needs and was not given, so that nobody asks three times."""
    command = app
    for word in error.command_chain or ():
        command = command[word]
    words = {word.partition("=")[0] for word in error.root_input_tokens or ()}
    options = [
        argument.name
        for argument in command.assemble_argument_collection()
        if argument.required and argument.field_info.is_keyword and not words & set(argument.names)
    ]
    return list(dict.fromkeys([name, *options]))


def _misused(error: CycloptsError) -> LedgerError:
    """A wrong use in our own manner: lower-case, and what to do."""
    words = " ".join(["rating-ledger", *(error.command_chain or ()), "--help"])
    said = str(error)
    said = f"{said[:1].lower()}{said[1:]}"
    if (
        isinstance(error, MissingArgumentError)
        and error.argument is not None
        and "Did you mean" not in said
    ):
        name = error.argument.name
        if error.keyword:
            said = say("{name} needs a value", name=name)
        else:
            missing = _missing(error, name)
            said = say_n(
                "{names} is missing",
                "{names} are missing",
                len(missing),
                names=enumerated(missing),
            )
    remedy = say("{command} shows the usage", command=words)
    if isinstance(error, UnusedCliTokensError):
        left = error.unused_tokens or []
        said = say_n(
            "one word too many: {words}",
            "{number} words too many: {words}",
            len(left),
            words=enumerated(left),
        )
    elif isinstance(error, UnknownOptionError):
        name = error.token.keyword or error.token.value
        said = say("there is no option {name}", name=name)
        options = [option for argument in error.argument_collection for option in argument.names]
        close = get_close_matches(name, options, 1)
        if close:
            said = say("there is no option {name}; did you mean {near}?", name=name, near=close[0])
    if isinstance(error, CoercionError) and error.token is not None and error.argument is not None:
        name = error.token.keyword or error.argument.name
        value = error.token.value
        if said.endswith("into date."):
            said = say("{name}: {text!r} is not a day", name=name, text=value)
            remedy = say("write a day as 2025-11-30")
        elif said.endswith("into int."):
            said = say("{name}: {text!r} is not a whole number", name=name, text=value)
    return LedgerError(said, remedy, code="usage")


def _take_general(arguments: list[str]) -> list[str]:
    """Take `--ledger`, `--lists`, `--language` and `--debug` out of the arguments, wherever they stand before `--`."""
    from replay.commands.options import set_language, set_lists, set_place

    set_language(None)
    set_lists(None)
    general: dict[str, Callable[[str], None]] = {
        "--ledger": lambda place: set_place(_named(place)),
        "--lists": set_lists,
        "--language": set_language,
    }
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            return [*rest, word, *words]
        option, given, value = word.partition("=")
        if option in general:
            general[option](value if given else next(words, ""))
        elif word == "--debug":
            os.environ["RATING_LEDGER_DEBUG"] = "1"
        else:
            rest.append(word)
    return rest


def _named(place: str) -> str:
    """An empty place would quietly mean another ledger, such as ./ratings."""
    if not place:
        raise LedgerError(
            say("--ledger names no place"), remedy=say("name a folder, or a postgresql:// address")
        )
    return place


def _asks_for_json(arguments: list[str]) -> bool:
    """Whether a program asks: then errors are data, too, also those of the words themselves."""
    words = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--format=json" in words or ("--format", "json") in pairwise(words)
