"""Signals about e-mails for the apps above."""

from __future__ import annotations

from django.dispatch import Signal

spam_reported = Signal()
"""Whoever has the address of an e-mail that went to nobody here has called it spam.

Sent with the ``message`` and ``now``, in the transaction that notes it.
"""

link_followed = Signal()
"""Somebody has pressed the button behind a signed link of an e-mail that reached them.

Sent with the ``player`` and ``now``; what has been pressed counts, whatever a receiver does.
"""
