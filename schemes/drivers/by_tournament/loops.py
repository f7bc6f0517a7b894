"""The loops: tournament by tournament what games change, then player by player the rating on the new list.

All ratings and changes are hundredths of a point. A regulation's own articles take the place of those in `articles.py`.
The replay runs the loops compiled; `explain` runs those of one player traced.
"""

from typing import Any

from schemes.drivers.by_tournament.articles import (
    NOT_RATED,
    carried_in,
    change_by_place,
    change_of_period,
    expected_in_game,
    federation_day,
    game_reason,
    keeps_rating,
    lifts_at_list,
    new_rating,
    note_game,
    score,
    title_day,
    tournament_change,
)
from schemes.drivers.by_tournament.columns import Columns, Marks, Period, PersonalFacts
from schemes.kernels.articles import loop
from schemes.kernels.causes import (
    ABSENCE,
    BONUS,
    CARRIED,
    CHANGE,
    ENDED,
    EXPECTED,
    FIRST,
    FLOOR,
    GAMES,
    MET,
    ROUNDING,
    TITLE,
)
from schemes.kernels.columns import Records, newest_row
from schemes.kernels.fields import Fields
from schemes.kernels.inputs import RATING_ENDED, Column
from schemes.rating.articles import (
    absence_deduction,
    beginning,
    k_of_player,
    kept_rating,
    lifted,
)
from schemes.rating.elsewhere import rating_elsewhere
from schemes.rating.held_titles import titles_on
from schemes.rating.reasons import GATHERED, NO_RATING, OPPONENT_UNRATED, RATED
from schemes.rating.settling import gather, note, rating_gathered

NOT_CARRIED = -2


@loop
def make_list(
    versions: Any,
    columns: Columns,
    chosen: Column,
    marks: Marks,
    players: Records,
    period: Period,
    causes: Column,
) -> None:
    """From the last list to the next: its tournaments in their order, then the new rating of every player."""
    p = versions[period.version]
    for number in chosen:
        tournament = columns.tournaments[number]
        q = versions[tournament.version]
        across = q.list_at_start == 1 and tournament.back > 0
        if across:
            take_ratings_of_start(tournament, columns.games, players)
        admit(q, columns, tournament, marks, players)
        mark_ranks(tournament, columns.ranked, players)
        rate_games(q, columns, tournament, marks, players)
        for row in range(tournament.ranked, tournament.ranked_end):
            players[columns.ranked[row].player].place = 0  # also of one without a counted game
        if across:
            give_ratings_back(tournament, columns.games, players)
    for number in range(len(players)):
        player = players[number]
        if player.rating != NOT_RATED or player.carried != NOT_CARRIED:
            rate_player(p, columns.facts, player, period, causes)
        elif player.counted > 0:
            rate_first(p, player, causes)


@loop
def take_ratings_of_start(tournament: Fields, games: Records, players: Records) -> None:
    """Let everybody play a tournament with the rating on the list in force at its start, or without one."""
    for row in range(tournament.games, tournament.games_end):
        for side in range(2):
            player = players[player_of(games, row, side == 0)]
            if player.kept == 0:
                player.kept = player.rating + 1
                player.rating = rating_back(player, tournament.back)


@loop
def player_of(games: Records, row: int, is_first: bool) -> int:
    """The player of a side of a game."""
    if is_first:
        return games[row].first
    return games[row].second


@loop
def rating_back(player: Fields, lists: int) -> int:
    """The rating of a player some lists before the last one."""
    if lists == 0:
        return player.before
    if lists == 1:
        return player.one_back
    if lists == 2:
        return player.two_back
    return player.three_back


@loop
def give_ratings_back(tournament: Fields, games: Records, players: Records) -> None:
    """End a tournament played with earlier ratings; a first rating that it gave stays, if there was none."""
    for row in range(tournament.games, tournament.games_end):
        for side in range(2):
            player = players[player_of(games, row, side == 0)]
            if player.kept > NOT_RATED + 1:
                player.rating = player.kept - 1
            player.kept = 0


@loop
def admit(p: Fields, columns: Columns, tournament: Fields, marks: Marks, players: Records) -> None:
    """A reason for each side of every game; a player in a first counted game gets the first rating."""
    games = columns.games
    facts = columns.facts
    first_reasons = marks.first
    second_reasons = marks.second
    for row in range(tournament.games, tournament.games_end):
        first = players[games[row].first]
        second = players[games[row].second]
        one = rating_in(p, facts, tournament, first)
        other = rating_in(p, facts, tournament, second)
        if one != NOT_RATED and other != NOT_RATED:
            first_reasons[row] = second_reasons[row] = game_reason(p, tournament, games, row)
        else:
            first_reasons[row] = NO_RATING if one == NOT_RATED else OPPONENT_UNRATED
            second_reasons[row] = NO_RATING if other == NOT_RATED else OPPONENT_UNRATED
            if (
                p.gathers
                and one + other > NOT_RATED
                and game_reason(p, tournament, games, row) == RATED
            ):
                keep(p, tournament, games, row, one == NOT_RATED, players, one + other)
                (first_reasons if one == NOT_RATED else second_reasons)[row] = GATHERED
        if first_reasons[row] == RATED:
            first.rating = one
            second.rating = other
        else:
            first.why = first_reasons[row]
            second.why = second_reasons[row]


@loop
def keep(
    p: Fields,
    tournament: Fields,
    games: Records,
    row: int,
    is_first: bool,
    players: Records,
    opponent_x100: int,
) -> None:
    """Keep a game of a player without a rating against a rated opponent for the first rating."""
    player = players[player_of(games, row, is_first)]
    player.counted += 1
    gather(player, opponent_x100, score(p, tournament, games, row, is_first))


@loop
def rating_in(p: Fields, facts: PersonalFacts, tournament: Fields, player: Fields) -> int:
    """The rating with which a player plays a tournament; 0: none."""
    if player.rating != NOT_RATED and not p.ratings_lapse:
        return player.rating
    federation = federation_on(facts, player, federation_day(p, tournament.start))
    day = title_day(p, tournament.start, tournament.end)
    player.outside = facts.outside[tournament.version, federation]
    player.titles = levels_held(facts, tournament.version, player, day)
    if player.rating != NOT_RATED:
        if keeps_rating(p, player):
            return player.rating
        return NOT_RATED
    return beginning(
        p, player, rating_elsewhere(facts.elsewhere, player.number, tournament.start), day
    )


@loop
def federation_on(facts: PersonalFacts, player: Fields, day: int) -> int:
    """The federation of a player on a day; the last of all codes for none."""
    row = newest_row(facts.federations.offset, facts.federations.day, player.number, day)
    if row < 0:
        return facts.outside.shape[1] - 1
    return facts.federations.code[row]


@loop
def levels_held(facts: PersonalFacts, version: int, player: Fields, day: int) -> int:
    """The levels of the titles that a player holds on a day, as a mask."""
    held = titles_on(facts.titles, player.number, day)
    levels, title = 0, 0
    while held >> title > 0:
        if held >> title & 1:
            levels |= facts.levels[version, title]
        title += 1
    return levels


@loop
def mark_ranks(tournament: Fields, ranked: Records, players: Records) -> None:
    """Tell the ranked players of a tournament their places."""
    for row in range(tournament.ranked, tournament.ranked_end):
        players[ranked[row].player].place = ranked[row].rank


@loop
def rate_games(
    p: Fields, columns: Columns, tournament: Fields, marks: Marks, players: Records
) -> None:
    """What the games of a tournament that count change."""
    games = columns.games
    is_watched = len(marks.effects) > 0
    for row in range(tournament.games, tournament.games_end):
        if marks.first[row] == RATED:
            note_person(p, columns.facts, tournament, players[games[row].first])
            note_person(p, columns.facts, tournament, players[games[row].second])
            for side in range(2):
                player = players[player_of(games, row, side == 0)]
                before = player.by_games + player.by_rank
                if p.is_game_by_game:
                    before = player.change
                add_game(p, tournament, games, row, side == 0, players)
                if is_watched:
                    opponent = players[player_of(games, row, side != 0)]
                    effect = marks.effects[2 * row + side]
                    effect[MET] = opponent.rating * p.unit // 100
                    effect[EXPECTED] = expected_in_game(p, player, opponent)
                    effect[CHANGE] = player.change - before
    for row in range(tournament.games, tournament.games_end):
        if marks.first[row] == RATED:
            for side in range(2):
                settle(p, tournament, players[player_of(games, row, side == 0)])
    if is_watched and not p.is_game_by_game:
        note_tournament(tournament, games, marks, players)


@loop
def note_tournament(tournament: Fields, games: Records, marks: Marks, players: Records) -> None:
    """Write down with each game what the whole tournament changed: less the sums before it, which are there already."""
    for row in range(tournament.games, tournament.games_end):
        if marks.first[row] == RATED:
            for side in range(2):
                player = players[player_of(games, row, side == 0)]
                marks.effects[2 * row + side, CHANGE] += player.by_games + player.by_rank


@loop
def note_person(p: Fields, facts: PersonalFacts, tournament: Fields, player: Fields) -> None:
    """Write down the titles of a player in a tournament, where K looks at them."""
    if p.k_by_titles:
        player.titles = levels_held(
            facts, tournament.version, player, title_day(p, tournament.start, tournament.end)
        )


@loop
def add_game(
    p: Fields, tournament: Fields, games: Records, row: int, is_first: bool, players: Records
) -> None:
    """Add a game to the sums of one side."""
    player = players[player_of(games, row, is_first)]
    opponent = players[player_of(games, row, not is_first)]
    player.met += 1
    player.counted += 1
    player.opponents += opponent.rating
    scored = score(p, tournament, games, row, is_first)
    player.score += scored
    note_game(p, player, opponent, scored)
    if p.is_game_by_game:
        calculate_change(p, tournament, player)


@loop
def calculate_change(p: Fields, tournament: Fields, player: Fields) -> None:
    """Bring the sums of a player to account: those of a whole tournament, or of a single game."""
    player.k = k_of_player(p, player, tournament.year)
    player.change += tournament_change(
        p, player.k, player.rating, player.opponents, player.met, player.score
    )
    player.met, player.opponents, player.score = 0, 0, 0


@loop
def settle(p: Fields, tournament: Fields, player: Fields) -> None:
    """End a tournament for a player, who may be met several times: what it changed is added to the period's changes."""
    if player.met > 0:
        calculate_change(p, tournament, player)
    if player.place > 0:
        changed = change_by_place(
            p, tournament, player.place, player.rating, player.k, player.change
        )
        player.by_rank += changed - player.change
    player.by_games += player.change
    player.place, player.change = 0, 0


@loop
def rate_player(
    p: Fields, facts: PersonalFacts, player: Fields, period: Period, causes: Column
) -> None:
    """The rating on the new list: calculated, or what was carried in instead; and why it changed."""
    player.why = 0
    if player.carried == NOT_CARRIED:
        calculate(p, facts, player, period, causes)
        return
    why = ENDED
    if player.carried != RATING_ENDED:
        why = CARRIED
        rating = carried_in(p, player.carried, player.sex)
        player.new = as_listed(
            p, title_lift(p, facts, player, period, rating) if p.carried_is_lifted else rating
        )
    note(p, causes, player.number, why, player.new - player.before)
    player.by_games, player.by_rank = 0, 0


@loop
def rate_first(p: Fields, player: Fields, causes: Column) -> None:
    """The first rating of a player from the games gathered so far, if they are enough."""
    player.new = rating_gathered(p, player)
    if player.new != NOT_RATED:
        note(p, causes, player.number, FIRST, player.new)
        player.why = 0


@loop
def calculate(
    p: Fields, facts: PersonalFacts, player: Fields, period: Period, causes: Column
) -> None:
    """All changes, rounding, titles, absence, floor."""
    lifts_first = p.lifts_before_changes == 1
    player.by_games = change_of_period(p, player)
    change = player.by_games + player.by_rank
    begin = title_lift(p, facts, player, period, player.rating) if lifts_first else player.rating
    calculated = new_rating(p, begin, change)
    lifted_to = calculated if lifts_first else title_lift(p, facts, player, period, calculated)
    deducted = absence_deduction(p, lifted_to) if was_absent(player, period) else 0
    floored = kept_rating(p, lifted_to - deducted, player.sex)
    player.new = as_listed(p, floored)
    number = player.number
    note(p, causes, number, GAMES, player.by_games)
    note(p, causes, number, BONUS, player.by_rank)
    note(p, causes, number, FIRST, player.rating - player.before)
    note(p, causes, number, TITLE, begin - player.rating + lifted_to - calculated)
    note(p, causes, number, ABSENCE, -deducted)
    note(p, causes, number, FLOOR, floored - lifted_to + deducted)
    note(p, causes, number, ROUNDING, calculated - begin - change + player.new - floored)


@loop
def was_absent(player: Fields, period: Period) -> bool:
    """Whether the first list of a year finds a player who was rated a year ago, without a rated game since."""
    if player.before == NOT_RATED or player.counted > 0 or player.excused:
        return False
    return player.since <= period.a_year_ago and player.last_game <= period.a_year_ago


@loop
def title_lift(p: Fields, facts: PersonalFacts, player: Fields, period: Period, rating: int) -> int:
    """The rating lifted by each title that lifts at this list."""
    titles = facts.titles
    held = titles_on(titles, player.number, period.day)
    for row in range(titles.offset[player.number], titles.offset[player.number + 1]):
        title = int(titles.level[row])
        day = int(titles.day[row])
        if not titles.awarded[row] or not lifts_at_list(p, day, period.begin, period.day):
            continue
        if p.lift_outlives_title or held >> title & 1:
            levels = facts.levels[period.version, title]
            rating = lifted(p, rating, player, levels, title, day)
    return rating


@loop
def as_listed(p: Fields, rating_x100: int) -> int:
    """A rating at the precision of the list."""
    return rating_x100 * p.unit // 100 * 100 // p.unit
