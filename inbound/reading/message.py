from __future__ import annotations

import hashlib

from inbound.reading import headers
from inbound.reading.absence import find_absence_marks
from inbound.reading.kinds import Classification, classify, find_own_header
from inbound.reading.mime import Parsed, split_message
from inbound.reading.reports import original_message_id, parse_bounces, parse_complaint
from inbound.reading.typed import Body, read_body
from inbound.reading.values import Kind, Reading


def read_message(raw: bytes, *, domain: str = "", server: str = "") -> Reading:
    """Parse a message; never raises, whatever the bytes.

    ``domain`` is our mail domain, to recognise our own e-mails when they come back. ``server`` is
    the name under which the receiving server adds Authentication-Results; without it the results of
    the topmost server count.
    """
    made = f"<{hashlib.sha256(raw).hexdigest()[:40]}@no-message-id.invalid>"
    try:
        return _build_reading(split_message(raw), made, domain, server)
    except Exception:  # noqa: BLE001, RUF100 - what nobody has foreseen is set aside, not lost
        return Reading(Kind.PERSON, made, doubtful="undecodable")


def _build_reading(parsed: Parsed, made: str, domain: str, server: str) -> Reading:
    complaint = None if parsed.too_large else parse_complaint(parsed)
    bounced = None if complaint or parsed.too_large else parse_bounces(parsed, domain)
    body = Body((), "", 0)
    if parsed.too_large:
        found = classify(parsed, domain, ())
        found = Classification(Kind.TOO_LARGE) if found.kind is Kind.PERSON else found
    elif find_own_header(parsed, domain):
        found = classify(parsed, domain, ())
    elif complaint is not None:
        found = Classification(Kind.COMPLAINT, ("feedback-report",))
    elif bounced is not None:
        found = Classification(Kind.BOUNCE, ("delivery report",))
    else:
        body = read_body(parsed.root, domain)
        found = classify(parsed, domain, body.typed)
    reported = found.kind in (Kind.BOUNCE, Kind.COMPLAINT)
    ids = headers.parse_message_ids(parsed.first("message-id"))
    return Reading(
        kind=found.kind,
        message_id=ids[0] if ids else made,
        references=headers.parse_message_ids(parsed.first("references")),
        sender=headers.parse_sender(parsed),
        recipients=headers.parse_recipients(parsed),
        subject=headers.parse_subject(parsed),
        sent_at=headers.parse_date(parsed),
        marks=found.marks,
        typed=body.typed,
        doubtful=body.doubtful or ("too_long" if parsed.cut and body.typed else ""),
        aside=body.aside,
        below=body.below,
        right_below=body.right_below,
        below_quote=body.below_quote,
        attachments=body.attachments,
        checks=headers.parse_checks(parsed, server),
        bounced=bounced or () if found.kind is Kind.BOUNCE else (),
        absence=_absence_marks(parsed, body) if body.typed else frozenset(),
        complaint=complaint if found.kind is Kind.COMPLAINT else None,
        original=original_message_id(parsed) if reported else "",
    )


def _absence_marks(parsed: Parsed, body: Body) -> frozenset[str]:
    return find_absence_marks(headers.parse_subject(parsed), body.typed)
