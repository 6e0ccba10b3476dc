"""Offer free places to the waiting list, and ask entrants before the start whether they play.

An offer reserves a place until ``Entrant.offered_until``. Players who decline or do not answer
leave the waiting list, and the next one is asked; they may enter again.
"""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from django.db import transaction
from django.db.models import F, Max

from accounts.models import LoginSession, Player
from accounts.times.calendar_days import add_wall_time
from games.models import Ply, Seat
from games.services.errors import Refused
from notifications.models import Message
from notifications.services.limits import without_limits
from tournaments.models import Entrant, Tournament
from tournaments.services.emails import place_emails
from tournaments.services.emails.place_emails import PLACE_QUESTION, START_QUESTION
from tournaments.services.entrants.entry_kinds import entry_kind_of
from tournaments.services.locks import lock_tournament

INACTIVE_AFTER = timedelta(days=10)
ASK_FROM = timedelta(days=3)
ASK_UNTIL = timedelta(days=1)  # before the start; later questions would leave too little time


def count_open_offers(tournament: Tournament) -> int:
    """Return how many places are on offer."""
    waiting = Entrant.objects.waiting().filter(tournament=tournament)
    return waiting.filter(offered_until__isnull=False).count()


def offer_places(tournament: Tournament, now: datetime) -> None:
    """Offer the free places to the next players on the waiting list."""
    _expire_offers(tournament, now)
    waiting = Entrant.objects.waiting().filter(tournament=tournament, offered_until=None)
    days, start = tournament.answer_days or 0, tournament.starts_at
    until = add_wall_time(now, timedelta(days=days), tournament.zone)
    until = min(until, start) if start is not None else until
    if until > now:
        free = waiting.count()
        if tournament.most is not None:
            taken = entry_kind_of(tournament).entered(tournament) + count_open_offers(tournament)
            free = max(0, tournament.most - taken)
        for entrant in waiting.select_related("player__user")[:free]:
            entrant.offered_until = until
            entrant.save(update_fields=["offered_until"])
            with without_limits():  # without an answer they lose the place
                place_emails.notify_place_offered(tournament, entrant, now=now)
    schedule_next_step(tournament, now)


def _expire_offers(tournament: Tournament, now: datetime) -> None:
    """Remove players whose offer has expired from the waiting list and notify them."""
    silent = Entrant.objects.waiting().filter(tournament=tournament, offered_until__lte=now)
    for entrant in silent.select_related("player__user"):
        _withdraw(entrant, now)
        place_emails.notify_offer_expired(tournament, entrant, now=now)


def _withdraw(entrant: Entrant, now: datetime) -> None:
    entrant.status, entrant.withdrawn_at = Entrant.Status.WITHDRAWN, now
    entrant.offered_until = entrant.asked_at = entrant.confirmed_at = None
    entrant.save(
        update_fields=["status", "withdrawn_at", "offered_until", "asked_at", "confirmed_at"]
    )


def get_next_due_at(tournament: Tournament, now: datetime) -> datetime | None:
    """Return when an open tournament has something to do: start, ask, or withdraw an offer."""
    start = tournament.starts_at
    moments = [start] if start is not None else []
    if start is not None and tournament.asks_silent and _asking_starts_at(tournament, start) > now:
        moments.append(_asking_starts_at(tournament, start))
    offered = Entrant.objects.waiting().filter(tournament=tournament, offered_until__isnull=False)
    until = offered.values_list("offered_until", flat=True)
    moments += [each for each in until if each is not None]
    return min(moments) if moments else None


def schedule_next_step(tournament: Tournament, now: datetime) -> None:
    """Bring the tournament's ``due_at`` forward to its next step."""
    due = get_next_due_at(tournament, now)
    if due is not None and (tournament.due_at is None or due < tournament.due_at):
        tournament.due_at = due
        tournament.save(update_fields=["due_at"])


def _asking_starts_at(tournament: Tournament, start: datetime) -> datetime:
    return add_wall_time(start, -ASK_FROM, tournament.zone)


def _asking_ends_at(tournament: Tournament, start: datetime) -> datetime:
    return add_wall_time(start, -ASK_UNTIL, tournament.zone)


def is_time_to_ask(tournament: Tournament, now: datetime) -> bool:
    """Whether it is time to ask who will play: from three days until one day before the start."""
    start = tournament.starts_at
    if not tournament.asks_silent or start is None:
        return False
    return _asking_starts_at(tournament, start) <= now <= _asking_ends_at(tournament, start)


def ask_silent_entrants(tournament: Tournament, now: datetime) -> None:
    """Ask inactive entrants, once each, whether they still play.

    Players who get no e-mails are not asked and count as playing.
    """
    if not is_time_to_ask(tournament, now):
        return
    own = Entrant.objects.playing().filter(tournament=tournament, asked_at=None)
    for entrant in own.filter(player__kind=Player.Kind.PERSON).select_related("player__user"):
        silent = last_active_at(entrant) <= add_wall_time(now, -INACTIVE_AFTER, tournament.zone)
        if silent and place_emails.ask_to_confirm(tournament, entrant, now=now):
            entrant.asked_at, entrant.confirmed_at = now, None
            entrant.save(update_fields=["asked_at", "confirmed_at"])


def reset_questions(tournament: Tournament, now: datetime) -> None:
    """Clear the questions about a start that has moved.

    An answer stays valid as long as a visit would. Questions that would be due for the new start,
    too, stay, as do all if it is too late to ask again. No offer outlasts the start.
    """
    own = Entrant.objects.filter(tournament=tournament, asked_at__isnull=False)
    start = tournament.starts_at
    if start is not None:
        asked_at = _asking_starts_at(tournament, start)
        own = own.filter(asked_at__lt=asked_at)
        own = own.exclude(
            confirmed_at__gt=add_wall_time(asked_at, -INACTIVE_AFTER, tournament.zone)
        )
        waiting = Entrant.objects.waiting().filter(tournament=tournament)
        waiting.filter(offered_until__gt=start).update(offered_until=start)
        if tournament.asks_silent and now > _asking_ends_at(tournament, start):
            return
    own.update(asked_at=None, confirmed_at=None)


def drop_silent_entrants(tournament: Tournament, now: datetime) -> int:
    """Withdraw entrants who were asked and neither answered nor were active; return how many."""
    if not tournament.asks_silent:
        return 0
    own = Entrant.objects.playing().filter(
        tournament=tournament, asked_at__isnull=False, confirmed_at=None
    )
    left = 0
    for entrant in own.select_related("player__user"):
        if entrant.asked_at is not None and last_active_at(entrant) < entrant.asked_at:
            _withdraw(entrant, now)
            place_emails.notify_left_out(tournament, entrant, now=now)
            left += 1
    return left


def last_active_at(entrant: Entrant) -> datetime:
    """Return when an entrant was last active: by page, API or e-mail, a move, or their entry."""
    player = entrant.player_id
    day = LoginSession.objects.filter(user__player=player).aggregate(at=Max("used_on"))["at"]
    seats = Seat.objects.filter(player=player)
    moved = Ply.objects.filter(
        match__seats__in=seats, seat=F("match__seats__number"), source__in=Ply.BY_HAND
    )
    found = (
        entrant.entered_at,
        entrant.player.here_at,
        datetime.combine(day, time.max, tzinfo=UTC) if day else None,
        seats.aggregate(at=Max("seen_at"))["at"],
        moved.aggregate(at=Max("at"))["at"],
    )
    return max(at for at in found if at is not None)


def open_question(tournament: Tournament, entrant: Entrant) -> tuple[str, datetime | None] | None:
    """Return the open question to an entrant and its deadline, or None."""
    if not tournament.is_open:
        return None
    if entrant.status == Entrant.Status.WAITING and entrant.offered_until is not None:
        return PLACE_QUESTION, entrant.offered_until
    if entrant.status == Entrant.Status.ENTERED and entrant.asked_at and not entrant.confirmed_at:
        return START_QUESTION, tournament.starts_at
    return None


def has_confirmed(entrant: Entrant) -> bool:
    """Whether an entrant has accepted the last question and not withdrawn since."""
    return entrant.confirmed_at is not None and entrant.withdrawn_at is None


def read_question(
    _message: Message, now: datetime, pk: int, question: str
) -> dict[str, object] | None:
    """Return the question again; None if it is answered or expired, or the entrant was active."""
    entrant = Entrant.objects.select_related("tournament", "player").get(pk=pk)
    asked, until = open_question(entrant.tournament, entrant) or ("", None)
    if asked != question or until is None or until <= now:
        return None
    if asked == START_QUESTION and entrant.asked_at and last_active_at(entrant) >= entrant.asked_at:
        return None
    return place_emails.question_content(entrant, question)


@transaction.atomic
def answer(pk: int, player: Player, *, accept: bool, now: datetime) -> Entrant:
    """Accept an offered place or confirm an entry; otherwise leave the tournament.

    If all places are taken meanwhile, the player keeps waiting. Accepting twice changes nothing. A
    tournament that starts when full becomes due with its last place. Refuses ``no_place_offered``.
    """
    tournament = lock_tournament(pk)
    entrant = Entrant.objects.filter(tournament=tournament, player=player).first()
    asked = open_question(tournament, entrant) if entrant is not None else None
    if entrant is not None and asked is None and accept and has_confirmed(entrant):
        return entrant
    if (
        entrant is None
        or asked is None
        or (asked[0] == PLACE_QUESTION and (asked[1] or now) <= now)
    ):
        raise Refused("no_place_offered")
    if not accept:
        _withdraw(entrant, now)
    elif asked[0] == PLACE_QUESTION:
        taken, most = entry_kind_of(tournament).entered(tournament), tournament.most
        if most is None or taken < most:
            entrant.status = Entrant.Status.ENTERED
        entrant.offered_until = None
    if accept:
        entrant.confirmed_at = now
        entrant.save(update_fields=["status", "offered_until", "confirmed_at"])
    tournament.due_at = now  # the next one is asked, or it starts
    tournament.save(update_fields=["due_at"])
    return entrant
