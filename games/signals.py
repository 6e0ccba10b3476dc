"""The wires upward: what stands above the matches hears of ends, closed accounts and outages."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent inside the transaction that ends a match, with ``match``.

Sent again when a ruling gives it another result or takes the result back (``is_running``).
"""

account_closing = Signal()
"""Sent inside the transaction that closes an account, before anything is done, with ``player``
and ``now``."""

outage_noted = Signal()
"""Sent inside the transaction that notes an outage, with ``since`` and with ``fresh``: how much
time it adds to those that were known."""
