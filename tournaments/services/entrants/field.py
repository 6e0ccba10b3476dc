"""The field of a season when it starts: who plays, in which division, under which number."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Max, QuerySet

from accounts.models import Player
from games import ratings
from games.models import Bot, Rating
from games.rules import registry
from tournaments.models import Division, Entrant, Tournament
from tournaments.pairing.round_robin import snake


def ratings_of(tournament: Tournament, entrants: Sequence[Entrant]) -> dict[int, int]:
    """Return the entrants' figures in the pool of the game; whoever has none has the first one."""
    pool = registry.get(tournament.ruleset).pool or ""
    players = [entrant.player_id for entrant in entrants]
    rows = Rating.objects.filter(pool=pool, player_id__in=players)
    known = {row.player_id: row.value for row in rows}
    return {entrant.pk: known.get(entrant.player_id, ratings.START) for entrant in entrants}


def number_entrants(tournament: Tournament, now: datetime) -> list[Entrant]:
    """Fix ratings and numbers: by level of a league, then by rating, then by entry.

    Entrants who have closed their account since are left out.
    """
    closed = Entrant.objects.filter(tournament=tournament, player__closed_at__isnull=False)
    closed.update(status=Entrant.Status.WITHDRAWN, withdrawn_at=now)
    entrants = list(
        Entrant.objects.playing().filter(tournament=tournament).order_by("entered_at", "pk")
    )
    figures = ratings_of(tournament, entrants)
    entrants.sort(key=lambda entrant: (entrant.level or 999, -figures[entrant.pk]))
    for number, entrant in enumerate(entrants, 1):
        entrant.number, entrant.rating = number, figures[entrant.pk]
    Entrant.objects.bulk_update(entrants, ["number", "rating"])
    return entrants


def divide(tournament: Tournament, entrants: list[Entrant]) -> list[Division]:
    """Make the divisions and put every entrant into one.

    A league fills its divisions from the top, as equal in size as can be, and keeps levels that an
    earlier season has given; groups are dealt out like a snake so that they are equally strong.
    """
    sizes = division_sizes(len(entrants), tournament.division_size, tournament.seats)
    divisions = [
        Division.objects.create(tournament=tournament, number=number)
        for number in range(1, len(sizes) + 1)
    ]
    if tournament.event_format.has_playoff:
        known = {entrant.pk: entrant for entrant in entrants}
        groups = snake(list(known), len(divisions))
        placed = [
            (known[pk], division)
            for division, group in zip(divisions, groups, strict=True)
            for pk in group
        ]
    else:
        placed = _from_the_top(entrants, divisions, sizes)
    for entrant, division in placed:
        entrant.division, entrant.level = division, division.number
    Entrant.objects.bulk_update(entrants, ["division", "level"])
    return divisions


def division_sizes(entrants: int, wanted: int, least: int) -> list[int]:
    """Return sizes that differ by one at most, none above ``wanted`` (0 = one for everybody)."""
    if not wanted:
        return [entrants]
    count = max(1, -(-entrants // wanted))
    while count > 1 and entrants // count < max(3, least):
        count -= 1
    small, rest = divmod(entrants, count)
    return [small + (place < rest) for place in range(count)]


def _from_the_top(
    entrants: list[Entrant], divisions: list[Division], sizes: list[int]
) -> list[tuple[Entrant, Division]]:
    """Fill the divisions in the order of numbers."""
    places = [
        division for division, size in zip(divisions, sizes, strict=True) for _ in range(size)
    ]
    return list(zip(entrants, places, strict=True))


def admit_late(tournament: Tournament, division: Division, number: int) -> int:
    """Let in who has entered since the last pairing, from this round on; return how many."""
    late = list(Entrant.objects.waiting().filter(tournament=tournament))
    if tournament.most is not None:
        playing = Entrant.objects.playing().filter(tournament=tournament).count()
        late = late[: max(0, tournament.most - playing)]
    if not tournament.late_entry or not late:
        return 0
    figures = ratings_of(tournament, late)
    taken = Entrant.objects.filter(tournament=tournament).aggregate(most=Max("number"))["most"] or 0
    for place, entrant in enumerate(late, taken + 1):
        entrant.status, entrant.number = Entrant.Status.ENTERED, place
        entrant.division, entrant.level = division, division.number
        entrant.rating, entrant.first_round = figures[entrant.pk], number
    columns = ["status", "number", "division", "level", "rating", "first_round"]
    Entrant.objects.bulk_update(late, columns)
    return len(late)


def whole_tables(tournament: Tournament, entered: int) -> int:
    """Return how many entrants fill all tables, within the largest number."""
    seats = tournament.seats
    wanted = -(-entered // seats) * seats if seats > 2 else entered + entered % 2
    return min(wanted, tournament.most) if tournament.most else wanted


def fill_with_bots(tournament: Tournament, needed: int, now: datetime) -> int:
    """Enter bots that play the game until there are enough; return how many came."""
    able = free_bots(tournament, Entrant.objects.filter(tournament=tournament))[:needed]
    Entrant.objects.bulk_create(
        Entrant(tournament=tournament, player=bot, entered_at=now) for bot in able
    )
    return len(able)


def free_bots(tournament: Tournament, taken: QuerySet[Entrant]) -> list[Player]:
    """Return the bots that play the game and are not among these entrants, by name."""
    bots = Bot.objects.filter(active=True, player__closed_at=None)
    able = bots.exclude(player__in=taken.values("player")).select_related("player")
    return [
        bot.player for bot in able.order_by("player__name") if tournament.ruleset in bot.rulesets
    ]
