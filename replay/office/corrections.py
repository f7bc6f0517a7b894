"""A report that corrects a report: its differences to what is known, as corrections that can be shown and appended."""

from collections.abc import Iterable, Sequence
from datetime import date as Date
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ledger.errors import refused
from ledger.events import (
    AnyEvent,
    ByeRecorded,
    EventWithdrawn,
    GameCorrected,
    GameRecorded,
    GameUnrated,
    GameVoided,
    PlayerCorrected,
    PlayerRegistered,
    PlayersMerged,
    PlayerTransferred,
    RankingCorrected,
    TournamentClosed,
    TournamentCorrected,
    TournamentRegistered,
)
from ledger.item import Item
from ledger.names import name_keys
from replay.answers import columns, kinds
from replay.answers.answer import Answer, Remark
from replay.answers.table import Column, Names, Row, Table
from replay.files import InputFile
from replay.files.known import KnownLedger
from replay.files.recorded import standing
from replay.files.trf.corrected import GameKey, GameNow, games_now
from replay.files.trf.heading import extent
from wording import say, say_n

CHANGES = {
    "corrected": say("game corrected"),
    "voided": say("game voided"),
    "further": say("further game"),
    "bye": say("bye"),
    "withdrawn": say("bye withdrawn"),
    "player": say("player corrected"),
    "transfer": say("transfer"),
    "ranking": say("ranking corrected"),
    "tournament": say("tournament corrected"),
    "other": say("new"),
}
COLUMNS = (
    Column("difference", kinds.codes(CHANGES, spare=0)),
    columns.TOURNAMENT,
    Column("round", kinds.COUNT, kept=True),
    Column("board", kinds.COUNT, kept=True),
    columns.PLAYER,
    Column("opponent", kinds.PLAYER),
    Column("known", kinds.WORD, kept=True),
    Column("reported", kinds.WORD, kept=True),
)
# formats that tell of games, and those whose rounds have all of their games
CORRECTABLE = frozenset(("trf", "crosstable", "pgn", "table"))
COMPLETE = frozenset(("trf", "crosstable"))
NO_REASON = "not said yet"
OF_GAMES = frozenset(("corrected", "voided", "further"))
Round = tuple[str, int]  # stage, round


class Correcting(Struct, frozen=True, kw_only=True):
    """Why and when the differences are corrected. `is_complete`: a round of the file has all of its games."""

    date: Date
    reason: str = NO_REASON
    ref: str | None = None
    is_complete: bool = False


class Corrections(Struct, frozen=True):
    """The differences of a file: the items to append, and the same for people and programs."""

    items: Sequence[Item]
    answer: Answer

    @property
    def games(self) -> int:
        """How many games differ."""
        return sum(row["difference"] in OF_GAMES for row in self.answer.rows)


def differences(
    file: InputFile, items: Iterable[Item], known: KnownLedger, correcting: Correcting
) -> Corrections:
    """What a file says otherwise than the ledger; a file with problems is refused with all of them."""
    reported = list(items)
    problems = [item.problem for item in reported if item.problem is not None]
    if problems:
        raise refused(problems)
    how = replace(
        correcting,
        ref=correcting.ref or file.reference,
        is_complete=correcting.is_complete or file.form in COMPLETE,
    )
    return as_corrections(reported, known, how)


def as_corrections(
    items: Iterable[Item], known: KnownLedger, correcting: Correcting
) -> Corrections:
    """What a file says otherwise than the ledger: corrections, voids, further games, changed players, the ranking."""
    work = _Work(known, correcting)
    tournaments: dict[str, list[Item]] = {}
    for item in items:
        event = item.event
        tournament = getattr(event, "tournament", None)
        if isinstance(event, PlayerRegistered):
            work.player(item, event)
        elif isinstance(event, PlayersMerged):
            work.merges[event.duplicate] = event.kept
            work.as_it_is(item)
        elif tournament is not None and known.tournament(tournament) is not None:
            tournaments.setdefault(tournament, []).append(item)
        else:
            work.as_it_is(item)
    for tournament, reported in tournaments.items():
        work.tournament(tournament, reported)
    return Corrections(work.items, work.answer())


class _Work:
    """The corrections of one file while they are gathered."""

    def __init__(self, known: KnownLedger, correcting: Correcting) -> None:
        self._known = known
        self._how = correcting
        self.items: list[Item] = []
        self._rows: list[Row] = []
        self._new: dict[str, str] = {}  # names of players whom the ledger does not know
        self.merges: dict[
            str, str
        ] = {}  # ids of the ledger → the ids that the file shows them to be
        # board of the file → board of the ledger
        self._boards: dict[tuple[str, str, int, int], int] = {}
        self._missing = (
            0  # games of the ledger that the file, which need not be complete, does not have
        )

    def answer(self) -> Answer:
        remarks = []
        if self._missing:
            text = say_n(
                "{number} game of the ledger is not in the file, and stands",
                "{number} games of the ledger are not in the file, and stand",
                self._missing,
            )
            remarks.append(
                Remark("missing", text, say("--complete voids them: the file has every game"))
            )
        return Answer(
            "corrections/1", say("Differences"), Table(COLUMNS, self._rows), remarks=remarks,
            names=self._names(),
        )  # fmt: skip

    def _names(self) -> Names:
        ids = {row.get(column) for row in self._rows for column in ("player", "opponent")} - {None}
        people = {player: self._known.player(str(player)) for player in sorted(map(str, ids))}
        names = {each: registration.name for each, registration in people.items() if registration}
        return Names(players=self._new | names)

    def _add(self, item: Item, event: AnyEvent, difference: str, **row: Any) -> None:
        if event.ref is None or self._how.ref is not None:
            event = replace(event, ref=self._how.ref)
        self.items.append(item._replace(event=event, given=None, encoded=None))
        self._rows.append({"difference": difference} | row)

    def as_it_is(self, item: Item) -> None:
        """What has no difference to anything: it is new, or stands already and counts once."""
        self.items.append(item)

    def player(self, item: Item, reported: PlayerRegistered) -> None:
        """A player whom the ledger knows otherwise; names that differ in spelling only are the same."""
        registered = self._known.player(reported.player)
        if registered is None:
            self._new[reported.player] = reported.name
            self.as_it_is(item)
            return
        if not self._known.has_key(reported.player):
            return  # erased: no file brings a name back
        wrong: dict[str, Any] = {}
        is_longer = registered.name.startswith(reported.name)  # a report cuts long names
        if not is_longer and not name_keys(reported.name) & name_keys(registered.name):
            wrong["name"] = reported.name
        if reported.born is not None and _year(reported.born) != _year(registered.born):
            wrong["born"] = reported.born
        if reported.sex != registered.sex and reported.note is None:
            wrong["sex"] = reported.sex
        for field, value in wrong.items():
            correction: Any = {field: value}
            self._add(
                item, PlayerCorrected(player=reported.player, **self._decided(), **correction), "player",
                player=reported.player, known=_said(getattr(registered, field)), reported=_said(value),
            )  # fmt: skip
        if reported.federation and reported.federation != registered.federation:
            moved = PlayerTransferred(
                date=reported.date, player=reported.player, federation=reported.federation
            )
            if self._known.as_recorded(moved).ref is None:
                self._add(
                    item, moved, "transfer",
                    player=reported.player, known=registered.federation, reported=reported.federation,
                )  # fmt: skip

    def _decided(self) -> dict[str, Any]:
        return {"date": self._how.date, "reason": self._how.reason}

    def tournament(self, tournament: str, reported: Sequence[Item]) -> None:
        """The differences of one tournament: first what is taken away, then what is corrected and added."""
        games: dict[Round, list[Item]] = {}
        byes: list[Item] = []
        closings: list[Item] = []
        unrated: list[tuple[Item, GameUnrated]] = []
        for item in reported:
            event = item.event
            if isinstance(event, GameRecorded):
                games.setdefault((event.stage, event.round), []).append(item)
            elif isinstance(event, ByeRecorded):
                byes.append(item)
            elif isinstance(event, TournamentClosed):
                closings.append(item)
            elif isinstance(event, GameUnrated):
                unrated.append((item, event))
            elif isinstance(event, TournamentRegistered):
                self._registration(item, event)
            else:
                self.as_it_is(item)
        events = standing(list(self._known.events(f"tournament/{tournament}")))
        further_byes = self._byes(byes, games, events)
        self._games(tournament, games, byes)
        for item, bye in further_byes:
            self._add(
                item, bye, "bye",
                tournament=tournament, round=bye.round, player=bye.player, reported=bye.kind,
            )  # fmt: skip
        for (
            item,
            event,
        ) in unrated:  # after the games, which may be on other boards than in the file
            board = self._boards[tournament, event.stage, event.round, event.board]
            self.as_it_is(item._replace(event=replace(event, board=board), encoded=None))
        for item in closings:
            self._ranking(item, events)

    def _registration(self, item: Item, reported: TournamentRegistered) -> None:
        """A tournament that is longer in the report; in all else its registration stands."""
        stands = self._known.tournament(reported.tournament)
        longer = extent(reported, stands) if stands is not None else {}
        if not longer:
            self.as_it_is(item)
        for field, value in longer.items():
            corrected = TournamentCorrected(
                tournament=reported.tournament, **self._decided(), **{field: value}
            )
            self._add(
                item, corrected, "tournament",
                tournament=reported.tournament, known=_said(getattr(stands, field)), reported=_said(value),
            )  # fmt: skip

    def _byes(
        self, told: Sequence[Item], games: dict[Round, list[Item]], events: Sequence[AnyEvent]
    ) -> list[tuple[Item, ByeRecorded]]:
        """Withdraw byes that the file contradicts; the byes that are new are given back."""
        reported = {
            (item.event.round, item.event.player): (item, item.event)
            for item in told
            if isinstance(item.event, ByeRecorded)
        }
        busy = _players_of(games)
        recorded = {
            (event.round, self._kept_id(event.player)): event
            for event in events
            if isinstance(event, ByeRecorded)
        }
        for key, bye in recorded.items():
            other = reported.get(key)
            is_other = other is not None and other[1].kind != bye.kind
            if (is_other or key in busy) and bye.position is not None:
                item = other[0] if other is not None else busy[key]
                self._add(
                    item, EventWithdrawn(withdraws=bye.position, **self._decided()), "withdrawn",
                    tournament=bye.tournament, round=bye.round, player=bye.player, known=bye.kind,
                )  # fmt: skip
        return [
            each
            for key, each in reported.items()
            if key not in recorded or recorded[key].kind != each[1].kind
        ]

    def _kept_id(self, player: str) -> str:
        kept = self._known.kept_id(player)
        return self.merges.get(kept, kept)

    def _games(
        self, tournament: str, rounds: dict[Round, list[Item]], byes: Sequence[Item]
    ) -> None:
        snapshot = self._known.snapshot
        assert snapshot is not None
        number = snapshot.tournaments.number(tournament)
        assert number is not None
        there = {
            key: replace(
                game,
                first=self.merges.get(game.first, game.first),
                second=self.merges.get(game.second, game.second),
            )
            for key, game in games_now(snapshot, number).items()
        }
        busy = {*_players_of(rounds)}
        busy |= {
            (item.event.round, item.event.player)
            for item in byes
            if isinstance(item.event, ByeRecorded)
        }
        for (stage, round_), reported in rounds.items():
            recorded = {key: game for key, game in there.items() if key[:2] == (stage, round_)}
            self._round(tournament, reported, recorded, busy)

    def _round(
        self,
        tournament: str,
        reported: Sequence[Item],
        known: dict[GameKey, GameNow],
        busy: set[tuple[int, str]],
    ) -> None:
        """One round: games of the same pair are compared; the others are voided, and recorded anew."""
        rest: list[tuple[Item, GameRecorded]] = []
        compared: list[tuple[Item, GameRecorded, GameKey]] = []
        left = dict(known)
        for item in reported:
            event = item.event
            assert isinstance(event, GameRecorded)
            key = next(
                (
                    key
                    for key, game in left.items()
                    if ({event.first, event.second} == {game.first, game.second})
                ),
                None,
            )
            if key is None:
                rest.append((item, event))
            else:
                del left[key]
                compared.append((item, event, key))
                self._boards[tournament, event.stage, event.round, event.board] = key[2]
        anchor = reported[0]
        recorded = anchor.event
        assert isinstance(recorded, GameRecorded)
        for key, game in list(left.items()):
            is_told_otherwise = {(key[1], game.first), (key[1], game.second)} & busy
            if not is_told_otherwise and not self._how.is_complete:
                self._missing += 1
                continue
            del left[key]
            voided = GameVoided(
                tournament=tournament, stage=recorded.stage, round=key[1], board=key[2],
                **self._decided(),
            )  # fmt: skip
            self._add(
                anchor, voided, "voided",
                **_place(tournament, key), player=game.first, opponent=game.second,
                known=game.result.value,
            )  # fmt: skip
        for item, event, key in compared:
            self._compare(item, event, key, known[key])
        boards = {key[2] for key in left} | {key[2] for _, _, key in compared}
        for item, event in rest:
            board = event.board
            while board in boards:
                board += 1
            boards.add(board)
            self._boards[tournament, event.stage, event.round, event.board] = board
            self._add(
                item, replace(event, board=board), "further",
                **_place(tournament, (event.stage, event.round, board)),
                player=event.first, opponent=event.second, reported=event.result.value,
            )  # fmt: skip

    def _compare(self, item: Item, event: GameRecorded, key: GameKey, game: GameNow) -> None:
        is_turned = event.first != game.first
        if not is_turned and event.result is game.result:
            return
        sides: Any = {"first": event.first, "second": event.second} if is_turned else {}
        corrected = GameCorrected(
            tournament=event.tournament, stage=event.stage, round=key[1], board=key[2],
            result=event.result, **self._decided(), **sides,
        )  # fmt: skip
        before = game.result.value
        if is_turned:
            before = f"{game.first} {before} {game.second}"
        self._add(
            item, corrected, "corrected",
            **_place(event.tournament, key), player=event.first, opponent=event.second,
            known=before, reported=event.result.value,
        )  # fmt: skip

    def _ranking(self, item: Item, events: Sequence[AnyEvent]) -> None:
        ranked = item.event
        assert isinstance(ranked, TournamentClosed)
        closings = [
            event for event in events if isinstance(event, TournamentClosed | RankingCorrected)
        ]
        if not closings:
            self.as_it_is(item)
            return
        last = closings[-1]
        people = [self._kept_id(player) for player in last.ranked]
        if not ranked.ranking or (people, last.ranks) == ([*ranked.ranked], ranked.ranks):
            return
        corrected = RankingCorrected(
            tournament=ranked.tournament,
            ranking=ranked.ranking,
            places=ranked.places,
            **self._decided(),
        )
        self._add(item, corrected, "ranking", tournament=ranked.tournament)


def _players_of(rounds: dict[Round, list[Item]]) -> dict[tuple[int, str], Item]:
    """Who plays in a main round of the file, each with the item of the game."""
    return {
        (item.event.round, player): item
        for (stage, _), items in rounds.items()
        for item in items
        if stage == "main" and isinstance(item.event, GameRecorded)
        for player in (item.event.first, item.event.second)
    }


def _place(tournament: str, key: GameKey) -> dict[str, Any]:
    return {"tournament": tournament, "round": key[1], "board": key[2]}


def _year(born: Date | int | None) -> int | None:
    return born.year if isinstance(born, Date) else born


def _said(value: object) -> str | None:
    return None if value is None else str(value)
