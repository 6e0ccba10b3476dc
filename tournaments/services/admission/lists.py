"""Invite many players from a list: parsed line by line, previewed, then invited.

A line with an e-mail address invites its owner (``by_address``). A list with addresses is all or
nothing: as long as one line has an error, no invitation is sent.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.services.errors import Refused
from tournaments.models import EventInvitation
from tournaments.services import refusals
from tournaments.services.admission import by_address, columns
from tournaments.services.admission.by_address import MakeKey
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.revisions import invitations
from tournaments.services.revisions.preview_tokens import token_of

MAX_LINES = 100
MAX_TEXT_LENGTH = 10_000


@dataclass(frozen=True)
class ListLine:
    """One line, numbered from 1; ``error`` is the reason why that player cannot be invited."""

    number: int
    name: str
    error: str = ""
    address: str = ""


@dataclass(frozen=True)
class InviteList:
    """The lines of a list, as a preview and as a result."""

    lines: tuple[ListLine, ...]

    @property
    def held(self) -> bool:
        """Whether errors in some lines keep all others from being invited."""
        by_address = any(each.address for each in self.lines)
        return by_address and any(each.error for each in self.lines)

    @property
    def invited(self) -> tuple[ListLine, ...]:
        return () if self.held else tuple(each for each in self.lines if not each.error)

    @property
    def preview_token(self) -> str:
        return token_of("list", [_preview_facts(each) for each in self.lines])


def _preview_facts(line: ListLine) -> list[int | str | bool]:
    return [line.number, line.name, line.address, bool(line.error)]


def propose(pk: int, by: Player, text: str, *, now: datetime) -> InviteList:
    """Preview who would be invited, and the errors of the other lines; nothing is written.

    Refuses ``not_your_tournament``, ``tournament_over``, ``empty_list``, ``list_too_long``.
    """
    with transaction.atomic():
        found = _invite_lines(pk, by, text, _throwaway_key, now)
        transaction.set_rollback(True)
    return found


@transaction.atomic
def invite_all(
    pk: int, by: Player, text: str, *, preview_token: str, make_key: MakeKey, now: datetime
) -> InviteList:
    """Invite everybody whose line has no error, as previewed.

    Refuses ``revised_meanwhile``, and with addresses ``list_has_errors``.
    """
    found = _invite_lines(pk, by, text, make_key, now)
    if found.preview_token != preview_token:
        raise Refused("revised_meanwhile")
    if found.held:
        raise Refused("list_has_errors")
    return found


def _throwaway_key() -> str:
    """Return a key for a link whose creation is rolled back."""
    return uuid.uuid4().hex


def _invite_lines(pk: int, by: Player, text: str, make_key: MakeKey, now: datetime) -> InviteList:
    """Invite each line on its own; a refusal becomes the error of the line."""
    tournament = lock_tournament(pk)
    require_organiser(tournament, by)
    if tournament.finished_at is not None:
        raise Refused("tournament_over")
    asked = EventInvitation.objects.filter(tournament=tournament, kind=invitations.ENTER)
    asked = asked.filter(withdrawn_at=None, accepted_at=None)
    known = set(asked.values_list("player__name_key", flat=True))
    lines = []
    for number, given, address in _parse_list(text):
        name, error = given or address, ""
        try:
            if address:
                by_address.invite(tournament, by, (name, address), make_key, now)
                lines.append(ListLine(number, name, address=address))
                continue
            made = invitations.invite(pk, by, name, invitations.ENTER, now=now)
            if made.player.name_key in known:
                error = refusals.explain(Refused("listed_before", player=made.player.name))
            known.add(made.player.name_key)
        except Refused as refusal:
            error = refusals.explain(refusal)
        lines.append(ListLine(number, name, error, address))
    return InviteList(tuple(lines))


def _parse_list(text: str) -> list[columns.Row]:
    """Parse a list; refuses ``empty_list`` and ``list_too_long``."""
    if len(text) > MAX_TEXT_LENGTH:
        raise Refused("list_too_long", lines=MAX_LINES, limit=MAX_TEXT_LENGTH)
    found = columns.parse_rows(text)
    if not found:
        raise Refused("empty_list")
    if len(found) > MAX_LINES:
        raise Refused("list_too_long", lines=MAX_LINES, limit=MAX_TEXT_LENGTH)
    return found
