"""The order of entrants and their divisions, set manually before the start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.rules.base import JSON
from games.services.errors import Refused
from tournaments.formats.base import MAX_ENTRANTS
from tournaments.models import Entrant, Revision, Tournament
from tournaments.services import log
from tournaments.services.entrants import field
from tournaments.services.locks import lock_tournament, require_organiser
from tournaments.services.revisions.preview_tokens import token_of

ManualPlace = tuple[int | None, int | None]
WantedPlaces = Mapping[int, ManualPlace]


@dataclass(frozen=True)
class OrderLine:
    """An entrant's number and division if the tournament started now, before and after a change."""

    entrant: Entrant
    number: int
    division: int
    old_number: int
    old_division: int

    @property
    def moves(self) -> bool:
        """Whether anything changes for this entrant."""
        return (self.number, self.division) != (self.old_number, self.old_division)


@dataclass(frozen=True)
class Arrangement:
    """The field in the order of its numbers, and the number of divisions."""

    lines: tuple[OrderLine, ...]
    divisions: int
    before: dict[str, JSON]
    after: dict[str, JSON]

    @property
    def preview_token(self) -> str:
        order = [[each.entrant.pk, each.number, each.division] for each in self.lines]
        return token_of("order", order, self.before, self.after)


def can_order(tournament: Tournament) -> bool:
    """Whether the format has a manual order and the tournament has not started."""
    format_ = tournament.event_format
    return tournament.is_open and not format_.has_teams and not format_.has_puzzles


def current_order(tournament: Tournament) -> Arrangement:
    """Return the field as it would start now."""
    return _build_arrangement(tournament, {})


def propose(pk: int, by: Player, wanted: WantedPlaces) -> Arrangement:
    """Preview the field with other places; nothing is written.

    ``wanted`` maps entrants to a place in the order and a division, both from 1 or None; entrants
    not in it keep theirs. Refuses ``not_your_tournament``, ``already_started``,
    ``not_in_this_format``, ``bad_place``, ``place_twice``, ``division_full``,
    ``nothing_to_revise``.
    """
    with transaction.atomic():
        return _propose(lock_tournament(pk), by, wanted)


@transaction.atomic
def arrange(
    pk: int, by: Player, wanted: WantedPlaces, *, preview_token: str, now: datetime
) -> Revision:
    """Set the places as previewed; refuses what ``propose`` does, and ``revised_meanwhile``."""
    tournament = lock_tournament(pk)
    seen = _propose(tournament, by, wanted)
    if seen.preview_token != preview_token:
        raise Refused("revised_meanwhile")
    entrants = [each.entrant for each in seen.lines]
    Entrant.objects.bulk_update(entrants, ["seed", "placed"])
    line = log.record_revision(tournament, Revision.Act.SEEDED, by, now, **seen.after)
    line.before = seen.before
    line.save(update_fields=["before"])
    return line


def places_before(tournament: Tournament, line: Revision) -> WantedPlaces:
    """Return the places before a line of the log, for entrants who still play."""
    still = {each.pk for each in field.ready_entrants(tournament)}
    return {int(pk): (hand[0], hand[1]) for pk, hand in line.before.items() if int(pk) in still}


def undoable_revision_ids(tournament: Tournament, lines: Iterable[Revision]) -> set[int]:
    """Return the keys of the lines whose places are all unchanged since."""
    seeded = [each for each in lines if each.act == Revision.Act.SEEDED]
    if not seeded or not can_order(tournament):
        return set()
    now = {str(each.pk): [each.seed, each.placed] for each in field.ready_entrants(tournament)}
    found = set()
    for line in seeded:
        own = {pk: hand for pk, hand in line.after.items() if pk in now}
        if own and all(now[pk] == hand for pk, hand in own.items()):
            found.add(line.pk)
    return found


def _propose(tournament: Tournament, by: Player, wanted: WantedPlaces) -> Arrangement:
    require_organiser(tournament, by)
    if not tournament.is_open:
        raise Refused("already_started" if tournament.started_at else "announce_first")
    if not can_order(tournament):
        raise Refused("not_in_this_format")
    made = _build_arrangement(tournament, wanted)
    for seed, placed in wanted.values():
        if not 1 <= (seed or 1) <= MAX_ENTRANTS or not 1 <= (placed or 1) <= made.divisions:
            raise Refused("bad_place", most=MAX_ENTRANTS, divisions=made.divisions)
    seeds = Counter(each.entrant.seed for each in made.lines if each.entrant.seed)
    if twice := [seed for seed, count in seeds.items() if count > 1]:
        raise Refused("place_twice", place=min(twice))
    if not made.after:
        raise Refused("nothing_to_revise")
    _require_capacity(tournament, made)
    return made


def _require_capacity(tournament: Tournament, arrangement: Arrangement) -> None:
    """Refuse divisions changed now that have more manual places than they can hold."""
    sizes = field.division_sizes(len(arrangement.lines), tournament.division_size, tournament.seats)
    hands = [each.entrant for each in arrangement.lines if each.entrant.placed]
    by_hand = Counter(min(each.placed or 1, len(sizes)) for each in hands)
    changed = {each.placed for each in hands if str(each.pk) in arrangement.after}
    for number, size in enumerate(sizes, 1):
        if number in changed and by_hand[number] > size:
            raise Refused("division_full", division=number, size=size, placed=by_hand[number])


def _build_arrangement(tournament: Tournament, wanted: WantedPlaces) -> Arrangement:
    """Compute the field as it is and as it would be."""
    entrants = field.ready_entrants(tournament)
    if not entrants:
        return Arrangement((), 1, {}, {})
    figures = field.ratings_of(tournament, entrants)
    old = _places(*field.arrange_divisions(tournament, entrants, figures))
    before, after = {}, {}
    for entrant in entrants:
        hand = (entrant.seed, entrant.placed)
        new = wanted.get(entrant.pk, hand)
        if new != hand:
            before[str(entrant.pk)], after[str(entrant.pk)] = list(hand), list(new)
        entrant.seed, entrant.placed = new
    order, groups = field.arrange_divisions(tournament, entrants, figures)
    new_places = _places(order, groups)
    lines = tuple(OrderLine(each, *new_places[each.pk], *old[each.pk]) for each in order)
    return Arrangement(lines, len(groups), before, after)


def _places(order: list[Entrant], groups: list[list[Entrant]]) -> dict[int, tuple[int, int]]:
    """Return number and division of each entrant."""
    divisions = {each.pk: at for at, group in enumerate(groups, 1) for each in group}
    return {each.pk: (at, divisions[each.pk]) for at, each in enumerate(order, 1)}
