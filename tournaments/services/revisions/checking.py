"""Check that revised terms could have been announced and keep what has been published."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from datetime import datetime

from games.rules.base import JSON
from games.services.play.terms import Terms
from tournaments import queries
from tournaments.errors import PlanError
from tournaments.formats.base import MAX_ROUNDS
from tournaments.models import Tournament
from tournaments.services import entry_plans
from tournaments.services.plans import Plan, bad_plan, check_forbidden, check_name_and_text
from tournaments.services.revisions import days, terms
from tournaments.services.seasons.announcing import PLAIN_COLUMNS


def check_revision(
    tournament: Tournament,
    after: Mapping[str, JSON],
    now: datetime,
    *,
    kept_names: Collection[str],
) -> None:
    """Refuse ``bad_plan`` for terms that are invalid or come too late."""
    revised = copy(tournament)
    for name, value in after.items():
        terms.set_term(revised, name, value)
    if tournament.is_open:
        Plan.revised(_plan_fields(revised), kept_names=kept_names, now=now)
        return
    plan = Plan(**_plan_fields(revised))
    try:
        check_name_and_text(plan, kept_names)
        entry_plans.check(plan)
        check_forbidden(plan)
    except PlanError as error:
        raise bad_plan(error.field, error.code, **error.params) from error
    if revised.late_entry and not revised.event_format.takes_latecomers:
        raise bad_plan("late_entry", "late_only_swiss")
    _check_course(tournament, revised, after, now)


def _check_course(
    tournament: Tournament, revised: Tournament, after: Mapping[str, JSON], now: datetime
) -> None:
    """Refuse a number of rounds, dates or an end that contradicts the rounds played."""
    if "rounds" in after:
        _check_rounds(tournament, revised)
    if {"most", "repeats"}.intersection(after):
        _check_max_entrants(revised)
    if "round_dates" in after:
        days.check_dates(tournament, revised, Plan(**_plan_fields(revised)), now)
    if "round_end" in after:
        days.check_end(revised, now)


def _check_max_entrants(revised: Tournament) -> None:
    """Refuse a maximum that is impossible, or too low for the next season to start."""
    if revised.most is None:
        return
    least = revised.least if revised.repeats else 2
    most = revised.event_format.max_entrants(revised.division_size)
    if not least <= revised.most <= most:
        raise bad_plan("most", "out_of_range", low=least, high=most)


def _check_rounds(stands: Tournament, revised: Tournament) -> None:
    """Refuse a number of rounds below those paired, or above the maximum."""
    paired, most = queries.last_paired_round(stands), MAX_ROUNDS
    if not revised.rounds or revised.rounds > most:
        raise bad_plan("rounds", "out_of_range", low=max(1, paired), high=most)
    if revised.rounds < paired:
        raise bad_plan("rounds", "round_paired", rounds=paired)


def _plan_fields(tournament: Tournament) -> dict[str, JSON]:
    """Return the terms of a tournament as arguments of ``Plan``."""
    return {name: getattr(tournament, name) for name in PLAIN_COLUMNS} | {
        "name": tournament.name,
        "terms": Terms.checked(
            tournament.ruleset,
            tournament.options,
            tournament.time_control,
            rated=tournament.rated,
            seats=tournament.seats,
        ),
        "further_games": tuple(each["ruleset"] for each in tournament.further_games),
        "opening": " ".join(tournament.opening),
        "puzzles": tuple(tournament.puzzles),
        "bands": tuple(tournament.bands),
        "points": tuple(tournament.points),
        "tie_breaks": tuple(tournament.tie_breaks),
        "forbidden": tuple((one, two) for one, two in tournament.forbidden),
        "round_dates": tournament.round_starts,
    }
