"""The calendar: which tournaments will be held in a month, for whom, how and announced when."""

from msgspec import Struct

from replay.simulation.circuits import CXA, FIDE, MALAYSIA, SCHEMES, Circuits, Clock
from replay.simulation.lots import Lots

NATIONAL = {3: "king", 6: "championship", 8: "national-day"}
SMALLEST = 28  # games of eight players who all meet
LATE_LISTS = (105, 210)  # days: later than the third list after the end


class PlannedTournament(Struct):
    """A tournament as announced."""

    number: int
    scheme: str
    rated: tuple[str, ...]
    kind: str  # swiss, roundrobin, match, league
    size: int
    rounds: int
    start: int
    end: int
    registered: int
    reported: int
    band: tuple[int, int]  # per mille of the tickets, weakest first
    clock: Clock | None
    standings: str = ""
    national: str = ""
    official: bool = False
    hybrid: bool = False
    approved: bool = False
    late_approved: bool = False
    team: bool = False
    ranked: bool = False
    playoff: bool = False
    entered: bool = False
    hours: int | None = None
    arbiters: int | None = None
    rate_all: bool = False
    finalists: int = 0  # who leave the field: two for a final, four for a knockout
    series: str = ""
    edition: int = 0
    group: str = ""

    @property
    def id(self) -> str:
        return f"T{self.number:06d}"

    @property
    def cut(self) -> int:
        """The round after which the finalists leave."""
        return {2: 8, 4: 7}.get(self.finalists, 0)

    @property
    def format(self) -> str:
        return {"swiss": "swiss", "match": "match"}.get(self.kind, "roundrobin")

    @property
    def games(self) -> int:
        """About how many games it will have."""
        full = self.rounds * (self.size // 2)
        if self.kind == "swiss":
            return full * 985 // 1000
        return full


class Planner:
    """Makes up tournaments until a month has its games."""

    def __init__(self, scheme: str, circuits: Circuits, lots: Lots) -> None:
        self.circuits = circuits
        self.schemes = SCHEMES if scheme == "all" else (scheme,)
        self.lots = lots
        self.made = 0
        self.opens = 0

    def month(
        self, first_day: int, days: int, month: int, games: int, pool: int
    ) -> list[PlannedTournament]:
        """The tournaments that start in a month and have about so many games together."""
        planned: list[PlannedTournament] = []
        left = games
        if MALAYSIA in self.schemes and month in NATIONAL and left >= 40:
            planned.append(self._national(first_day, days, month, min(left, 900), pool))
            left -= planned[-1].games
        while left >= SMALLEST:  # less is left for the next month
            planned.append(self.tournament(first_day + self.lots.one(days), left, pool))
            left -= planned[-1].games
        return planned

    def tournament(self, start: int, left: int, pool: int) -> PlannedTournament:
        """Any tournament of about at most `left` games."""
        lot = self.lots.one(1000)
        scheme = self.lots.pick(self.schemes)
        if lot < 60 or pool < 12:
            return self._match(scheme, start, left)
        if left < 60 or lot < 270:
            return self._round_robin(scheme, start, left, pool, league=left >= 45 and lot < 95)
        return self._swiss(scheme, start, left, pool)

    def match(self, start: int, games: int) -> PlannedTournament:
        """A match of so many games, in time whatever the scheme says: it fills the last gap of a simulation."""
        scheme = self.lots.pick(self.schemes)
        made = self._make(scheme, "match", 2, games, start, max(games // 2, 1), band=self._narrow())
        made.late_approved = scheme == CXA
        made.registered = start - 4
        made.reported = made.end + 2
        return made

    def _match(self, scheme: str, start: int, left: int) -> PlannedTournament:
        rounds = min(left, self.lots.between(4, 12))
        made = self._make(scheme, "match", 2, rounds, start, rounds, band=self._narrow())
        made.rate_all = self.lots.hit(20_000)
        return made

    def _round_robin(
        self, scheme: str, start: int, left: int, pool: int, league: bool
    ) -> PlannedTournament:
        size = self.lots.between(8, 14)
        while size > 8 and (size * (size - 1) // 2 > left or size > pool // 2):
            size -= 1
        rounds = size - 1 + size % 2
        band = (970, 1000) if self.lots.hit(6_000) else self._narrow()
        if league:
            return self._make(
                scheme, "league", size, rounds, start, 7 * (rounds - 1) + 1, band=band
            )
        return self._make(
            scheme, "roundrobin", size, rounds, start, self._length(scheme, rounds), band=band
        )

    def _swiss(self, scheme: str, start: int, left: int, pool: int) -> PlannedTournament:
        size = self.lots.pick((8, 16, 24, 24, 36, 36, 50, 50, 80, 120)) + self.lots.one(25)
        if self.lots.hit(7_000):
            size = 100 + self.lots.one(101)
        size = max(min(size, left * 2 // 5, pool // 3), 8)
        rounds = self._rounds(size)
        while size * rounds > 2 * left and size > 8:
            size -= 1
        official = self.lots.hit(3_000)
        band = (930, 1000) if official else self._open_band()
        made = self._make(
            scheme, "swiss", size, rounds, start, self._length(scheme, rounds), band=band
        )
        made.official = official
        made.team = self.lots.hit(4_000)
        made.entered |= made.team
        if size <= 80 and self.lots.hit(8_000 if scheme == FIDE else 15_000):
            self._by_tie_breaks(made, long=size >= 16 and size * 9 <= 2 * left)
        return made

    def _by_tie_breaks(self, made: PlannedTournament, *, long: bool) -> None:
        """The ranking follows from the games: an open in two groups, or the world federation's rules."""
        made.entered = True
        made.ranked = False
        made.playoff = False
        made.standings = self.lots.pick(("wxf", "hk-open"))
        if not long:
            return
        if made.standings == "hk-open":
            self.opens += 1
            made.rounds = 9
            made.series = "hk-open"
            made.edition = (self.opens + 1) // 2
            made.group, made.band = ("A", (600, 1000)) if self.opens % 2 else ("B", (0, 800))
            made.finalists = 4 if made.group == "A" else 0
        elif self.lots.hit(50_000):
            made.rounds = 9
            made.finalists = 2
        made.end = max(made.end, made.start + 4)
        made.reported = max(made.reported, made.end + 1)

    def _national(
        self, start: int, days: int, month: int, left: int, pool: int
    ) -> PlannedTournament:
        size = max(min(200, pool // 3, left // 5), 8)
        made = self._make(
            MALAYSIA, "swiss", size, min(9, size - 1), start + days - 9, 9, band=(250, 1000)
        )
        made.national = NATIONAL[month]
        made.ranked = True
        made.reported = made.end + 2
        made.registered = made.start - 40
        return made

    def _make(
        self,
        scheme: str,
        kind: str,
        size: int,
        rounds: int,
        start: int,
        days: int,
        *,
        band: tuple[int, int],
    ) -> PlannedTournament:
        self.made += 1
        circuit = self.circuits[scheme]
        lots = self.lots
        end = start + days - 1
        made = PlannedTournament(
            number=self.made, scheme=scheme, rated=self._rated(scheme), kind=kind, size=size, rounds=rounds,
            start=start, end=end, registered=start - self._lead(scheme, band), reported=end + self._delay(),
            band=band, clock=lots.pick(circuit.bad_clocks if lots.hit(4_000) else circuit.clocks),
        )  # fmt: skip
        if lots.hit(4_000):
            made.clock = None
        made.late_approved = lots.hit(1_000)
        made.hybrid = lots.hit(800)
        made.approved = made.hybrid and lots.hit(70_000)
        made.hours = (13 if lots.hit(10_000) else 9) if lots.hit(5_000) else None
        made.entered = lots.hit(8_000)
        if scheme == CXA:
            made.arbiters = None
            if lots.hit(12_000):
                made.arbiters = lots.between(1, 5)
            made.ranked = kind != "match"
            made.playoff = lots.hit(12_000)
        else:
            made.ranked = lots.hit(10_000)
        return made

    def _rated(self, scheme: str) -> tuple[str, ...]:
        """Mostly for its own scheme; in a mixed federation sometimes for two."""
        if len(self.schemes) > 1 and scheme != FIDE and self.lots.hit(8_000):
            return (CXA, MALAYSIA)
        if self.lots.hit(500):
            return ()
        return (scheme,)

    def _lead(self, scheme: str, band: tuple[int, int]) -> int:
        """Days between announcement and start: mostly in time for the scheme, sometimes late."""
        if self.lots.hit(2_500):
            return self.lots.between(0, 3)
        low, high = self.circuits[scheme].lead
        return self.lots.between(max(low, 32) if band[0] >= 900 else low, high)

    def _delay(self) -> int:
        """Days between the end and the report: prompt, late, or hopelessly late."""
        lot = self.lots.one(1000)
        if lot < 915:
            return self.lots.between(1, 7)
        if lot >= 970:
            return self.lots.between(*LATE_LISTS)
        return self.lots.between(8, 95)

    def _length(self, scheme: str, rounds: int) -> int:
        """Days of play: one round a day, or a weekend; three games of 5 hours a day would be too long for fide 3.1."""
        usual = {CXA: (5, 7), FIDE: (1, 1, 2, 2, 2)}
        per_day = self.lots.pick(usual.get(scheme, (1, 1, 2, 2, 3)))
        return (rounds + per_day - 1) // per_day

    def _rounds(self, size: int) -> int:
        if size < 40:
            few = 5
        elif size < 100:
            few = 7
        else:
            few = 9
        return min(few + self.lots.pick((0, 0, 1, 2, 2)), size - 2)

    def _narrow(self) -> tuple[int, int]:
        low = self.lots.one(900)
        return low, low + 100

    def _open_band(self) -> tuple[int, int]:
        """Open for all, or for a band of strength."""
        width = self.lots.pick((1000, 700, 400, 250, 250))
        low = self.lots.one(1001 - width)
        return low, low + width
