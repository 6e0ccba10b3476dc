"""Interventions in a match: clocks, results, reopening, replacing a player.

Each function works on a ``Change``: the locked match, the instant, and the recorded effects, from
which the change can be undone and the ledgers replayed. Permissions, reasons and notifications are
up to the caller.
"""
