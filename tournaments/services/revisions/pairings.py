"""Organisers' actions on a drafted round: swap two entrants, pair it again, publish it.

A swap is previewed with objections. Those that break a rule (a second meeting, a second bye,
players kept apart) are refused; unusual pairings are not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.db import transaction

from accounts.models import Player
from accounts.naming import isolated
from games.rules.base import JSON
from games.services.errors import Refused
from notifications.worker import wake_worker
from tournaments.models import Entrant, Revision, RoundDraft, Tournament
from tournaments.pairing import changes
from tournaments.services import log
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.revisions import pairing_words
from tournaments.services.revisions.preview_tokens import token_of
from tournaments.services.rounds import publishing, reviewing
from tournaments.standings.base import Event

TASK = "tournaments.tasks.run_tournaments"
MAX_PAIRED_IN_REQUEST = 200  # up to this many entrants are paired again within the request
Tables = list[tuple[int, tuple[int, ...]]]


class NamedEntrant(NamedTuple):
    """An entrant or team with its name."""

    pk: int
    name: str


@dataclass(frozen=True)
class DraftView:
    """A drafted round as it is, or as it would be after a swap, with the objections to it."""

    tournament: Tournament
    draft: RoundDraft
    tables: Tables
    byes: Tables

    @cached_property
    def entrants(self) -> Mapping[int, NamedEntrant]:
        """All entrants of the division, players or teams."""
        names = reviewing.names_in(self.tournament, self.draft)
        return {pk: NamedEntrant(pk, name) for pk, name in names.items()}

    @cached_property
    def event(self) -> Event:
        """The event from which the round would be paired now."""
        return reviewing.pairing_event(self.tournament, self.draft.division, self.draft.number)

    @property
    def is_being_paired(self) -> bool:
        """Whether a worker is about to pair it again."""
        return not self.draft.field

    @property
    def is_outdated(self) -> bool:
        """Whether results or pairings of earlier rounds have changed since it was paired."""
        return reviewing.pairing_digest(self.event) != self.draft.basis

    @cached_property
    def objections(self) -> list[changes.Objection]:
        tables = [table for _board, table in self.tables + self.byes]
        return reviewing.objections(self.tournament, self.draft.division, self.event, tables)

    @property
    def problems(self) -> list[str]:
        """Sentences on what makes the round impossible."""
        return [self._words(each) for each in self.objections if each.is_forbidden]

    @property
    def remarks(self) -> list[str]:
        """Sentences on unusual pairings."""
        return [self._words(each) for each in self.objections if not each.is_forbidden]

    def _words(self, objection: changes.Objection) -> str:
        names = [isolated(self.entrants[who].name) for who in objection.entrants]
        return pairing_words.objection_sentence(objection.code, names)

    @property
    def preview_token(self) -> str:
        return token_of(self.draft.pk, [list(t) for _b, t in self.tables + self.byes])

    @property
    def rows(self) -> list[tuple[int, list[NamedEntrant]]]:
        """The boards with their entrants; the first one starts."""
        return [(board, [self.entrants[pk] for pk in table]) for board, table in self.tables]

    @property
    def free(self) -> list[tuple[NamedEntrant, str]]:
        """Entrants without an opponent, with the reasons."""
        return [
            (self.entrants[pk], pairing_words.bye_label(kind)) for _board, pk, kind in self.all_byes
        ]

    @property
    def places(self) -> list[NamedEntrant]:
        """Entrants that can be swapped: paired ones, and the one with the bye."""
        return [self.entrants[pk] for _board, table in self.tables + self.byes for pk in table]

    @property
    def all_byes(self) -> list[tuple[int, int, str]]:
        """Board, entrant and kind of all byes, allotted or requested."""
        own = {board: table[0] for board, table in self.byes}
        return [(board, own.get(board, pk), kind) for board, pk, kind in self.draft.byes]


def draft_views(tournament: Tournament) -> list[DraftView]:
    """Return the drafted rounds of a tournament."""
    return [_view(tournament, draft) for draft in reviewing.drafts_in(tournament)]


def propose_swap(pk: int, by: Player, draft: int, pair: tuple[int, int]) -> DraftView:
    """Preview a round with two entrants swapped; nothing is written.

    Refuses ``not_your_tournament``, ``no_draft`` and ``no_such_entrant``.
    """
    with transaction.atomic():
        return _swap_in_view(*_lock_draft(pk, by, draft), pair)


@transaction.atomic
def swap(
    pk: int,
    by: Player,
    draft: int,
    pair: tuple[int, int],
    *,
    preview_token: str,
    now: datetime,
    undoes: Revision | None = None,
) -> RoundDraft:
    """Swap two entrants as previewed; ``undoes`` is the log line of an earlier swap.

    Also refuses ``revised_meanwhile``, and ``pairings_forbidden`` if a rule is broken.
    """
    tournament, found = _lock_draft(pk, by, draft)
    seen = _swap_in_view(tournament, found, pair)
    if seen.preview_token != preview_token or seen.is_being_paired:
        raise Refused("revised_meanwhile")
    if seen.problems:
        raise Refused("pairings_forbidden", why=" ".join(seen.problems))
    found.tables = [[board, list(table)] for board, table in seen.tables]
    found.byes = [list(each) for each in seen.all_byes]
    found.by_hand = True
    found.save(update_fields=["tables", "byes", "by_hand"])
    of_swap: dict[str, JSON] = {
        "round": found.number,
        "pair": list(pair),
        "preview_token": preview_token,
    }
    act = Revision.Act.PAIRED
    log.record_revision(tournament, act, by, now, undoes=undoes, draft=found.pk, **of_swap)
    return found


@transaction.atomic
def publish_now(pk: int, by: Player, draft: int, *, now: datetime) -> Tournament:
    """Publish a round early and notify its players.

    Refuses ``revised_meanwhile`` if the field has changed since it was paired (the next step pairs
    it again) and ``pairings_forbidden`` if a ruling has made it impossible.
    """
    tournament, found = _lock_draft(pk, by, draft)
    if not reviewing.is_still_valid(found):
        raise Refused("revised_meanwhile")
    if problems := _view(tournament, found).problems:
        raise Refused("pairings_forbidden", why=" ".join(problems))
    log.record_revision(tournament, Revision.Act.PUBLISHED, by, now, round=found.number)
    publishing.publish_draft(tournament, found, now)
    return _make_due(tournament, now)


@transaction.atomic
def pair_again(pk: int, by: Player, draft: int, *, now: datetime) -> Tournament:
    """Pair a round again from the current results; manual changes are lost.

    Large fields take seconds, so a worker pairs them.
    """
    tournament, found = _lock_draft(pk, by, draft)
    found.field = []
    found.save(update_fields=["field"])
    of_round: dict[str, JSON] = {"round": found.number, "division": found.division_id}
    log.record_revision(tournament, Revision.Act.AGAIN, by, now, **of_round)
    if Entrant.objects.filter(division=found.division).count() <= MAX_PAIRED_IN_REQUEST:
        publishing.publish(tournament, found.division, now)
    else:
        transaction.on_commit(lambda: wake_worker(TASK))
    return _make_due(tournament, now)


def _make_due(tournament: Tournament, now: datetime) -> Tournament:
    tournament.due_at = now
    tournament.save(update_fields=["due_at"])
    return tournament


def _lock_draft(pk: int, by: Player, draft: int) -> tuple[Tournament, RoundDraft]:
    """Lock a tournament and return it with one of its drafts."""
    tournament = lock_tournament(pk)
    require_organiser(tournament, by)
    own = {each.pk: each for each in reviewing.drafts_in(tournament)}
    if draft not in own or not tournament.is_running:
        raise Refused("no_draft")
    return tournament, own[draft]


def _view(tournament: Tournament, draft: RoundDraft) -> DraftView:
    tables: Tables = [(board, tuple(table)) for board, table in draft.tables]
    return DraftView(tournament, draft, tables, _pairing_byes(draft.byes))


def _pairing_byes(byes: Sequence[JSON]) -> Tables:
    """Return the bye allotted by the pairing as a table of one, without requested byes."""
    return [(board, (pk,)) for board, pk, kind in byes if kind == pairing_words.ALLOTTED_BYE]


def _swap_in_view(tournament: Tournament, draft: RoundDraft, pair: tuple[int, int]) -> DraftView:
    as_is = _view(tournament, draft)
    everybody = as_is.tables + as_is.byes
    seated = {who for _board, table in everybody for who in table}
    one, two = pair
    if one == two or not {one, two} <= seated:
        raise Refused("no_such_entrant")
    moved = changes.swap_entrants([table for _board, table in everybody], one, two)
    boards = [board for board, _table in everybody]
    after = list(zip(boards, moved, strict=True))
    count = len(as_is.tables)
    return DraftView(tournament, draft, after[:count], after[count:])
