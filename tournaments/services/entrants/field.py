"""The field of a season when it starts: players, divisions and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import islice

from django.db.models import QuerySet

from accounts.models import Player
from games import ratings
from games.models import Bot, Rating
from games.rules import registry
from tournaments.models import Division, Entrant, Tournament
from tournaments.pairing.round_robin import snake
from tournaments.services.event_games import can_play_all

UNPLACED = 999_999  # sorts after all levels and manual places
LAST_RENUMBERED_ROUND = 4  # the last round for which pairing numbers may change (C.04.2)


def ratings_of(tournament: Tournament, entrants: Sequence[Entrant]) -> dict[int, int]:
    """Return the entrants' ratings in the pool of the game; newcomers get the initial rating."""
    pool = registry.get(tournament.ruleset).pool or ""
    players = [entrant.player_id for entrant in entrants]
    rows = Rating.objects.filter(pool=pool, player_id__in=players)
    known = {row.player_id: row.value for row in rows}
    return {entrant.pk: known.get(entrant.player_id, ratings.START_RATING) for entrant in entrants}


def finalize_entrants(tournament: Tournament, now: datetime) -> list[Division]:
    """Assign ratings, numbers and divisions to everybody who plays.

    Entrants who have closed their account are withdrawn.
    """
    closed = Entrant.objects.filter(tournament=tournament, player__closed_at__isnull=False)
    closed.update(status=Entrant.Status.WITHDRAWN, withdrawn_at=now)
    entrants = ready_entrants(tournament)
    figures = ratings_of(tournament, entrants)
    order, groups = arrange_divisions(tournament, entrants, figures)
    for number, entrant in enumerate(order, 1):
        entrant.number, entrant.rating = number, figures[entrant.pk]
    divisions = [
        Division.objects.create(tournament=tournament, number=number)
        for number in range(1, len(groups) + 1)
    ]
    for division, group in zip(divisions, groups, strict=True):
        for entrant in group:
            entrant.division, entrant.level = division, division.number
    Entrant.objects.bulk_update(order, ["number", "rating", "division", "level"])
    return divisions


def ready_entrants(tournament: Tournament) -> list[Entrant]:
    playing = Entrant.objects.playing().filter(tournament=tournament, player__closed_at=None)
    return list(playing.select_related("player").order_by("entered_at", "pk"))


def arrange_divisions(
    tournament: Tournament, entrants: Sequence[Entrant], figures: Mapping[int, int]
) -> tuple[list[Entrant], list[list[Entrant]]]:
    """Return the entrants in the order of their numbers, and the divisions with their members.

    The order is that of levels in a league, then the organiser's, then by rating and by entry. A
    league fills its divisions from the top, as equal in size as possible, and keeps the levels of
    an earlier season; groups are dealt like a snake to be equally strong. Entrants placed manually
    stay where they were put; the others fill what is free.
    """
    has_groups = tournament.event_format.has_playoff

    def rank(entrant: Entrant) -> tuple[int, int, int]:
        level = (None if has_groups else entrant.placed) or entrant.level or UNPLACED
        return level, entrant.seed or UNPLACED, -figures[entrant.pk]

    order = sorted(entrants, key=rank)
    sizes = division_sizes(len(order), tournament.division_size, tournament.seats)
    if any(entrant.placed for entrant in order):
        groups = _groups_with_manual_places(order, sizes, from_top=not has_groups)
        places = {entrant.pk: place for place, entrant in enumerate(order)}
        groups = [sorted(group, key=lambda each: places[each.pk]) for group in groups]
        if not has_groups:
            order = [entrant for group in groups for entrant in group]
    elif has_groups:
        known = {entrant.pk: entrant for entrant in order}
        groups = [[known[pk] for pk in group] for group in snake(list(known), len(sizes))]
    else:
        rest = iter(order)
        groups = [list(islice(rest, size)) for size in sizes]
    return order, groups


def _groups_with_manual_places(
    order: Sequence[Entrant], sizes: Sequence[int], *, from_top: bool
) -> list[list[Entrant]]:
    """Put manually placed entrants where they belong, the others from the top or into the smallest
    group.

    No division exceeds its size: entrants who find it full go to the next lower one that is not.
    """
    groups: list[list[Entrant]] = [[] for _ in sizes]

    def free() -> list[int]:
        return [at for at, size in enumerate(sizes) if len(groups[at]) < size]

    displaced: list[tuple[int, Entrant]] = []
    for entrant in order:
        if not entrant.placed:
            continue
        at = min(entrant.placed, len(sizes)) - 1
        if len(groups[at]) < sizes[at]:
            groups[at].append(entrant)
        else:
            displaced.append((at, entrant))
    for wanted, entrant in displaced:
        open_ones = free()
        below = [at for at in open_ones if at > wanted]
        groups[(below or open_ones)[0]].append(entrant)
    for entrant in order:
        if not entrant.placed:
            open_ones = free()
            at = open_ones[0] if from_top else min(open_ones, key=lambda each: len(groups[each]))
            groups[at].append(entrant)
    return groups


def division_sizes(entrants: int, wanted: int, least: int) -> list[int]:
    """Return sizes that differ by at most one, none above ``wanted`` (0: a single division)."""
    if not wanted:
        return [entrants]
    count = max(1, -(-entrants // wanted))
    while count > 1 and entrants // count < max(3, least):
        count -= 1
    small, rest = divmod(entrants, count)
    return [small + (place < rest) for place in range(count)]


def late_entrants(tournament: Tournament) -> list[Entrant]:
    """Return the late entrants that the next pairing admits, up to the maximum."""
    if not tournament.late_entry:
        return []
    late = list(Entrant.objects.waiting().filter(tournament=tournament))
    if tournament.most is None:
        return late
    playing = Entrant.objects.playing().filter(tournament=tournament).count()
    return late[: max(0, tournament.most - playing)]


def admit_late_entrants(tournament: Tournament, division: Division, number: int) -> int:
    """Admit late entrants from this round on; return how many.

    Their numbers follow their strength, as do those of newcomers admitted by a referee.
    """
    late = late_entrants(tournament)
    figures = ratings_of(tournament, late) if late else {}
    for entrant in late:
        entrant.status = Entrant.Status.ENTERED
        entrant.division, entrant.level = division, division.number
        entrant.rating, entrant.first_round = figures[entrant.pk], number
    _number_newcomers(tournament, division, late, number)
    columns = ["status", "number", "division", "level", "rating", "first_round"]
    Entrant.objects.bulk_update(late, columns)
    return len(late)


def _number_newcomers(
    tournament: Tournament, division: Division, late: Sequence[Entrant], number: int
) -> None:
    """Number the newcomers of a round; rows in ``late`` are left for the caller to save.

    Until round 4 is paired they are inserted by strength, which shifts the numbers below; later
    they follow the last number (FIDE C.04.2). Manual places come before ratings.
    """
    known = Entrant.objects.filter(tournament=tournament, number__isnull=False).order_by("number")
    if number > LAST_RENUMBERED_ROUND:
        taken = max((entrant.number or 0 for entrant in known), default=0)
        for place, entrant in enumerate(sorted(late, key=_strength, reverse=True), taken + 1):
            entrant.number = place
        return
    order: list[Entrant] = []
    newcomers = list(late)
    for entrant in known:
        is_new = entrant.division_id == division.pk and entrant.first_round == number > 1
        (newcomers if is_new else order).append(entrant)
    for entrant in sorted(newcomers, key=_strength, reverse=True):
        order.insert(_insertion_index(entrant, order), entrant)
    _renumber(order)


def _strength(entrant: Entrant) -> int:
    return entrant.rating or 0


def _insertion_index(entrant: Entrant, order: Sequence[Entrant]) -> int:
    """Return the index before the first weaker entrant of the newcomer's division."""
    own = [at for at, each in enumerate(order) if each.division_id == entrant.division_id]
    weaker = (
        at for at in own if order[at].seed is None and _strength(order[at]) < _strength(entrant)
    )
    return next(weaker, own[-1] + 1 if own else len(order))


def _renumber(order: Sequence[Entrant]) -> None:
    """Number entrants in this order and save those whose number has changed.

    Their numbers are cleared first, because numbers are unique.
    """
    moved = [
        entrant for place, entrant in enumerate(order, 1) if entrant.number not in (None, place)
    ]
    for place, entrant in enumerate(order, 1):
        entrant.number = place
    Entrant.objects.filter(pk__in=[entrant.pk for entrant in moved]).update(number=None)
    Entrant.objects.bulk_update(moved, ["number"])


def count_to_fill_tables(tournament: Tournament, entered: int) -> int:
    """Return the number of entrants that fills all tables, capped at the maximum."""
    seats = tournament.seats
    wanted = -(-entered // seats) * seats if seats > 2 else entered + entered % 2
    return min(wanted, tournament.most) if tournament.most else wanted


def fill_with_bots(tournament: Tournament, needed: int, now: datetime) -> int:
    """Enter up to ``needed`` bots that play the game; return how many."""
    able = available_bots(tournament, Entrant.objects.filter(tournament=tournament))[:needed]
    Entrant.objects.bulk_create(
        Entrant(tournament=tournament, player=bot, entered_at=now) for bot in able
    )
    return len(able)


def available_bots(tournament: Tournament, taken: QuerySet[Entrant]) -> list[Player]:
    """Return the bots that play the game and are not among these entrants, by name."""
    bots = Bot.objects.filter(active=True, player__closed_at=None)
    able = bots.exclude(player__in=taken.values("player")).select_related("player")
    return [
        bot.player
        for bot in able.order_by("player__name")
        if can_play_all(tournament, bot.rulesets)
    ]
