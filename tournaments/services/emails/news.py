"""News of a tournament: postponements, cancellations, places, skipped rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from notifications.models import Message
from notifications.services import outbox
from notifications.services.headers import absolute_url
from tournaments import panel_queries, queries, staff_queries
from tournaments.models import Division, Entrant, Round, RoundDraft, Tournament
from tournaments.services.emails import terms
from tournaments.services.emails.notices import EmailContent, post
from tournaments.services.tables.engine_words import (
    fallback_reason,
    sat_out_sentence,
    unpaired_reason,
)


def notify_news(
    tournament: Tournament, player: Player, what: str, content: EmailContent, now: datetime
) -> bool:
    """E-mail news of a tournament; return False if the player gets no e-mails."""
    return post(
        "tournament_news", player, key_of(tournament, player, what), tournament, content, now
    )


def key_of(tournament: Tournament, player: Player, what: str) -> str:
    return f"tournament_news:{tournament.pk}:{what}:{player.pk}"


def withdraw_news(
    tournament: Tournament, player: Player, marks: Iterable[str], now: datetime
) -> bool:
    """Withdraw news of what has been undone; return whether all of it was still unseen.

    Then the undoing is no news, either. News shown by a browser counts as seen.
    """
    keys = [key_of(tournament, player, mark) for mark in marks]
    taken = [outbox.withdraw(key, now=now) for key in keys]
    if not taken or not all(taken):
        return False
    return not Message.objects.filter(key__in=keys).exclude(pushed_at=None).exists()


def lock_waiting(tournament: Tournament, player: Player, mark: str, now: datetime) -> bool:
    """Whether news of such a mark waits, which no sender then claims in this transaction."""
    return outbox.lock_waiting(player, f"tournament_news:{tournament.pk}:{mark}", now)


def ask_once(
    tournament: Tournament, player: Player, what: str, content: EmailContent, now: datetime
) -> None:
    """Ask a player something, once under this name unless the earlier one was withdrawn unsent."""
    key = outbox.latest_key(key_of(tournament, player, what), now)
    post("tournament_news", player, key, tournament, content, now)


def _build_content(headline: str, *paragraphs: str, **more: object) -> dict[str, object]:
    return {"headline": headline, "paragraphs": list(paragraphs), **more}


def notify_cancelled(tournament: Tournament, player: Player, *, now: datetime) -> None:
    notify_news(
        tournament,
        player,
        "called_off",
        lambda: _build_content(
            _("%(name)s has been cancelled") % {"name": isolated(tournament.title)},
            _("It will not take place, and your entry no longer counts."),
        ),
        now,
    )


def notify_postponed(tournament: Tournament, player: Player, *, now: datetime) -> None:
    """Notify an entrant that the start is postponed because there are too few entrants."""
    notify_news(
        tournament,
        player,
        f"postponed_{_instant_key(tournament.starts_at) or None}",
        lambda: _build_content(
            _("%(name)s will start later") % {"name": isolated(tournament.title)},
            _("Not enough players have entered yet. Your entry remains valid."),
            row=["start", tournament.pk],
            **terms.start_context(tournament),
        ),
        now,
    )


def read_start(message: Message, _now: datetime, pk: int) -> dict[str, object] | None:
    """Return the start; None if it has begun or was cancelled, or the reader has left."""
    tournament = Tournament.objects.get(pk=pk)
    waits = tournament.is_open and queries.is_entered(tournament, message.player)
    return terms.start_context(tournament) if waits else None


def notify_moved_up(tournament: Tournament, player: Player, *, now: datetime) -> None:
    """Notify somebody on the waiting list that they have a place now."""
    notify_news(
        tournament,
        player,
        f"moved_up_{now.isoformat()}",
        lambda: _build_content(
            _("%(name)s: you now have a place") % {"name": isolated(tournament.title)},
            _("Somebody has withdrawn, so you have moved up from the waiting list."),
            row=["entry", tournament.pk, Entrant.Status.ENTERED.value],
        ),
        now,
    )


def read_entry(message: Message, _now: datetime, pk: int, status: str) -> dict[str, object] | None:
    """Return no changes; None if the reader's entry no longer has this status.

    Once a tournament is over, only those whom a ladder has taken off must still hear of it.
    """
    tournament = Tournament.objects.get(pk=pk)
    own = Entrant.objects.filter(tournament=pk, status=status, player=message.player_id)
    if tournament.finished_at is not None:
        off_ladder = status == Entrant.Status.WITHDRAWN and tournament.event_format.has_rungs
        if not off_ladder or tournament.status != Tournament.Status.FINISHED:
            return None
    return {} if own.exists() else None


def notify_skipped(
    tournament: Tournament, division: Division, numbers: Sequence[int], *, now: datetime
) -> None:
    """Notify everybody that these rounds are skipped because players are missing."""
    content = partial(_skipped_content, tournament, numbers[0], numbers[-1])
    own = Entrant.objects.playing().filter(division=division).select_related("player__user")
    readers = _responsible_people(tournament) | {each.player_id: each.player for each in own}
    for player in readers.values():
        notify_news(tournament, player, f"skipped_{division.pk}_{numbers[0]}", content, now)


def _skipped_content(tournament: Tournament, first: int, last: int) -> dict[str, object]:
    words = {"round": first, "last": last, "name": isolated(tournament.title)}
    if last > first:
        headline = _("%(name)s: rounds %(round)d to %(last)d are skipped") % words
    else:
        headline = _("%(name)s: round %(round)d is skipped") % words
    return _build_content(
        headline,
        _(
            "Too few players were available. Nobody wins or loses anything, and nobody’s "
            "half-point bye is used up."
        ),
        _("There are no more rounds, and the standings are final.")
        if last >= (tournament.rounds or 0)
        else _("The next round starts when the time for this one is over."),
        row=["skipped", tournament.pk, first, last],
    )


def read_skipped(
    _message: Message, _now: datetime, pk: int, first: int, last: int
) -> dict[str, object]:
    """Return the text again: the tournament may have been reopened since."""
    return _skipped_content(Tournament.objects.get(pk=pk), first, last)


def notify_fallback(
    tournament: Tournament, division: Division, number: int, note: str, *, now: datetime
) -> None:
    """Notify organisers and referees why FIDE's engine did not pair.

    Once for each reason, but for every round in which somebody sits out.
    """
    words = {"round": number, "name": isolated(tournament.title)}
    sat_out = note in Round.SAT_OUT_NOTES

    def content() -> dict[str, object]:
        if sat_out:
            headline = _("%(name)s: not everybody could be paired in round %(round)d")
            return _build_content(headline % words, sat_out_sentence(note))
        return _build_content(
            _("%(name)s: round %(round)d was paired by our own program") % words,
            *(fallback_reason(note) or ()),
            _("The pairings are valid: nobody meets the same opponent twice."),
        )

    for player in _responsible_people(tournament).values():
        mark = f"fallback_{division.pk}_{note}" + (f"_{number}" if sat_out else "")
        notify_news(tournament, player, mark, content, now)


def _responsible_people(tournament: Tournament) -> dict[int, Player]:
    readers = {each.pk: each for each in panel_queries.referees(tournament)}
    return readers | {each.pk: each for each in staff_queries.organisers_of(tournament)}


def notify_no_next_season(
    tournament: Tournament, staying: Sequence[Player], *, now: datetime
) -> None:
    """Notify organisers, referees and everybody staying on that no season follows, and why."""
    club = tournament.club
    closed = club is not None and club.closed_at is not None
    words = {"name": isolated(tournament.title)}

    def content() -> dict[str, object]:
        why = _("It no longer has an organiser.")
        if club is not None:
            why = _("Nobody who leads the club can organise it.")
        if closed:
            why = _("The club has closed.")
        return _build_content(_("%(name)s: there will be no next season") % words, why)

    for player in (_responsible_people(tournament) | {each.pk: each for each in staying}).values():
        notify_news(tournament, player, "no_next_season", content, now)


def notify_unpaired(tournament: Tournament, division: Division, *, now: datetime) -> None:
    """Notify organisers and referees why a round cannot be paired, and what they can do."""
    content = partial(_unpaired_content, tournament, division)
    for player in _responsible_people(tournament).values():
        mark = f"unpaired_{division.pk}_{division.unpaired_round}_{division.unpaired_why}"
        notify_news(
            tournament, player, f"{mark}_{_instant_key(division.unpaired_until)}", content, now
        )


def _unpaired_content(tournament: Tournament, division: Division) -> dict[str, object]:
    words = {"round": division.unpaired_round, "name": isolated(tournament.title)}
    return _build_content(
        _("%(name)s: round %(round)d cannot be paired") % words,
        unpaired_reason(division),
        _(
            "The site keeps trying until the time below. If somebody becomes available by "
            "then, by entering, returning or being let in by a referee, the round is played. "
            "Otherwise there are no further rounds, and the standings are final."
        ),
        _("On the tournament’s page you can pair the round by hand, or end the tournament now."),
        tried_until_at=_instant_key(division.unpaired_until),
        row=["unpaired", division.pk, division.unpaired_round],
    )


def read_unpaired(
    _message: Message, now: datetime, pk: int, number: int
) -> dict[str, object] | None:
    """Return the reason again; None if the round was paired or is no longer tried."""
    rows = Division.objects.select_related("tournament").filter(unpaired_until__gt=now)
    division = rows.filter(pk=pk, unpaired_round=number).first()
    return _unpaired_content(division.tournament, division) if division is not None else None


def notify_draft_ready(
    tournament: Tournament, draft: RoundDraft, why_again: Callable[[], list[str]], *, now: datetime
) -> None:
    """Notify the organisers that a draft awaits them, until when, and why it was paired again."""
    words = {"round": draft.number, "name": isolated(tournament.title)}

    def content() -> dict[str, object]:
        return _build_content(
            _("%(name)s: the pairings of round %(round)d are ready") % words,
            *why_again(),
            _(
                "Only the organisers see them. You can change who meets whom and publish the "
                "round. If you do nothing, it is published automatically."
            ),
            publish_by_at=draft.publish_by.isoformat(),
            row=["draft", draft.pk],
            url=absolute_url(reverse("tournaments:pairings", args=[tournament.pk])),
        )

    for player in staff_queries.organisers_of(tournament):
        mark = f"drafted_{draft.division_id}_{draft.number}_{draft.pk}"
        notify_news(tournament, player, mark, content, now)


def read_draft(_message: Message, now: datetime, pk: int) -> dict[str, object] | None:
    """Return when the round is published; None if it has been, or the draft was replaced."""
    draft = RoundDraft.objects.filter(pk=pk, publish_by__gt=now).first()
    return {"publish_by_at": draft.publish_by.isoformat()} if draft is not None else None


def _instant_key(instant: datetime | None) -> str:
    return instant.isoformat() if instant is not None else ""
