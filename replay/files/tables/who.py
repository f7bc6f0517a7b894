"""Who is meant in a table: ids as they are, names that one player has, and decisions for the others."""

from ledger.errors import Problem
from ledger.events import PlayerRegistered, TournamentRegistered
from ledger.names import name_keys
from replay.files.deciding import decided_id
from replay.files.decisions import Decision, hand_out, read_decisions
from replay.files.options import ReadOptions
from replay.files.players import Stranger, all_names, first_few
from wording import say, say_n

PEOPLE = frozenset(("player", "first", "second", "kept", "duplicate"))
_FORM = say("write the id; or decide in a form: --write-players map.csv, then --players map.csv")


class UnclearName(ValueError):
    """A name that does not say who is meant; `remedy` says what to do."""

    def __init__(self, wrong: str, remedy: str) -> None:
        super().__init__(wrong)
        self.remedy = remedy


class Who:
    """Finds players and tournaments of a table in the ledger, and in what the same file registers."""

    def __init__(self, options: ReadOptions) -> None:
        self._known = options.known
        self._options = options
        self._new: dict[str, PlayerRegistered] = {}
        self._new_tournaments: dict[str, str] = {}
        self._decisions = read_decisions(options.players, options.encoding)
        self._strangers: dict[str, Stranger] = {}
        self.found: dict[str, str] = {}  # name → id, of those that were found by name

    def registered(self, event: object) -> None:
        """Take note of what the file itself registers."""
        if isinstance(event, PlayerRegistered):
            self._new[event.player] = event
        elif isinstance(event, TournamentRegistered):
            self._new_tournaments[event.tournament] = event.name

    def player(self, text: str) -> str:
        """The id of a player. A text that is no id and nobody's name stays as it is."""
        if text in self._new or self._known.has_player(text):
            return text
        stranger = Stranger(0, text, "", None)
        if (decision := self._decisions.of(stranger)) is not None:
            decided = self._decided(stranger, decision)
            self._options.matched(text, decided)
            return decided
        ids = self._called(text)
        if len(ids) == 1:
            self.found[text] = ids[0]
            self._options.matched(text, ids[0])
            return ids[0]
        self._strangers[text] = stranger
        if ids:
            raise UnclearName(
                say(
                    "{number} players are called {text!r}: {players}",
                    number=len(ids),
                    text=text,
                    players="; ".join(map(self._shown, ids)),
                ),
                _FORM,
            )
        return text

    def _decided(self, stranger: Stranger, decision: Decision) -> str:
        if decision.action in ("new", "skip") or not decision.player:
            wrong = say(
                "{name!r} is decided as {action} at {place}",
                name=stranger.name,
                action=decision.action or say("nobody"),
                place=decision.place,
            )
            raise UnclearName(
                wrong, say("register the player first (record player), then write the id there")
            )
        found = (
            decision.player
            if decision.player in self._new
            else decided_id(stranger, decision, self._known)
        )
        if isinstance(found, Problem):
            raise UnclearName(
                say("{wrong}, at {place}", wrong=found.wrong, place=found.place), found.remedy
            )
        return found

    def tournament(self, text: str) -> str:
        """The id of a tournament. A text that is no id and no name stays as it is."""
        if text in self._new_tournaments or self._known.has_tournament(text):
            return text
        keys = name_keys(text)
        new = (each for each, name in self._new_tournaments.items() if keys & name_keys(name))
        ids = sorted({*self._known.tournaments_called(text), *new})
        if len(ids) > 1:
            raise UnclearName(
                say(
                    "{number} tournaments are called {text!r}: {ids}",
                    number=len(ids),
                    text=text,
                    ids=", ".join(ids),
                ),
                say("write the id"),
            )
        if ids:
            self.found[text] = ids[0]
            return ids[0]
        return text

    def _called(self, text: str) -> list[str]:
        """The ids of all players with this name, in any language, merged ids left out."""
        keys = name_keys(text)
        new = (
            each.player
            for each in self._new.values()
            if any(keys & name_keys(name) for name in all_names(each))
        )
        return sorted({*self._known.players_called(text), *new})

    def _shown(self, player: str) -> str:
        person = self._known.player(player) or self._new[player]
        said = [str(part) for part in (person.federation, person.born) if part]
        if said:
            return f"{player} ({', '.join(said)})"
        return player

    def remark(self, place: str) -> None:
        """Tell which names were found, in one line."""
        if self.found:
            names = first_few([f"{name} = {player}" for name, player in self.found.items()])
            wrong = say_n(
                "{number} name matched exactly one person: {names}",
                "{number} names each matched exactly one person: {names}",
                len(self.found),
                names=names,
            )
            self._options.warn(Problem(place, wrong))

    def hand_out(self) -> None:
        """Write the form for names that do not say who is meant, if it was asked for."""
        if self._options.write_players is not None:
            strangers = list(self._strangers.values())
            hand_out(
                self._options.write_players, strangers, self._known, self._decisions, proposed=""
            )
