"""A regulation that rates by period: all games of a list at once, with the ratings of earlier lists."""

from collections.abc import Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any, ClassVar

from schemes.drivers.by_period import list_rows
from schemes.drivers.by_period.articles import days_verdict, declaration_holds, expected_score
from schemes.drivers.by_period.explanation import PeriodExplanation
from schemes.drivers.by_period.placing import assignment_of, placed, why_that_list
from schemes.drivers.by_period.replay import replayed
from schemes.drivers.by_period.state import nothing_before
from schemes.drivers.by_period.tables import KEPT, ON_DAY, events_of, played_of, table
from schemes.kernels.articles import traced_steps
from schemes.kernels.calendar import EVER
from schemes.kernels.columns import Records
from schemes.kernels.inputs import Inputs, Tournaments
from schemes.kernels.regulation import Regulation
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import (
    ON_THIS_LIST,
    UNWATCHED,
    Assignment,
    Given,
    Listed,
    Node,
    Reason,
    Refusal,
    State,
    Stop,
    Watch,
)
from schemes.rating.explanation import Captions
from schemes.rating.held_titles import held_titles_of
from schemes.rating.players import nobody_played, players_of
from schemes.rating.reasons import (
    ENDED,
    FALLEN,
    FORFEIT,
    LEFT_OUT,
    LIST_OF_END,
    NO_NEW_GAME,
    NO_VERSION,
    NOT_PUBLISHED,
    OPPONENT_UNRATED,
    POOL_LOW,
    POOL_SMALL,
    RATED,
    reasons_of,
)


class PeriodScheme(Regulation):
    """Each list rates the games of its tournaments; `articles.py` has the articles that a regulation can give."""

    reasons: ClassVar[tuple[Reason, ...]] = reasons_of(
        RATED, NO_VERSION, FORFEIT, OPPONENT_UNRATED, LEFT_OUT, LIST_OF_END, NOT_PUBLISHED, POOL_SMALL, POOL_LOW,
        NO_NEW_GAME, FALLEN, ENDED,
        said={
            NO_VERSION: "it starts before the first version of the rules is in force", FORFEIT: "not played",
            OPPONENT_UNRATED: "the opponent had no rating",
        },
    )  # fmt: skip
    captions: ClassVar[Captions] = Captions()
    explanation = PeriodExplanation
    kept, small_records = KEPT, True
    games_counted = ON_THIS_LIST
    needs_entrants = False
    switches: ClassVar[Mapping[str, int]] = {
        "gives_bonus": 0
    }  # a place in a tournament gives something
    _last: tuple[Tournaments | None, str, Records] = (None, "", None)

    # What a regulation may say in other ways than by articles

    def pool_months(self, parameters: Any) -> int:
        """For how many months the games of an unrated player are pooled."""
        return EVER

    def absence_costs(self, parameters: Any) -> bool:
        """Whether a year without a rated game costs something."""
        return False

    # The contract of a scheme

    def article_functions(self) -> dict[str, FunctionType]:
        """The articles of the regulation, and those to which the driver has an answer of its own."""
        answers: Any = {each.__name__: each for each in (expected_score, declaration_holds)}
        return {**answers, **super().article_functions()}

    def timeless_rules(self, rules: Rules) -> str:
        """Pools keep what the longest look back of any version may need; all else acts from its date on."""
        return str(max(self.pool_months(version.parameters) for version in rules.versions))

    def papers(self, tournaments: Tournaments, rules: Rules) -> Records:
        """Where tournaments go; worked out once for the tournaments of the last question, as a replay asks again."""
        tournaments_before, fingerprint, papers = self._last
        if tournaments_before is not tournaments or fingerprint != rules.fingerprint:
            papers = placed(self, tournaments, rules)
            self._last = tournaments, rules.fingerprint, papers
        return papers

    def assign(self, tournaments: Tournaments, rules: Rules) -> Assignment:
        """On which list each tournament is rated, by dates and papers."""
        return assignment_of(self.papers(tournaments, rules))

    def why_that_list(self, tournaments: Tournaments, rules: Rules, number: int) -> Sequence[Node]:
        """When it ended and when its report was there, against the days on which lists close."""
        return why_that_list(
            self.articles, self.papers(tournaments, rules)[number], self.plain_versions_of(rules)
        )

    def refused_by_days(
        self, inputs: Inputs, rules: Rules, numbers: Sequence[int]
    ) -> dict[int, Refusal]:
        """Those in which one player played too much on one day, with that day."""
        given = Given(inputs, rules, self.assign(inputs.tournaments, rules))
        papers = self.papers(inputs.tournaments, rules)
        versions = self.plain_versions_of(rules)
        events = events_of(inputs, given.assignment, papers.in_force, papers.long)
        titles = held_titles_of(inputs.facts, len(inputs.players), ())
        count = len(inputs.players)
        players = players_of(self, self.start(count), inputs.players)
        played = played_of(given, self.results(given), events, titles, players)
        on_day = table(ON_DAY, count)
        judge = self.articles.traced(days_verdict)

        refused: dict[int, Refusal] = {}
        for number in numbers:
            with traced_steps() as steps:
                code = judge(versions[max(int(papers.version[number]), 0)], number, played, on_day)
            if code != RATED:
                below = tuple(Node(step.told(self.words), step.article) for step in steps)
                refused[number] = Refusal(int(code), below)
        return refused

    def start(self, players: int) -> State:
        """Nobody has played."""
        return nobody_played(self, players) | nothing_before()

    def replay(
        self, given: Given, state: State, stops: Sequence[Stop], watch: Watch = UNWATCHED
    ) -> Iterator[State]:
        """List after list, in compiled loops."""
        return replayed(self, given, self.resized(state, len(given.inputs.players)), stops, watch)

    def listed(self, given: Given, state: State, stop: Stop) -> Listed:
        """Everybody with a rating or on the way to one."""
        return list_rows.listed(self, given, self.resized(state, len(given.inputs.players)), stop)
