"""Auctions as one reader may see them: bids, passes, the highest bid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.families.leaving import leaving_words

BID = "bid "
NO_BID = "bid 0"


@dataclass(frozen=True)
class RunningAuction:
    """A running auction: what each seat has said in turn, as far as the reader may know it.

    In an open auction ``holder`` has the highest bid ``high``, -1 where nobody has bid; in a
    secret one neither is known. ``owing`` are the seats that have to speak, ``late`` those that
    have run out of time.
    """

    caller: int
    aloud: bool
    said: tuple[tuple[int, str], ...]
    high: int
    holder: int
    owing: frozenset[int]
    late: frozenset[int]
    sides: tuple[str, ...]
    standing: str

    @property
    def out(self) -> list[int]:
        """Return the seats that bid no more."""
        passed = {seat for seat, text in self.said if text == "pass"}
        return sorted(passed | self.late)

    def sentences(self, names: Sequence[str], own: int | None) -> list[str]:
        """Return a line for the caller, one for each seat, and one for the current bid."""
        called = _("Auction, called by %(player)s.") % {"player": names[self.caller]}
        return [called, *self.rows(names, own), self.standing]

    def rows(self, names: Sequence[str], own: int | None) -> list[str]:
        """Return for every seat what it has said; ``own`` is the reader's seat."""
        rows = []
        for seat, (name, side) in enumerate(zip(names, self.sides, strict=True)):
            who = _("You (%(colour)s)") if seat == own else _("%(player)s (%(colour)s)")
            named = who % {"player": name, "colour": side}
            rows.append(f"{named}: {self._of(seat)}")
        return rows

    def _of(self, seat: int) -> str:
        """Return a seat's bid, and whether it has to bid now."""
        words = [_bid_words(text) for each, text in self.said if each == seat]
        if seat in self.late:
            words.append(leaving_words("timeout"))
        elif self.aloud and seat == self.holder:
            words[-1:] = [_("%(points)s, the highest bid") % {"points": self.high}]
        elif self.aloud and seat in self.owing:
            words.append(_("to bid"))
        return ", ".join(words) or _("no bid yet")


def read_bid(text: str | None) -> str:
    """Read a number in a field of its own as the move that bids it; empty without one."""
    return f"{BID}{text[:6].strip()}" if text and text.strip() else ""


def _bid_words(text: str) -> str:
    """Return one thing that was said in an auction, short."""
    if text == "pass":
        return _("passed")
    if text == NO_BID:
        return _("no bid")
    number = text.removeprefix(BID)
    return number if number.isdigit() else _("has bid; the number is secret")
