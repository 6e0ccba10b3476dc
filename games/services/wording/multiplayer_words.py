"""Texts for matches of three or four: places, absences, seating."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from accounts.naming import isolated
from games.families.leaving import join_names, leaving_label, leaving_sentence
from games.models import Match, Seat, SeatChange
from games.rules import registry
from games.rules.multiplayer import CLOSED, RESIGNED, TIMEOUT, sides_of

Why = SeatChange.Why


def absence_sentence(absent: Seat, event: str, *, own: bool) -> str:
    """Return the sentence about a seat's absence, for its own player or for the others."""
    if event in (RESIGNED, TIMEOUT, CLOSED) and not own:
        return leaving_sentence(isolated(absent.player.name), event)
    phrase = (_own_absence_sentences() if own else _others_absence_sentences()).get(event, "")
    return phrase % {"player": isolated(absent.player.name), "count": absent.skips}


def change_sentence(why: str, role: str, player: str, before: str) -> str:
    """Return the sentence about a seat's new player, for its "owner", "substitute" or "others"."""
    return _change_sentences()[why, role] % {"player": player, "before": before}


def _change_sentences() -> dict[tuple[str, str], str]:
    """Return the sentences about changes of a seat's player, by reason and reader's role."""
    return {
        (Why.SUBSTITUTED, "others"): _("%(player)s is now playing in place of %(before)s."),
        (Why.SUBSTITUTED, "owner"): _(
            "%(player)s has taken over your seat and is playing for you. The result "
            "counts for you. You can take your seat back on the match page at any "
            "time."
        ),
        (Why.HANDED_BACK, "others"): _(
            "%(before)s is no longer playing for %(player)s. A caretaker is playing for now."
        ),
        (Why.HANDED_BACK, "owner"): _(
            "%(before)s is no longer playing for you. A caretaker has taken over. You can take "
            "your seat back on the match page at any time."
        ),
        (Why.HANDED_BACK, "substitute"): _(
            "You are no longer playing for %(player)s. A caretaker is playing now."
        ),
        (Why.RETURNED, "others"): _("%(player)s is back and has taken over from %(before)s."),
        (Why.RETURNED, "substitute"): _(
            "%(player)s is back and playing again. Thank you for stepping in."
        ),
    }


def _own_absence_sentences() -> dict[str, str]:
    """Return the sentences for a player about their own absence."""
    return {
        "skipped": _(
            "Your time ran out, so your turn was played without you (%(count)d in a row). "
            "After three in a row you are out."
        ),
        "cared": _(
            "Your time ran out. A caretaker is playing for you. You can take your "
            "seat back on the match page at any time."
        ),
        "offered": _(
            "Your time ran out. Your seat is offered to others. Until somebody takes it, you can "
            "simply play on. The result counts for you."
        ),
        RESIGNED: _("You have resigned; the others play on."),
        TIMEOUT: _("You ran out of time and are out of the match; the others play on."),
        CLOSED: "",
    }


def _others_absence_sentences() -> dict[str, str]:
    """Return the sentences for the others about an absence."""
    return {
        "cared": _("%(player)s ran out of time. A caretaker is playing for now."),
        "offered": _("%(player)s ran out of time. The seat is now on offer."),
    }


def seat_state(seat: Seat) -> str:
    """Return in a few words why a player is not playing; "" if they are."""
    if seat.left_by:
        return leaving_label(seat.left_by)
    if seat.cared_since:
        return _("a caretaker plays")
    return _("seat on offer") if seat.offered_until else ""


def place_sentence(match: Match, seats: Sequence[Seat], seat: Seat) -> str:
    """Return the result of three or four players for the reader of this seat."""
    rules = registry.get(match.ruleset)
    sides = sides_of(rules, len(seats), match.options)
    if len(set(sides)) == 2:
        return _("Your team won.") if seat.rank == 1 else _("Your team lost.")
    count = {"count": len(seats)}
    if sum(each.rank == seat.rank for each in seats) > 1:
        return _shared_place(seat.rank or 1) % count
    return {
        1: _("You came first out of %(count)d."),
        2: _("You came second out of %(count)d."),
        3: _("You came third out of %(count)d."),
        4: _("You came fourth out of %(count)d."),
    }[seat.rank or 1] % count


def _shared_place(rank: int) -> str:
    return {
        1: _("You share first place among %(count)d."),
        2: _("You share second place among %(count)d."),
        3: _("You share third place among %(count)d."),
    }.get(rank, _("You share last place among %(count)d."))


def place_text(seats: Sequence[Seat], seat: Seat) -> str:
    """Return a place for a list: “place 2 of 4”, “shared place 2 of 4”."""
    shared = sum(each.rank == seat.rank for each in seats) > 1
    phrase = (
        _("shared place %(place)d of %(count)d") if shared else _("place %(place)d of %(count)d")
    )
    return phrase % {"place": seat.rank or 0, "count": len(seats)}


def standings_lines(seats: Sequence[Seat]) -> list[str]:
    """Return all places with names, in order: “1. Ann”, “2. Ben and Cy”."""
    ranks = sorted({seat.rank for seat in seats if seat.rank})
    return [
        f"{rank}. {join_names([seat.player.name for seat in seats if seat.rank == rank])}"
        for rank in ranks
    ]
