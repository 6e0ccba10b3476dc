"""The chain of rulings: each line holds the digest of the one before and of its own content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.referees.models import ChainHead, Ruling
from tournaments.referees.models.ruling import FIRST


def canonical(content: Any) -> str:
    """Write plain JSON in the one way that is hashed: names sorted, no blanks."""
    return json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest_of(content: Any) -> str:
    """Return the SHA-256 of plain JSON in hexadecimal."""
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def append_ruling(*, now: datetime, **content: object) -> Ruling:
    """Add a line to the chain in the caller's transaction, holding the lock of its end."""
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
    """A place where the chain does not hold."""

    number: int
    what: str

    def __str__(self) -> str:
        return f"ruling {self.number}: {self.what}"


def check_chain() -> Iterator[BrokenLine]:
    """Hash every line again from the first on; yield each place where something was changed."""
    number, previous = 0, FIRST
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
    end = (head.number, head.digest) if head else (0, FIRST)
    if end != (number, previous):
        yield BrokenLine(end[0], "the chain does not end where it should")
