"""National events: to which year they belong, and who took part in them. Taking part saves from the deduction."""

import numpy as np

from schemes.drivers.by_game.attendance import Attendance, presences_of
from schemes.drivers.by_game.events import closing_days
from schemes.kernels.calendar import years
from schemes.kernels.columns import Records, is_rated
from schemes.kernels.inputs import Column, Tournaments
from schemes.kernels.rules import Rules
from schemes.kernels.scheme import Given


def national_years(tournaments: Tournaments, rules: Rules) -> Column:
    """The year to which each tournament would belong as a national event."""
    closed = closing_days(tournaments)
    days = {"closed": closed, "started": tournaments.start, "registered": tournaments.registered}
    return years(np.asarray(days[rules.readings["national-year"]], np.int64))


def presences(given: Given) -> Records:
    """Who took part in national events that took place, and the events themselves, by the day it is booked."""
    rules = given.rules
    assignment = given.assignment
    t = given.inputs.tournaments
    if rules.readings["national-events"] == "rated":
        asked = is_rated(assignment)
    else:
        asked = np.asarray(assignment.first) >= 0
    national = asked & (np.asarray(t.national) > 0)
    played_only = rules.readings["taking-part"] == "played"
    half_byes = rules.readings["half-bye"] == "yes"
    return presences_of(
        given.inputs, Attendance(national, national_years(t, rules), played_only, half_byes)
    )
