"""The watch list, and muting one match."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import translation

from accounts.models import Player
from games import match_queries, queries
from games.families.leaving import join_names
from games.models import Listener, Match, Seat, Watch
from games.services.emails.subjects import match_label
from games.services.errors import Refused
from games.services.wording import game_words, result_words
from notifications.models import Message
from notifications.services import outbox, subscriptions

MAX_WATCHED = 100
KINDS_KEPT_WHEN_MUTED = ("reminder", "flagged", "match_finished")


@transaction.atomic
def watch(match_id: int, player: Player, *, now: datetime) -> Match:
    """Watch a running match of others; doing it twice changes nothing.

    Refuses ``no_such_match``, ``own_match_watched``, ``match_over``, ``watching_enough``.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    match = queries.match_for(player, match_id)
    if match is None:
        raise Refused("no_such_match")
    if match.seats.filter(player=player).exists():
        raise Refused("own_match_watched")
    rows = Watch.objects.filter(player=player)
    if rows.filter(match=match).exists():
        return match
    if not match.is_running:
        raise Refused("match_over")
    if rows.filter(match__status=Match.Status.RUNNING).count() >= MAX_WATCHED:
        raise Refused("watching_enough", limit=MAX_WATCHED)
    Watch.objects.create(player=player, match=match, created_at=now)
    return match


def unwatch(match_id: int, player: Player, *, now: datetime) -> None:
    """Stop watching a match; idempotent."""
    del now
    Watch.objects.filter(player=player, match=match_id).delete()


def notify_watchers(match: Match, *, now: datetime) -> None:
    """E-mail the result to everybody who watches a match, except to its present players.

    Once for each end, if a ruling reopens the match. Not to players who may no longer see a private
    match.
    """
    if match.status != Match.Status.FINISHED:
        return
    watches = Watch.objects.filter(match=match, player__closed_at=None)
    if match.private:
        inside = Q(player__in=Listener.objects.filter(audience=match.audience).values("player"))
        watches = watches.filter(inside | Q(player__in=match_queries.ever_seated_ids(match)))
    watches = watches.select_related("player__user", "player__email_settings").order_by("player")
    if not watches:
        return
    seats = _seats(match)
    seated = {seat.player_id for seat in seats}
    for each in watches:
        if each.player_id in seated:
            continue
        with translation.override(each.player.language):
            context = _ending_context(match, seats)
        outbox.post(
            kind="watched",
            player=each.player,
            key=f"watched:{match.pk}:{match.turn}:{each.player_id}",
            context=context,
            now=now,
            thread=match.thread,
        )


def read_ending(_message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return the current result of a watched match; None if it is running or annulled."""
    match = Match.objects.get(pk=pk)
    return _ending_context(match, _seats(match)) if match.status == Match.Status.FINISHED else None


def _seats(match: Match) -> list[Seat]:
    return list(match.seats.select_related("player").order_by("number"))


def _ending_context(match: Match, seats: Sequence[Seat]) -> dict[str, object]:
    return {
        "url": match.get_absolute_url(),
        "match": match.pk,
        "label": match_label(match.ruleset, seats),
        "players": join_names([seat.player.name for seat in seats]),
        "ruleset": game_words.ruleset_name(match.ruleset),
        "ending": result_words.ending_sentence(match, seats),
        "winner": join_names([seat.player.name for seat in seats if seat.rank == 1]),
        "drawn": all(seat.rank == 1 for seat in seats),
        "row": ["watched", match.pk],
    }


@transaction.atomic
def mute(match_id: int, player: Player, *, now: datetime) -> None:
    """Mute one of the player's own matches: no chat, and e-mails only about time and result."""
    match = _own_match(match_id, player)
    subscriptions.mute_thread(player, match.thread, kept=KINDS_KEPT_WHEN_MUTED, now=now)


@transaction.atomic
def unmute(match_id: int, player: Player, *, now: datetime) -> None:
    del now
    subscriptions.unmute_thread(player, _own_match(match_id, player).thread)


def _own_match(match_id: int, player: Player) -> Match:
    """Return a match in which the player has a seat; refuses ``not_your_match``."""
    match = Match.objects.filter(pk=match_id, seats__player=player).first()
    if match is None:
        raise Refused("not_your_match")
    return match
