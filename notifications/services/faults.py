"""What an attempt to send failed at: the mail server, its answer, or the e-mail itself."""

from __future__ import annotations

from smtplib import SMTPDataError, SMTPException, SMTPSenderRefused

from notifications.models import Message

PERMANENT = 500


def blame(error: Exception) -> str:
    """Return the fault that an exception of the sender tells of."""
    if isinstance(error, SMTPDataError | SMTPSenderRefused):
        permanent = error.smtp_code >= PERMANENT
        return Message.Fault.MESSAGE if permanent else Message.Fault.REFUSED
    if isinstance(error, SMTPException | OSError):
        return Message.Fault.SERVER
    return Message.Fault.MESSAGE
