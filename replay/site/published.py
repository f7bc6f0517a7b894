"""What a site is made from: lists as they were published, what is new of each player, and the games behind them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b

import msgspec
import pyarrow as pa

from ledger.events import TournamentRegistered
from projections.people import by_code_point
from replay.answers.language import language, speaking, tr
from replay.answers.names import chinese_names, names_in_scripts
from replay.lists.list_files import Publication, all_publications
from replay.lists.rating_list import RatingList, Receipt
from replay.office.office import Office
from replay.site.folder import digest, program_digest
from replay.site.games import RatedGames
from replay.site.lists import PublishedList, covers, file_names, made_again, newest_lists
from replay.site.news import News

LONG = 20_000  # rows


class PublishedData:
    """All published lists of a ledger, and what follows from them."""

    def __init__(
        self,
        office: Office,
        languages: Sequence[str],
        advance: Callable[[int, int], None],
    ) -> None:
        """`advance` hears how many of the published lists were read, and of how many."""
        self.office = office
        self._languages = languages
        made = list(self._made_again(advance))
        self.everybody = _everybody(one for _, one, _ in made)
        self.lists = [PublishedList(*one, place, self.everybody) for place, one in enumerate(made)]
        self.news = News(self.lists, self.everybody)
        self.newest = newest_lists(self.lists)
        self.rated = self._rated_games()
        self.tournaments = self._rated_tournaments()
        self.player_files = file_names(self.everybody.to_pylist())
        self.tournament_files = file_names(self.tournaments)
        self._list_files = dict(self._addresses())
        self._registrations: dict[str, TournamentRegistered] = {}
        self._receipts: dict[int, Receipt] = {}

    def _made_again(
        self, advance: Callable[[int, int], None]
    ) -> Iterator[tuple[Publication, RatingList, str]]:
        """Every publication with its list, and a digest of what it says."""
        on_record = list(all_publications(self.office.log))
        for done, published in enumerate(on_record, 1):
            self._whole = made_again(self.office, published)
            names = msgspec.json.encode(self._whole.table["name"].to_pylist())
            root = published.event.root or published.event.digest
            mark = digest(program_digest(), published.position, root, blake2b(names).hexdigest())
            yield published, replace(self._whole), mark
            advance(done, len(on_record))

    def _rated_games(self) -> list[RatedGames]:
        """The games that are rated on published lists; of each scheme by the lists that know most."""
        found = []
        for each in sorted(self.lists, key=lambda one: one.made.position):
            if not any(covers(other, each) for other in self.lists if other is not each):
                of_scheme = [one for one in self.lists if one.name == each.name]
                by_day = sorted(of_scheme, key=lambda one: one.order)
                found.append(RatedGames(self.office, each.made, by_day))
        return found

    def _rated_tournaments(self) -> dict[str, RatedGames]:
        """Tournaments with games that are rated on published lists, by the newest that is known of them."""
        return {tournament: games for games in self.rated for tournament in games.tournaments}

    def _addresses(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """The files of lists, by regulation, and by regulation and day: the newest stands."""
        for each in sorted(self.lists, key=lambda one: one.order):
            yield ("lists", each.name), f"lists/{each.name}.html"
            yield ("lists", each.name, str(each.day)), f"lists/{each.stem}.html"

    def page(self, *parts: str) -> str:
        """The file of a page, by what it is about; empty if the site does not have it."""
        kind, about = parts[:2]
        if kind == "lists":
            return self._list_files.get(parts, "")
        files = self.player_files if kind == "players" else self.tournament_files
        if about not in files:
            return ""
        return f"{kind}/{files[about]}.html"

    def all_pages(self) -> Iterator[str]:
        """The files of all pages of lists, players and tournaments."""
        yield from set(self._list_files.values())
        yield from (f"players/{file}.html" for file in self.player_files.values())
        yield from (f"tournaments/{file}.html" for file in self.tournament_files.values())

    def whole(self, listed: PublishedList) -> RatingList:
        """A list with all its rows and their tree: those of the last one that was asked for are kept."""
        if self._whole.which is not listed.made.which:
            self._whole = replace(listed.made)
        return self._whole

    def receipt(self, listed: PublishedList) -> Receipt:
        """The receipt of a list. It has a digest of all rows, so it is made once for the pages of all languages."""
        if listed.place not in self._receipts:
            self._receipts[listed.place] = self.whole(listed).receipt
        return self._receipts[listed.place]

    def data_names(self, listed: PublishedList) -> dict[str, str]:
        """The files of a list by their forms. A long list has no json: it would be four times its csv."""
        names = dict(zip(("csv", "json", tr("receipt")), listed.published.names, strict=True))
        if len(listed.made) > LONG:
            del names["json"]
        return names

    def registration(self, tournament: str) -> TournamentRegistered:
        """A tournament as it was known when the newest list that rates it was published."""
        if tournament not in self._registrations:
            snapshot = self.tournaments[tournament].snapshot
            number = snapshot.tournaments.number(tournament)
            assert number is not None, "it has games on a list that was made from this position"
            self._registrations[tournament] = snapshot.tournaments.registration(number)
        return self._registrations[tournament]

    def chinese(self, player: str) -> str:
        """The Chinese name of a player, in the reader's script."""
        return self._chinese_names.get(language(), {}).get(player, "")

    @cached_property
    def _chinese_names(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for code in self._languages:
            if not code.startswith("zh"):
                continue
            with speaking(code):
                for each in sorted(self.lists, key=lambda one: one.made.position):
                    names = chinese_names(self.office.snapshot(each.made.position))
                    found.setdefault(code, {}).update(names)
        return found

    def shown_name(self, player: str, name: str) -> str:
        """A name as the reader knows it."""
        if language().startswith("zh"):
            return self.chinese(player) or name
        return name

    def person(self, player: str, name: str) -> Sequence[object]:
        """Somebody as scripts know them: id, name, page (0: none, 1: by the id, else its file), names in Chinese."""
        further = self.unusual.get(player)
        if further is not None:
            return player, name, *further
        if player in self.player_files:
            return player, name
        return player, name, 0

    @cached_property
    def unusual(self) -> dict[str, Sequence[object]]:
        """What scripts know of some people beside id and name: another file than the id, names in Chinese."""
        found: dict[str, Sequence[object]] = {
            player: (file,) for player, file in self.player_files.items() if player != file
        }
        for player in set().union(*self._chinese_names.values()):
            chinese = {
                code: names[player]
                for code, names in self._chinese_names.items()
                if player in names
            }
            page: object = self.player_files.get(player, 0)
            found[player] = (1 if page == player else page, chinese)
        return found

    def person_of_tournament(self, tournament: str) -> Sequence[object]:
        """A tournament as scripts know it: id, and its file if that is another."""
        file = self.tournament_files[tournament]
        if file == tournament:
            return (tournament,)
        return tournament, file

    def other_names(self, player: str) -> Sequence[str]:
        """Names in other languages, as known when a list was published."""
        return self._other_names.get(player, ())

    @cached_property
    def _other_names(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        for each in sorted(self.lists, key=lambda one: one.made.position):
            known = names_in_scripts(self.office.snapshot(each.made.position))
            names |= {player: list(other.values()) for player, other in known.items()}
        return names

    def causes(self, at: int, player: str) -> Mapping[str, str]:
        """Why the rating of a player on a list is another than on the list before, where that is known."""
        for games in self.rated:
            causes = games.causes(at, player)
            if causes:
                return causes
        return {}


def _everybody(lists: Iterable[RatingList]) -> pa.Array:
    """The ids of all who are on some lists, in the order of their bytes."""
    ids = [chunk for one in lists for chunk in one.table["player"].chunks]
    found = pa.chunked_array(ids, pa.string()).unique()
    return found.take(pa.array(by_code_point(found)))
