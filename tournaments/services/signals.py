"""Signals that services send to modules they may not import."""

from __future__ import annotations

from django.dispatch import Signal

tournament_announced = Signal()  # tournament, now; sent in the transaction of the announcement
