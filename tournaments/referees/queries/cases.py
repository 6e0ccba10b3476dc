"""Queries about cases; each returns only what the viewer may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from accounts.models import Player
from accounts.naming import isolated
from games import match_queries
from games.models import Match, Seat
from tournaments import panel_queries
from tournaments.models import Fixture, Tournament
from tournaments.referees.models import Case, CaseLine, Juror, Ruling

MATCH_SEATS = Prefetch(
    "match__seats", queryset=Seat.objects.select_related("player__user").order_by("number")
)
ACCESS_EVENTS = (CaseLine.Event.ASKED, CaseLine.Event.TOLD)


def people_concerned(case: Case) -> list[Player]:
    """Return everybody involved in a case, whether or not they know of it."""
    found = {} if case.own_motion else {case.opened_by_id: case.opened_by}
    found |= {player.pk: player for player in match_queries.seated_players(case.match)}
    if case.about is not None:
        found[case.about.pk] = case.about
    told = CaseLine.objects.filter(case=case, event=CaseLine.Event.TOLD).select_related("to__user")
    found |= {line.to.pk: line.to for line in told if line.to is not None}
    return list(found.values())


def parties(case: Case) -> list[Player]:
    """Return the people who may read a case; of a discreet one, those who already know of it."""
    everybody = [player for player in people_concerned(case) if not player.is_bot]
    if not case.is_discreet:
        return everybody
    lines = CaseLine.objects.filter(case=case, event__in=ACCESS_EVENTS)
    asked = set(lines.values_list("to", flat=True))
    ruled = set(Ruling.objects.filter(case=case).values_list("player", flat=True))
    told = asked | ruled | {None if case.own_motion else case.opened_by_id}
    return [player for player in everybody if player.pk in told]


def judges_and_judged(referees: Collection[int]) -> list[tuple[set[int], set[int]]]:
    """Return, by pending case of these referees, who judges and whom: the subject, the players."""
    seats = Juror.objects.sitting()
    taken_on = Q(assignee__in=referees) | Q(jurors__in=seats.filter(player__in=referees))
    cases = Case.objects.pending().filter(taken_on).distinct()
    rows = list(cases.order_by("pk").values_list("pk", "assignee", "about", "match"))
    if not rows:
        return []
    jurors = seats.filter(case__in=[row[0] for row in rows]).values_list("case", "player")
    seated = match_queries.ever_seated_ids_by_match({row[3] for row in rows if row[3] is not None})
    return [
        (
            {assignee, *(player for number, player in jurors if number == case)} - {None},
            {about, *seated.get(match, ())} - {None},
        )
        for case, assignee, about, match in rows
    ]


def reportable_player(viewer: Player | None, pk: int) -> Player | None:
    """Return the player if the viewer can call a referee about them: no bot, not themselves."""
    others = Player.objects.filter(pk=pk, closed_at=None).exclude(kind=Player.Kind.BOT)
    return others.exclude(pk=viewer.pk if viewer else 0).first()


def case_for(viewer: Player | None, pk: int) -> Case | None:
    """Return a case that concerns the viewer, else None."""
    case = _cases().filter(pk=pk).first()
    if case is None or viewer is None:
        return None
    return case if viewer.pk in {player.pk for player in parties(case)} else None


def case_for_referee(viewer: Player | None, pk: int) -> Case | None:
    """Return a case if the viewer may judge it, else None; see ``exclude_own``."""
    if viewer is None or not panel_queries.is_referee(viewer):
        return None
    return limit_to_judged(exclude_own(_cases().filter(pk=pk), viewer), viewer).first()


def limit_to_judged(found: QuerySet[Case], viewer: Player) -> QuerySet[Case]:
    """Restrict cases to the tournaments that the viewer judges."""
    if panel_queries.is_general_referee(viewer):
        return found
    return found.filter(tournament__in=panel_queries.tournaments_judged_by(viewer))


def _cases() -> QuerySet[Case]:
    return Case.objects.select_related(
        "match", "tournament", "about__user", "opened_by__user", "assignee__user"
    ).prefetch_related(MATCH_SEATS)


def visible_cases(viewer: Player) -> QuerySet[Case]:
    """Return every case that a referee may open, with the related rows that lists show."""
    return limit_to_judged(exclude_own(_cases(), viewer), viewer)


def cases_of(viewer: Player) -> QuerySet[Case]:
    """Return the cases that the viewer opened or may answer, newest first."""
    at_table = Seat.objects.filter(match=OuterRef("match"), player=viewer)
    asked = CaseLine.objects.filter(case=OuterRef("pk"), to=viewer, event__in=ACCESS_EVENTS)
    ruled = Ruling.objects.filter(case=OuterRef("pk"), player=viewer)
    told = Q(opened_by=viewer, own_motion=False) | Exists(asked) | Exists(ruled)
    open_ones = ~Q(kind__in=Case.DISCREET) & (Exists(at_table) | Q(about=viewer))
    return _cases().filter(told | open_ones).order_by("-pk")


def cases_about_match(viewer: Player, match: Match) -> list[Case]:
    """Return the cases about a match that the viewer may see; no query if it has none."""
    if not match.has_cases:
        return []
    return list(cases_of(viewer).filter(match=match))


def exclude_own(found: QuerySet[Case], viewer: Player) -> QuerySet[Case]:
    """Exclude discreet cases about the viewer or their matches, unless they opened them."""
    at_table = Seat.objects.filter(match=OuterRef("match"), player=viewer)
    own = Q(kind__in=Case.DISCREET) & (Q(about=viewer) | Exists(at_table))
    return found.exclude(own & ~Q(opened_by=viewer, own_motion=False))


def lines_of(case: Case, reader: Player, *, with_notes: bool) -> list[CaseLine]:
    """Return the events of a case in order; notes are only for referees.

    Parties see that private data was viewed once the match is over, and in a discreet case only
    their own statements.
    """
    lines = CaseLine.objects.filter(case=case).select_related("by", "to", "ruling")
    lines = lines.exclude(event=CaseLine.Event.TOLD)
    if not with_notes:
        lines = lines.exclude(event=CaseLine.Event.NOTE)
        if case.is_discreet:
            lines = lines.exclude(Q(event=CaseLine.Event.SAID) & ~Q(by=reader))
            lines = lines.exclude(Q(event=CaseLine.Event.ASKED) & ~Q(to=reader))
        if case.match is not None and case.match.is_running:
            lines = lines.exclude(event=CaseLine.Event.VIEWED)
    return list(lines)


def all_cases_about_match(match: Match, viewer: Player) -> list[Case]:
    """Return the cases about a match for a referee, newest first; see ``exclude_own``."""
    return list(exclude_own(_cases().filter(match=match), viewer).order_by("-pk"))


def player_names(numbers: Iterable[int]) -> dict[int, str]:
    """Return the names of players as they stand in sentences, by primary key."""
    found = Player.objects.filter(pk__in=set(numbers)).values_list("pk", "name")
    return {pk: isolated(name) for pk, name in found}


def owes_statement(case: Case, player: Player) -> bool:
    """Whether the player was asked for a statement and has not made one since."""
    last = (
        CaseLine.objects.filter(case=case)
        .filter(Q(event=CaseLine.Event.ASKED, to=player) | Q(event=CaseLine.Event.SAID, by=player))
        .order_by("-pk")
        .values_list("event", flat=True)
        .first()
    )
    return last == CaseLine.Event.ASKED


def awaits_statement(case: Case) -> bool:
    """Whether anybody still owes a statement."""
    lines = CaseLine.objects.filter(case=case, event=CaseLine.Event.ASKED)
    people = Player.objects.filter(pk__in=lines.values("to"))
    return any(owes_statement(case, player) for player in people)


def cases_in(tournament: Tournament, viewer: Player) -> list[Case]:
    """Return a tournament's cases, pending ones first, then newest first; see ``exclude_own``."""
    found = _cases().filter(tournament=tournament).order_by("-pk")
    return sorted(exclude_own(found, viewer), key=lambda case: not case.is_pending)


def pending_by_tournament() -> Counter[int]:
    """Return the number of pending cases by tournament key."""
    found = Case.objects.filter(state__in=Case.PENDING, tournament__isnull=False)
    return Counter(found.values_list("tournament", flat=True))


def claim_on(fixture: Fixture) -> Case | None:
    """Return the case about a fixture; None if there is none or it was closed without a ruling."""
    case = Case.objects.filter(fixture=fixture).first()
    if case is not None and case.state == Case.State.CLOSED and not case.rulings.exists():
        return None
    return case


def case_ids_by_fixture(tournament: Tournament) -> dict[int, int]:
    """Return a mapping of fixtures to their cases, by key."""
    found = Case.objects.filter(fixture__round__division__tournament=tournament)
    return dict(found.values_list("fixture", "pk"))


def has_open_cases() -> bool:
    return Case.objects.exclude(state=Case.State.CLOSED).exists()
