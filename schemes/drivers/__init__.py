"""How a regulation goes through the games.

by_game        games in the order of play, each with the ratings just before it; a list for any day
by_tournament  tournament by tournament, with the ratings of the last list
by_period      all games of a list at once, with the ratings of the list at a tournament's start
in_sequence    tournament after tournament, each as a whole, with the ratings just before it; a list for any day
"""
