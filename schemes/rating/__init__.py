"""The vocabulary that all regulations share: the player, and the articles with one name and one signature each."""
