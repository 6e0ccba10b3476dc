"""The auction of TRI-Plan: who plays alone, for how many points (rule book 3.7, TP-12 … TP-14).

In a proxy auction everybody sends one secret maximum; in an open one they bid in turn.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.rules.base import IllegalMove, Seat

MAX_BID: Final = 999
NO_BID_YET: Final = -1
HIDDEN: Final = -2
SEATS: Final = range(3)


class Auction(NamedTuple):
    """A running auction: who called it, and the secret maxima or the open bids so far.

    `maxima` are -1 until given and -2 if hidden from the viewer; `speaker` is the seat to bid, or
    -1 if all bid at once; `high` and `holder` are the highest open bid and its seat; `silent` has a
    bit for each seat that is out.
    """

    caller: Seat
    maxima: tuple[int, ...] = (NO_BID_YET,) * 3
    speaker: Seat = -1
    high: int = 0
    holder: Seat = -1
    silent: int = 0


Contract = tuple[Seat, int]


def start_auction(caller: Seat, late: Sequence[Seat], *, aloud: bool) -> Auction:
    """Return a new auction; a seat that is out of time bids nothing (TP-17)."""
    maxima = tuple(0 if seat in late else NO_BID_YET for seat in SEATS)
    speaker = next(seat for seat in SEATS if seat not in late) if aloud else -1
    return Auction(caller, maxima, speaker, silent=sum(1 << seat for seat in late))


def seats_to_bid(auction: Auction) -> frozenset[Seat]:
    """Return the seats that still have to bid."""
    if auction.speaker >= 0:
        return frozenset({auction.speaker})
    return frozenset(seat for seat in SEATS if auction.maxima[seat] == NO_BID_YET)


def legal_bids(auction: Auction, seat: Seat) -> range:
    """Return the legal bids of a seat; an equal bid beats a colour of lower precedence."""
    if auction.speaker < 0:
        return range(MAX_BID + 1)
    return range(max(1, auction.high + (-1 < auction.holder < seat)), MAX_BID + 1)


def place_bid(auction: Auction, seat: Seat, bid: int) -> Auction:
    """Record a secret maximum or an open bid; `IllegalMove` if it is out of range."""
    able = legal_bids(auction, seat)
    if bid not in able:
        raise IllegalMove("bid_out_of_range", bid=bid, least=able.start, most=MAX_BID)
    if auction.speaker >= 0:
        return auction._replace(high=bid, holder=seat)
    maxima = tuple(bid if each == seat else other for each, other in enumerate(auction.maxima))
    return auction._replace(maxima=maxima)


def drop_out(auction: Auction, seat: Seat) -> Auction:
    """Take a seat out of an open auction."""
    return auction._replace(silent=auction.silent | 1 << seat)


def withdraw_bid(auction: Auction, seat: Seat) -> Auction:
    """Cancel the bid of a seat that ran out of time (TP-17)."""
    maxima = tuple(0 if each == seat else other for each, other in enumerate(auction.maxima))
    if auction.holder == seat:
        auction = auction._replace(holder=-1, high=0)
    return drop_out(auction._replace(maxima=maxima), seat)


def next_auction_state(auction: Auction, seat: Seat) -> Auction | None:
    """Return the auction with its next bidder after a seat's bid, or None once it is decided.

    To a viewer who may not know the other maxima, it is never decided.
    """
    if auction.speaker < 0:
        return auction if {NO_BID_YET, HIDDEN}.intersection(auction.maxima) else None
    speaking = [seat for seat in SEATS if not auction.silent >> seat & 1]
    if not speaking or speaking == [auction.holder]:
        return None
    if seat != auction.speaker:
        return auction
    order = [(auction.speaker + step) % 3 for step in (1, 2, 3)]
    return auction._replace(speaker=next(seat for seat in order if seat in speaking))


def final_contract(auction: Auction) -> Contract | None:
    """Return holder and contract of a finished auction, or None if nobody bid."""
    if auction.speaker < 0:
        return proxy_contract(auction.maxima)
    return None if auction.holder < 0 else (auction.holder, auction.high)


def proxy_contract(maxima: Sequence[int]) -> Contract | None:
    """Return the highest bidder and the lowest bid that beats the others, at least 1 (TP-13)."""
    order = sorted(range(len(maxima)), key=lambda seat: (-maxima[seat], seat))
    holder = order[0]
    if maxima[holder] < 1:
        return None
    return holder, max([1, *(maxima[seat] + (seat < holder) for seat in order[1:] if maxima[seat])])


def redact_for(auction: Auction, viewer: Seat | None) -> Auction:
    """Hide the maxima of the others until all are in."""
    if auction.speaker >= 0:
        return auction
    return auction._replace(
        maxima=tuple(
            bid if bid == NO_BID_YET or seat == viewer else HIDDEN
            for seat, bid in enumerate(auction.maxima)
        )
    )


def contract_ranks(points: Sequence[int], holder: Seat, contract: int) -> tuple[int, ...]:
    """Return the ranks by contract: the holder is first or third (rule book 3.8, 3.9)."""
    made = points[holder] >= contract
    return tuple((1 if made else 3) if seat == holder else 1 + made for seat in range(len(points)))
