"""An archive of games as events: read the headings, match the players, build; all problems of the file at once."""

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from ledger.errors import LedgerError, Problem, at
from ledger.events import PlayerRegistered
from ledger.item import Item, problem_item
from ledger.names import name_keys
from replay.files.deciding import Deciding, EntrantsByName, who_is_it
from replay.files.input import InputFile
from replay.files.options import ReadOptions
from replay.files.pgn.archive import Archive, open_archive
from replay.files.pgn.events import Building, tournament_ids
from replay.files.pgn.games import Broken, read_game
from replay.files.pgn.headings import headings
from replay.files.players import Stranger, players_in_words
from wording import message_of, say, say_n

_SHOWN = 50  # broken games told one by one


def read(file: InputFile, options: ReadOptions) -> Iterator[Item]:
    """Read a file: its problems, or its events with the lines where their games begin."""
    place = file.name
    with open_archive() as archive:
        broken = _Broken(place, options)
        _read_games(file, archive, broken, options)
        problems = [] if options.skip_broken else broken.problems
        deciding, ids = _match_players(archive, place, options, problems)
        if options.tournament and len(archive.events) > 1:
            wrong = say(
                "--tournament names one tournament, and the archive has {number}",
                number=len(archive.events),
            )
            problems.append(
                Problem(
                    at(place, 1), wrong, say("leave it out: they are named by event, site and year")
                )
            )
        for problem in problems:
            yield problem_item(problem)
        if problems:
            return
        broken.tell()
        deciding.tell_regulars(place, options.warn)
        ref = options.ref or file.reference
        building = Building(archive, ids, options, place, deciding)
        for line, event in building.events():
            yield Item(line, building.excerpt, event if event.ref else replace(event, ref=ref))
        for problem in building.problems:
            yield problem_item(problem)
        _tell(place, building, options)


def _read_games(file: InputFile, archive: Archive, broken: "_Broken", options: ReadOptions) -> None:
    unfinished = []
    without_moves = []
    set_up = []
    variants: dict[str, list[int]] = {}
    try:
        with file.opened() as opened:
            for heading in headings(opened, options.encoding):
                try:
                    game = read_game(heading)
                except Broken as error:
                    broken.add(heading.line, message_of(error), heading.tags)
                    continue
                if game is None:
                    unfinished.append(heading.line)
                else:
                    archive.add(game)
                    if not heading.has_moves:
                        without_moves.append(heading.line)
                    if game.variant:
                        variants.setdefault(game.variant, []).append(heading.line)
                    elif game.is_set_up:
                        set_up.append(heading.line)
    except LedgerError as error:
        raise LedgerError(error.wrong, error.remedy, place=at(broken.place, 1)) from None
    _tell_of_games(broken.place, options, unfinished, without_moves, set_up)
    for variant, lines in variants.items():
        wrong = say_n(
            "{number} game of {variant}: recorded and not rated",
            "{number} games of {variant}: recorded and not rated",
            len(lines),
            variant=variant,
        )
        remedy = say("if your rules rate such games, withdraw each GameUnrated: record withdrawal")
        options.warn(Problem(f"{broken.place}:{lines[0]}", wrong, remedy))


def _tell_of_games(
    place: str,
    options: ReadOptions,
    unfinished: list[int],
    without_moves: list[int],
    set_up: list[int],
) -> None:
    """Games that somebody should look at, by their lines."""
    if unfinished:
        wrong = say_n(
            "{number} game has no result yet (*): left out",
            "{number} games have no result yet (*): left out",
            len(unfinished),
        )
        options.warn(Problem(f"{place}:{unfinished[0]}", wrong))
    if without_moves:
        wrong = say_n(
            "{number} game has a result and no moves: if it is a forfeit, correct the result to +/- or -/+",
            "{number} games have a result and no moves: if it is a forfeit, correct the result to +/- or -/+",
            len(without_moves),
        )
        options.warn(Problem(f"{place}:{without_moves[0]}", wrong))
    if set_up:
        wrong = say_n(
            "{number} game begins from a position of its own (FEN): recorded as any other game",
            "{number} games begin from positions of their own (FEN): recorded as any other game",
            len(set_up),
        )
        remedy = say(
            "a game at odds, or from a position that was agreed, is not rated: record unrated"
        )
        options.warn(Problem(f"{place}:{set_up[0]}", wrong, remedy))


class _Broken:
    """Games that cannot be used: problems with their lines, or, with --skip-broken, warnings."""

    def __init__(self, place: str, options: ReadOptions) -> None:
        self.place = place
        self._options = options
        self.problems: list[Problem] = []

    def add(self, line: int, wrong: str, tags: dict[str, str]) -> None:
        shown = ", ".join(f"{name} {text}" for name, text in list(tags.items())[:6])[:110]
        remedy = say("correct it, or leave such games out with --skip-broken")
        self.problems.append(Problem(at(self.place, line), wrong, remedy, shown))

    def tell(self) -> None:
        """The first of those that are left out, and how many there are."""
        for problem in self.problems[:_SHOWN]:
            self._options.warn(
                Problem(
                    problem.place,
                    say("left out: {wrong}", wrong=problem.wrong),
                    "",
                    problem.excerpt,
                )
            )
        if len(self.problems) > _SHOWN:
            self._options.warn(
                Problem(
                    self.place,
                    say("{number} broken games were left out", number=len(self.problems)),
                )
            )


def _match_players(
    archive: Archive, place: str, options: ReadOptions, problems: list[Problem]
) -> tuple[Deciding, dict[str, str]]:
    """Player → id: from the decision file, the FIDE number, or the tournament, if the ledger has it."""
    numbers = {person.name: person.fide_id for person in archive.people.values() if person.fide_id}
    deciding = Deciding(options, frozenset(numbers.values()))
    tournaments = [
        EntrantsByName(tournament, options.known)
        for tournament in tournament_ids(archive, options).values()
    ]
    names = Counter(
        (tournament, key)
        for person in archive.people.values()
        for tournament in person.tournaments
        for key in name_keys(person.name)
    )
    ids: dict[str, str] = {}
    for key, person in archive.people.items():
        stranger = Stranger(
            int(person.fide_id or 0), person.name, "", None, at(place, person.line),
            is_numbered=bool(person.fide_id),
        )  # fmt: skip
        entrants: dict[str, PlayerRegistered] = {}
        for tournament in person.tournaments:
            entrants |= tournaments[tournament].called(person.name)
        is_alone = all(
            names[tournament, name] == 1
            for tournament in person.tournaments
            for name in name_keys(person.name)
        )
        player = deciding.id_of(stranger, person.fide_id, entrants, is_alone=is_alone)
        if isinstance(player, Problem):
            problems.append(player)
        elif player:
            ids[key] = player
    deciding.hand_out(numbers=numbers)
    problems += map(who_is_it, deciding.open)
    for key, player in ids.items():
        options.matched(archive.people[key].name, player)
    return deciding, ids


def _tell(place: str, building: Building, options: ReadOptions) -> None:
    if building.left_out:
        wrong = say_n(
            "{number} game of players to be skipped left out",
            "{number} games of players to be skipped left out",
            building.left_out,
        )
        options.warn(Problem(place, wrong))
    if building.rated:
        wrong = say(
            "{players} with an opening rating of {scheme} already, which stands",
            players=players_in_words(building.rated),
            scheme=options.ratings_as,
        )
        options.warn(Problem(place, wrong))
    if building.renamed:
        wrong = say(
            "{players} called otherwise in the ledger; first: {first}",
            players=players_in_words(len(building.renamed)),
            first=building.renamed[0],
        )
        options.warn(Problem(place, wrong, say("is it the right FIDE number?")))
