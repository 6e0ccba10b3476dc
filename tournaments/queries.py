"""Queries about tournaments: lists, entrants, divisions, fixtures, and one player's part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, Subquery

from accounts.models import Player
from accounts.queries import roles_of
from accounts.roles import JUDGES
from games.models import Seat
from tournaments.models import (
    Absence,
    CoOrganiser,
    Division,
    Entrant,
    EventInvitation,
    Fixture,
    FixtureSeat,
    Revision,
    Round,
    Team,
    Tournament,
)

ENTRANT_COUNT = Count(
    "entrants", filter=~Q(entrants__status=Entrant.Status.WITHDRAWN), distinct=True
)
BULKY = tuple(f"match__{name}" for name in ("options", "control", "state", "start_lot", "event"))
BULKY_DRAFT_FIELDS = tuple(f"draft__{name}" for name in ("engine_input", "tables", "byes", "field"))
MAX_OLDER_UNDOABLE = 30  # older undoable log entries shown after the page
TEAM_COUNT = Count("teams", filter=~Q(teams__status=Team.Status.WITHDRAWN), distinct=True)


def visible_tournaments(status: str, viewer: Player | None = None) -> QuerySet[Tournament]:
    """Return visible tournaments by status: open ones by start, others newest first.

    Drafts are visible to their organisers only.
    """
    found = Tournament.objects.visible_to(viewer).filter(status=status)
    if status == Tournament.Status.DRAFT:
        helped = CoOrganiser.objects.filter(player=viewer).values("tournament")
        found = found.filter(Q(organiser=viewer) | Q(pk__in=helped))
    order = ["starts_at", "pk"] if status == Tournament.Status.OPEN else ["-created_at", "-pk"]
    return (
        found.select_related("organiser")
        .annotate(entered=ENTRANT_COUNT, founded=TEAM_COUNT)
        .order_by(*order)
    )


def unfinished_events_of(organiser: Player) -> QuerySet[Tournament]:
    """Return the unfinished events of an organiser, oldest first."""
    return Tournament.objects.filter(organiser=organiser, finished_at=None).order_by("pk")


def organised_by(organiser: Player) -> QuerySet[Tournament]:
    """Return the announced events of an organiser, newest first."""
    own = Tournament.objects.filter(organiser=organiser, announced_at__isnull=False)
    return own.order_by("-pk")


def public_tournaments(
    viewer: Player | None, status: str | None = None, player: Player | None = None
) -> QuerySet[Tournament]:
    """Return announced tournaments visible to the viewer, by status or entered by a player."""
    found = Tournament.objects.listed().visible_to(viewer).select_related("organiser", "club")
    if status is not None:
        found = found.filter(status=status)
    if player is not None:
        own = Entrant.objects.filter(player=player).exclude(status=Entrant.Status.WITHDRAWN)
        found = found.filter(pk__in=own.values("tournament"))
    return found


def visible_tournament(viewer: Player | None, pk: int) -> Tournament | None:
    """Return a tournament if it is visible to the viewer; drafts are visible to organisers only.

    General referees also see those of private clubs.
    """
    helpers = CoOrganiser.objects.filter(tournament=OuterRef("pk"), player__closed_at=None)
    known = Tournament.objects.select_related("organiser", "previous", "club")
    found = known.annotate(has_helpers=Exists(helpers)).filter(pk=pk).first()
    if found is None or not can_see(found, viewer):
        return None
    if found.status != Tournament.Status.DRAFT:
        return found
    return found if is_organiser(found, viewer) else None


def announced_tournament(pk: int) -> Tournament | None:
    """Return an announced tournament; the caller checks whether the reader may see it."""
    rows = Tournament.objects.listed().select_related("organiser", "previous", "club")
    return rows.filter(pk=pk).first()


def can_see(tournament: Tournament, viewer: Player | None) -> bool:
    """Whether an event is visible to the viewer: those of private clubs only to people involved."""
    if not tournament.is_private or roles_of(viewer) & JUDGES:
        return True
    return Tournament.objects.visible_to(viewer).filter(pk=tournament.pk).exists()


def is_organiser(tournament: Tournament, viewer: Player | None) -> bool:
    """Whether the viewer is the main organiser or a co-organiser."""
    if viewer is None or viewer.pk == tournament.organiser_id:
        return viewer is not None
    return viewer.pk in tournament.organiser_ids


def revisions_of(tournament: Tournament) -> QuerySet[Revision]:
    """Return the log of changes since the announcement, newest first.

    ``left_again``: the co-organiser who left has come back and left again since;
    ``declined_since``: they have since declined an invitation to come back.
    """
    made = Revision.objects.filter(tournament=tournament)
    left = made.filter(act=Revision.Act.CO_LEFT, about=OuterRef("about"), pk__gt=OuterRef("pk"))
    asked = EventInvitation.objects.filter(
        tournament=tournament, kind=EventInvitation.Kind.HELP, player=OuterRef("about")
    )
    declined = asked.filter(declined_at__gte=OuterRef("made_at")).order_by()
    found = made.annotate(left_again=Exists(left.order_by()), declined_since=Exists(declined))
    return found.select_related("by", "about", "undone_by").order_by("-pk")


def log_entries(
    tournament: Tournament, before: int | None, count: int, acts: Iterable[str]
) -> QuerySet[Revision]:
    """Return ``count`` log entries, the newest or those before the pk ``before``.

    Added to them are the newest older entries of ``acts`` that have not been undone. ``total`` is
    the size of the whole log.
    """
    rows = revisions_of(tournament)
    stretch = rows.filter(pk__lt=before) if before else rows
    latest = stretch.values("pk")[:count]
    wanted = Q(pk__in=latest)
    if acts:
        older = Revision.objects.filter(tournament=tournament, act__in=acts, undone_by=None)
        older = older.exclude(pk__in=latest).order_by("-pk")
        wanted |= Q(pk__in=older.values("pk")[:MAX_OLDER_UNDOABLE])
    every = Revision.objects.filter(tournament=tournament).order_by()
    total = every.values("tournament").annotate(total=Count("pk")).values("total")
    return rows.filter(wanted).annotate(total=Subquery(total))


def undoable_revisions(tournament: Tournament, acts: Iterable[str]) -> QuerySet[Revision]:
    """Return the log entries of these acts that have not been undone, newest first."""
    return revisions_of(tournament).filter(act__in=acts, undone_by=None)


def public_seed(tournament: Tournament) -> str | None:
    """Return the seed of the random draws once nothing more can be drawn from it, else None.

    A tournament that was cancelled, or ended by a ruling open to appeal, may still resume.
    """
    if tournament.status != Tournament.Status.FINISHED:
        return None
    return None if tournament.seed_held else tournament.lots_seed


def count_due(now: datetime) -> int:
    """Return the number of tournaments that have a step due."""
    return Tournament.objects.filter(due_at__lte=now).count()


def season_after(tournament: Tournament) -> Tournament | None:
    """Return the next season, or None."""
    return Tournament.objects.filter(previous=tournament).first()


def entrants_of(tournament: Tournament) -> list[Entrant]:
    """Return all entrants, by number or order of entry; withdrawn ones last."""
    entrants = Entrant.objects.filter(tournament=tournament).select_related("player", "division")
    order = {Entrant.Status.ENTERED: 0, Entrant.Status.WAITING: 1, Entrant.Status.WITHDRAWN: 2}
    return sorted(
        entrants, key=lambda each: (order[Entrant.Status(each.status)], each.number or 0, each.pk)
    )


def entry_of(tournament: Tournament, player: Player | None) -> Entrant | None:
    if player is None:
        return None
    return Entrant.objects.filter(tournament=tournament, player=player).first()


def is_entered(tournament: Tournament, player: Player | None) -> bool:
    """Whether a player has entered, or is on the waiting list, and has not withdrawn."""
    entry = entry_of(tournament, player)
    return entry is not None and entry.withdrawn_at is None


def divisions_of(tournament: Tournament) -> list[Division]:
    """Return the divisions with their drafts, the play-off first, then from the highest down."""
    own = Division.objects.filter(tournament=tournament).select_related("draft")
    found = list(own.defer(*BULKY_DRAFT_FIELDS).order_by("number"))
    for division in found:
        division.tournament = tournament
    return sorted(found, key=lambda each: (each.stage != Division.Stage.PLAYOFF, each.number))


def own_fixtures(tournament: Tournament, player: Player | None) -> list[Fixture]:
    """Return the player's fixtures, by round."""
    if player is None:
        return []
    mine = FixtureSeat.objects.filter(fixture=OuterRef("pk"), entrant__player=player)
    seats = FixtureSeat.objects.select_related("entrant__player").order_by("seat")
    return list(
        Fixture.objects.filter(Exists(mine), round__division__tournament=tournament)
        .select_related("round", "match", "case")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .order_by("round__number", "board")
    )


def absences_of(entrant: Entrant) -> list[int]:
    """Return the numbers of the rounds for which an entrant has announced an absence."""
    rows = Absence.objects.filter(entrant=entrant).order_by("round")
    return list(rows.values_list("round", flat=True))


def last_paired_round(tournament: Tournament) -> int:
    last = Round.objects.filter(division__tournament=tournament).order_by("-number").first()
    return last.number if last else 0


def entries_of(player: Player) -> QuerySet[Entrant]:
    """Return a player's entries in announced tournaments, newest first."""
    return (
        Entrant.objects.filter(player=player)
        .exclude(tournament__status=Tournament.Status.DRAFT)
        .exclude(status=Entrant.Status.WITHDRAWN, number=None)
        .select_related("tournament", "division")
        .order_by("-tournament__created_at", "-pk")
    )


def forbidden_pair_labels(tournament: Tournament) -> list[str]:
    """Return the pairs that must not meet, as “name, name”."""
    return [", ".join(pair) for pair in pair_names(tournament.forbidden)]


def pair_names(pairs: Sequence[Sequence[int]]) -> list[tuple[str, str]]:
    players = Player.objects.filter(pk__in=[pk for pair in pairs for pk in pair])
    names = dict(players.values_list("pk", "name"))
    return [(names.get(one, "–"), names.get(two, "–")) for one, two in pairs]


def fixture_in(tournament: int, pk: int) -> Fixture | None:
    """Return a fixture of a tournament with its round and entrants, or None."""
    seats = FixtureSeat.objects.select_related("entrant__player").order_by("seat")
    return (
        Fixture.objects.filter(pk=pk, round__division__tournament=tournament)
        .select_related("round__division__tournament", "match", "case")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .first()
    )


def get_tournament(pk: int) -> Tournament:
    """Return a tournament; the caller has checked that the reader may see it."""
    return Tournament.objects.select_related("organiser").get(pk=pk)


def absences_in(tournament: Tournament) -> list[Absence]:
    """Return the announced absences, by round."""
    found = Absence.objects.filter(entrant__tournament=tournament)
    return list(found.select_related("entrant__player").order_by("round", "entrant__player__name"))


def running_seats_in(fixtures: Iterable[Fixture]) -> dict[int, list[Seat]]:
    """Return the seats whose clocks are running in these fixtures, by the pk of their match."""
    playing = [each.match_id for each in fixtures if each.match_id and not each.is_settled]
    seats = Seat.objects.filter(match__in=playing, awaited_since__isnull=False)
    found: dict[int, list[Seat]] = {}
    for seat in seats.select_related("player").order_by("match", "number"):
        found.setdefault(seat.match_id, []).append(seat)
    return found


def other_fixtures_of(tournament: Tournament, fixture: Fixture) -> list[Fixture]:
    """Return the other fixtures of any of a fixture's entrants in a tournament."""
    found = Fixture.objects.filter(round__division__tournament=tournament).exclude(pk=fixture.pk)
    entrants = [seat.entrant_id for seat in fixture.seats.all()]
    seats = FixtureSeat.objects.select_related("entrant__player").order_by("seat")
    found = found.filter(seats__entrant__in=entrants).distinct().select_related("round", "match")
    return list(
        found.prefetch_related(Prefetch("seats", queryset=seats)).order_by("round__number", "board")
    )


def announced_tournaments() -> list[Tournament]:
    """Return all announced tournaments: running ones first, then open ones, newest first."""
    found = Tournament.objects.exclude(status=Tournament.Status.DRAFT).order_by(
        "-created_at", "-pk"
    )
    return sorted(found, key=lambda each: (not each.is_running, not each.is_open))
