"""Rounds whose first days an organiser has named: they keep them, whatever happens to workers."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest

from games.models import Match
from games.services.errors import Refused
from games.services.play.matches import resign_match
from notifications.models import Message
from tests.emails import render
from tests.markup import text_of
from tests.sampling import at_length, sampled
from tournaments.models import Entrant, Round, Tournament
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.entries import teams
from tournaments.services.files.calendar import tournament_calendar
from tournaments.services.seasons import running

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def tick(now) -> None:
    """Let workers do what is due, twice: the second time nothing is left."""
    running.advance_all(now=now, make_seed=lambda: "cd" * 32)
    before = (Round.objects.count(), Match.objects.count(), Message.objects.count())
    Tournament.objects.filter(due_at__isnull=False).update(due_at=now)
    running.advance_all(now=now, make_seed=lambda: "cd" * 32)
    assert (Round.objects.count(), Match.objects.count(), Message.objects.count()) == before


def drive(begin, days, *, lasts=2, down=()):
    """Let days go by: matches end after so many; on days in ``down`` no worker looks."""
    for day in range(days):
        now = begin + day * DAY
        for match in Match.objects.running().filter(started_at__lte=now - lasts * DAY):
            with suppress(Refused):  # where a flag had fallen, the match has ended by that
                resign_match(match.pk, match.seats.get(number=0).player, now=now)
        if day in down:
            continue
        if day % 7:
            running.advance_all(now=now, make_seed=lambda: "cd" * 32)
        else:
            tick(now)
        if day and not Tournament.objects.exclude(status="finished").exists():
            return


def days_of(tournament, begin) -> list[tuple[int, int, int]]:
    """Return number, first and last day of every round, counted from the beginning.

    Days are those of the tournament's zone: the clocks there change in between.
    """
    first = begin.astimezone(tournament.zone).date()
    return [
        (each.number, *((at.astimezone(tournament.zone).date() - first).days for at in its))
        for each in Round.objects.filter(division__tournament=tournament).order_by(
            "division", "number"
        )
        for its in [(each.opens_at, each.closes_at)]
    ]


DAYS: list[Any] = [
    # every round on its day, the last one as long as any; one day off does not move the next
    ({"format": "round_robin"}, 4, (0, 9, 16), (), 2, [(1, 0, 9), (2, 9, 16), (3, 16, 26)]),
    ({"format": "swiss", "rounds": 3}, 5, (3, 9, 16), (9,), 2,
     [(1, 3, 9), (2, 10, 16), (3, 16, 26)]),
    # later rounds follow when the one before is over; a round that is later gets its full time
    ({"format": "swiss", "rounds": 3}, 4, (0, 6), (6, 7, 8), 2,
     [(1, 0, 6), (2, 9, 19), (3, 11, 21)]),
    # a knock-out waits for its winners, and there is no third round for four
    ({"format": "knockout"}, 4, (0, 5, 40), (), 8, [(1, 0, 5), (2, 8, 40)]),
    # a line-up is published two days before
    ({"format": "team_league", "boards": 2, "least": 3}, 6, (2, 12, 20), (), 4,
     [(1, 2, 12), (2, 12, 20), (3, 20, 30)]),
    ({"format": "groups", "division_size": 3, "qualifiers": 1}, 6, (0, 4, 8, 20), (), 2,
     [(1, 0, 4), (2, 4, 8), (3, 8, 20)] * 2 + [(1, 20, 30)]),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    ("fields", "entrants", "named", "down", "lasts", "rounds"),
    sampled(DAYS, [DAYS[1], DAYS[3], DAYS[4]]),
)
def test_every_round_keeps_its_day(
    hold, people, noon, fields, entrants, named, down, lasts, rounds
):
    begin = noon + DAY
    dates = tuple(begin + day * DAY for day in named)
    players = people(entrants)
    terms = {"least": 2, "most": 8, "round_days": 10, "round_dates": dates} | fields
    tournament = hold([] if "boards" in fields else players, **terms)
    for number in range(0, entrants if "boards" in fields else 0, 2):
        key = f"{number}{'k' * 20}"
        teams.found_team(tournament.pk, players[number], f"Crew {number}", key=key, now=noon)
        teams.join_team(key, players[number + 1], now=noon)
    drive(begin, 45, lasts=lasts, down=down)
    tournament.refresh_from_db()
    assert tournament.status == "finished"
    assert days_of(tournament, begin) == rounds
    for match in Match.objects.select_related("fixture__round"):
        assert match.started_at >= match.fixture.round.opens_at
    early = {each.opens_at - each.published_at for each in Round.objects.filter(number__gt=1)}
    assert not tournament.event_format.has_teams or early == {2 * DAY}


def test_a_league_takes_its_days_into_the_next_season(hold, people, noon, client_for, organiser):
    begin = noon + DAY
    named = tuple(begin + day * DAY for day in (0, 7, 14))
    fields = {"division_size": 3, "promoted": 1, "repeats": True, "round_dates": named}
    players = people(6)
    league = hold(players, round_days=7, **fields)
    page = text_of(client_for(players[0]).get(f"/tournaments/{league.pk}/"))
    assert "Rounds begin" in page
    assert ">3 Mar 2026, 13:00 CET<" in page
    assert tournament_calendar(league, noon).count(b"UID:begin-") == 3
    drive(begin, 18)
    following: Any = Tournament.objects.get(previous=league)
    before, after = (each.starts_at.astimezone(organiser.zone) for each in (league, following))
    assert (after.weekday(), after.time()) == (before.weekday(), before.time())
    assert after >= begin + 16 * DAY + 14 * DAY > after - 7 * DAY
    assert [each - following.starts_at for each in following.round_starts] == [
        each - begin for each in named
    ]
    if at_length():
        drive(begin + 18 * DAY, 30)
    else:
        drive(following.starts_at, 1)
    assert days_of(following, following.starts_at) == [(1, 0, 7), (2, 7, 14), (3, 14, 21)] * 2
    email = Message.objects.filter(kind="round_paired", player=players[0]).earliest("pk")
    body = str(render(email, noon).body)
    assert re.search(r"Round 2, from \d+ \w+ \d{4}, \d\d:\d\d [A-Z]+", body)
    assert league.get_absolute_url() in body
    clone = client_for(organiser).get(f"/tournaments/new/?like={league.pk}").context["form"]
    lines = clone["round_dates"].value().splitlines()
    assert len(lines) == 3
    assert clone["starts_at"].value().date().isoformat() == lines[0]


@pytest.mark.long
def test_days_move_with_the_start_and_a_round_that_was_extended_is_waited_for(
    hold, people, noon, referee
):
    begin = noon + DAY
    fields = {"format": "swiss", "rounds": 3, "round_days": 10, "least": 4}
    players = people(4)
    swiss = hold(players[:2], **fields, round_dates=(begin, begin + 10 * DAY, begin + 20 * DAY))
    tick(begin)
    swiss.refresh_from_db()
    begin += 7 * DAY
    assert swiss.starts_at == swiss.round_starts[0] == begin
    for player in players[2:]:
        Entrant.objects.create(tournament=swiss, player=player, entered_at=noon)
    drive(begin, 5, lasts=99)
    first = Round.objects.get()
    longer: Any = {"what": f"round:{first.pk}", "days": 6}
    order = RulingRequest(
        "extend", params=longer, tournament_id=swiss.pk, paragraph="R-4", reason="Snow."
    )
    rulings.preview_and_sign(order, referee, now=begin + 5 * DAY)
    drive(begin + 5 * DAY, 14, lasts=99)
    assert days_of(swiss, begin) == [(1, 0, 16), (2, 16, 26)]
    drive(begin + 19 * DAY, 30)
    assert days_of(swiss, begin) == [(1, 0, 16), (2, 16, 26), (3, 20, 30)]


@pytest.mark.parametrize(
    ("days", "fields", "reason"),
    [
        ((-1,), {}, "date_before_start"),
        ((0, 9, 9), {}, "dates_do_not_rise"),
        ((0, 400), {}, "dates_too_far"),
        ((0, 1, 2), {"format": "knockout", "most": 4}, "too_many_dates"),
        ((0, 1), {"at_once": True}, "dates_at_once"),
        ((0, 1), {"format": "ladder"}, "dates_without_rounds"),
        ((0, 1), {"starts_at": None, "starts_when_full": True, "most": 4}, "dates_need_start"),
        ((2, 4), {"format": "team_league", "boards": 2, "least": 3}, "dates_too_close"),
    ],
)
def test_days_that_no_round_can_keep_are_refused(plan, noon, days, fields, reason):
    dates = tuple(noon + DAY + day * DAY for day in days)
    with pytest.raises(Refused) as refused:
        plan(**fields, round_dates=dates)
    assert refused.value.params["reason"] == reason
