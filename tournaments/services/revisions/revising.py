"""Revise an announced tournament: preview, change, undo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.rules.base import JSON
from games.services.errors import Refused
from notifications.services.limits import caused_by
from tournaments import queries
from tournaments.models import Entrant, Revision, Tournament
from tournaments.services.entrants.entry_kinds import entry_kind_of
from tournaments.services.entrants.field import late_entrants
from tournaments.services.entries import places
from tournaments.services.entries.persons import move_up_waiting
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.plans import bad_plan
from tournaments.services.revisions import checking, days, emails, terms
from tournaments.services.revisions.preview_tokens import token_of
from tournaments.services.rounds import publishing
from tournaments.services.rounds.boards import lock_matches, rename_matches

WantedTerms = Mapping[str, JSON]


@dataclass(frozen=True)
class Proposal:
    """Terms before and after, and the consequences.

    ``told``: maximum number of e-mails; ``moved_up``: how many get a place from the waiting list;
    ``starts``: whether the tournament would start immediately.
    """

    before: dict[str, JSON]
    after: dict[str, JSON]
    told: int
    moved_up: int
    starts: bool

    @property
    def preview_token(self) -> str:
        return token_of(self.before, self.after, self.told, self.moved_up, self.starts)


def propose(pk: int, player: Player, wanted: WantedTerms, *, now: datetime) -> Proposal:
    """Preview a revision; nothing is written.

    ``wanted`` holds terms by name, instants as ISO 8601; unchanged terms may be included. Refuses
    ``not_your_tournament``, ``not_announced``, ``tournament_over``, ``term_fixed``,
    ``nothing_to_revise``, and ``bad_plan`` for terms that could not be announced either.
    """
    return _propose(_visible_tournament(pk, player), player, wanted, now)


@transaction.atomic
def revise(
    pk: int, player: Player, wanted: WantedTerms, *, preview_token: str, now: datetime
) -> Revision:
    """Make the previewed changes, log them and notify those affected.

    Refuses what ``propose`` refuses, and ``revised_meanwhile`` if the consequences are no longer
    the previewed ones.
    """
    return _apply_revision(_lock(pk, wanted), player, wanted, preview_token, now)


@transaction.atomic
def undo(pk: int, player: Player, number: int, *, preview_token: str, now: datetime) -> Revision:
    """Undo a revision by another one; refuses ``cannot_undo`` if its terms have changed since."""
    listed = Revision.objects.filter(tournament=pk, pk=number).values_list("before", flat=True)
    tournament = _lock(pk, listed.first() or {})
    undone = _find_undoable(tournament, number, now)
    return _apply_revision(tournament, player, undone.before, preview_token, now, undone)


def _lock(pk: int, wanted: WantedTerms) -> Tournament:
    """Lock a tournament, after its matches if they are to be renamed."""
    named = Tournament.objects.filter(pk=pk)
    if "name" in wanted and named.exclude(name=wanted["name"]).exists():
        lock_matches(pk)
    return lock_tournament(pk)


def propose_undo(pk: int, player: Player, number: int, *, now: datetime) -> Proposal:
    """Preview undoing a revision; nothing is written."""
    tournament = _visible_tournament(pk, player)
    undone = _find_undoable(tournament, number, now)
    return _propose(tournament, player, undone.before, now, undone)


def undoable_revision_ids(
    tournament: Tournament, lines: Iterable[Revision], now: datetime
) -> set[int]:
    """Return the keys of the lines whose terms are all unchanged since.

    A former end of a round that is past cannot be restored.
    """
    act = Revision.Act.TERMS
    found = [each for each in lines if each.act == act and not hasattr(each, "undone_by")]
    if any("round_end" in each.after for each in found):
        days.load_round_end(tournament, now)
    revisable = set(terms.revisable_terms(tournament)) if found else set()
    return {each.pk for each in found if _is_unchanged(tournament, each, revisable, now)}


def _is_unchanged(
    tournament: Tournament, line: Revision, revisable: set[str], now: datetime
) -> bool:
    if "round_end" in line.after and datetime.fromisoformat(line.before["round_end"]) <= now:
        return False
    return all(
        name in revisable and terms.stored_value(tournament, name) == value
        for name, value in line.after.items()
    )


def _visible_tournament(pk: int, player: Player) -> Tournament:
    tournament = queries.visible_tournament(player, pk)
    if tournament is None:
        raise Refused("no_such_tournament")
    return tournament


def _find_undoable(tournament: Tournament, number: int, now: datetime) -> Revision:
    lines = Revision.objects.filter(tournament=tournament, pk=number).select_related("undone_by")
    found = lines.first()
    if found is None or not undoable_revision_ids(tournament, [found], now):
        raise Refused("cannot_undo")
    return found


def _apply_revision(
    tournament: Tournament,
    player: Player,
    wanted: WantedTerms,
    preview_token: str,
    now: datetime,
    undoes: Revision | None = None,
) -> Revision:
    proposal = _propose(tournament, player, wanted, now, undoes)
    if proposal.preview_token != preview_token:
        raise Refused("revised_meanwhile")
    stands = copy(tournament)
    for name, value in proposal.after.items():
        terms.set_term(tournament, name, value)
    if "starts_at" in proposal.after:
        places.reset_questions(tournament, now)
    at_once = tournament.is_running or proposal.starts or places.is_time_to_ask(tournament, now)
    tournament.due_at = now if at_once else places.get_next_due_at(tournament, now)
    columns = [name for name in proposal.after if name != "round_end"]
    tournament.save(update_fields=[*columns, "due_at"])
    if tournament.is_running:
        days.move_rounds(stands, tournament, now)
        publishing.clear_stale_unpaired(tournament)
    if "name" in proposal.after:
        rename_matches(tournament)
    revision = Revision.objects.create(
        tournament=tournament,
        by=player,
        made_at=now,
        before=proposal.before,
        after=proposal.after,
        undoes=undoes,
    )
    if "round_end" in revision.after and stands.round_end is not None:
        days.move_end(tournament, revision, stands.round_end, now)
    emails.notify_revised(revision, now=now)
    if tournament.is_open or tournament.event_format.always_open:
        with caused_by(player):
            move_up_waiting(tournament, now)
    return revision


def _propose(
    tournament: Tournament,
    player: Player,
    wanted: WantedTerms,
    now: datetime,
    undoes: Revision | None = None,
) -> Proposal:
    require_organiser(tournament, player)
    terms.require_not_over(tournament)
    days.load_round_end(tournament, now)
    before, after = _diff_terms(tournament, wanted)
    former = undoes.before.get("name", "") if undoes else ""
    checking.check_revision(tournament, after, now, kept_names={tournament.name, former})
    entered = entry_kind_of(tournament).entered(tournament)
    most = after.get("most", tournament.most)
    if "most" in after and most is not None:
        _require_places(tournament, most, entered)
    moved = _count_moved_up(tournament, most, entered)
    when_full = after.get("starts_when_full", tournament.starts_when_full)
    return Proposal(
        before,
        after,
        told=len(emails.get_recipients(tournament, player))
        if emails.is_worth_an_email(after)
        else 0,
        moved_up=moved,
        starts=bool(tournament.is_open and when_full and most and entered + moved >= most),
    )


def _require_places(tournament: Tournament, most: int, entered: int) -> None:
    """Refuse a maximum below the places taken or on offer."""
    if most < entered:
        raise bad_plan("most", "most_below_entered", entered=entered)
    held = (
        places.count_open_offers(tournament)
        if tournament.is_open
        else _count_late_entrants(tournament)
    )
    if most < entered + held:
        raise bad_plan("most", "most_below_held", entered=entered, held=held)


def _diff_terms(
    tournament: Tournament, wanted: WantedTerms
) -> tuple[dict[str, JSON], dict[str, JSON]]:
    """Return the terms that would change, before and after."""
    before, after = {}, {}
    for name, value in terms.with_defaults(tournament, wanted).items():
        stands, given = terms.stored_value(tournament, name), terms.normalize_value(name, value)
        if given == stands:
            continue
        if name in wanted and name not in terms.revisable_terms(tournament):
            raise Refused("term_fixed", term=str(terms.TERMS[name].label))
        before[name], after[name] = stands, given
    if not after:
        raise Refused("nothing_to_revise")
    return before, after


def _count_moved_up(tournament: Tournament, most: int | None, entered: int) -> int:
    """Return how many individuals get a place from the waiting list: immediately, or in the next
    round of a Swiss with late entry.
    """
    if tournament.event_format.has_teams or (tournament.is_open and tournament.answer_days):
        return 0  # those who are asked first are not counted
    if not (tournament.is_open or tournament.event_format.always_open or tournament.late_entry):
        return 0
    waiting = Entrant.objects.waiting().filter(tournament=tournament).count()
    moved = waiting if most is None else max(0, min(waiting, most - entered))
    return max(0, moved - _count_late_entrants(tournament))


def _count_late_entrants(tournament: Tournament) -> int:
    """Return how many wait only for the next round."""
    return len(late_entrants(tournament)) if tournament.is_running else 0
