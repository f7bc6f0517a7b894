"""Appending: an event is judged against what its stream already says, then it stands in the log.

- `append` one append from file to transaction · `judgement` one function for each kind of event
- `stream_state`, `stream_states` just enough of the past to judge the next event
- `said` what an event says, so that the same event is known again · `findings`, `complaints` what is wrong with a file
- `appenders` who may append which event · `places` of a given ranking · `description` an event in a few words
"""
