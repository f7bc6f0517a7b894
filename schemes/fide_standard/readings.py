"""The readings register: where the regulation leaves room, what is read there, and what else can be asked for."""

from schemes.kernels.readings import Reading


def _only(name: str, article: str, question: str, choice: str, says: str) -> Reading:
    """A question with one sensible answer."""
    return Reading(name, article, question, {choice: says})


READINGS = (
    _only("version-by", "0.1", "Which version holds?", "start",
          "That of the tournament's start date; numbers that concern a whole list (floor, pool, inactivity) are those "
          "in force on the list date."),
    _only("before-first-version", "0.1", "What of a tournament that starts before the first version?", "unrated",
          "No version is in force: it is not rated; a reform may date a version earlier."),
    _only("late-approval", "0.2", "What lifts a late registration?", "flags",
          "late_approved lifts it (0.2.3, 0.2.4); a hybrid tournament needs approved."),
    Reading("entrants", "0.2", "Whose rating decides between 30 and 3 days?", {
        "entered-or-playing": "That of everyone entered or with a game, on the list in force at the start.",
        "playing": "Only that of players with a game.",
    }),
    _only("registered-exactly", "0.2", "Is exactly 30 or 3 days before the start in time?", "in-time", "Yes."),
    _only("time-rating", "1.1", "Which ratings decide about the time?", "start",
          "Those of the list in force at the start; an unrated player counts as below 1800."),
    Reading("time-missing", "1.1", "What if no time control is given?", {
        "accepted": "The game has time enough.",
        "refused": "The game is not rated.",
    }),
    Reading("hours-missing", "3.1", "What if the hours a day are not given?", {
        "by-clock": "They follow from the time control and the games of a day, where the days are known; else they are "
                    "not checked.",
        "accepted": "They are not checked.",
    }),
    _only("hours-days", "3.1", "When are the days of games known?", "in-order",
          "If none is outside of the tournament, if it lasts one day or has games on several days, and if nobody's "
          "days go back from round to round."),
    _only("hours-games", "3.1", "Which games make up the hours of a day?", "one-player",
          "Those that one player played, of all stages but play-offs: they follow each other, while games of others "
          "may run beside them. Each lasts twice the time that a player has for 60 moves; exactly 12 hours are "
          "allowed."),
    Reading("long-parts", "4.1", "How is an event of more than 30 days rated?", {
        "by-game": "Each game on the first list that closes on or after its own date; a report delays nothing, but one "
                   "that is too late by 9.1 makes all of it unrated.",
        "at-end": "As a whole when it has ended, as any other event.",
    }),
    Reading("long-length", "4.1", "How are the days of an event counted?", {
        "both": "First and last day counted: 31 is long.",
        "between": "From the first day to the last: 32 is long.",
    }),
    _only("long-ratings", "4.1", "Which ratings, K and junior's year hold in a long event?", "start",
          "Those of its start throughout."),
    _only("long-outside", "4.1", "When was a game played that is dated outside its event?", "nearer-end",
          "On the nearer of first and last day."),
    _only("forfeits", "5.1", "What is an unplayed game?", "results", "One with the result +/-, -/+ or -/-, and a bye."),
    Reading("match-what", "6", "What is a match?", {
        "format": "A tournament of format match.",
        "series": "Also every tie of a knockout and a round robin of two players: a match of as many games as are on "
                  "record between them.",
    }),
    Reading("match-unrated", "6.1", "What is a match with an unrated player?", {
        "format": "One in which somebody with a game is unrated at the start.",
        "entered": "One in which somebody with a game or entered for it is unrated at the start.",
    }),
    Reading("match-won", "6.2", "When is a match won?", {
        "more-than-half": "When one of the two has more than half of `rounds` points against the other; forfeits "
                          "count.",
        "played": "When one of the two has more than half of `rounds` points in games that were played.",
    }),
    _only("match-stages", "6.2", "What of games of other stages?", "never-dead",
          "They are never dead and do not count towards winning; games are taken by round and board."),
    Reading("report-by", "7.1.3", "By when must the report be there?", {
        "list": "Before the day of the list: one received on the list date misses it.",
        "list-day": "On the day of the list at the latest.",
        "closing": "By the list's closing date.",
    }),
    Reading("report-missing", "7.1.3", "When was a report received that nobody recorded?", {
        "closed": "On the day the event was closed, else on its last day.",
        "end": "On the event's last day.",
    }),
    _only("report-first", "7.1.3", "Which of several reports counts?", "earliest", "The earliest."),
    Reading("month-end", "9.1", "On which list is an event that ends five days or less before the end of the month?", {
        "closing": "On the first that closes on or after its end: 7.1.3 alone decides.",
        "list-after": "On the list after the one that follows its end; a long event as before.",
    }),
    Reading("third-list", "9.1", "Which lists come after the end?", {
        "after-end": "Those dated after the last day.",
        "closing": "Those that close on or after the last day.",
    }),
    _only("k-shown", "7.1.2", "Which K does the list show?", "list-date",
          "That of a tournament starting on the list date, before the 700 rule."),
    Reading("window", "7.1.4", "Which events are pooled?", {
        "lists": "Those rated on lists dated after this list less 26 months.",
        "months": "Those that ended after this list less 26 months.",
    }),
    _only("low-pool", "7.1.4", "What of a pool that gives less than 1400?", "stays", "It stays and goes on growing."),
    _only("new-game", "7.1.4", "Can a first rating come without a new game?", "no",
          "No: at least one pool game must be new on that list; all games of the list that brings the fifth count."),
    Reading("first-list-games", "7.1.2", "How many games does a first list show?", {
        "list": "Those rated on this list.",
        "pool": "All of the pool.",
    }),
    _only("fall", "7.2.1", "What does falling below 1400 take away?", "pool-and-games",
          "Rating, pool and game count; the player begins anew as an unrated one."),
    Reading("inactivity", "7.2.2", "When is a year without a game over?", {
        "lists": "No game rated on the 12 lists up to this one, and 12 lists since first listed or carried in.",
        "calendar-years": "No game rated on a list of this year or the last, and listed since before the last year.",
    }),
    Reading("carried-inactive", "7.2.2", "When does a player whose rating was carried in become inactive?", {
        "twelve-lists": "Twelve lists after the last one on which a rating was carried in: the office's list still had "
                        "the player. Only games rated for the player count.",
        "first": "Twelve lists after the first one since the player was unrated.",
    }),
    Reading("declared", "7.2.2", "How long does an office's own declaration of inactivity hold?", {
        "game": "Until a game of the player is rated on a list dated after it, or until the office declares activity "
                "resumed; one dated on a list day holds on that list.",
        "resumed": "Until the office declares activity resumed.",
    }),
    _only("resumed", "7.2.2", "Is a player active whose activity the office declared resumed?", "by-games",
          "As the games say: somebody without a game for a year stays inactive."),
    _only("carried-below", "7.2.1", "What is a rating below 1400 that is carried in?", "unrated", "None: unrated."),
    _only("carried-games", "8.3.3", "How many games has a player whose carried-in rating does not say?", "record",
          "30 with no rated game on record (games still in a pool are none), else the log's own count; after the "
          "office's list stopped carrying the player, the count since then."),
    _only("rating-ended", "7.1", "What of a player whom the office's list no longer carries?", "anew",
          "Unrated from the first list dated on or after that day; the games of that list do not count for the player, "
          "who begins anew. Once 2400 and once 2300 stay."),
    _only("carried-fraction", "8.2.3", "What is a carried-in rating that is not whole?", "nearest",
          "The nearest whole number, half up."),
    _only("beyond-table", "8.1.2", "What is expected beyond a difference of 735?", "certain", "1.00 and .00."),
    Reading("zero-event", "8.2.1", "Which events scored zero do not count?", {
        "first": "The first one with games against rated opponents, if those gave zero.",
        "every": "Every event without a point while the player is unrated.",
    }),
    Reading("zero-games", "8.2.1", "In which games of the event must the score be zero?", {
        "rated": "In those against rated opponents.",
        "all": "In all that were played, also those against unrated opponents.",
    }),
    _only("first-event", "8.2.1", "Which event is the first?", "list-start-end-id",
          "First by the list it is rated on, then start, end, id; of a long event its part on the first list; "
          "anew after a fall."),
    Reading("share-halves", "8.2.2", "How is a score a game halfway between two hundredths rounded?", {
        "up": "Up: .375 is .38.",
        "down": "Down: .375 is .37.",
    }),
    Reading("average", "8.2.3", "Is the opponents' average rounded?", {
        "exact": "No: the sum of average and difference is rounded once.",
        "rounded": "Yes, half up, before the difference is added: the same number, as differences are whole.",
    }),
    Reading("late-rated", "8.2.4", "How is one rated who was unrated at the start?", {
        "list-before": "Rating, K and the limit of 8.3.1 from the list before; for the opponents still unrated.",
        "both": "The same, and the rating of the list before counts for the opponents, too.",
    }),
    _only("fallen-meanwhile", "8.2.4", "How is one rated who was rated only at the start?", "pool",
          "Own games go into the new pool; the opponents count against the rating at the start."),
    Reading("ratings-from", "8.3.1", "Which list gives both players' ratings?", {
        "start": "The list in force at the tournament's start.",
        "before": "The list before the one it is rated on; admission (0.2, 1.1, 6.1) and K stay as they are.",
    }),
    Reading("k-from", "8.3.3", "Which list gives K?", {
        "start": "The list in force at the tournament's start.",
        "before": "The list before the one it is rated on.",
    }),
    Reading("k-games", "8.3.3", "Which games count towards 30?", {
        "all": "All rated games, those of the first rating included; not the zero event, not those out of the window, "
               "not those before a fall.",
        "after-first": "Only those after the first rating.",
    }),
    Reading("k-year", "8.3.3", "In which year must a junior be a junior?", {
        "start": "In that of the tournament's start.",
        "list": "In that of the list.",
    }),
    Reading("junior-limit", "8.3.3", "When does a junior's rating remain below 2300?", {
        "never": "As long as it was never published at 2300 or more: after that K stays 20.",
        "moment": "Whenever it is below 2300 on the list that gives K.",
    }),
    Reading("k-order", "8.3.3", "Which case comes first for a player of fewer than 30 games who was once at 2400?", {
        "new-first": "Fewer than 30 games.",
        "top-first": "Once 2400.",
    }),
    Reading("k-peak", "8.3.3", "Does a published 2400 or 2300 from before a fall below 1400 still count?", {
        "ever": "Yes: ever is ever.",
        "since-fall": "No: it begins anew.",
    }),
    _only("k-unlisted", "8.3.3", "Does a rating without federation count as published?", "yes",
          "Yes, for K and for activity."),
    _only("k-replaced", "8.3.3", "Does what games gave on a list count where another rating was carried in?", "no",
          "No: neither a highest rating nor a fall was published; of several ratings carried in only the last is."),
    _only("birth-unknown", "8.3.3", "Is a player without birth year a junior?", "no", "No."),
    Reading("limit-games", "8.3.3", "Which games does the 700 rule count?", {
        "list": "All own rated games of the list; each event's K is cut by itself.",
        "event": "Those of the event.",
    }),
    Reading("rounding", "8.3.4", "When is the change rounded?", {
        "period": "Once a list, after all tournaments are summed.",
        "tournament": "Once a tournament.",
    }),
    _only("no-federation", "10.1", "What of a player without a federation?", "unlisted", "Rated, but not listed."),
    _only("suspended", "10.1", "What of players of a suspended federation?", "unlisted",
          "Rated, but not listed on lists dated while it is suspended."),
    _only("same-day", "10.2", "Do a transfer, a suspension or a death on the list date count for that list?", "yes",
          "Yes."),
)  # fmt: skip
