"""The chain of rulings: each line holds the digests of its content and of the line before."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.referees.models import ChainHead, Ruling
from tournaments.referees.models.ruling import FIRST_DIGEST


def canonical(content: Any) -> str:
    """Return JSON in the form that is hashed: keys sorted, no spaces."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_of(content: Any) -> str:
    """Return the hexadecimal SHA-256 of plain JSON."""
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def append_ruling(*, now: datetime, **content: object) -> Ruling:
    """Append a line to the chain; locks its end until the transaction ends."""
    ChainHead.objects.get_or_create(pk=1)
    head = ChainHead.objects.select_for_update().get(pk=1)
    ruling = Ruling(number=head.number + 1, previous=head.digest, signed_at=now, **content)
    ruling.digest = digest_of(ruling.content())
    ruling.save()
    head.number, head.digest = ruling.number, ruling.digest
    head.save()
    return ruling


@dataclass(frozen=True)
class BrokenLine:
    """An inconsistency in the chain."""

    number: int
    what: str

    def __str__(self) -> str:
        return f"ruling {self.number}: {self.what}"


def check_chain() -> Iterator[BrokenLine]:
    """Recompute the digest of every line; yield every inconsistency."""
    number, previous = 0, FIRST_DIGEST
    for ruling in Ruling.objects.order_by("number").iterator(chunk_size=200):
        number += 1
        if ruling.number != number:
            yield BrokenLine(ruling.number, f"stands where number {number} should")
            number = ruling.number
        if ruling.previous != previous:
            yield BrokenLine(number, "does not follow from the line before")
        if ruling.digest != digest_of(ruling.content()):
            yield BrokenLine(number, "its content is not what was signed")
        previous = ruling.digest
    head = ChainHead.objects.filter(pk=1).first()
    end = (head.number, head.digest) if head else (0, FIRST_DIGEST)
    if end != (number, previous):
        yield BrokenLine(end[0], "the chain does not end where it should")
