"""Where the document leaves room: what is read there, and what else can be chosen."""

from schemes.kernels.readings import Reading

READINGS = (
    Reading(
        "game-order",
        "Basis",
        "Which ratings does a game use, and in which order are games taken?",
        {
            "played": "Each game uses the ratings just before it; order: date, tournament id, round, board.",
            "event": "All games of an event use the ratings before it, and are rated on its closing day.",
        },
    ),
    Reading(
        "floor",
        "Basis",
        "Is the lowest value of 1500, with which a rating starts, also a floor?",
        {
            "none": "No: a rating can fall below it.",
            "first-rating": "Yes: no game and no deduction leaves less than a first rating without a title.",
        },
    ),
    Reading(
        "stage-order",
        "Basis",
        "In which order are games of one date, tournament, round and board taken?",
        {
            "by-stage": "Main, last16, quarterfinal, semifinal, place5-8, seventh, fifth, third, final, playoff.",
        },
    ),
    Reading(
        "version-of-game",
        "Basis",
        "Which version of the rules holds for a game when a reform changes them?",
        {
            "start": "That of its tournament's start, or of an earlier first game; for other things that of their day."
        },
    ),
    Reading(
        "table-edge",
        "Table",
        "Where does the expectation become 1.00?",
        {
            "printed": "Above 734, as printed.",
            "fide": "Above 735, as in FIDE's table, from which this one was copied.",
        },
    ),
    Reading(
        "k-of-game",
        "K",
        "Do both players of a game have the same K?",
        {
            "one": "Yes: that of the higher-rated if the higher-rated wins, else that of the lower-rated.",
            "own": "No: each has the K of the own rating, as with FIDE.",
        },
    ),
    Reading(
        "k-equal",
        "K",
        "Whose K does a game between equal ratings take?",
        {
            "winner": "That of the winner; a draw changes nothing.",
            "larger": "The larger of the two.",
        },
    ),
    Reading(
        "k-forever",
        "Basis",
        "Does the K of those who once had 2400 hold in Malaysia too, though told of China?",
        {"holds": "Yes, for ever.", "china-only": "No: K always goes by the present rating."},
    ),
    Reading(
        "reached-by",
        "Basis",
        "By what is 2400 reached?",
        {
            "anything": "By a game, a bonus, a first or a carried-in rating, or its peak.",
            "games": "By a game only.",
        },
    ),
    Reading(
        "k-forever-last-rounds",
        "K note",
        "Does the K fixed for ever grow in the last two rounds?",
        {"grows": "Yes, the note speaks of all players.", "fixed": "No, it stays 10."},
    ),
    Reading(
        "last-rounds",
        "K note",
        "Which games are in the last two rounds?",
        {
            "any-stage": "Those of every stage whose round number is above rounds − 2.",
            "main-only": "Only those of the main stage whose round number is above rounds − 2.",
        },
    ),
    Reading(
        "short-events",
        "K note",
        "What of tournaments with one or two rounds?",
        {"all": "All their games are in the last two rounds.", "none": "None of their games is."},
    ),
    Reading(
        "rounding",
        "Basis",
        "How is a change made a whole number?",
        {
            "half-away": "Each game's change to the nearest, a half away from zero, as the printed examples do.",
            "half-up": "Each game's change to the nearest, a half up (−6.5 is −6).",
        },
    ),
    Reading(
        "first-game",
        "Start",
        "With which game does a rating begin?",
        {
            "over-the-board": "With the first that was played over the board.",
            "recorded": "With the first that was recorded, forfeits included.",
        },
    ),
    Reading(
        "first-event",
        "Start",
        "At which event does a rating start?",
        {
            "any": "At the first game of any event that is rated.",
            "national": "At the first game of a national event; earlier games count for neither player.",
        },
    ),
    Reading(
        "which-title",
        "Start",
        "Which of several titles fixes the first rating?",
        {
            "highest": "The highest one held.",
            "newest": "The one awarded last, of those still held.",
        },
    ),
    Reading(
        "title-day",
        "Start",
        "Up to when must a title be held to fix the first rating?",
        {
            "earlier-day": "It must be awarded on a day before the first game.",
            "same-day": "The day of the first game is early enough.",
        },
    ),
    Reading(
        "title-later",
        "Start",
        "What does a title do that is won after the first game?",
        {
            "nothing": "It changes no rating.",
            "lifts": "A lower rating is lifted to the title's first rating on the day of the award.",
        },
    ),
    Reading(
        "women",
        "Basis",
        "The lowest first rating is told of men; what of women?",
        {"as-men": "Women and men start alike."},
    ),
    Reading(
        "carried-in",
        "Silent",
        "How does a carried-in rating that is no whole number enter?",
        {
            "half-away": "To the nearest whole point, a half away from zero; from its day on, before that day's games."
        },
    ),
    Reading(
        "carried-peak",
        "Silent",
        "Does a carried-in peak below 2400 undo a 2400 that was reached before?",
        {
            "keeps": "No: reached is reached for ever.",
            "replaces": "Yes: the office's peak replaces what was.",
        },
    ),
    Reading(
        "bonus-moment",
        "Bonus",
        "When does a bonus act?",
        {
            "after-games": "On the closing day, after that day's games; later games come after it.",
            "before-games": "On the closing day, before that day's games.",
        },
    ),
    Reading(
        "bonus-unrated",
        "Bonus",
        "What does a ranked player without a rating get?",
        {"nothing": "Nothing.", "first-rating": "The first rating by title, and the bonus on it."},
    ),
    Reading(
        "bonus-places",
        "Bonus",
        "Does somebody move up when a ranked player gets no bonus?",
        {
            "own-rank": "No: each gets what the own rank is worth; fewer than eight ranked, fewer bonuses.",
            "move-up": "Yes: the first eight of those with a rating get the eight bonuses.",
        },
    ),
    Reading(
        "bonus-shared",
        "Bonus",
        "What do players get who share a place?",
        {
            "each": "Each the bonus of the place that they share.",
            "divided": "The bonuses of the places that they take, added and divided; a half away from zero.",
        },
    ),
    Reading(
        "bonus-stages",
        "Bonus",
        "Which places give a bonus in an event in stages?",
        {"whole": "Those of the whole event; its groups (part_of) give none."},
    ),
    Reading(
        "team-bonus",
        "Bonus",
        "Does a team event with a ranking of players give bonuses?",
        {"given": "Yes, like any other national event.", "none": "No."},
    ),
    Reading(
        "absence-moment",
        "Absence",
        "When on 1 January is the absence deducted?",
        {
            "first": "Before carried-in ratings and games of that day.",
            "last": "After everything else of that day.",
        },
    ),
    Reading(
        "absence-rounding",
        "Absence",
        "How is the 3 % made a whole number?",
        {
            "half-away": "To the nearest, a half away from zero.",
            "down": "Down, in favour of the player.",
        },
    ),
    Reading(
        "absence-whom",
        "Absence",
        "Who can be absent from a year?",
        {
            "rated-before": "Who had a rating before 1 January of that year.",
            "rated-since": "Who had a rating by the end of that year.",
        },
    ),
    Reading(
        "national-year",
        "Absence",
        "To which year does a national event belong?",
        {
            "closed": "To the year it was closed in.",
            "started": "To the year it started in.",
            "registered": "To the year it was registered in.",
        },
    ),
    Reading(
        "national-events",
        "Absence",
        "Which national events count for taking part?",
        {
            "any": "Every event marked as national, individual or team, rated under this scheme or not.",
            "rated": "Only those rated under this scheme.",
        },
    ),
    Reading(
        "national-held",
        "Absence",
        "Which national events took place?",
        {"closed-or-played": "Those that were closed, and those with a game on record."},
    ),
    Reading(
        "no-event",
        "Absence",
        "What of a year in which no national event took place?",
        {"free": "It costs nobody anything.", "costs": "It costs everybody 3 %, excuses aside."},
    ),
    Reading(
        "taking-part",
        "Absence",
        "What is taking part?",
        {
            "present": "A game not forfeited by the player, or a bye.",
            "played": "A game over the board.",
        },
    ),
    Reading(
        "half-bye",
        "Absence",
        "Is a half-point bye taking part?",
        {"no": "No.", "yes": "Yes, like a full bye."},
    ),
    Reading(
        "excuse",
        "Absence",
        "Until when must an excuse be recorded?",
        {"any-time": "It counts for its year whenever it was recorded."},
    ),
    Reading(
        "forfeits",
        "Silent",
        "Does a forfeit change ratings?",
        {
            "unrated": "No.",
            "rated": "Yes, as a game won by the one who was there; nothing if neither was.",
        },
    ),
    Reading(
        "fouls",
        "Silent",
        "With which result is a game rated that hk-open counts as lost by fouls?",
        {
            "lost": "As lost by the one who fouled out; both: two zeros, K of the lower-rated (of equals: the larger).",
            "as-recorded": "With the recorded result.",
        },
    ),
    Reading("byes", "Silent", "Does a bye change a rating?", {"unrated": "No."}),
    Reading(
        "lists",
        "Silent",
        "When do lists appear?",
        {"any-day": "On any day; everything effective on or before that day counts."},
    ),
)
