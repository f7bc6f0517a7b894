"""Where the regulation leaves room: what we read, and what else can be chosen. The first choice is in force."""

from schemes.kernels.readings import Reading

READINGS = (
    Reading("arbiters-absent", "3", "What if the number of national arbiters is not given?", {
        "accepted": "The office that approved the tournament has seen to it.",
        "refused": "A tournament that does not name its arbiters is not rated.",
    }),
    Reading("time-control-absent", "3", "What if no time control is given?", {
        "accepted": "Approval as a rapid event is enough.",
        "refused": "A tournament without a time control is not rated.",
    }),
    Reading("rapid-within-slow", "3", "How do rapid games within a slow event come in?", {
        "own-tournament": "As a tournament of their own, approved for rapid rating.",
    }),
    Reading("two-months", "4", "What are two months before the start?", {
        "calendar": "The same day two months earlier, at most that month's last day.",
        "days": "Sixty days (admission.days) before the start.",
    }),
    Reading("late-approval", "4", "Can a late registration be approved after all?", {
        "lifts": "Yes: late_approved lifts the term.",
        "refused": "No: a late registration is never rated.",
    }),
    Reading("at-the-floor", "5", "What of a player below the published minimum?", {
        "kept": "The rating is kept and used, and stays off the published list.",
    }),
    Reading("title-day", "6", "Is a title held on the day of its award, and on that of its revocation?", {
        "award-yes": "On the day of the award yes, on that of the revocation no.",
    }),
    Reading("first-title-day", "6.1", "On which day must a title be held to count for a first rating?", {
        "start": "On the start of the first rated tournament.",
        "end": "On its end.",
    }),
    Reading("first-tournament", "6.1", "Which of several tournaments of a period is a player's first?", {
        "start": "By start, end, id: the first with a counted game; one first rating, whatever titles come later.",
        "end": "By end, start, id.",
    }),
    Reading("title-lift", "6.2", "Which titles lift a rating at a list?", {
        "document-date": "Those awarded in the period, by the date of the award.",
        "list-date": "All that are held on the list date, whenever awarded.",
    }),
    Reading("lift-without-rating", "6.2", "Does a new title give a rating to somebody who has none?", {
        "no": "No: only ratings are lifted; a first rating needs a rated tournament.",
    }),
    Reading("lift-compared-with", "6.2", "With which rating is the standard value of a new title compared?", {
        "new-rating": "With the newly calculated one: sum of changes, one-decimal rounding, title, floor.",
        "old-rating": "With the one before: it is lifted first, and the changes are added to it.",
    }),
    Reading("lift-revoked", "6.2", "Does a title lift that was awarded and revoked in the period?", {
        "no": "No: it must be held on the list date. Each award still held lifts, also with the first rating.",
        "yes": "Yes: the award is enough.",
    }),
    Reading("lift-on-list-day", "6.2", "To which period does an award on a list's day belong?", {
        "new": "To the period that begins on that day.",
        "old": "To the period whose list appears on that day.",
    }),
    Reading("wxf-lift", "6.2", "Whom do WXF titles lift?", {
        "nobody": "Nobody; CXA and sport titles lift everybody who has a rating.",
        "holders": "Everybody who has a rating.",
    }),
    Reading("carried-lift", "6.2", "Does a title lift a rating on the list on which it is carried in?", {
        "no": "No: it is carried in as it stands.",
        "yes": "Yes.",
    }),
    Reading("carried-floor", "6.3", "What of a rating carried in below the floor?", {
        "raised": "It is raised to the floor.",
        "as-given": "It stands until the next list.",
    }),
    Reading("playoffs", "7", "How are playoff games of the same two players rated?", {
        "one-game": "As one game together, with the result of the last one; drawn, it is a win for second.",
        "singly": "Each as a game of its own.",
    }),
    Reading("playoff-pair", "7", "Which playoff games belong together?", {
        "same-two": "All of the same two players in a tournament, whichever side; the last by stage and round.",
    }),
    Reading("replays", "7", "How are replays rated that are recorded as further games of a knockout stage?", {
        "playoffs": "As playoff games: all games of the same two in that stage but the first, which is ordinary.",
        "ordinary": "As ordinary games: only games of stage playoff are playoff games.",
    }),
    Reading("playoff-forfeit", "7", "What if the last playoff game was forfeited?", {
        "counts": "It counts as the forfeit it is.",
        "last-played": "The last one that was played counts, if any was.",
    }),
    Reading("calculation", "8", "For what is the expectation calculated?", {
        "tournament": "For each tournament, from the average of the opponents.",
        "game": "For each game, from the opponent met.",
    }),
    Reading("ratings-used", "8.1", "Which ratings are used on both sides?", {
        "last-list": "Those of the last list, unpublished ones included; the standard value for a first-timer.",
    }),
    Reading("across-the-edge", "8.1", "Which list is the last one for a tournament across a period's edge?", {
        "before-the-new": "The list just before the new one, for ratings and K alike.",
        "at-the-start": "The list in force on its start (at most three before the last), for ratings and K alike.",
    }),
    Reading("p-rounding", "8.3", "How is P brought to hundredths?", {
        "half-away": "To the nearest hundredth, halves up.",
        "dropped": "Further decimals are dropped.",
        "four-decimals": "It is not: P is used with four decimals.",
    }),
    Reading("decimals", "8.5", "How are changes, bonuses and new ratings brought to their decimals?", {
        "rounded": "To the nearest, halves away from zero.",
        "dropped": "Further decimals are dropped.",
    }),
    Reading("first-k", "9", "Which K has a player without a rating on the last list?", {
        "standard-value": "That of the standard value.",
        "bottom": "The one of the lowest band.",
    }),
    Reading("double-forfeit", "10", "What of a game to which neither player came?", {
        "both-lose": "It is rated: both lose.",
        "not-counted": "It does not count: nobody won or lost.",
    }),
    Reading("fouls", "10", "With which result is a game rated that the standings rules count as lost by fouls?", {
        "lost": "With that result, for both players: one game has one result (hk-open part 10).",
        "as-recorded": "With the recorded result.",
    }),
    Reading("champion-loss", "11", "What does it mean that a champion does not lose?", {
        "change": "A negative change counts as zero, and the bonus comes on top.",
        "total": "Change and bonus together are at least zero.",
    }),
    Reading("champion-rating", "11", "The thousandth of which rating is the bonus?", {
        "before": "Of the rating on the last list.",
        "after": "Of that rating with the tournament's change.",
    }),
    Reading("champion-rounding", "11", "When is the bonus rounded?", {
        "by-itself": "At each championship, to hundredths; several add up.",
    }),
    Reading("champion-event", "11", "In which events is there an individual champion?", {
        "individual": "In individual events only.",
        "all": "In every event that has a ranking of players.",
    }),
    Reading("champion-stages", "11", "Who is champion of an event in stages?", {
        "whole": "The first of the whole event; its groups (part_of) have no champion.",
    }),
    Reading("champion-without-game", "11", "What if the champion has no counted game, or no rating?", {
        "nothing": "There is no bonus, and nobody else gets it.",
    }),
    Reading("shared-champions", "11", "What if several are ranked first?", {
        "each": "Each is champion.",
        "divided": "None loses, and the bonus is divided among them.",
        "none": "There is no champion.",
    }),
    Reading("outside", "12", "Who is from outside the mainland?", {
        "start": "Who has another federation on the tournament's start.",
        "registration": "Who was registered with another federation, whatever transfers came later.",
    }),
    Reading("no-federation", "12", "What if a player has no federation?", {
        "mainland": "Then the player is from the mainland.",
        "outside": "Then the player is from outside.",
    }),
    Reading("once-rated", "12", "What of a rated player from outside without a WXF title?", {
        "stays": "Once rated, always rated.",
        "title-needed": "Games count only while a WXF title is held.",
    }),
    Reading("mainland-wxf", "12", "Does a WXF title count for a mainland player's first rating?", {
        "nothing": "No.",
        "counts": "Yes, if it is worth more.",
    }),
    Reading("foreign-cxa", "12", "Does a CXA or sport title count for the first rating of a player from outside?", {
        "nothing": "No.",
        "counts": "Yes, from first class on, if it is worth more.",
    }),
    Reading("title-within-period", "12", "What if a player from outside gets a WXF title within the period?", {
        "from-then": "Rated from the first tournament that starts with it; earlier games stay uncounted.",
    }),
    Reading("trial", "14", "Which tournaments does the regulation hold for?", {
        "start": "Those that start on its first day or later.",
        "end": "Those that end on its first day or later.",
    }),
)  # fmt: skip
