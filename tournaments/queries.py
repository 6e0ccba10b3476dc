"""Reads about events: lists, fields, rounds with their fixtures, what concerns one player."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from accounts.models import Player
from games.models import Seat
from tournaments.models import (
    Absence,
    CalendarKey,
    Division,
    Entrant,
    Fixture,
    FixtureSeat,
    Round,
    Team,
    Tournament,
)

ENTERED = Count("entrants", filter=~Q(entrants__status=Entrant.Status.WITHDRAWN), distinct=True)
BULKY = tuple(f"match__{name}" for name in ("options", "control", "state", "start_lot", "event"))
TEAMS = Count("teams", filter=~Q(teams__status=Team.Status.WITHDRAWN), distinct=True)


def tournaments_listed(status: str, viewer: Player | None = None) -> QuerySet[Tournament]:
    """Return the tournaments in a state, next start or newest first; drafts to their organiser."""
    found = Tournament.objects.filter(status=status)
    if status == Tournament.Status.DRAFT:
        found = found.filter(organiser=viewer)
    order = ["starts_at", "pk"] if status == Tournament.Status.OPEN else ["-created_at", "-pk"]
    return (
        found.select_related("organiser").annotate(entered=ENTERED, founded=TEAMS).order_by(*order)
    )


def unfinished_of(organiser: Player) -> QuerySet[Tournament]:
    """Return what somebody organises and has not ended yet, the oldest first."""
    return Tournament.objects.filter(organiser=organiser, finished_at=None).order_by("pk")


def public_tournaments(
    status: str | None = None, player: Player | None = None
) -> QuerySet[Tournament]:
    """Return the tournaments that everybody may see, in a state, or that a player has entered."""
    found = Tournament.objects.listed().select_related("organiser")
    if status is not None:
        found = found.filter(status=status)
    if player is not None:
        own = Entrant.objects.filter(player=player).exclude(status=Entrant.Status.WITHDRAWN)
        found = found.filter(pk__in=own.values("tournament"))
    return found


def tournament_for(viewer: Player | None, pk: int) -> Tournament | None:
    """Return a tournament the viewer may see; a draft is its organiser's alone."""
    found = Tournament.objects.select_related("organiser", "previous").filter(pk=pk).first()
    if found is None or found.status != Tournament.Status.DRAFT:
        return found
    return found if viewer is not None and found.organiser_id == viewer.pk else None


def public_seed(tournament: Tournament) -> str | None:
    """Return the seed of the random draws once nothing can be drawn from it any more, None before.

    A tournament that was called off, or ended by a ruling that can be appealed, may still resume.
    """
    if tournament.status != Tournament.Status.FINISHED:
        return None
    return None if tournament.seed_held else tournament.lots_seed


def season_after(tournament: Tournament) -> Tournament | None:
    """Return the season that follows, None while there is none."""
    return Tournament.objects.filter(previous=tournament).first()


def entrants_of(tournament: Tournament) -> list[Entrant]:
    """Return everybody who entered, by number or by entry; withdrawn ones last."""
    entrants = Entrant.objects.filter(tournament=tournament).select_related("player", "division")
    order = {Entrant.Status.ENTERED: 0, Entrant.Status.WAITING: 1, Entrant.Status.WITHDRAWN: 2}
    return sorted(
        entrants, key=lambda each: (order[Entrant.Status(each.status)], each.number or 0, each.pk)
    )


def entry_of(tournament: Tournament, player: Player | None) -> Entrant | None:
    """Return a player's own entry, None if there is none."""
    if player is None:
        return None
    return Entrant.objects.filter(tournament=tournament, player=player).first()


def divisions_of(tournament: Tournament) -> list[Division]:
    """Return the divisions from the highest, the play-off first."""
    found = list(Division.objects.filter(tournament=tournament).order_by("number"))
    for division in found:
        division.tournament = tournament
    return sorted(found, key=lambda each: (each.stage != Division.Stage.PLAYOFF, each.number))


def rounds_of(division: Division) -> list[Round]:
    """Return the rounds of a division with fixtures, entrants and matches."""
    seats = FixtureSeat.objects.prefetch_related("entrant__player").order_by("seat")
    fixtures = (
        Fixture.objects.select_related("match")
        .defer(*BULKY)
        .prefetch_related(Prefetch("seats", queryset=seats))
        .order_by("board")
    )
    return list(
        Round.objects.filter(division=division)
        .defer("engine_input")
        .prefetch_related(Prefetch("fixtures", queryset=fixtures))
        .order_by("number")
    )


def own_fixtures(tournament: Tournament, player: Player | None) -> list[Fixture]:
    """Return the player's fixtures in the order of rounds."""
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
    """Return the rounds an entrant has announced to miss."""
    rows = Absence.objects.filter(entrant=entrant).order_by("round")
    return list(rows.values_list("round", flat=True))


def paired_rounds(tournament: Tournament) -> int:
    """Return how many rounds are paired."""
    last = Round.objects.filter(division__tournament=tournament).order_by("-number").first()
    return last.number if last else 0


def entries_of(player: Player) -> QuerySet[Entrant]:
    """Return a player's entries in listed tournaments, the newest first."""
    return (
        Entrant.objects.filter(player=player)
        .exclude(tournament__status=Tournament.Status.DRAFT)
        .exclude(status=Entrant.Status.WITHDRAWN, number=None)
        .select_related("tournament", "division")
        .order_by("-tournament__created_at", "-pk")
    )


def titles_of(player: Player) -> QuerySet[Entrant]:
    """Return what a player has won: the first place of a highest division, the newest first."""
    return (
        Entrant.objects.filter(
            player=player,
            final_place=1,
            tournament__status=Tournament.Status.FINISHED,
        )
        .filter(Q(division__number=1) | Q(playoff__isnull=False))
        .select_related("tournament")
        .order_by("-tournament__finished_at", "-pk")
    )


def champions() -> QuerySet[Entrant]:
    """Return the persons who won finished tournaments, the newest first."""
    return (
        Entrant.objects.filter(
            team=None, final_place=1, tournament__status=Tournament.Status.FINISHED
        )
        .filter(Q(division__number=1) | Q(playoff__isnull=False))
        .select_related("tournament", "player")
        .order_by("-tournament__finished_at", "player__name", "pk")
    )


def calendar_key_of(player: Player) -> CalendarKey | None:
    """Return the key of a player's calendar, None if there is none."""
    return CalendarKey.objects.filter(player=player).first()


def player_of_calendar(token: str) -> Player | None:
    """Return whose calendar a token opens; None for a dead one and for closed accounts."""
    if "\x00" in token:
        return None
    key = CalendarKey.objects.select_related("player").filter(token=token).first()
    return key.player if key is not None and key.player.closed_at is None else None


def anything_here() -> bool:
    """Whether anybody plays on this site yet."""
    return Player.objects.exists()


def first_tournament() -> Tournament:
    """Return the oldest tournament of the site."""
    return Tournament.objects.order_by("pk")[0]


def seasons_from(first: Tournament) -> list[Tournament]:
    """Return a tournament and all seasons that followed it."""
    seasons = [first]
    while (following := season_after(seasons[-1])) is not None:
        seasons.append(following)
    return [Tournament.objects.get(pk=each.pk) for each in seasons]


def seasons_finished(first: Tournament) -> list[Tournament]:
    """Return those of the seasons that are over."""
    return [each for each in seasons_from(first) if each.finished_at is not None]


def pairs_apart(tournament: Tournament) -> list[str]:
    """Return the pairs that never meet, by name."""
    players = Player.objects.filter(pk__in=[pk for pair in tournament.forbidden for pk in pair])
    names = dict(players.values_list("pk", "name"))
    return [f"{names.get(one, '–')}, {names.get(two, '–')}" for one, two in tournament.forbidden]


def fixture_of(tournament: int, pk: int) -> Fixture | None:
    """Return a fixture of a tournament with its round and entrants, None if there is none."""
    seats = FixtureSeat.objects.select_related("entrant__player").order_by("seat")
    return (
        Fixture.objects.filter(pk=pk, round__division__tournament=tournament)
        .select_related("round__division__tournament", "match", "case")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .first()
    )


def any_tournament(pk: int) -> Tournament:
    """Return a tournament whoever asks; the caller has checked that they may know."""
    return Tournament.objects.select_related("organiser").get(pk=pk)


def rounds_in(tournament: Tournament) -> list[Round]:
    """Return all rounds of a tournament with fixtures and entrants, the latest first."""
    seats = FixtureSeat.objects.prefetch_related("entrant__player").order_by("seat")
    fixtures = (
        Fixture.objects.select_related("match", "case")
        .defer(*BULKY)
        .prefetch_related(Prefetch("seats", queryset=seats))
        .order_by("board")
    )
    found = Round.objects.filter(division__tournament=tournament).select_related("division")
    found = found.prefetch_related(Prefetch("fixtures", queryset=fixtures))
    return list(found.order_by("-number", "division__stage", "division__number"))


def absences_in(tournament: Tournament) -> list[Absence]:
    """Return the absences that were announced, by round."""
    found = Absence.objects.filter(entrant__tournament=tournament)
    return list(found.select_related("entrant__player").order_by("round", "entrant__player__name"))


def clocks_in(fixtures: Iterable[Fixture]) -> dict[int, list[Seat]]:
    """Return the seats whose clocks run, by match, of the fixtures that are being played."""
    playing = [each.match_id for each in fixtures if each.match_id and not each.is_settled]
    seats = Seat.objects.filter(match__in=playing, awaited_since__isnull=False)
    found: dict[int, list[Seat]] = {}
    for seat in seats.select_related("player").order_by("match", "number"):
        found.setdefault(seat.match_id, []).append(seat)
    return found


def fixtures_between(tournament: Tournament, fixture: Fixture) -> list[Fixture]:
    """Return the other fixtures of the same entrants in a tournament."""
    found = Fixture.objects.filter(round__division__tournament=tournament).exclude(pk=fixture.pk)
    entrants = [seat.entrant_id for seat in fixture.seats.all()]
    seats = FixtureSeat.objects.select_related("entrant__player").order_by("seat")
    found = found.filter(seats__entrant__in=entrants).distinct().select_related("round", "match")
    return list(
        found.prefetch_related(Prefetch("seats", queryset=seats)).order_by("round__number", "board")
    )


def tournaments_to_judge() -> list[Tournament]:
    """Return all tournaments that were announced, those that run first, then the newest."""
    found = Tournament.objects.exclude(status=Tournament.Status.DRAFT).order_by(
        "-created_at", "-pk"
    )
    return sorted(found, key=lambda each: (not each.is_running, not each.is_open))
