"""The loops: tournament by tournament what games change, then player by player the rating on the new list.

All ratings and changes are hundredths of a point. A regulation's own articles take the place of those in `articles.py`.
The replay runs the loops compiled; `explain` runs those of one player traced.
"""

from typing import Any

from schemes.kernels.articles import loop
from schemes.kernels.by_tournament.articles import (
    NO_RATING,
    NO_VERSION,
    NOT_RATED,
    OPPONENT_WITHOUT_RATING,
    RATED,
    carried_in,
    champion_change,
    champions_of,
    federation_day,
    first_rating,
    game_reason,
    is_published,
    k_of,
    keeps_rating,
    lifted,
    lifts_at_list,
    new_rating,
    not_below_floor,
    rating_used,
    score,
    title_day,
    tournament_change,
    tournament_reason,
)
from schemes.kernels.by_tournament.columns import Columns, Period, PersonalFacts
from schemes.kernels.columns import Records
from schemes.kernels.inputs import RATING_ENDED, Column

NOT_CARRIED = -2
Reasons = tuple[Column, Column]  # why each game does not count, for its first and for its second player


@loop
def judge(versions: Any, papers: Records, reasons: Column) -> None:
    """Why each tournament is not rated; 0 if it is."""
    for row in range(len(papers)):
        version = papers[row].version
        reasons[row] = NO_VERSION if version < 0 else tournament_reason(versions[max(version, 0)], papers[row])


@loop
def make_list(
    versions: Any, columns: Columns, chosen: Column, reasons: Reasons, players: Records, period: Period
) -> None:
    """From the last list to the next: its tournaments in their order, then the new rating of every player."""
    p = versions[period.version]
    for number in range(len(players)):
        if players[number].before != NOT_RATED:
            players[number].own = rating_used(p, players[number].before)
    for number in chosen:
        tournament = columns.tournaments[number]
        q = versions[tournament.version]
        admit(q, columns, tournament, reasons, players)
        mark_champions(q, tournament, columns.champions, players)
        rate_games(q, tournament, columns.games, reasons[0], players)
        for row in range(tournament.champions, tournament.champions_end):
            players[columns.champions[row]].champions = 0  # also of one without a counted game
    for number in range(len(players)):
        player = players[number]
        if player.own != NOT_RATED or player.carried != NOT_CARRIED:
            rate_player(p, columns.facts, player, period)


@loop
def admit(p: Any, columns: Columns, tournament: Any, reasons: Reasons, players: Records) -> None:
    """A reason for each side of every game; a player in a first counted game gets the first rating."""
    games, facts, (first_reasons, second_reasons) = columns.games, columns.facts, reasons
    for row in range(tournament.games, tournament.games_end):
        first, second = players[games[row].first], players[games[row].second]
        one, other = rating_in(p, facts, tournament, first), rating_in(p, facts, tournament, second)
        if one != NOT_RATED and other != NOT_RATED:
            first_reasons[row] = second_reasons[row] = game_reason(p, tournament, games, row)
        else:
            first_reasons[row] = NO_RATING if one == NOT_RATED else OPPONENT_WITHOUT_RATING
            second_reasons[row] = NO_RATING if other == NOT_RATED else OPPONENT_WITHOUT_RATING
        if first_reasons[row] == RATED:
            first.own, second.own = one, other
        else:
            first.why, second.why = first_reasons[row], second_reasons[row]


@loop
def rating_in(p: Any, facts: PersonalFacts, tournament: Any, player: Any) -> int:
    """The rating with which a player plays a tournament; 0: none."""
    if player.own != NOT_RATED and not p.ratings_lapse:
        return player.own  # type: ignore[no-any-return]
    federation = federation_on(facts, player, federation_day(p, tournament.start))
    outside, day = facts.outside[tournament.version, federation] != 0, title_day(p, tournament.start, tournament.end)
    titles = titles_held(facts, tournament.version, player, day)
    if player.own != NOT_RATED:
        return player.own if keeps_rating(p, outside, titles) else NOT_RATED
    return first_rating(p, player.sex, outside, titles, day)


@loop
def federation_on(facts: PersonalFacts, player: Any, day: int) -> int:
    """The federation of a player on a day; the last of all codes for none."""
    code: int = facts.outside.shape[1] - 1
    for row in range(player.federations, player.federations_end):
        if facts.federations[row].day <= day:
            code = facts.federations[row].code
    return code


@loop
def titles_held(facts: PersonalFacts, version: int, player: Any, day: int) -> int:
    """The levels of the titles that a player holds on a day, as a mask."""
    levels = 0
    for row in range(player.titles, player.titles_end):
        title = facts.titles[row]
        if title.held and title.day <= day and still_held(facts.titles, row, player.titles_end, day):
            levels |= facts.levels[version, title.code]
    return levels


@loop
def still_held(titles: Records, row: int, end: int, day: int) -> bool:
    """Whether an award has not been revoked up to and with a day."""
    for later in range(row + 1, end):
        if titles[later].day <= day and titles[later].code == titles[row].code and titles[later].held == 0:
            return False
    return True


@loop
def mark_champions(p: Any, tournament: Any, champions: Column, players: Records) -> None:
    """Tell each champion of a tournament how many there are."""
    begin, end = tournament.champions, tournament.champions_end
    for row in range(begin, end):
        players[champions[row]].champions = champions_of(p, end - begin, tournament.team != 0)


@loop
def rate_games(p: Any, tournament: Any, games: Records, reasons: Column, players: Records) -> None:
    """What the games of a tournament that count change."""
    for row in range(tournament.games, tournament.games_end):
        if reasons[row] == RATED:
            for side in range(2):
                add_game(p, tournament, games, row, side == 0, players)
    for row in range(tournament.games, tournament.games_end):
        if reasons[row] == RATED:
            for side in range(2):
                settle(p, players[games[row].first if side == 0 else games[row].second])


@loop
def add_game(p: Any, tournament: Any, games: Records, row: int, is_first: bool, players: Records) -> None:
    """Add a game to the sums of one side."""
    player, opponent = players[games[row].first], players[games[row].second]
    if not is_first:
        player, opponent = opponent, player
    player.games += 1
    player.counted += 1
    player.opponents += opponent.own
    player.score += score(p, tournament, games, row, is_first)
    if p.is_game_by_game:
        calculate_change(p, player)


@loop
def calculate_change(p: Any, player: Any) -> None:
    """Bring the sums of a player to account: those of a whole tournament, or of a single game."""
    player.k = k_of(p, player.own, player.before != NOT_RATED)
    player.change += tournament_change(p, player.k, player.own, player.opponents, player.games, player.score)
    player.games, player.opponents, player.score = 0, 0, 0


@loop
def settle(p: Any, player: Any) -> None:
    """End a tournament for a player, who may be met several times: what it changed is added to the period's changes."""
    if player.games > 0:
        calculate_change(p, player)
    if player.champions > 0:
        player.by_rank += champion_change(p, player.own, player.k, player.change, player.champions) - player.change
    player.by_games += player.change
    player.champions, player.change = 0, 0


@loop
def rate_player(p: Any, facts: PersonalFacts, player: Any, period: Period) -> None:
    """The rating on the new list: calculated, or what was carried in instead; and why it changed."""
    player.why = 0
    if player.carried == NOT_CARRIED:
        calculate(p, facts, player, period)
        return
    if player.carried != RATING_ENDED:
        rating = carried_in(p, player.carried, player.sex)
        player.new = as_listed(p, title_lift(p, facts, player, period, rating) if p.carried_is_lifted else rating)
    player.by_carrying, player.by_games, player.by_rank = player.new - player.before, 0, 0


@loop
def calculate(p: Any, facts: PersonalFacts, player: Any, period: Period) -> None:
    """All changes, rounding, titles, floor."""
    lifts_first, change = p.lifts_before_changes == 1, player.by_games + player.by_rank
    begin = title_lift(p, facts, player, period, player.own) if lifts_first else player.own
    calculated = new_rating(p, begin, change)
    lifted_to = calculated if lifts_first else title_lift(p, facts, player, period, calculated)
    floored = not_below_floor(p, lifted_to, player.sex)
    player.new = as_listed(p, floored)
    player.by_first = player.own - player.before
    player.by_title = begin - player.own + lifted_to - calculated
    player.by_floor = floored - lifted_to
    player.by_rounding = calculated - begin - change + player.new - floored


@loop
def title_lift(p: Any, facts: PersonalFacts, player: Any, period: Period, rating: int) -> int:
    """The rating lifted by each title that lifts at this list."""
    for row in range(player.titles, player.titles_end):
        title = facts.titles[row]
        if not title.held or not lifts_at_list(p, title.day, period.begin, period.day):
            continue
        if p.lift_outlives_title or still_held(facts.titles, row, player.titles_end, period.day):
            rating = lifted(p, rating, player.sex, facts.levels[period.version, title.code], title.code, title.day)
    return rating


@loop
def as_listed(p: Any, rating_x100: int) -> int:
    """A rating at the precision of the list."""
    return rating_x100 * p.unit // 100 * 100 // p.unit  # type: ignore[no-any-return]


@loop
def show(p: Any, rating: Column, sex: Column, k: Column, published: Column) -> None:
    """K of each rating for the next period, and whether it is published; neither of a player who has none."""
    for row in range(len(rating)):
        is_rated = rating[row] != NOT_RATED
        if is_rated:
            k[row] = k_of(p, rating[row], is_rated)
            published[row] = is_published(p, rating[row], sex[row])
