"""The log: where events are kept, in order, and never changed.

- `log` the log itself · `store` what it asks of a database · `sqlite`, `postgres` the two databases
- `place` where a ledger is · `roles` who may do what on PostgreSQL · `follow` a log as it grows
- `wire_format` how an event is stored · `json_bounds` what JSON from outside may hold
- `moment` a point in the log as people give it · `stretches` work over parts of the log, side by side
"""
