"""Every lot of a tournament, so that anybody can compute it again from the published seed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import lots
from games.services.wording import join_names
from tournaments import queries, team_queries
from tournaments.models import Division, Entrant, Fixture, FixtureSeat, Team, Tournament
from tournaments.services import trees
from tournaments.services.pairing import COLOUR_LOTS
from tournaments.services.tables import name_of, rows_of
from tournaments.services.team_events import HOME_LOTS
from tournaments.standings.tiebreaks import drawn


@dataclass(frozen=True)
class Drawn:
    """One thing that was decided by lot: what it means, and the lots it came from.

    Each lot is its index and the number that it is below; ``agrees`` tells whether what stands in
    the tournament is what the seed gives.
    """

    words: str
    lots: tuple[tuple[int, int], ...]
    agrees: bool = True

    @property
    def numbers(self) -> str:
        """The indexes of the lots, the first and the last where they are many."""
        first, last = self.lots[0][0], self.lots[-1][0]
        return str(first) if first == last else f"{first}–{last}"


def drawn_in(tournament: Tournament) -> list[Drawn]:
    """Return everything that lots have decided so far, in a tournament that is over."""
    names = dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "player__name"))
    found: list[Drawn] = []
    for division in queries.divisions_of(tournament):
        if tournament.format == Tournament.Format.SWISS:
            found += _first_colour(tournament, division)
        elif tournament.in_teams:
            found += _first_home(tournament, division)
        if trees.is_tree(tournament, division):
            found += _level_duels(tournament, division, names)
        elif "lots" in tournament.tie_breaks:
            found.append(_order(tournament, division, names))
    return found


def _first_colour(tournament: Tournament, division: Division) -> Iterator[Drawn]:
    """Return who began at the first board of a Swiss."""
    index = COLOUR_LOTS + division.number
    begins = lots.number(tournament.lots_seed, index, 2) == 0
    words = (
        _("In round 1 the odd numbers of the upper half begin.")
        if begins
        else _("In round 1 the even numbers of the upper half begin.")
    )
    seats = FixtureSeat.objects.filter(
        fixture__round__division=division, fixture__round__number=1, entrant__number=1
    )
    played = seats.filter(fixture__match__isnull=False).first()
    yield Drawn(words, ((index, 2),), played is None or (played.seat == 0) == begins)


def _first_home(tournament: Tournament, division: Division) -> Iterator[Drawn]:
    """Return from which end the teams of a division are counted."""
    index = HOME_LOTS + division.number
    turned = lots.number(tournament.lots_seed, index, 2)
    teams = Team.objects.filter(division=division).order_by("-number" if turned else "number")
    order = join_names(list(teams.values_list("name", flat=True)))
    words = _("%(division)s: the order for the schedule is %(names)s.")
    yield Drawn(words % _named(tournament, division, order), ((index, 2),))


def _named(tournament: Tournament, division: Division, names: str) -> dict[str, str]:
    """Return what a sentence about a division needs."""
    return {"division": name_of(tournament, division), "names": names}


def _level_duels(
    tournament: Tournament, division: Division, names: dict[int, str]
) -> Iterator[Drawn]:
    """Return the duels of a tree that were level and went by lot."""
    if tournament.through != Tournament.Through.LOTS:
        return
    order = trees.seeded(division)
    fixtures = Fixture.objects.filter(round__division=division, settled_at__isnull=False)
    for fixture in fixtures.select_related("round").prefetch_related("seats"):
        best = [seat.entrant_id for seat in fixture.seats.all() if seat.place == 1]
        if len(best) != 2:
            continue
        number = fixture.round.number
        _duels, winners = trees.decided(tournament, division, number, order)
        winner = winners[fixture.board]
        words = _("Round %(round)d, board %(board)d ended level; %(name)s goes through.") % {
            "round": number,
            "board": fixture.board,
            "name": names[winner],
        }
        index = trees.lot_of(number, fixture.board)
        yield Drawn(words, ((index, 2),), _went_on(division, fixture, winner))


def _went_on(division: Division, fixture: Fixture, winner: int) -> bool:
    """Whether the winner by lot really sits in the next round; after the last one, whether he won.

    The loser of a semi-final may sit there, too, where there is a match for the third place.
    """
    following = FixtureSeat.objects.filter(
        fixture__round__division=division,
        fixture__round__number=fixture.round.number + 1,
    )
    if following.exists():
        return following.filter(entrant=winner).exists()
    return Entrant.objects.filter(pk=winner).exists()


def _order(tournament: Tournament, division: Division, names: dict[int, str]) -> Drawn:
    """Return the order that parts whoever is level in everything else."""
    own = (
        Team.objects.filter(division=division)
        if tournament.in_teams
        else Entrant.objects.filter(division=division)
    )
    known = team_queries.team_names(tournament) if tournament.in_teams else names
    order = drawn(list(own.values_list("pk", flat=True)), tournament.lots_seed)
    words = _("%(division)s: whoever is level in everything comes in this order: %(names)s.")
    taken = tuple((index, len(order) - index) for index in range(len(order)))
    said = words % _named(tournament, division, join_names([known[pk] for pk in order]))
    return Drawn(said, taken, _kept(tournament, division))


def _kept(tournament: Tournament, division: Division) -> bool:
    """Whether the places that were kept are those of the table, computed again with the lots."""
    ranks = {row.entrant: row.rank for row in rows_of(tournament, division)}
    own: dict[int, int | None] = dict(
        Team.objects.filter(division=division).values_list("pk", "final_place")
        if tournament.in_teams
        else Entrant.objects.filter(division=division, playoff=None).values_list(
            "pk", "final_place"
        )
    )
    return all(ranks.get(pk) == place for pk, place in own.items())


def record_of(tournament: Tournament) -> str:
    """Return the record that ``docs/verify_lots.py`` confirms, with its checksum; ASCII."""
    lines = [
        f'[Tournament "{tournament.pk}"]',
        f'[LotsDigest "{lots.digest(tournament.lots_seed)}"]',
    ]
    if (seed := queries.public_seed(tournament)) is not None:
        lines.append(f'[LotsSeed "{seed}"]')
        used = {lot for each in drawn_in(tournament) for lot in each.lots}
        lines += [
            f"lot {index} below {below}: {lots.number(seed, index, below)}"
            for index, below in sorted(used)
        ]
    body = "\n".join(lines) + "\n"
    return f'[Record "{hashlib.sha256(body.encode()).hexdigest()}"]\n{body}'
