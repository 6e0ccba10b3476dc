"""E-mails, their delivery ledger, and who wants which."""

from notifications.models.delivery import DeliveryEvent, LedgerError
from notifications.models.message import Message
from notifications.models.preference import (
    DIGEST_AFTER,
    DIGEST_HOUR,
    SETTLE_MINUTES,
    EmailSettings,
    Preference,
)

__all__ = [
    "DIGEST_AFTER",
    "DIGEST_HOUR",
    "SETTLE_MINUTES",
    "DeliveryEvent",
    "EmailSettings",
    "LedgerError",
    "Message",
    "Preference",
]
