"""Logged swaps in a round under review, and undoing them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.naming import isolated
from games.services.errors import Refused
from tournaments import queries
from tournaments.models import Entrant, Revision, RoundDraft, Team, Tournament
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.revisions import pairings
from tournaments.services.revisions.pairings import DraftView


def propose_undo(pk: int, by: Player, line: int) -> DraftView:
    """Preview a round with a swap undone; nothing is written.

    Refuses ``not_your_tournament``, and ``cannot_undo`` if the round has changed since.
    """
    with transaction.atomic():
        made = _find_swap(pk, by, line)
        return pairings.propose_swap(pk, by, made.after["draft"], _pair_of(made))


@transaction.atomic
def undo(pk: int, by: Player, line: int, *, preview_token: str, now: datetime) -> RoundDraft:
    """Undo a swap as previewed; refuses what the preview and a swap do."""
    made = _find_swap(pk, by, line)
    pair, draft = _pair_of(made), made.after["draft"]
    return pairings.swap(pk, by, draft, pair, preview_token=preview_token, now=now, undoes=made)


def undoable_revision_ids(tournament: Tournament, lines: Iterable[Revision]) -> set[int]:
    """Return the keys of the lines whose round is unchanged since the swap."""
    own = [each for each in _swaps_in(lines) if not hasattr(each, "undone_by")]
    if not own or not tournament.is_running:
        return set()
    stand = {
        view.preview_token for view in pairings.draft_views(tournament) if not view.is_being_paired
    }
    return {each.pk for each in own if each.after["preview_token"] in stand}


def swap_sentences(tournament: Tournament, lines: Iterable[Revision]) -> dict[int, str]:
    """Return a sentence with the swapped entrants by key of the line; only organisers may see
    drafts.
    """
    pairs = {each.pk: _pair_of(each) for each in _swaps_in(lines)}
    if not pairs:
        return {}
    who = {each for pair in pairs.values() for each in pair}
    if tournament.event_format.has_teams:
        known = dict(Team.objects.filter(pk__in=who).values_list("pk", "name"))
    else:
        known = dict(Entrant.objects.filter(pk__in=who).values_list("pk", "player__name"))
    names = {pk: isolated(name) for pk, name in known.items()}
    said = _("%(one)s and %(two)s changed places.")
    return {
        line: said % {"one": names.get(one, "–"), "two": names.get(two, "–")}
        for line, (one, two) in pairs.items()
    }


def _find_swap(pk: int, by: Player, line: int) -> Revision:
    """Lock a tournament and return a line that can be undone."""
    tournament = lock_tournament(pk)
    require_organiser(tournament, by)
    made = queries.revisions_of(tournament).filter(pk=line).first()
    if made is None or not undoable_revision_ids(tournament, [made]):
        raise Refused("cannot_undo")
    return made


def _swaps_in(lines: Iterable[Revision]) -> list[Revision]:
    return [each for each in lines if each.act == Revision.Act.PAIRED and "pair" in each.after]


def _pair_of(line: Revision) -> tuple[int, int]:
    one, two = line.after["pair"]
    return one, two
