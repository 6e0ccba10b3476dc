"""A running auction as one reader may see it: bids, passes and the highest bid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.families.leaving import leaving_label

BID_PREFIX = "bid "
NO_BID = "bid 0"


@dataclass(frozen=True)
class RunningAuction:
    """A running auction, as far as one reader may know it.

    `said` holds the calls so far as (seat, text), in order. In an open auction (`aloud`) `holder`
    has made the highest bid `high`, or is -1 if nobody has bid; in a secret one neither is known.
    `owing` are the seats that have yet to bid, `late` those that ran out of time. `sides` names the
    colour of every seat, and `standing` is a sentence with the current points.
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
        """Return the seats that can no longer bid."""
        passed = {seat for seat, text in self.said if text == "pass"}
        return sorted(passed | self.late)

    def sentences(self, names: Sequence[str], own: int | None) -> list[str]:
        """Return who called the auction, one row per seat, and the current points."""
        called = _("Auction, called by %(player)s.") % {"player": names[self.caller]}
        return [called, *self.rows(names, own), self.standing]

    def rows(self, names: Sequence[str], own: int | None) -> list[str]:
        """Return one line per seat with its bids; ``own`` is the reader's seat."""
        rows = []
        for seat, (name, side) in enumerate(zip(names, self.sides, strict=True)):
            who = _("You (%(colour)s)") if seat == own else _("%(player)s (%(colour)s)")
            named = who % {"player": name, "colour": side}
            rows.append(f"{named}: {self._of(seat)}")
        return rows

    def _of(self, seat: int) -> str:
        """Return a seat's bids so far, and whether it has to bid now."""
        words = [_format_bid(text) for each, text in self.said if each == seat]
        if seat in self.late:
            words.append(leaving_label("timeout"))
        elif self.aloud and seat == self.holder:
            words[-1:] = [_("%(points)s, the highest bid") % {"points": self.high}]
        elif self.aloud and seat in self.owing:
            words.append(_("to bid"))
        return ", ".join(words) or _("no bid yet")


def bid_move(text: str | None) -> str:
    """Return the move that bids the number in a form field, or "" if the field is empty."""
    return f"{BID_PREFIX}{text[:6].strip()}" if text and text.strip() else ""


def _format_bid(text: str) -> str:
    """Return a bid or a pass as a short text."""
    if text == "pass":
        return _("passed")
    if text == NO_BID:
        return _("no bid")
    number = text.removeprefix(BID_PREFIX)
    return number if number.isdigit() else _("has bid; the amount is secret")
