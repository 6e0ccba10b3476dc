"""Signals of services to those above them, which they may not import."""

from __future__ import annotations

from django.dispatch import Signal

tournament_announced = Signal()  # tournament, now; in the transaction of the announcement
