"""Parses delivery reports (RFC 3464 and others) and spam complaints about our e-mails."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import Message
from typing import Final

from inbound.reading.headers import parse_addresses, parse_return_path, parse_subject
from inbound.reading.mime import Parsed, Part, leaf_parts
from inbound.reading.text import clean_text, fold_text, to_one_line
from inbound.reading.values import Bounced, Complaint

_STATUS: Final = re.compile(r"(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])")
_REPLY: Final = re.compile(r"(?<![\d.])([45])\d\d(?=[ -])")
_TEMPORARY_CAUSE: Final = re.compile(
    r"quota|mailbox (is )?full|over ?quota|insufficient (system )?storage|too (big|large)"
    r"|size limit"
    r"|exceeds|spam|junk|policy|block(ed|list)|blacklist|reputation|rate limit|too many|greylist"
    r"|try again|temporar|timed? ?out|expired|connection refused|dmarc|unauthenticated"
    r"|content reject"
)
_TEMPORARY_STATUS: Final = re.compile(r"5\.(2\.[23]|3\.4|4\.7|6\.\d+|7\.\d+)|4\..*")
_PERMANENT_STATUS: Final = re.compile(r"5\.(1\.\d+|2\.1|4\.4|0\.\d+)")
_DAEMON: Final = re.compile(r"(mailer-?daemon|postmaster|mail-?daemon|qmail|mdaemon|mail delivery)")
_BOUNCE_SUBJECT: Final = re.compile(
    r"(undeliver|delivery (status|failure|has failed|incomplete|delayed)|returned mail"
    r"|failure notice"
    r"|mail delivery|could not be delivered|non ?remis|echec|non delivrable|unzustellbar"
    r"|nicht zugestellt|unzustellbare|mancata consegna|consegna|non recapitabil|remise|warning: )"
)
_BOUNCE_TEXT: Final = re.compile(
    r"(could not be delivered|couldn't be delivered|was not delivered|unable to deliver"
    r"|undeliverable"
    r"|did not reach|wasn't delivered|delivery (has )?failed|permanent (fatal )?error"
    r"|returned to sender"
    r"|nicht zugestellt werden|konnte nicht (zugestellt|ausgeliefert)|n'a pas (pu|ete)"
    r"|non e stato (possibile )?(recapita|consegna)|qmail-send program"
    r"|created automatically by mail)"
)
_DELAY_TEXT: Final = re.compile(
    r"(will (keep|continue|be retried)|still trying|delayed|has not yet been"
    r"|noch nicht zugestellt|verzogert|verzoegert|(weiter|erneut) zu(zu)?stellen|weiter versuch"
    r"|pas encore (pu|ete)|en retard|retarde|continu\w* (a|d'|de) (essay|tent)"
    r"|non e ancora|in ritardo|ritardat|continu\w* a (prov|tent))"
)
_ALONE: Final = re.compile(
    r"\s*[<'\"(]?([^\s<>@'\"(),;:]{1,100}@[\w.-]{3,150})[>'\")]?\s*[:,]?(?=\s|$)"
)
_MESSAGE_ID: Final = re.compile(r"^message-id:\s*(<[^<>\s]{1,400}>)", re.I | re.M)
_MAX_RECIPIENTS: Final = 50


def parse_bounces(parsed: Parsed, domain: str) -> tuple[Bounced, ...] | None:
    """Return the failed recipients of a delivery report; None if the message is none."""
    parts = [part for part, _around in leaf_parts(parsed.root)]
    reported = [block for part in parts for block in _blocks(part)]
    if reported:
        return tuple(filter(None, map(_parse_recipient, reported)))[:_MAX_RECIPIENTS]
    kind = f"{parsed.first('content-type')}".lower()
    if "disposition-notification" in kind:
        return None
    failed = [
        each
        for value in parsed.headers.get("x-failed-recipients", [])
        for each in parse_addresses(value)
    ]
    text = next((part.text[:20_000] for part in parts if part.kind == "text/plain"), "")
    text = text or next((_strip_tags(part.text) for part in parts if part.kind == "text/html"), "")
    if not failed and not _looks_like_bounce(parsed, text, kind):
        return None
    names = [each.address for each in failed] or _find_addresses(text, domain) or [""]
    later = _DELAY_TEXT.search(fold_text(text[:2000])) is not None
    return tuple(
        _classify_bounce(name, _text_about(text, name), later=later)
        for name in names[:_MAX_RECIPIENTS]
    )


def _strip_tags(text: str) -> str:
    return re.sub(r"<[^<>]{0,500}>", "\n", text[:20_000])


def _looks_like_bounce(parsed: Parsed, text: str, kind: str) -> bool:
    """Whether a message is an informal non-delivery report."""
    daemon = _DAEMON.search(fold_text(parsed.decode_header("from"))) is not None
    null = parse_return_path(parsed) == "" or "multipart/report" in kind
    subject = _BOUNCE_SUBJECT.search(fold_text(parse_subject(parsed))) is not None
    says = _BOUNCE_TEXT.search(fold_text(text[:3000])) is not None
    return (daemon or null) and (subject or says) and (says or daemon)


def _blocks(part: Part) -> Iterator[Message[str, str]]:
    """Yield the blocks of a delivery report that name a recipient."""
    if part.kind not in ("message/delivery-status", "message/global-delivery-status"):
        return
    inner = part.message.get_payload()
    for block in inner[: _MAX_RECIPIENTS + 1] if isinstance(inner, list) else ():
        if isinstance(block, Message) and (block["final-recipient"] or block["original-recipient"]):
            yield block


def _get_field(block: Message[str, str], name: str) -> str:
    return to_one_line(str(block.get(name, "")), 500)


def _parse_recipient(block: Message[str, str]) -> Bounced | None:
    """Parse the block of one recipient; None if the e-mail arrived."""
    action = _get_field(block, "action").lower()
    if action in ("delivered", "relayed", "expanded"):
        return None
    given = [
        _get_field(block, name).rpartition(";")[2]
        for name in ("original-recipient", "final-recipient")
    ]
    found = [each.address for text in given for each in parse_addresses(text)]
    diagnostic = _get_field(block, "diagnostic-code")
    status = _STATUS.search(_get_field(block, "status"))
    text = f"{status[0] if status else ''} {diagnostic}"
    return _classify_bounce(found[0] if found else "", text, later=action == "delayed")


def _classify_bounce(recipient: str, text: str, *, later: bool) -> Bounced:
    """Distinguish permanent from temporary failures.

    A report without an address (``recipient`` is "") is permanent only if it gives a reason.
    """
    statuses = [match[0] for match in _STATUS.finditer(text) if match[1] != "2"]
    exact = [each for each in statuses if not each.endswith(".0.0")]
    status = (exact or statuses or [""])[0]
    reply = _REPLY.search(text)
    said = fold_text(text)
    if _PERMANENT_STATUS.fullmatch(status) and not status.endswith(".0.0"):
        hard = not status.startswith("5.0") or not _TEMPORARY_CAUSE.search(said)
    elif _TEMPORARY_STATUS.fullmatch(status) or _TEMPORARY_CAUSE.search(said):
        hard = False
    elif status:
        hard = status.startswith("5")
    else:
        hard = bool(recipient) if reply is None else reply[1] == "5"
    return Bounced(recipient, hard and not later, later, status, to_one_line(text.strip(), 300))


def _find_addresses(text: str, domain: str) -> list[str]:
    """Return the addresses an informal report is about, without our own."""
    found: dict[str, None] = {}
    for line in text.split("\n")[:200]:
        match = _ALONE.match(line)
        if match:
            found[match[1].lower().rstrip(".")] = None
        if re.match(r"\s*-{3,}.*(copy|original|message|headers|nachricht)", line, re.I):
            break
    return [each for each in found if not (domain and each.endswith(f"@{domain.lower()}"))]


def _text_about(text: str, recipient: str) -> str:
    """Return what an informal report says about a recipient."""
    at = text.lower().find(recipient)
    after = text[at + len(recipient) :] if at >= 0 else text
    return to_one_line(after[:700], 500)


def parse_complaint(parsed: Parsed) -> Complaint | None:
    """Parse a spam complaint (RFC 5965, and Microsoft's format); None if the message is none."""
    original = parsed.first("x-hmxmroriginalrecipient")
    for part, _around in leaf_parts(parsed.root):
        if part.kind != "message/feedback-report":
            continue
        inner = part.message.get_payload()
        block = inner[0] if isinstance(inner, list) and inner else None
        fields = block if isinstance(block, Message) else part.message
        names = ("original-rcpt-to", "removal-recipient", "original-recipient")
        found = [
            each.address for name in names for each in parse_addresses(_get_field(fields, name))
        ]
        feedback = _get_field(fields, "feedback-type").lower() or "abuse"
        return Complaint(feedback, tuple(dict.fromkeys(found))[:_MAX_RECIPIENTS])
    found = [each.address for each in parse_addresses(original)]
    return Complaint("abuse", tuple(found)) if found else None


def original_message_id(parsed: Parsed) -> str:
    """Return the Message-ID of the e-mail that a report contains, "" if it contains none."""
    for part, _around in leaf_parts(parsed.root):
        if part.kind in ("message/rfc822", "message/global", "message/rfc822-headers"):
            inner = part.message.get_payload()
            first = inner[0] if isinstance(inner, list) and inner else None
            found = str(first.get("message-id", "")) if isinstance(first, Message) else ""
            if found.strip():
                return to_one_line(found, 400)
        if part.kind.startswith("text/"):
            match = _MESSAGE_ID.search(clean_text(part.text[-60_000:]))
            if match:
                return match[1]
    return ""
