"""Where C.07 leaves room: what is read there, and what else could be read."""

from schemes.kernels.readings import Reading

FIDE_READINGS = (
    Reading(
        "edition",
        "C.07, header",
        "By which edition of C.07 are unplayed rounds counted?",
        {
            "by-start": "by the one in force on the tournament's first day; before August 2024 by that of 2024, too",
            "2024": "by that of 1 August 2024: a dummy has the player's own score",
            "2026": "by that of 1 March 2026: a dummy's score has an upper limit",
        },
    ),
    Reading(
        "unnamed",
        "C.07 art. 2.1 and 4.1",
        "Which tie-breaks apply where the tournament names none?",
        {
            "recommended": "those that FIDE last recommended (C.02 art. 13.16): Swiss DE, WIN, BPG, BH:C1, BH, SB; "
            "round robin DE, WIN, SB, KS",
            "none": "none: players with the same score share a place",
        },
    ),
    Reading(
        "unrated",
        "C.07 art. 10",
        "A rating is the one with which a player was entered. What if somebody has none?",
        {
            "dropped": "the tie-breaks from ratings are dropped for everybody",
            "left-out": "games against unrated opponents are left out",
        },
    ),
    Reading(
        "performance-share",
        "C.07 art. 10.2, B.02 art. 8.1.1",
        "The table has shares of the points in hundredths: what of a share between two of them?",
        {"half-up": "it is rounded, a half up", "rounded-down": "it is rounded down"},
    ),
    Reading(
        "no-record",
        "C.07 art. 16.1.1",
        "What is a round of a Swiss tournament of which nothing is recorded for a player?",
        {
            "zero-point-bye": "a zero-point bye, like every round after leaving",
            "nothing": "nothing: it counts neither for the player nor for opponents",
        },
    ),
    Reading(
        "koya-forfeits",
        "C.07 art. 9.2",
        "Do points by forfeit count for Koya in a Swiss tournament?",
        {
            "counted": "yes: they were achieved against that opponent",
            "not-counted": "no: only games over the board count",
        },
    ),
)
