"""Queries about juries: jurors, votes, and the majority."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from django.db.models import Max

from accounts.models import Player
from games import match_queries
from tournaments import panel_queries
from tournaments.referees.models import Case, Juror, Ruling
from tournaments.referees.queries import cases as case_queries

JURY_SIZE, MAJORITY = 3, 2


def sitting_jurors(case: Case) -> list[Juror]:
    """Return the jurors of an appeal in the order in which they were asked."""
    found = Juror.objects.sitting().filter(case=case).select_related("player__user")
    return list(found.order_by("pk"))


def seat_of(case: Case, player: Player) -> Juror | None:
    return Juror.objects.sitting().filter(case=case, player=player).first()


def verdict_of(jurors: list[Juror]) -> str:
    """Return the vote of the majority; empty if there is none yet."""
    votes = Counter(juror.vote for juror in jurors if juror.vote)
    return next((vote for vote, count in votes.items() if count >= MAJORITY), "")


def eligible_jurors(case: Case, now: datetime) -> list[Player]:
    """Return the possible jurors, longest without a seat first; nobody sits twice in a case."""
    barred = {player.pk for player in case_queries.people_concerned(case)}
    barred |= set(Ruling.objects.filter(case=case).values_list("by", flat=True))
    barred |= set(Juror.objects.filter(case=case).values_list("player", flat=True))
    bench = [each for each in panel_queries.referees(case.tournament) if each.pk not in barred]
    if case.about is not None:
        biased = panel_queries.associates_among(case.about, [each.pk for each in bench], now)
        bench = [each for each in bench if each.pk not in biased]
    seated = match_queries.ever_seated_ids(case.match)
    bench = [each for each in bench if not panel_queries.current_associates_among(each, seated)]
    sat = Juror.objects.filter(player__in=bench).order_by().values("player")
    last = dict(sat.annotate(last=Max("asked_at")).values_list("player", "last"))
    never = case.opened_at.min.replace(tzinfo=case.opened_at.tzinfo)
    return sorted(bench, key=lambda each: (last.get(each.pk, never), each.pk))


def open_votes(viewer: Player) -> dict[int, Juror]:
    """Return the jury seats in which the viewer has still to vote, by case key."""
    found = Juror.objects.sitting().filter(player=viewer, vote="")
    rows = found.filter(case__state=Case.State.APPEALED)
    return {each.case_id: each for each in rows}


def vote_counts(cases: list[Case]) -> dict[int, tuple[int, int]]:
    """Return (votes cast, seats) of the cases that a jury hears, by case key."""
    under_appeal = [case.pk for case in cases if case.state == Case.State.APPEALED]
    rows = Juror.objects.sitting().filter(case__in=under_appeal).values_list("case", "vote")
    found: dict[int, tuple[int, int]] = {}
    for case, vote in rows.order_by("pk"):
        voted, seats = found.get(case, (0, 0))
        found[case] = voted + bool(vote), seats + 1
    return found
