"""What an official may do to a match: stop and move clocks, end it, reopen it, replace a player.

Each function works on a ``Change``: the table under its lock, the instant, and the effects that it
notes, from which it can be taken back and the ledgers fold again. Who may order it, why, and who
is told is up to the caller.
"""
