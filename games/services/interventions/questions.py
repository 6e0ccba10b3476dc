"""Answers to the other side's questions: a draw, a move to take back, a pause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from games.match_queries import proposed_pauses
from games.models import Pause
from games.services.errors import Refused
from games.services.interventions import agreement
from games.services.match import email_keys
from games.services.match.loaded import LoadedMatch, lock_match
from games.services.play import pauses, ties
from games.services.play.flags import settle_flags_before


class Subject(StrEnum):
    TIE = "tie"
    TAKE_BACK = "take_back"
    PAUSE = "pause"


@dataclass(frozen=True)
class Question:
    """A numbered question from a player to the others; ``until`` is the end of a proposed pause."""

    subject: Subject
    number: int
    asker: Player
    until: datetime | None = None


def find_question(
    loaded: LoadedMatch, player: Player, number: int, now: datetime
) -> Question | None:
    """Return the open question to a player under this number, if any."""
    seat = loaded.seat_of(player)
    if not loaded.match.is_running or not number:
        return None
    for other in loaded.others(seat):
        if other.question == number and other.asks:
            take_back = other.take_back_at_ply is not None
            return Question(Subject.TAKE_BACK if take_back else Subject.TIE, number, other.player)
    proposed = proposed_pauses(loaded.match.pk, now).exclude(proposed_by=player)
    pause = proposed.filter(question=number).select_related("proposed_by").first()
    return _pause_question(pause) if pause is not None else None


def _pause_question(pause: Pause) -> Question | None:
    if pause.proposed_by is None:
        return None
    return Question(Subject.PAUSE, pause.question, pause.proposed_by, pause.until)


@settle_flags_before
@transaction.atomic
def answer_question(
    match_id: int,
    player: Player,
    number: int,
    *,
    accept: bool,
    now: datetime,
    fits: Callable[[Subject], None] | None = None,
) -> Subject:
    """Answer the question with this number; refuses ``not_asked_any_more``.

    Accepting twice gives the same result. ``fits`` may raise a refusal by the question's subject.
    """
    loaded = lock_match(match_id)
    before = find_accepted_question(loaded, player, number, now) if accept else None
    found = before or find_question(loaded, player, number, now)
    if found is None:
        raise Refused("not_asked_any_more")
    if fits is not None:
        fits(found.subject)
    if before is not None:
        return before.subject
    if found.subject is Subject.PAUSE and found.until is not None and accept:
        pauses.accept_pause(match_id, player, found.until, now=now)
    elif accept:
        agree = ties.accept_tie if found.subject is Subject.TIE else agreement.accept_take_back
        agree(match_id, player, number, now=now)
    else:
        _DECLINE[found.subject](match_id, player, now=now)
    return found.subject


def find_accepted_question(
    loaded: LoadedMatch, player: Player, number: int, now: datetime
) -> Question | None:
    """Return the question that a player has already accepted under this number, if any.

    It must still hold: None if the match has gone on since.
    """
    seat = loaded.seat_of(player)
    if not number:
        return None
    if not loaded.match.is_running:
        offers = (each for each in loaded.others(seat) if email_keys.offers_tie(each, number))
        by = next(offers, None) if loaded.match.ending == "tie_agreed" else None
        return Question(Subject.TIE, number, by.player) if by is not None else None
    asker = agreement.find_accepted_asker(loaded, seat, number)
    if asker is not None:
        return Question(Subject.TAKE_BACK, number, asker.player)
    theirs = Pause.objects.filter(match=loaded.match, question=number, until__gt=now)
    agreed = theirs.exclude(since=None).exclude(proposed_by=player).select_related("proposed_by")
    pause = agreed.first()
    return _pause_question(pause) if pause is not None else None


_DECLINE: dict[Subject, Callable[..., object]] = {
    Subject.TIE: ties.decline_tie,
    Subject.TAKE_BACK: agreement.decline_take_back,
    Subject.PAUSE: pauses.decline_pause,
}


def answer_sentence(subject: Subject, *, accept: bool) -> str:
    accepted = {
        Subject.TIE: _("You accepted the draw offer."),
        Subject.TAKE_BACK: _("You allowed the move to be taken back."),
        Subject.PAUSE: _("Agreed: the clocks are paused."),
    }
    declined = {
        Subject.TIE: _("You declined the draw offer."),
        Subject.TAKE_BACK: _("You did not allow the move to be taken back."),
        Subject.PAUSE: _("You declined the pause."),
    }
    return (accepted if accept else declined)[subject]
