"""E-mails, their delivery ledger, who wants which, and the browsers that show notifications."""

from notifications.models.delivery import DeliveryEvent, LedgerError
from notifications.models.domain import DeliveryCount, DeliveryDay, Domain, domain_of
from notifications.models.message import Message
from notifications.models.preference import (
    DIGEST_AFTER,
    DIGEST_HOUR,
    SETTLE_MINUTES,
    EmailSettings,
    Preference,
)
from notifications.models.push import PushKey, PushSubscription, fingerprint_of

__all__ = [
    "DIGEST_AFTER",
    "DIGEST_HOUR",
    "SETTLE_MINUTES",
    "DeliveryCount",
    "DeliveryDay",
    "DeliveryEvent",
    "Domain",
    "EmailSettings",
    "LedgerError",
    "Message",
    "Preference",
    "PushKey",
    "PushSubscription",
    "domain_of",
    "fingerprint_of",
]
