"""Who is who: players of outside files matched with players of the ledger, by decision and never by guess."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from ledger.errors import Problem
from ledger.events import GameRecorded, PlayerEntered, PlayerRegistered
from ledger.names import name_keys
from replay.files.decisions import Decision, hand_out, read_decisions
from replay.files.known import KnownLedger
from replay.files.options import ReadOptions
from replay.files.players import (
    ASK_WHO,
    Stranger,
    all_names,
    first_few,
    is_fide_number,
    made_id,
    year_of,
)
from wording import enumerated, say, say_n

_SOMEBODY_ELSE = say(
    "if it is somebody else, --write-players FILE writes a form to say who; "
    "with it, --as-corrections puts the games right"
)


class EntrantsByName:
    """Who plays already in a tournament that a file is of, by name: a later file may have them under other ids."""

    def __init__(self, tournament: str, known: KnownLedger) -> None:
        ids: list[str] = []
        for event in known.events(f"tournament/{tournament}"):
            if isinstance(event, PlayerEntered):
                ids.append(event.player)
            elif isinstance(event, GameRecorded):
                ids += (event.first, event.second)
        people = dict.fromkeys(map(known.kept_id, dict.fromkeys(ids)))
        self._by_name: dict[str, dict[str, PlayerRegistered]] = {}
        for person in filter(None, map(known.player, people)):
            for key in {key for name in all_names(person) for key in name_keys(name)}:
                self._by_name.setdefault(key, {})[person.player] = person

    def called(self, name: str) -> dict[str, PlayerRegistered]:
        """Those who are called so, by id."""
        return {
            player: person
            for key in name_keys(name)
            for player, person in self._by_name.get(key, {}).items()
        }


class Deciding:
    """Who is who in a file: as it was decided, else as the file says; whoever is left open is asked about.

    A name that one player of the same tournament has is that player, unless federation or birth contradict. A number
    that such a player did not have before becomes the id: whoever an import registered without it is merged with it.
    """

    def __init__(self, options: ReadOptions, in_file: Collection[str] = ()) -> None:
        """`in_file`: ids that the file itself has elsewhere, which the form offers as candidates."""
        self._options = options
        self._known = options.known
        self._in_file = in_file
        self._decisions = read_decisions(options.players, options.encoding)
        self._made: dict[str, str] = {}  # ids of new players → their names
        self.open: list[Stranger] = []
        self.regulars: list[Stranger] = []  # who play in the tournament already, without a decision
        self.merges: dict[str, str] = {}  # ids that imports made → numbers of the same people

    def id_of(
        self,
        stranger: Stranger,
        own_id: str = "",
        entrants: Mapping[str, PlayerRegistered] = {},
        *,
        is_alone: bool = True,
    ) -> str | Problem | None:
        """The id of a player, `own_id` as the file has it; empty for one to be left out, None for one who is open.

        `entrants`: those of the tournament with that name; `is_alone`: nobody else in the file has it.
        """
        namesakes = [
            player for player, person in entrants.items() if not _contradicts(stranger, person)
        ]
        decision = self._decisions.of(stranger)
        if decision is not None and decision.action == "skip":
            return ""
        if decision is not None:
            return self._decided(stranger, decision, own_id, namesakes)
        if own_id:
            own_id = self._known.kept_id(own_id)
            without = [player for player in namesakes if not is_fide_number(player)]
            if own_id in entrants or not without or not is_fide_number(own_id):
                return own_id
            if is_alone and len(entrants) == 1 and self._became(without[0], own_id):
                self.regulars.append(replace(stranger, action="same", player=without[0]))
                self.merges[without[0]] = own_id
                return own_id
            self.open.append(replace(stranger, is_numbered=True))
            return None
        if is_alone and len(namesakes) == 1:
            self.regulars.append(replace(stranger, action="same", player=namesakes[0]))
            return namesakes[0]
        self.open.append(stranger)
        return None

    def _was_made(self, player: str) -> bool:
        """Whether an import made the id: an office that gave one of its own wants to keep it."""
        event = self._known.registration(player)
        if not isinstance(event, PlayerRegistered):
            return False
        person = Stranger(0, event.name, event.federation or "", event.born)
        return player in (made_id(person), made_id(person, self._known))

    def _became(self, player: str, number: str) -> bool:
        """Whether a number came later than an id that an import made: else `new` was decided in spite of it."""
        first = self._known.registration(player)
        second = self._known.registration(number)
        if not self._was_made(player):
            return False
        if second is None or second.position is None:
            return True
        return first is not None and (first.position or second.position) < second.position

    def _decided(
        self, stranger: Stranger, decision: Decision, own_id: str, namesakes: Sequence[str]
    ) -> str | Problem:
        player = self._known.kept_id(decision.player)
        if decision.action == "new" and own_id and not player:
            player = made_id(stranger, self._known)  # as it was decided for an earlier file
            if decision.number is not None or player not in namesakes:
                return own_id
        if is_fide_number(own_id) and player != own_id and self._was_made(player):
            self.merges[player] = own_id
            return own_id
        player_id = decided_id(stranger, decision, self._known, self._in_file)
        if isinstance(player_id, Problem):
            return player_id
        if decision.player or self._known.has_player(player_id):
            return self._known.kept_id(player_id)
        if namesakes:
            wrong = say(
                "{name!r} is to be new, and the tournament has that name already: {players}",
                name=stranger.name, players=enumerated(namesakes),
            )  # fmt: skip
            remedy = say(
                "write that id into the column player, or an id of his own; or leave the row out"
            )
            return Problem(decision.place, wrong, remedy)
        one = self._made.setdefault(player_id, stranger.name)
        if one == stranger.name:
            return player_id
        wrong = say(
            "{one!r} and {other!r} would both be {player!r}",
            one=one, other=stranger.name, player=player_id,
        )  # fmt: skip
        remedy = say("give one of them another id, or both the same one")
        return Problem(decision.place, wrong, remedy)

    def hand_out(
        self, more: Iterable[Stranger] = (), numbers: Mapping[str, str] | None = None
    ) -> None:
        """Write the form, if it was asked for: that ends the import."""
        form = self._options.write_players
        if form is not None:
            strangers = [*self.open, *more, *self.regulars]
            hand_out(form, strangers, self._known, self._decisions, numbers)

    def tell_regulars(self, place: str, warn: Callable[[Problem], None]) -> None:
        """Say who was taken for a player of the tournament by the name alone, and whose ids were merged."""
        names = [person for person in self.regulars if person.player not in self.merges]
        if names:
            wrong = say_n(
                "{number} name without a number is that of a player of the tournament: {names}",
                "{number} names without a number are those of players of the tournament: {names}",
                len(names),
                names=first_few([f"{person.name} = {person.player}" for person in names]),
            )
            warn(Problem(place, wrong, _SOMEBODY_ELSE))
        numbers = [person for person in self.regulars if person.player in self.merges]
        if numbers:
            pairs = [f"{person.name} = {self.merges[person.player]}" for person in numbers]
            wrong = say_n(
                "{number} player of the tournament has a FIDE number now, and is merged with it: {names}",
                "{number} players of the tournament have FIDE numbers now, and are merged with them: {names}",
                len(numbers),
                names=first_few(pairs),
            )
            warn(Problem(place, wrong, _SOMEBODY_ELSE))


def who_is_it(stranger: Stranger) -> Problem:
    """Asks about a name without a number, or a number whose owner may play already without it."""
    if not stranger.is_numbered:
        return Problem(
            stranger.place, say("{name!r} has no FIDE number", name=stranger.name), ASK_WHO
        )
    wrong = say(
        "{name!r} ({number}) has the name of a player of the tournament who has another id",
        name=stranger.name, number=stranger.number,
    )  # fmt: skip
    return Problem(stranger.place, wrong, ASK_WHO)


def _contradicts(stranger: Stranger, person: PlayerRegistered) -> bool:
    """Whether federation or year of birth tell two people of one name apart."""
    if stranger.federation and person.federation and stranger.federation != person.federation:
        return True
    years = {stranger.year, year_of(person.born)} - {""}
    return len(years) > 1


def decided_id(
    stranger: Stranger, decision: Decision, known: KnownLedger, in_file: Collection[str] = ()
) -> str | Problem:
    """The player id a decision gives, or what is wrong with it. Not for `skip`."""
    is_there = decision.player in in_file or known.has_player(decision.player)
    is_there = is_there or f"{decision.player} = " in decision.candidates
    if decision.action == "same" and not is_there:
        wrong = say(
            "{name!r} is to be player {player!r}, who is not in the ledger",
            name=stranger.name,
            player=decision.player,
        )
        return Problem(decision.place, wrong, say("correct the id, or make the action new"))
    return decision.player or made_id(stranger, known)
