"""The vocabulary that all regulations share, whatever their driver.

articles     the articles with one name and one signature each, and the player they ask about
results      what results are worth
elsewhere    ratings on the lists of another regulation
held_titles  titles by day
explanation  steps of articles in words
"""
