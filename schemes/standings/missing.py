"""What a table cannot know: said in notes, never guessed."""

from collections.abc import Collection, Mapping

from schemes.standings.knockout import STAGES
from schemes.standings.record import AllRecords, games_of_fouls, losses_by_fouls
from schemes.standings.table import Game, Tournament
from schemes.standings.tie_breaks import Contest
from wording import enumerated, say, together


def notes_about(
    contest: Contest, players: Collection[str], rounds: int, last_round: Mapping[str, int]
) -> list[str]:
    """Everything missing or odd up to a round, in a fixed order."""
    tournament = contest.tournament
    book = contest.book
    readings = contest.readings
    return [
        *_not_entered(tournament, players),
        *_missing_rounds(contest, players, rounds, last_round),
        *_left(book, players, rounds),
        *_beyond(book, last_round),
        *_fouls_without_game(tournament, rounds, readings),
        *_turned_by_fouls(contest, rounds),
        *_unused_stages(tournament, rounds),
    ]


def _not_entered(tournament: Tournament, players: Collection[str]) -> list[str]:
    """Somebody with a result who was never entered, where others were."""
    entered = {entry.player for entry in tournament.entries}
    strangers = sorted(set(players) - entered) if entered else []
    return [
        say("{player} has results but has not been entered", player=player) for player in strangers
    ]


def _missing_rounds(
    contest: Contest, players: Collection[str], rounds: int, last_round: Mapping[str, int]
) -> list[str]:
    """Rounds without a record of some players; those who left for a knockout are not missing.

    In a round robin of an odd number of players one is free in every round.
    """
    book = contest.book
    free = 1 if contest.tournament.format == "roundrobin" and len(players) % 2 else 0
    if not book.records and book.in_knockout:
        return []
    there = {
        (player, record.round) for player, records in book.records.items() for record in records
    }
    notes = []
    for round_ in range(1, rounds + 1):
        there_still = [player for player in players if round_ < book.left.get(player, rounds + 1)]
        due = [player for player in there_still if round_ <= last_round.get(player, rounds)]
        absent = sorted(player for player in due if (player, round_) not in there)
        if absent and len(absent) == len(due):
            notes.append(say("round {round}: nothing is recorded", round=round_))
        elif len(absent) > free:
            players_ = enumerated(absent)
            notes.append(
                say(
                    "round {round}: nothing is recorded for {players}",
                    round=round_,
                    players=players_,
                )
            )
    return notes


def _left(book: AllRecords, players: Collection[str], rounds: int) -> list[str]:
    """Who left the tournament, which explains the rounds after it."""
    left = sorted(
        (round_, player)
        for player, round_ in book.left.items()
        if player in players and round_ <= rounds
    )
    return [
        say("{player} left before round {round}", player=player, round=round_)
        for round_, player in left
    ]


def _beyond(book: AllRecords, last_round: Mapping[str, int]) -> list[str]:
    """Main rounds after the announced last one, and of players who had left for the knockout or final."""
    notes = []
    for player, records in sorted(book.records.items()):
        for record in records:
            if record.round > book.rounds:
                notes.append(
                    say(
                        "round {round} of {player} is not counted: there are {rounds} rounds",
                        round=record.round,
                        player=player,
                        rounds=book.rounds,
                    )
                )
            elif record.round > last_round.get(player, book.rounds):
                notes.append(
                    say(
                        "round {round} of {player} is not counted: in the knockout or final by then",
                        round=record.round,
                        player=player,
                    )
                )
    return notes


def _fouls_without_game(
    tournament: Tournament, rounds: int, readings: Mapping[str, str]
) -> list[str]:
    """Fouls that belong to no game, or could belong to several."""
    several = say("the player has several such games: it decides none")
    if readings.get("foul-game") == "each":
        several = say("the player has several such games: it counts in each")
    return [
        say(
            "foul of {player} in {stage} round {round}: {why}",
            player=player,
            stage=say(stage),
            round=round_,
            why=several if games else say("the player has no such game"),
        )
        for (stage, round_, _, player), games in sorted(games_of_fouls(tournament).items())
        if (stage != "main" or round_ <= rounds) and len(games) != 1
    ]


def _when(lost: tuple[Game, tuple[bool, bool]]) -> tuple[str, int, int]:
    game, _ = lost
    return game.stage, game.round, game.board


def _turned_by_fouls(contest: Contest, rounds: int) -> list[str]:
    """Games that fouls decided otherwise than recorded."""
    tournament = contest.tournament
    outcomes = {(True, False): "0-1", (False, True): "1-0", (True, True): "0-0"}
    found = losses_by_fouls(tournament, contest.parameters, contest.readings)
    lost = sorted(((tournament.games[at], losers) for at, losers in found.items()), key=_when)
    notes = []
    for game, losers in lost:
        beyond = game.round > rounds if game.stage == "main" else rounds < tournament.rounds
        if beyond or game.result == outcomes[losers]:
            continue
        players = [player for player, lost in zip(game.players, losers, strict=True) if lost]
        note = say(
            "{stage} round {round}: {first} – {second} was recorded {result} and counts {counted}: fouls of {players}",
            stage=say(game.stage),
            round=game.round,
            first=game.first,
            second=game.second,
            result=game.result,
            counted=outcomes[losers],
            players=together(players),
        )
        notes.append(note)
    return notes


def _unused_stages(tournament: Tournament, rounds: int) -> list[str]:
    """Games of stages the rules do not ask for, in the final table."""
    if tournament.rules == "given" or rounds < tournament.rounds:
        return []
    with_final = tournament.rules == "wxf" and tournament.final_after is not None
    used = {"final"} if with_final else {*STAGES}
    if tournament.rules == "fide":
        used = set()  # play-offs (C.07 art. 3) decide by a ranking that the office gives
    unused = sorted({game.stage for game in tournament.games} - used - {"main", "playoff"})
    notes = [
        say(
            "games of stage {stage} are not counted: the rules have no place for it here",
            stage=say(stage),
        )
        for stage in unused
    ]
    tied = {game.pair for game in tournament.games if game.stage in used}
    played = {game.pair for game in tournament.games if game.stage == "playoff"}
    pairs = sorted(tuple(sorted(pair)) for pair in played - tied)
    idle = [
        say(
            "playoff games of {one} and {other} are not counted: the two have no tie",
            one=pair[0],
            other=pair[-1],
        )
        for pair in pairs
    ]
    return [*notes, *idle]
