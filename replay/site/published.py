"""What a site is made from: lists as they were published, what is new of each player, and the games behind them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from ledger.events import TournamentRegistered
from replay.answers.language import language, speaking
from replay.answers.names import chinese_names, names_in_scripts
from replay.lists.list_files import all_publications
from replay.lists.rating_list import RatingList, Receipt
from replay.office.office import Office
from replay.site.folder import digest, program_digest
from replay.site.games import RatedGames
from replay.site.lists import (
    PlayerNews,
    PlayerRow,
    PublishedList,
    changes_since,
    covers,
    file_names,
    gone_since,
    list_before,
    made_again,
    newest_lists,
    news,
    player_rows,
    same_day,
)


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
        self.lists: list[PublishedList] = []
        self.entries: dict[str, list[PlayerNews]] = {}
        on_record = list(all_publications(office.log))
        for done, published in enumerate(on_record, 1):
            self._whole = made_again(office, published)
            names = self._whole.table["name"].to_pylist()
            root = published.event.root or published.event.digest
            mark = digest(program_digest(), published.position, root, names)
            self._take(PublishedList(published, replace(self._whole), mark, len(self.lists)))
            advance(done, len(on_record))
        self._after_revisions()
        self.newest = newest_lists(self.lists)
        self.rated = self._rated_games()
        self.tournaments = self._rated_tournaments()
        self.pages = dict(self._addresses())
        self._people: dict[tuple[str, str], Sequence[object]] = {}
        self._registrations: dict[str, TournamentRegistered] = {}
        self._receipts: dict[int, Receipt] = {}

    def _take(self, listed: PublishedList) -> None:
        """What a list says that is new of each player."""
        before = list_before(listed, self.lists)
        revised = same_day(listed, self.lists)
        last = revised[-1] if revised else before
        self.lists.append(listed)
        mask = news(listed, last)
        changes = changes_since(listed, before).filter(mask).to_pylist()
        rows = player_rows(listed.made.table.filter(mask))
        for row, change in zip(rows, changes, strict=True):
            self.entries.setdefault(row.player, []).append(PlayerNews(listed.place, row, change))
        for row in gone_since(listed, last):
            self.entries.setdefault(row.player, []).append(PlayerNews(listed.place, row, None))

    def _after_revisions(self) -> None:
        """Whoever is moved by a revised list has a row of the newest list, too: that is the rating in force."""
        for name, newest in newest_lists(self.lists).items():
            revisions = {
                at
                for at, one in enumerate(self.lists)
                if one.name == name and not one.published.is_first
            }
            if not revisions:
                continue
            at = newest.place
            changes = changes_since(newest, list_before(newest, self.lists)).to_pylist()
            rows = player_rows(newest.made.table)
            for row, change in zip(rows, changes, strict=True):
                mine = self.entries[row.player]
                last = max(
                    (one for one in mine if self.lists[one.at].name == name),
                    key=lambda one: self.lists[one.at].order,
                    default=None,
                )
                if last is not None and last.at in revisions and last.at != at:
                    mine.append(PlayerNews(at, row, change))

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
        """The file of every page, by what it is about."""
        for each in sorted(
            self.lists, key=lambda one: one.order
        ):  # the newest of a scheme or day stands
            yield ("lists", each.name), f"lists/{each.name}.html"
            yield ("lists", each.name, str(each.day)), f"lists/{each.stem}.html"
        for kind, ids in (("players", self.entries), ("tournaments", self.tournaments)):
            names = file_names(ids)
            yield from (((kind, one), f"{kind}/{names[one]}.html") for one in sorted(ids))

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
        key = player, name
        if key not in self._people:
            self._people[key] = self._person(player, name)
        return self._people[key]

    def _person(self, player: str, name: str) -> Sequence[object]:
        page = self.pages.get(("players", player), "")
        known: object = page.removeprefix("players/").removesuffix(".html")
        if known == player:
            known = 1
        chinese = {
            code: names[player] for code, names in self._chinese_names.items() if player in names
        }
        if chinese:
            return player, name, known or 0, chinese
        if known == 1:
            return player, name
        return player, name, known or 0

    @cached_property
    def unusual(self) -> dict[str, Sequence[object]]:
        """What scripts know of players beside id and name: another file, names in Chinese."""
        people = ((player, self._person(player, "")) for player in self.entries)
        return {player: person[2:] for player, person in people if len(person) > 2}

    def person_of_tournament(self, tournament: str) -> Sequence[object]:
        """A tournament as scripts know it: id, and its file if that is another."""
        page = self.pages["tournaments", tournament]
        file = page.removeprefix("tournaments/").removesuffix(".html")
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

    def newest_rows(self) -> Iterator[tuple[str, PlayerRow]]:
        """Every player with the row of the newest list that says something of them."""
        for player, mine in sorted(self.entries.items()):
            yield player, max(mine, key=lambda one: self.lists[one.at].order).row
