"""The readings register of the standings regulations: the point left open, what is in force, what else could be."""

from collections.abc import Mapping

from schemes.kernels.readings import Reading, choose
from schemes.standings.fide.readings import FIDE_READINGS

ALL = (
    Reading(
        "shared-ranks",
        "hk-open part 6, wxf part IV.a, C.07 art. 4.2",
        "Which rank follows a shared one?",
        {"gaps": "1, 2, 2, 4", "no-gaps": "1, 2, 2, 3"},
    ),
    Reading(
        "level-order",
        "hk-open part 6, wxf part IV.a, C.07 art. 4.2",
        "In which order are level players listed, and so taken at a cut (last four, top two, 10 %, 20 %)?",
        {
            "number": "by number, players without one after them in order of entry",
            "entry": "in order of entry",
        },
    ),
    Reading(
        "table-holds",
        "hk-open parts 6 and 8, wxf part IV.a, C.07 art. 4.2",
        "Who stands in the table, and so counts for percentages?",
        {
            "entered-or-played": "everyone entered and everyone with a game or bye",
            "played": "only those with a game or bye up to that round",
        },
    ),
    Reading(
        "rounds-of-table",
        "hk-open part 6 A, C.07 art. 4.2",
        "How many rounds has a table after round R?",
        {
            "so-far": "R; only what happened up to R counts",
            "announced": "all rounds of the tournament",
        },
    ),
)

BOTH = (
    *ALL,
    Reading(
        "own-game",
        "hk-open part 6 B and F, wxf part IV.a 2",
        "When does the game between level players decide?",
        {
            "exactly-two": "only where exactly two are level at that point; two games add up",
            "all-met": "also among three or more, if each of them has met each other: points of those games",
        },
    ),
    Reading(
        "return",
        "hk-open part 6, wxf part IV.a",
        "After a tie-break has split a larger group, where do those still level go on?",
        {
            "go-on": "with the next tie-break; each is applied once",
            "start-again": "from the first tie-break again",
        },
    ),
    Reading(
        "foul-kinds",
        "hk-open part 6 G, wxf part IV.a 7",
        "Which fouls does the last tie-break count?",
        {"technical": "technical fouls over all rounds", "all": "technical fouls and violations"},
    ),
    Reading(
        "knockout-members",
        "hk-open part 7, wxf part I.a",
        "Who is in a knockout or final?",
        {
            "recorded": "whoever the recorded games show; the computed order only fills what they leave open",
            "computed": "the computed order, whatever was played",
        },
    ),
    Reading(
        "undecided",
        "hk-open part 7, wxf part I.a",
        "What if a knockout tie or final is unfinished or undecided?",
        {
            "better-placed": "the better placed before it is ahead",
            "shared": "two players who play for two places share the better one; otherwise as above",
        },
    ),
    Reading(
        "deciding-game",
        "hk-open part 7, wxf parts I.a and III",
        "Which game of a tie with replays decides?",
        {
            "last": "the last by round and board, playoff games after all others",
            "first-won": "the first that was won, else the last",
        },
    ),
)

HK_OPEN_READINGS = (
    *BOTH,
    Reading(
        "no-record",
        "hk-open part 6 A",
        "What does a round without any record bring to one's own opponent points?",
        {"leave": "as much as a leave", "nothing": "nothing"},
    ),
    Reading(
        "half-bye",
        "hk-open part 6 A",
        "What does an own half-point bye bring?",
        {
            "drawn": "a virtual opponent who drew: own score before, half a point, and half for each round to come",
            "bye": "as much as a bye",
        },
    ),
    Reading(
        "both-absent",
        "hk-open part 6 A 2",
        "What does a pairing bring to which neither came?",
        {"own-absence": "an own absence for both", "nothing": "no opponent points for either"},
    ),
    Reading(
        "absences",
        "hk-open part 1",
        "What counts towards the absences that disqualify?",
        {
            "forfeits": "a main game forfeited by the player, and a recorded absence; not leave",
            "with-leave": "leave as well",
            "games-only": "forfeited games only",
            "with-knockout": "forfeited games of the knockout as well",
        },
    ),
    Reading(
        "left",
        "hk-open part 1",
        "Is a player who has left the tournament absent from the rounds after it?",
        {
            "excused": "no: leaving is announced like leave, and pairings after it are no absences",
            "absent": "yes: what is recorded as an absence counts",
        },
    ),
    Reading(
        "disqualified",
        "hk-open part 1",
        "Where does a disqualified player stand?",
        {
            "last": "after all others, ordered among themselves; their games stand",
            "in-place": "where the points put them",
        },
    ),
    Reading(
        "foul-sum",
        "hk-open parts 2 and 10",
        "Do several foul events of one kind in one game add up to the limit that loses it?",
        {
            "add-up": "yes; kinds are never mixed",
            "mixed": "yes, and a technical foul counts as a violation too",
        },
    ),
    Reading(
        "foul-game",
        "hk-open part 10",
        "To which game does a foul belong where the player has two games of that stage and round?",
        {"only-game": "to none of them: it decides neither", "each": "to each of them"},
    ),
    Reading(
        "knockout-score",
        "hk-open part 7",
        "Which points do the rows of the knockout players show?",
        {
            "before": "those of the rounds before it",
            "with-knockout": "those and the points of their knockout games",
        },
    ),
    Reading(
        "knockout-worth",
        "hk-open parts 6 A and 7",
        "What are the knockout players worth to their earlier opponents for the rounds that they leave out?",
        {
            "half": "half a point for each, as for any unplayed round",
            "nothing": "nothing: only the rounds before it",
            "results": "what the first game of each of their ties brought them, half a point where none was played",
        },
    ),
    Reading(
        "forfeit-second",
        "hk-open part 6 D and E",
        "Does a pairing as second to which the opponent did not come count for D and E?",
        {
            "not-counted": "no: they count games actually played",
            "counted": "yes: as a win as second and as a game as second",
        },
    ),
    Reading(
        "bye-wins",
        "hk-open part 6 C",
        "Are a bye and a win by the opponent's absence won games for C?",
        {
            "won": "yes: the text calls the bye a won game",
            "not-won": "no: only games won over the board are",
        },
    ),
    Reading(
        "foul-wins",
        "hk-open parts 6 C and 10",
        "Is a game won by the other side's fouls a won game for C and D?",
        {"won": "yes: it was played", "not-won": "no: it brings the point only"},
    ),
    Reading(
        "forfeit-met",
        "hk-open part 6 B and F",
        "Have two players met whose only pairing was forfeited?",
        {"not-met": "no", "met": "yes"},
    ),
    Reading(
        "drawn-last-game",
        "hk-open part 7",
        "When is a drawn last game of a tie a win for second?",
        {
            "third-game": "only from the third game of the tie on (the blitz game); before that the tie is undecided",
            "always": "always: the ledger need not know at which pace it was played",
        },
    ),
)

WXF_READINGS = (
    *BOTH,
    Reading(
        "group-places",
        "wxf Rapid Open part II.a.ii",
        "An event in stages: which places have those who did not reach the last stage?",
        {
            "shared": "after its players by the place in the group; the same place in several groups is a shared rank",
            "by-score": "after its players by the place in the group; of the same place the higher score is ahead",
            "none": "none",
        },
    ),
    Reading(
        "unpaired-absence",
        "wxf part II.c",
        "What do leave and absence without a pairing bring to the opponent points?",
        {"nothing": "nothing", "lowest": "as much as a bye"},
    ),
    Reading(
        "half-bye",
        "wxf part II.c",
        "What does a half-point bye bring to the opponent points?",
        {"bye": "as much as a bye", "nothing": "nothing"},
    ),
    Reading(
        "lowest-score",
        "wxf part II.c",
        "Among whom is the lowest score above zero, which a bye counts as?",
        {
            "everyone": "among everyone in the table",
            "others": "among everyone but the player with the bye",
        },
    ),
    Reading(
        "bye-wins",
        "wxf part II.c",
        "Does a bye count as a won game in the tie-break on wins?",
        {"won": "yes: the rule counts it as a won game", "not-won": "no: it brings the point only"},
    ),
    Reading(
        "forfeit-met",
        "wxf part IV.a",
        "Is a forfeited pairing the own game of two players, and a game (or a win) as second?",
        {"met": "yes", "not-met": "no; it still counts in opponent points and wins"},
    ),
    Reading(
        "strong",
        "wxf part IV.a 6",
        "The text does not define strong opponents: who is one?",
        {
            "half": "whoever scored at least half of the rounds",
            "more-than-half": "whoever scored more than half of the rounds",
            "upper-half": "whoever stands in the upper half of the table by score",
        },
    ),
    Reading(
        "strong-bye",
        "wxf part IV.a 6",
        "Can the stand-in of a bye be a strong opponent?",
        {"never": "never", "by-score": "if its score is that of a strong opponent"},
    ),
    Reading(
        "fouls-lose",
        "wxf parts III and V",
        "Do fouls lose a game by themselves?",
        {
            "arbiter": "no: the arbiter's decision comes as the result",
            "limits": "yes: four violations or two technical fouls, as in hk-open",
        },
    ),
    Reading(
        "previous-rank",
        "wxf part IV.a",
        "What is the rank after the round before?",
        {
            "full-table": "that of the full table after it; none in round 1",
            "unused": "it decides nothing",
        },
    ),
    Reading(
        "final-score",
        "wxf part I.a",
        "What do the rows of the finalists show, and what are they worth to others?",
        {
            "slow-game": "the rounds before the final and the slow game, the first of stage final",
            "before": "only the rounds before the final",
            "decided": "the rounds before the final and a point for its winner, half a point each while undecided",
        },
    ),
)

TEAM_READINGS = (
    Reading(
        "team-ranks",
        "wxf part IV.b",
        "Which ranks of its players make the sum of a team?",
        {
            "within-sex": "those among players of the same sex",
            "table": "those of the table, men and women together",
        },
    ),
    Reading(
        "team-tie",
        "wxf part IV.b",
        "Two teams with equal sum and equal best rank?",
        {"shared": "they share the rank, listed by name", "by-name": "the name decides the rank"},
    ),
)

GROUP_READINGS = (
    Reading(
        "promotion-count",
        "hk-open part 8",
        "How many are the best tenth of B?",
        {
            "rounded-up": "every started person counts",
            "at-least-one": "rounded down, but one at least",
        },
    ),
    Reading(
        "promotion-place",
        "hk-open part 8",
        "A member of A is among the best of B: who gets the place?",
        {"not-passed-on": "nobody: the member stays A", "passed-on": "the next in the table"},
    ),
    Reading(
        "title-protection",
        "hk-open part 8",
        "When must a title be held to protect from losing A by absence?",
        {
            "at-the-loss": "on the end date of the missed edition that would lose it",
            "each-absence": "a missed edition on whose end date it was held does not count as missed",
        },
    ),
    Reading(
        "provisional-absence",
        "hk-open part 8",
        "When is provisional A lost by absence?",
        {
            "second": "at the second missed edition in a row, like A",
            "never": "never",
            "first": "at the first",
        },
    ),
    Reading(
        "absence-whom",
        "hk-open part 8",
        "Who loses A by absence (凡香港甲組棋手)?",
        {
            "every": "every member of A",
            "hong-kong": "only players of federation HKG on the last day of the edition",
        },
    ),
    Reading(
        "new-grant",
        "hk-open part 8",
        "A provisional A player is among the best of B again: what of the absences so far?",
        {"starts-anew": "it is a new grant: they are counted anew", "counts-on": "they count on"},
    ),
    Reading(
        "disqualified-rank",
        "hk-open parts 1 and 8",
        "What does a disqualified player's place mean for promotion and relegation?",
        {
            "none": "nothing: never promoted, not in the 10 % and the 20 %, and absent from that edition of A",
            "last": "a place like any other, after all others",
        },
    ),
    Reading(
        "open-edition",
        "hk-open part 8",
        "What does an edition do that was not closed?",
        {
            "ranks-only": "its tables count as they stand; nobody has missed it",
            "nothing": "nothing",
        },
    ),
    Reading(
        "first-seen",
        "hk-open part 8",
        "Somebody is first seen in A and is not among its last: what then?",
        {"a": "A", "provisional": "provisional A, until another A event is survived"},
    ),
    Reading(
        "b-plays-a",
        "hk-open part 8",
        "A member of B plays in A and is not among its last: what then?",
        {"a": "A, like everybody who plays there and stays", "b": "stays B"},
    ),
)

DRAW_READINGS = (
    Reading(
        "halves",
        "wxf part II.a",
        "Which numbers does the upper half draw?",
        {"odd": "odd ones (Chinese text)", "even": "even ones (English text)"},
    ),
    Reading(
        "titled-draw",
        "wxf Rapid Open part II.a.i",
        "How do titled players get the numbers 1 to N?",
        {
            "lots-by-title": "by lot within each title held on the first day, the higher title the smaller numbers",
            "lots": "by lot among all titled players",
            "order": "in the order of titles and of the list, without lots",
        },
    ),
    Reading(
        "bracket",
        "wxf Rapid Open part II.a.ii",
        "The text names a table of 16 without giving it: who meets whom?",
        {
            "seeded": "1–16, 8–9, 5–12, 4–13, 3–14, 6–11, 7–10, 2–15",
            "in-order": "1–9, 2–10, 3–11 … 8–16",
        },
    ),
    Reading(
        "final-sides",
        "wxf part I.a",
        "Whose sides over the first rounds are uneven?",
        {
            "balance": "games as first less games as second; the greater takes second (Chinese text)",
            "first-games": "games as first; the greater takes second (English text)",
        },
    ),
)

REGISTERS = {
    "hk-open": (*HK_OPEN_READINGS, *GROUP_READINGS),
    "wxf": (*WXF_READINGS, *TEAM_READINGS, *DRAW_READINGS),
    "fide": (*ALL, *FIDE_READINGS),
    "given": BOTH,
}


def readings_of(rules: str, chosen: Mapping[str, str] | None) -> dict[str, str]:
    """Every reading of a regulation with its choice."""
    return choose(REGISTERS[rules], chosen or {})
