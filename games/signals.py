"""Signals for dependent apps: finished matches, closed accounts, outages."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent inside the transaction that ends a match, with ``match`` and ``now``.

Sent again when a ruling gives it another result or takes the result back (``is_running``).
"""

account_closing = Signal()
"""Sent inside the transaction that closes an account, before anything is done, with ``player``
and ``now``."""

outage_noted = Signal()
"""Sent inside the transaction in which an outage begins to count, with ``since`` and with
``fresh``: how much time it adds to those that counted before."""

outage_shortened = Signal()
"""Sent inside the transaction that ends an outage early, with ``outage`` as it is now and the end
that was ``planned``."""

joining_match = Signal()
"""Sent before a player challenges somebody, accepts a challenge or takes over a seat, with
``player``, ``others`` (those asked, or already there), and ``refusal``: one that does not say why.
A receiver may refuse."""
