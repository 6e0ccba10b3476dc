"""Free places offered to the waiting list in turn, and who is asked before the start.

An offer holds its place until ``Entrant.offered_until``. Players who decline or do not answer
leave the
waiting list, and the next one is asked; they may enter again.
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
from tournaments.services.emails.place_emails import PLACE, START
from tournaments.services.entrants.entry_kinds import entry_kind_of
from tournaments.services.locks import open_tournament

UNSEEN = timedelta(days=10)
ASK_BEFORE = timedelta(days=3)
ASK_LATEST = timedelta(days=1)  # before the start; nobody is left out with less time to answer


def open_offers(tournament: Tournament) -> int:
    """Return how many places are held for those who have been asked."""
    waiting = Entrant.objects.waiting().filter(tournament=tournament)
    return waiting.filter(offered_until__isnull=False).count()


def offer_places(tournament: Tournament, now: datetime) -> None:
    """Ask the next ones of the waiting list, as many as there are free places."""
    _lapse(tournament, now)
    waiting = Entrant.objects.waiting().filter(tournament=tournament, offered_until=None)
    days, start = tournament.answer_days or 0, tournament.starts_at
    until = add_wall_time(now, timedelta(days=days), tournament.zone)
    until = min(until, start) if start is not None else until
    if until > now:
        free = waiting.count()
        if tournament.most is not None:
            taken = entry_kind_of(tournament).entered(tournament) + open_offers(tournament)
            free = max(0, tournament.most - taken)
        for entrant in waiting.select_related("player__user")[:free]:
            entrant.offered_until = until
            entrant.save(update_fields=["offered_until"])
            with without_limits():  # who does not answer loses the place
                place_emails.notify_place_offered(tournament, entrant, now=now)
    schedule_next_look(tournament, now)


def _lapse(tournament: Tournament, now: datetime) -> None:
    """Take those off the waiting list who have not answered in time, and tell them."""
    silent = Entrant.objects.waiting().filter(tournament=tournament, offered_until__lte=now)
    for entrant in silent.select_related("player__user"):
        _leave(entrant, now)
        place_emails.notify_passed_on(tournament, entrant, now=now)


def _leave(entrant: Entrant, now: datetime) -> None:
    entrant.status, entrant.withdrawn_at = Entrant.Status.WITHDRAWN, now
    entrant.offered_until = entrant.asked_at = entrant.confirmed_at = None
    entrant.save(
        update_fields=["status", "withdrawn_at", "offered_until", "asked_at", "confirmed_at"]
    )


def get_next_due_at(tournament: Tournament, now: datetime) -> datetime | None:
    """Return when an open tournament has something to do: start, ask, or pass a place on."""
    start = tournament.starts_at
    moments = [start] if start is not None else []
    if start is not None and tournament.asks_silent and _asks_at(tournament, start) > now:
        moments.append(_asks_at(tournament, start))
    offered = Entrant.objects.waiting().filter(tournament=tournament, offered_until__isnull=False)
    until = offered.values_list("offered_until", flat=True)
    moments += [each for each in until if each is not None]
    return min(moments) if moments else None


def schedule_next_look(tournament: Tournament, now: datetime) -> None:
    """Schedule the tournament for when its next step is due."""
    due = get_next_due_at(tournament, now)
    if due is not None and (tournament.due_at is None or due < tournament.due_at):
        tournament.due_at = due
        tournament.save(update_fields=["due_at"])


def _asks_at(tournament: Tournament, start: datetime) -> datetime:
    return add_wall_time(start, -ASK_BEFORE, tournament.zone)


def _asks_until(tournament: Tournament, start: datetime) -> datetime:
    return add_wall_time(start, -ASK_LATEST, tournament.zone)


def asks_now(tournament: Tournament, now: datetime) -> bool:
    """Whether it is time to ask who will play: in the days before the start, except the last."""
    start = tournament.starts_at
    if not tournament.asks_silent or start is None:
        return False
    return _asks_at(tournament, start) <= now <= _asks_until(tournament, start)


def ask_silent_entrants(tournament: Tournament, now: datetime) -> None:
    """Ask entrants who have not been seen for long whether they still play; each once.

    Who gets no e-mail is not asked, and so plays.
    """
    if not asks_now(tournament, now):
        return
    own = Entrant.objects.playing().filter(tournament=tournament, asked_at=None)
    for entrant in own.filter(player__kind=Player.Kind.PERSON).select_related("player__user"):
        silent = last_seen(entrant) <= add_wall_time(now, -UNSEEN, tournament.zone)
        if silent and place_emails.ask_to_confirm(tournament, entrant, now=now):
            entrant.asked_at, entrant.confirmed_at = now, None
            entrant.save(update_fields=["asked_at", "confirmed_at"])


def reset_questions(tournament: Tournament, now: datetime) -> None:
    """Forget questions about a start that has moved; an answer counts as long as being seen.

    Who would be asked about the new start by now has been, and where it is too late to ask again
    the question stands. No offer outlasts the start.
    """
    own = Entrant.objects.filter(tournament=tournament, asked_at__isnull=False)
    start = tournament.starts_at
    if start is not None:
        asked_at = _asks_at(tournament, start)
        own = own.filter(asked_at__lt=asked_at)
        own = own.exclude(confirmed_at__gt=add_wall_time(asked_at, -UNSEEN, tournament.zone))
        waiting = Entrant.objects.waiting().filter(tournament=tournament)
        waiting.filter(offered_until__gt=start).update(offered_until=start)
        if tournament.asks_silent and now > _asks_until(tournament, start):
            return
    own.update(asked_at=None, confirmed_at=None)


def drop_silent_entrants(tournament: Tournament, now: datetime) -> int:
    """Leave those out of the start who were asked and have neither answered nor been seen.

    Returns how many.
    """
    if not tournament.asks_silent:
        return 0
    own = Entrant.objects.playing().filter(
        tournament=tournament, asked_at__isnull=False, confirmed_at=None
    )
    left = 0
    for entrant in own.select_related("player__user"):
        if entrant.asked_at is not None and last_seen(entrant) < entrant.asked_at:
            _leave(entrant, now)
            place_emails.notify_left_out(tournament, entrant, now=now)
            left += 1
    return left


def last_seen(entrant: Entrant) -> datetime:
    """Return when an entrant was last here: by page, API or e-mail, moved, or entered."""
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


def question_to(tournament: Tournament, entrant: Entrant) -> tuple[str, datetime | None] | None:
    """Return the question to an entrant and its deadline, or None."""
    if not tournament.is_open:
        return None
    if entrant.status == Entrant.Status.WAITING and entrant.offered_until is not None:
        return PLACE, entrant.offered_until
    if entrant.status == Entrant.Status.ENTERED and entrant.asked_at and not entrant.confirmed_at:
        return START, tournament.starts_at
    return None


def has_confirmed(entrant: Entrant) -> bool:
    """Whether an entrant has said yes to what they were asked last, and not withdrawn since."""
    return entrant.confirmed_at is not None and entrant.withdrawn_at is None


def read_question(
    _message: Message, now: datetime, pk: int, question: str
) -> dict[str, object] | None:
    """Ask an entrant again; None if they have answered, been seen, or can answer no more."""
    entrant = Entrant.objects.select_related("tournament", "player").get(pk=pk)
    asked, until = question_to(entrant.tournament, entrant) or ("", None)
    if asked != question or until is None or until <= now:
        return None
    if asked == START and entrant.asked_at and last_seen(entrant) >= entrant.asked_at:
        return None
    return place_emails.question_words(entrant, question)


@transaction.atomic
def answer(pk: int, player: Player, *, accept: bool, now: datetime) -> Entrant:
    """Accept an offered place or confirm an entry; otherwise leave the tournament.

    A player who finds all places taken keeps waiting. Accepting twice gives the same answer.
    Refuses ``no_place_offered``. The last place of one that starts when full makes it due.
    """
    tournament = open_tournament(pk)
    entrant = Entrant.objects.filter(tournament=tournament, player=player).first()
    asked = question_to(tournament, entrant) if entrant is not None else None
    if entrant is not None and asked is None and accept and has_confirmed(entrant):
        return entrant
    if entrant is None or asked is None or (asked[0] == PLACE and (asked[1] or now) <= now):
        raise Refused("no_place_offered")
    if not accept:
        _leave(entrant, now)
    elif asked[0] == PLACE:
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
