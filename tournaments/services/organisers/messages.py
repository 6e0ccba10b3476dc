"""E-mails from organisers to players: to all, a round, a division, or one board.

Audiences are named ``all``, ``round-3``, ``division-2``, ``playoff``, or ``board-17`` (the id of a
fixture).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from accounts.numbers import parse_number
from games.families.leaving import join_names
from games.services.errors import Refused
from notifications.services.limits import readers_at_limit
from tournaments import board_queries, queries
from tournaments.models import Division, Entrant, Revision, Tournament
from tournaments.services import log, wording
from tournaments.services.emails.notices import post
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.organisers.notes import clean
from tournaments.services.revisions import terms
from tournaments.services.revisions.preview_tokens import token_of

EMAIL_KIND = "organiser_message"
MAX_TEXT_LENGTH = 2000
LIMIT_PERIOD = timedelta(days=1)
MAX_MESSAGES_TO_ALL, MAX_MESSAGES = 3, 12  # per tournament and day; per writer, reader and day
ALL = "all"


@dataclass(frozen=True)
class Audience:
    key: str
    name: str
    players: Sequence[Player]


@dataclass(frozen=True)
class MessageDraft:
    """A message that has not been sent."""

    audience: Audience
    text: str
    readers: Sequence[Player]

    @property
    def preview_token(self) -> str:
        return token_of(
            EMAIL_KIND, self.audience.key, self.text, [each.pk for each in self.readers]
        )


def propose(pk: int, by: Player, to: str, text: str, *, now: datetime) -> MessageDraft:
    """Preview a message and its recipients; nothing is written.

    Refuses ``not_your_tournament``, ``not_announced``, ``no_such_audience``, ``empty_text``,
    ``text_too_long``, ``nobody_to_write_to``, ``messages_enough``, ``readers_had_enough``.
    """
    return _build_draft(queries.get_tournament(pk), by, to, text, now)


@transaction.atomic
def send(pk: int, by: Player, to: str, text: str, *, preview_token: str, now: datetime) -> Revision:
    """Send a previewed message and log it.

    Skips readers who have had the maximum from this writer today, in any tournament. Refuses what
    ``propose`` refuses, and ``revised_meanwhile`` if text or readers differ.
    """
    tournament = lock_tournament(pk)
    draft = _build_draft(tournament, by, to, text, now)
    if preview_token != draft.preview_token:
        raise Refused("revised_meanwhile")
    told = len(draft.readers)
    said = draft.audience.key, draft.text
    line = log.record_revision(
        tournament, Revision.Act.MESSAGE, by, now, to=said[0], text=said[1], told=told
    )
    for player in draft.readers:
        key = f"{EMAIL_KIND}:{line.pk}:{player.pk}"
        post(
            EMAIL_KIND,
            player,
            key,
            tournament,
            lambda: email_context(tournament, by, draft.text),
            now,
        )
    return line


def email_context(tournament: Tournament, by: Player, text: str) -> dict[str, object]:
    """Return the template context of the e-mail, in the active language."""
    said = {"name": isolated(tournament.title), "player": isolated(by.name)}
    return {
        "headline": _("%(name)s: message from %(player)s") % said,
        "words": text,
        "by": by.name,
        "writer": by.pk,
    }


def audiences(tournament: Tournament) -> list[tuple[str, str]]:
    """Return keys and names of all audiences except single boards."""
    found = [(ALL, _("Everybody who has entered"))]
    last = queries.last_paired_round(tournament)
    if tournament.event_format.has_rounds and last > 1:
        numbers = range(1, last + 1)
        found += [(f"round-{each}", _("Round %(number)s") % {"number": each}) for each in numbers]
    divisions = queries.divisions_of(tournament)
    if len(divisions) > 1:
        names = [(wording.division_key(each), wording.division_name(each)) for each in divisions]
        found += names
    return found


def audience_of(tournament: Tournament, key: str) -> Audience:
    entrants = Entrant.objects.exclude(status=Entrant.Status.WITHDRAWN).filter(
        tournament=tournament, player__closed_at=None
    )
    kind, number = _parse_key(key)
    if kind == "board":
        fixture = queries.fixture_in(tournament.pk, number)
        if fixture is None:
            raise Refused("no_such_audience")
        seats = [each.entrant for each in fixture.seats.all()]
        entrants = entrants.filter(pk__in=[each.pk for each in seats])
        name = join_names([each.player.name for each in seats])
    elif key == ALL:
        name = _("Everybody who has entered")
    else:
        name = dict(audiences(tournament)).get(key, "")
        if not name:
            raise Refused("no_such_audience")
        inside: dict[str, object] = {}
        if kind == "round":
            inside = {"fixture_seats__fixture__round__number": number}
        elif kind == "playoff":
            inside = {"playoff__isnull": False}
        else:
            main = Division.Stage.MAIN
            inside = {"division__number": number, "division__stage": main}
        entrants = entrants.filter(**inside).distinct()
    players = {each.player_id: each.player for each in entrants.select_related("player__user")}
    return Audience(key, name, list(players.values()))


def _parse_key(key: str) -> tuple[str, int]:
    kind, _dash, number = key.partition("-")
    if key not in (ALL, "playoff") and not re.fullmatch(r"(round|division|board)-\d+", key):
        raise Refused("no_such_audience")
    return kind, parse_number(number) or 0


def _build_draft(
    tournament: Tournament, by: Player, to: str, text: str, now: datetime
) -> MessageDraft:
    require_organiser(tournament, by)
    terms.require_announced(tournament)
    audience = audience_of(tournament, to)
    text = clean(text, MAX_TEXT_LENGTH)
    reached = (each for each in audience.players if each.pk != by.pk and each.address)
    found = sorted(reached, key=lambda each: each.pk)
    if not found:
        raise Refused("nobody_to_write_to")
    _check_daily_limits(tournament, to, now)
    full = readers_at_limit(by, found, EMAIL_KIND, MAX_MESSAGES, now)
    readers = [each for each in found if each.pk not in full]
    if not readers:
        raise Refused("readers_had_enough", limit=MAX_MESSAGES)
    return MessageDraft(audience, text, readers)


def _check_daily_limits(tournament: Tournament, to: str, now: datetime) -> None:
    """Refuse ``messages_enough`` above the daily limits."""
    sent = [
        each.after.get("to")
        for each in board_queries.messages_since(tournament, now - LIMIT_PERIOD)
    ]
    if to == ALL and sent.count(ALL) >= MAX_MESSAGES_TO_ALL:
        raise Refused("messages_enough", limit=MAX_MESSAGES_TO_ALL)
    if len(sent) >= MAX_MESSAGES:
        raise Refused("messages_enough", limit=MAX_MESSAGES)
