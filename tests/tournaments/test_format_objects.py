"""Formats as objects: every key has one, and what a format is asked stands with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tournaments import formats
from tournaments.errors import PlanError
from tournaments.formats.base import Step
from tournaments.models import Division, Tournament

PACKAGE = Path(formats.__file__).parent.parent
ASKS = re.compile(r"\.format (==|!=|in|not in) |\bin_teams\b|\bis_contest\b")
ELSEWHERE = {"proof", "migrations"}  # the second computation shares no code with what it checks


def test_every_format_that_rows_can_have_is_one_object():
    assert {each.value for each in Tournament.Format} == set(formats.FORMATS)
    assert all(formats.get_format(key) is formats.get_format(key) for key in formats.FORMATS)


def test_nobody_can_sit_down_in_a_format_that_is_unknown():
    assert not formats.get_format("round_robbin").seats


def test_groups_are_two_formats_one_after_the_other():
    groups = Tournament(format="groups")
    assert groups.event_format.has_playoff
    assert groups.format_of(Division(stage="main")) is formats.ROUND_ROBIN
    assert groups.format_of(Division(stage="playoff")) is formats.KNOCKOUT


@pytest.mark.parametrize("key", sorted(formats.FORMATS))
def test_a_season_ends_by_itself_unless_people_end_it(key):
    format_ = formats.get_format(key)
    assert (Step.FINISH in format_.steps) is not format_.has_rungs
    assert format_.steps[0] is Step.RESIGN


def test_teams_meet_as_the_format_they_wrap_lets_entrants_meet():
    teams = formats.get_format("team_league")
    assert teams.schedule([1, 2, 3, 4]) == formats.ROUND_ROBIN.schedule([1, 2, 3, 4])
    assert teams.schedule([1]) == ()


def test_a_fault_of_a_plan_names_its_field_and_its_reason():
    error = PlanError("boards", "out_of_range", low=2, high=20)
    assert (error.field, error.code, error.params) == (
        "boards",
        "out_of_range",
        {"low": 2, "high": 20},
    )


def test_outside_the_formats_nobody_asks_for_one_by_its_key():
    asking = [
        f"{file.relative_to(PACKAGE)}:{number}"
        for file in sorted(PACKAGE.rglob("*.py"))
        if not ELSEWHERE.intersection(file.parts)
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if ASKS.search(line)
    ]
    assert asking == []
