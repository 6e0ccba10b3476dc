"""The one wire upward: who stands above the matches hears of their end."""

from django.dispatch import Signal

match_finished = Signal()
"""Sent inside the transaction that ends a match, with ``match``.

Sent again when a ruling gives it another result or takes the result back (``is_running``).
"""
