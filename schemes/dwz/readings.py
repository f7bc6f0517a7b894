"""Where the Wertungsordnung leaves room: what we read, and what else can be chosen. The first choice is in force."""

from schemes.kernels.readings import Reading

READINGS = (
    Reading("text", "0", "Where does the text come from?", {
        "pages": "Articles 2.2, 3.2 to 3.6, 4.1, 4.2 and annex 1.2 as the federation showed them page by page. The end "
                 "of 3.4.4 and the numbers of 3.6.2 were not at hand there; they are those of the edition of 2014.",
    }),
    Reading("text-2026", "0", "What is known of the text that holds from August 2026 on?", {
        "told": "It was not at hand. Three public programs agree on K, two on the least rating, one tells how first "
                "ratings are lifted; two evaluations of September 2026 come out. All else is as before.",
    }),
    Reading("version-by", "0", "Which version holds?", {
        "start": "That of the tournament's start: the text that says so was not at hand.",
    }),
    Reading("full-score", "3.4.1", "From 2026 on: does a newcomer with all points get a first rating?", {
        "draw": "Yes, with a draw against the mean of the opponents added: so one public program.",
        "none": "No, as before.",
    }),
    Reading("full-performance", "3.6.2", "From 2026 on: what is the performance of a rated player with all points?", {
        "draw": "That of a newcomer, with the draw added: 3.6.1 says that both are the same.",
    }),
    Reading("parts", "2.2.2", "What of a tournament that is interrupted for more than eight weeks?", {
        "registered": "Its parts are tournaments of their own if they are registered so.",
    }),
    Reading("day", "2.2.3", "Which day is that of a tournament?", {
        "last": "The later one of its end and of its last game: before that not all its games are known.",
    }),
    Reading("carried-in", "2.2.4", "What is a rating that is carried in for a player without one?", {
        "dwz": "A DWZ of an established player, with index 6: the log does not know another. It counts for tournaments "
               "that end on its day, too.",
        "elsewhere": "A comparable rating from elsewhere, with index 6: at the next evaluation E has the limit of "
                     "index 1 (2.2.4, annex 1.2).",
    }),
    Reading("age-missing", "3.2", "How old is a player whose year of birth is not known?", {
        "adult": "Over 25.",
    }),
    Reading("forfeits", "6.1", "What of games that were not played?", {
        "not-rated": "Reports mark them (6.1), and they are not rated: so says the federation's calculator.",
    }),
    Reading("expectation", "3.3.1", "How exact is an expectation?", {
        "exact": "Eight decimals of the normal distribution.",
        "thousandths": "Three decimals, as evaluations were printed up to 2013.",
    }),
    Reading("five", "3.4.1", "Are five games against rated opponents asked for, or five opponents?", {
        "games": "Five games: a second one against the same opponent counts, too.",
    }),
    Reading("membership", "3.4.3", "Who is no member, and gets no rating?", {
        "everybody": "Nobody: the log does not know members. A player is registered or is not.",
    }),
    Reading("iteration", "3.4.4", "How does the iteration go?", {
        "whole": "From the mean of the opponents and the difference of the score, all newcomers at once, by whole "
                 "points until nobody moves, or after 1,000 rounds. The differences printed for twelve players come "
                 "out so.",
    }),
    Reading("rounding", "2.2.1", "How are ratings rounded to whole points?", {
        "half-up": "To the nearest point, a half up; E too. No rating is below 1.",
    }),
    Reading("exceptional-once", "3.6.3", "With which ratings are the performances of exceptional players found?", {
        "before": "With the ratings before, and the first ratings found with those; not again afterwards. Games that "
                  "are kept have the opponent's rating before, not the performance.",
    }),
    Reading("kept-until", "4.1.1", "When are two years over?", {
        "day-after": "On the day after the same day two years later.",
    }),
    Reading("fide-rating", "4.1.2", "Do players of 2400 or more play with their FIDE rating?", {
        "no": "No: the text says as a rule, and the log need not have FIDE's list. It can be carried in.",
    }),
    Reading("time-missing", "4.2.2", "What if no time control is given?", {
        "accepted": "Approval is enough.",
        "refused": "A tournament without a time control is not rated.",
    }),
    Reading("time-of-parts", "4.2.2", "What of the hour and the tempo that the first time control needs?", {
        "not-known": "The log has one time for the whole game: only its 90 minutes are asked for.",
    }),
    Reading("time-of-children", "4.2.2", "What of the hour that is enough for children under 12?", {
        "not-known": "The log does not know age groups: 90 minutes are asked for. --set time_least=3600 lets it hold.",
    }),
)  # fmt: skip
