"""From one stage to the next: from groups to a play-off, from a season to the next."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import singledispatch

from accounts.queries import suspended_until
from accounts.times.calendar_days import add_wall_time
from games.services.errors import Refused
from tournaments import organiser_queries, staff_queries
from tournaments.formats.base import Format
from tournaments.formats.seasons import (
    Finish,
    Level,
    finishes,
    levels_of,
    next_season,
    playoff_seeds,
    separate_groups,
)
from tournaments.formats.teams import Teams
from tournaments.models import CoOrganiser, Division, Entrant, Fixture, Tournament
from tournaments.services.emails import news
from tournaments.services.entries.persons import is_full
from tournaments.services.entry_plans import ENTRY_TERMS
from tournaments.services.rounds import round_dates
from tournaments.services.seasons.announcing import open_for_entries
from tournaments.services.seasons.team_stages import enter_staying_teams, staying_teams
from tournaments.services.tables import trees
from tournaments.services.tables.events import event_of
from tournaments.standings.table import standings

SEASON_BREAK = timedelta(days=14)
COPIED_FIELDS = (
    "name", "club", "text", "format", "ruleset", "options", "seats", "control",
    "rated", "least", "most", "running_limit", *ENTRY_TERMS, "bots_welcome", "bots_fill",
    "late_entry", "starts_when_full", "rounds", "accelerated", "at_once", "round_days",
    "division_size", "promoted", "qualifiers", "through", "withdrawals", "points", "bands",
    "tie_breaks", "forbidden", "repeats", "reviewed", "jury", "boards", "boards_least",
    "alternates", "twice", "puzzles", "further_games", "opening", "time_zone",
)  # fmt: skip


def begin_playoff(tournament: Tournament, now: datetime) -> bool:
    """Create the play-off from the best of all groups; return False if there is none to create."""
    del now
    if not tournament.event_format.has_playoff:
        return False
    if Division.objects.filter(tournament=tournament, stage=Division.Stage.PLAYOFF).exists():
        return False
    through = current_qualifiers(tournament)
    if len(through) < 2:
        return False
    tree = Division.objects.create(tournament=tournament, number=1, stage=Division.Stage.PLAYOFF)
    _seed_tree(tree, through)
    return True


def current_qualifiers(tournament: Tournament) -> tuple[int, ...]:
    """Return the best of all groups in the order of their seeds."""
    main = tournament.divisions.filter(stage=Division.Stage.MAIN).order_by("number")
    groups = [_final_finishes(tournament, each) for each in main]
    return separate_groups(
        playoff_seeds(groups, tournament.qualifiers, seed=tournament.lots_seed), groups
    )


def _seed_tree(tree: Division, through: Sequence[int]) -> None:
    """Make these the entrants of a tree, best seed first."""
    Entrant.objects.filter(playoff=tree).update(playoff=None, playoff_seed=None)
    entrants = {each.pk: each for each in Entrant.objects.filter(pk__in=through)}
    for seed, pk in enumerate(through, 1):
        entrants[pk].playoff, entrants[pk].playoff_seed = tree, seed
    Entrant.objects.bulk_update(entrants.values(), ["playoff", "playoff_seed"])


def reseed_playoff(tournament: Tournament) -> None:
    """Seed the play-off again after a ruling has changed a group result.

    Once its first round is published, entrants who stay keep their seeds and new ones take over the
    rest. If a group has to go on, the play-off is deleted, or ``playoff_begun`` refused once
    published.
    """
    tree = Division.objects.filter(tournament=tournament, stage=Division.Stage.PLAYOFF).first()
    if tree is None or not tournament.is_running:
        return
    begun = tree.rounds.exists()
    in_groups = Fixture.objects.filter(round__division__stage=Division.Stage.MAIN)
    if in_groups.unsettled().filter(round__division__tournament=tournament).exists():
        if begun:
            raise Refused("playoff_begun")
        Entrant.objects.filter(playoff=tree).update(playoff=None, playoff_seed=None)
        tree.delete()
        return
    through = current_qualifiers(tournament)
    if begun:
        seeded = trees.seeds_of(tree)
        new = iter([pk for pk in through if pk not in seeded])
        through = tuple(pk if pk in through else next(new, pk) for pk in seeded)
    if list(through) != trees.seeds_of(tree):
        _seed_tree(tree, through)


def open_next_season(tournament: Tournament, now: datetime, seed: str) -> Tournament | None:
    """Open the next season with everybody who stays, at the level they have earned.

    None if nobody may announce it any more; then everybody is notified.
    """
    leader = organiser_queries.next_season_organiser(tournament)
    if leader is None:
        readers = [each.player for each in _staying_entrants(tournament, now)]
        news.notify_no_next_season(tournament, readers, now=now)
        return None
    following = Tournament(
        previous=tournament,
        organiser=leader,
        season=tournament.season + 1,
        created_at=now,
        lots_seed=seed,
        **_next_season_dates(tournament, now),
        **{name: getattr(tournament, name) for name in COPIED_FIELDS},
    )
    following.save()
    helpers = [each for each in staff_queries.organisers_of(tournament) if each != leader]
    CoOrganiser.objects.bulk_create(
        CoOrganiser(tournament=following, player=each, since=now)
        for each in helpers
        if each.closed_at is None
    )
    stay = _staying_entrants(tournament, now)
    _carry_over(tournament.event_format, tournament, following, stay, now)
    open_for_entries(following, now)
    if following.starts_when_full and is_full(following):  # nobody else enters to make it due
        following.due_at = add_wall_time(now, SEASON_BREAK, following.zone)
        following.save(update_fields=["due_at"])
    return following


@singledispatch
def _carry_over(
    _format: Format,
    tournament: Tournament,
    following: Tournament,
    stay: Sequence[Entrant],
    now: datetime,
) -> None:
    """Enter everybody who stays into the next season, at the level they have earned."""
    levels = levels_after(tournament, {entrant.pk for entrant in stay})
    Entrant.objects.bulk_create(
        Entrant(
            tournament=following,
            player_id=entrant.player_id,
            level=levels.get(entrant.pk, 0),
            entered_at=now,
        )
        for entrant in stay
    )


@_carry_over.register
def _carry_teams_over(
    _format: Teams,
    tournament: Tournament,
    following: Tournament,
    stay: Sequence[Entrant],
    now: datetime,
) -> None:
    """Enter the teams that stay, with those of their members who do."""
    crews = staying_teams(tournament, stay)
    enter_staying_teams(following, crews, levels_after(tournament, crews.keys()), now)


def _next_season_dates(tournament: Tournament, now: datetime) -> dict[str, object]:
    """Return start and round dates of the next season, whole weeks after the previous ones."""
    start, zone = tournament.starts_at, tournament.zone
    earliest = add_wall_time(now, SEASON_BREAK, zone)
    if not tournament.round_dates or start is None:
        return {"starts_at": None if tournament.starts_when_full else earliest}
    weeks = round_dates.weeks_until(start, earliest, zone)
    begins, *days = round_dates.shift_weeks((start, *tournament.round_starts), weeks, zone)
    return {"starts_at": begins, "round_dates": round_dates.serialize_dates(days)}


def _staying_entrants(tournament: Tournament, now: datetime) -> list[Entrant]:
    """Return the entrants carried over to the next season, without suspended ones."""
    stay = Entrant.objects.playing().filter(tournament=tournament, re_enters=True)
    return [
        entrant
        for entrant in stay.select_related("player").order_by("number")
        if suspended_until(entrant.player, now) is None
    ]


def levels_after(tournament: Tournament, stay: Collection[int]) -> dict[int, int]:
    """Return the division each one who stays has earned; vacancies promote more entrants."""
    if not tournament.division_size:
        return {}
    moving = tournament.promoted
    divisions = tournament.divisions.filter(stage=Division.Stage.MAIN).order_by("number")
    finished = [_final_finishes(tournament, division) for division in divisions]
    leaving = {each.entrant for division in finished for each in division}.difference(stay)
    shape = [Level((division,), moving, moving, len(division)) for division in finished]
    season = next_season(
        shape, tournament.division_size, leaving=leaving, seed=tournament.lots_seed
    )
    return levels_of(season)


def _final_finishes(tournament: Tournament, division: Division) -> tuple[Finish, ...]:
    """Return how a division ended, in a form comparable across divisions."""
    event = event_of(tournament, division)
    rows = standings(event, tournament.tie_breaks)
    return finishes(event, rows, tournament.tie_breaks)
