"""Reply and bounce addresses of e-mails.

A token is lower-case Base32, which survives every mail program: numbers that say what the e-mail is
about, and a signature of 80 bits.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.utils.crypto import salted_hmac

REPLY_MARKER: Final = "##- ampelpost -##"  # replies are written above it
PLAY: Final = "play"
BOUNCE: Final = "bounce"
OUTBOX: Final = "outbox_number"  # metadata that providers return with their reports
SIGNATURE_BYTES: Final = 10
MAX_LOCAL_LENGTH: Final = 64


class About(StrEnum):
    """Kinds of subject of an e-mail; ``PLAYER`` if it concerns only its reader."""

    MATCH = "match"
    CHALLENGE = "challenge"
    TOURNAMENT = "tournament"
    CASE = "case"
    TEAM = "team"
    EVENT_INVITATION = "event_invitation"
    CLUB_INVITATION = "club_invitation"
    ADDRESS_INVITATION = "address_invitation"  # sent to an address: its player is 0
    PLAYER = "player"


_CODES: Final = {
    About.MATCH: 1,
    About.CHALLENGE: 2,
    About.TOURNAMENT: 3,
    About.CASE: 4,
    About.PLAYER: 5,
    About.TEAM: 6,
    About.EVENT_INVITATION: 7,
    About.CLUB_INVITATION: 8,
    About.ADDRESS_INVITATION: 9,
}
_ABOUTS: Final = {code: about for about, code in _CODES.items()}


@dataclass(frozen=True, slots=True)
class Matter:
    """The subject of an e-mail and its reader; for a match also the position and the seat.

    ``question`` is the id of the yes/no question it asks, 0 if it asks none.
    """

    about: About
    player: int
    pk: int = 0
    ply: int = 0
    seat: int = 0
    generation: int = 0
    question: int = 0

    @property
    def thread(self) -> str:
        """The thread of e-mails about this matter."""
        return f"{self.about}:{self.pk}" if self.pk else ""


class InvalidAddressError(ValueError):
    """The address has no valid token of ours."""


def reply_address(matter: Matter) -> str:
    """Return the reply address for this matter; empty if the site accepts no replies."""
    numbers = [_CODES[matter.about], matter.player, matter.pk]
    if matter.about is About.MATCH:
        numbers += [matter.ply, matter.seat, matter.generation]
        numbers += [matter.question] if matter.question else []
    return _build_address(PLAY, numbers)


def player_reply_address(player: int) -> str:
    """Return a player's general reply address; empty if the site accepts no replies."""
    return reply_address(Matter(About.PLAYER, player))


def bounce_address(message: int) -> str:
    """Return the bounce address of an e-mail; empty if the site accepts no e-mails."""
    return _build_address(BOUNCE, [message])


def is_ours(address: str) -> bool:
    """Whether this address is ours: our domain, and a token that we signed."""
    local, _at, domain = address.strip().lower().rpartition("@")
    if not settings.MAIL_DOMAIN or domain != settings.MAIL_DOMAIN:
        return False
    try:
        _parse_local_part(local)
    except InvalidAddressError:
        return False
    return True


def parse_reply_address(address: str) -> Matter:
    """Return the matter of a reply address, whatever its domain. Raises InvalidAddressError."""
    word, numbers = _parse_local_part(address.strip().lower().partition("@")[0])
    about = _ABOUTS.get(numbers[0]) if word == PLAY else None
    if about is None or len(numbers) not in ((6, 7) if about is About.MATCH else (3,)):
        raise InvalidAddressError
    return Matter(about, *numbers[1:])


def parse_bounce_address(address: str) -> int:
    """Return the id of the e-mail that has bounced to this address. Raises InvalidAddressError."""
    word, numbers = _parse_local_part(address.strip().lower().partition("@")[0])
    if word != BOUNCE or len(numbers) != 1:
        raise InvalidAddressError
    return numbers[0]


def _build_address(word: str, numbers: Sequence[int]) -> str:
    if not settings.MAIL_DOMAIN:
        return ""
    body = b"".join(_pack_number(number) for number in numbers)
    signed = body + _signature(settings.SECRET_KEY, word, body)
    token = base64.b32encode(signed).decode().rstrip("=").lower()
    return f"{word}+{token}@{settings.MAIL_DOMAIN}"


def _parse_local_part(local: str) -> tuple[str, list[int]]:
    """Return the word before the token, and its numbers. Raises InvalidAddressError."""
    word, _plus, token = local.partition("+")
    if word not in (PLAY, BOUNCE) or not token.isascii() or len(local) > MAX_LOCAL_LENGTH:
        raise InvalidAddressError
    try:
        raw = base64.b32decode(token.upper() + "=" * (-len(token) % 8))
    except binascii.Error:
        raise InvalidAddressError from None
    body, given = raw[:-SIGNATURE_BYTES], raw[-SIGNATURE_BYTES:]
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    if not body or not any(hmac.compare_digest(_signature(key, word, body), given) for key in keys):
        raise InvalidAddressError
    return word, list(_unpack_numbers(body))


def _signature(key: str, word: str, body: bytes) -> bytes:
    salt = f"notifications.addresses.{word}"
    return salted_hmac(salt, body, secret=key, algorithm="sha256").digest()[:SIGNATURE_BYTES]


def _pack_number(number: int) -> bytes:
    """Encode a number with seven bits per byte, the lowest first."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*found, number])


def _unpack_numbers(body: bytes) -> Iterator[int]:
    number = shift = 0
    for byte in body:
        number |= (byte & 0x7F) << shift
        shift += 7
        if not byte & 0x80:
            yield number
            number = shift = 0
