"""An e-mail backend that does what sending costs here and keeps nothing."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend


class WrittenAndForgotten(BaseEmailBackend):
    """Writes every message out as it would go over the line."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Return how many messages were written out."""
        return sum(len(each.message().as_bytes()) > 0 for each in email_messages)
