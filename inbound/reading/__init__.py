"""Parses e-mails into plain values: sender, kind of message, and the lines the person typed."""

from inbound.reading.headers import is_same_mailbox
from inbound.reading.limits import MAX_BYTES
from inbound.reading.message import read_message
from inbound.reading.values import DELIMITER, Address, Bounced, Check, Complaint, Kind, Reading

__all__ = [
    "DELIMITER",
    "MAX_BYTES",
    "Address",
    "Bounced",
    "Check",
    "Complaint",
    "Kind",
    "Reading",
    "is_same_mailbox",
    "read_message",
]
