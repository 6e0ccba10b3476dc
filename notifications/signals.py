"""What apps above learn of e-mails."""

from __future__ import annotations

from django.dispatch import Signal

called_spam = Signal()
"""Whoever has the address of an e-mail that went to nobody here has called it spam.

Sent with the ``message`` and ``now``, in the transaction that notes it.
"""
