"""E-mails about requests to enter: to the organisers, and their answer to the player."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from notifications.models import Message
from notifications.services.limits import caused_by
from tournaments import staff_queries
from tournaments.models import Entrant, EntryRequest, Revision
from tournaments.services.admission import request_links
from tournaments.services.emails.news import ask_once, notify_news, withdraw_news
from tournaments.services.entry_words import player_facts, team_facts


def ask_organisers(request: EntryRequest, *, now: datetime) -> None:
    """E-mail every organiser a link to answer with; at most once a day per player."""
    what = f"entry_asked_{request.player_id}_{now.date().isoformat()}"
    for organiser in staff_queries.organisers_of(request.tournament):
        content = partial(_question_content, request, organiser)
        ask_once(request.tournament, organiser, what, content, now)


def _question_content(request: EntryRequest, reader: Player) -> dict[str, object]:
    words = {
        "name": isolated(request.tournament.title),
        "player": isolated(request.player.name),
        "team": isolated(request.team_name),
    }
    alone = _("%(name)s: %(player)s would like to enter")
    team_button = _("%(name)s: %(player)s would like to enter a team: %(team)s")
    return {
        "headline": (team_button if request.team_name else alone) % words,
        "paragraphs": [
            *team_facts(request, reader),
            player_facts(request.tournament, request.player),
            _("Open the link below to accept or decline. You don’t need to log in."),
        ],
        "url": request_links.url_of(request, reader),
        "row": ["entry_request", request.tournament_id, request.player_id],
    }


def read_request(
    message: Message, _now: datetime, tournament: int, player: int
) -> dict[str, object] | None:
    """Return the question again; None if the request is gone or the reader no longer organises."""
    pending = EntryRequest.objects.pending().filter(tournament=tournament, player=player)
    pending = pending.filter(tournament__finished_at=None)
    request = pending.select_related("tournament__organiser__user", "player__user", "club").first()
    organisers = staff_queries.organisers_of(request.tournament) if request else []
    readers = [each for each in organisers if each.pk == message.player_id]
    return _question_content(request, readers[0]) if request and readers else None


def notify_accepted(request: EntryRequest, entrant: Entrant, *, now: datetime) -> None:
    def content() -> dict[str, object]:
        waits = entrant.status == Entrant.Status.WAITING
        place = _("You are on the waiting list.") if waits else _("You have a place.")
        words = {"name": isolated(request.tournament.title)}
        return {
            "headline": _("%(name)s: your entry was accepted") % words,
            "paragraphs": [place],
            "row": ["entry", request.tournament_id, entrant.status],
        }

    _notify(request, "entry_accepted", content, now)


def notify_declined(request: EntryRequest, *, now: datetime) -> None:
    def content() -> dict[str, object]:
        words = {"name": isolated(request.tournament.title), "reason": request.reason}
        return {
            "headline": _("%(name)s: your entry was declined") % words,
            "paragraphs": [_("Reason: %(reason)s") % words],
        }

    _notify(request, "entry_declined", content, now)


def notify_retracted(
    request: EntryRequest, line: Revision, *, had_place: bool, now: datetime
) -> None:
    """Notify a player that their acceptance was undone.

    If the e-mail about the acceptance is still unsent, both are dropped.
    """

    def content() -> dict[str, object]:
        words = {"name": isolated(request.tournament.title), "by": isolated(line.by.name)}
        gone = _("%(by)s has withdrawn the acceptance. You have no place for now.")
        waited = _("%(by)s has withdrawn the acceptance. You are no longer on the waiting list.")
        return {
            "headline": _("%(name)s: your entry is under review again") % words,
            "paragraphs": [
                (gone if had_place else waited) % words,
                _("Your request stays open. You will get an e-mail when the organiser answers."),
            ],
        }

    accepted = f"entry_accepted_{line.undoes.made_at.isoformat()}" if line.undoes else ""
    if withdraw_news(request.tournament, request.player, [accepted], now):
        return
    with caused_by(line.by):
        _notify(request, "entry_retracted", content, now)


def _notify(request: EntryRequest, what: str, content: object, now: datetime) -> None:
    assert callable(content)
    notify_news(request.tournament, request.player, f"{what}_{now.isoformat()}", content, now)
