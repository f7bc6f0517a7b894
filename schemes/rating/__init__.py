"""The vocabulary that all regulations share, whatever their driver.

articles     the articles with one name and one signature each, and the player they ask about
players      the record of a player, from what a state keeps
pools        games that are kept for a first rating
papers       which tournaments are rated
results      what results are worth
elsewhere    ratings on the lists of another regulation
held_titles  titles by day
reasons      why something is left out: codes that all drivers share
settling     what changes a rating, booked by its cause; games gathered for a first rating
listing      the rows of a list
explanation  steps of articles in words
"""
