"""Interventions in a match: clocks, results, reopening, replacing a player.

Each function works on a ``Change``: the match under its lock, the instant, and the effects that it
notes, from which it can be taken back and the ledgers are replayed. Who may order it, why, and
who is notified is up to the caller.
"""
