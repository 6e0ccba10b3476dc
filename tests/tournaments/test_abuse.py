"""What a hostile captain, organiser or referee may try, and what must not break by it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts import queries
from games import lobby_queries
from games.models import Match
from games.services.audit import replay_matches
from games.services.errors import Refused
from games.services.play.matches import resign_match
from games.services.solo import solo
from notifications.models import Message
from tournaments.models import Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.referees.models import Case
from tournaments.referees.services import cases, claims, rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.entrants import squads, team_field, team_ranks
from tournaments.services.entries import persons, teams
from tournaments.services.rounds import contests
from tournaments.services.seasons import running
from tournaments.services.tables import contest_tables, views
from tournaments.team_queries import team_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
WORDS: Any = {"paragraph": "R-1", "reason": "So it is."}


def advance(now) -> None:
    """Let the workers look, again and again."""
    for _time in range(3):
        Tournament.objects.filter(status="running").update(due_at=now)
        running.advance_all(now=now, make_seed=lambda: "cd" * 32)
        claims.process_due_claims(now=now)


def test_names_of_teams_that_differ_only_in_case_are_one_name(hold, people, noon):
    players = people(4)
    tournament = hold([], format="team_match", boards=2, bots_welcome=True, bots_fill=True)
    teams.found_team(tournament.pk, players[0], "K\u00f6nige", key="a", now=noon)
    for called in ("k\u00f6nige", "\u212a\u00d6NIGE"):  # the Kelvin sign is a k when small
        with pytest.raises(Refused, match="team_name_taken"):
            teams.found_team(tournament.pk, players[1], called, key="b", now=noon)
    teams.found_team(tournament.pk, players[1], "BOTS 1", key="b", now=noon)
    assert team_field._unused_name(tournament) == "Bots 2"


def test_no_name_reaches_the_database_with_a_sign_that_it_does_not_take(organiser):
    assert queries.player_named("Ol\x00ga") is None
    assert lobby_queries.player_named("Ol\x00ga") is None
    assert queries.player_named("olga") == organiser


@pytest.fixture
def late(hold, people, noon):
    """Return a fixture of a Swiss whose round is over and whose match still runs."""
    hold(people(2), format="swiss", rounds=1, round_days=2, least=2)
    advance(noon + DAY)
    advance(noon + 3 * DAY)
    return Fixture.objects.select_related("match").get()


@pytest.mark.long
def test_a_claim_that_is_withdrawn_holds_nothing_up(late, referee, client_for, noon):
    white, black = (late.match.seats.get(number=number).player for number in (0, 1))
    now = noon + 4 * DAY
    first = claims.claim(late.pk, white, wanted="win", text="", now=now)
    cases.withdraw_case(first.pk, white, now=now)
    again = claims.claim(late.pk, black, wanted="tie", text="", now=now)
    cases.withdraw_case(again.pk, black, now=now)
    address = f"/tournaments/{late.round.division.tournament_id}/fixtures/{late.pk}/claim/"
    assert client_for(white).get(address).status_code == 200
    advance(noon + 8 * DAY)
    told = Message.objects.filter(kind="case_opened", player=referee, key__contains=":referred:")
    assert not told.exists()  # there is nothing to decide in a case that is closed
    advance(noon + 11 * DAY)
    late.refresh_from_db()
    assert (late.case.own_motion, late.case.state, told.count()) == (True, "open", 1)
    assert Case.objects.filter(match=late.match).count() == 3


@pytest.mark.long
def test_a_claim_that_is_decided_early_is_not_put_before_referees_again(late, referee, noon):
    white = late.match.seats.get(number=0).player
    claim = claims.claim(late.pk, white, wanted="win", text="", now=noon + 4 * DAY)
    rulings.preview_and_sign(
        RulingRequest("dismiss", case_id=claim.pk, **WORDS), referee, now=noon + 5 * DAY
    )
    advance(noon + 12 * DAY)
    late.refresh_from_db()
    assert (late.case, late.referred_at, Case.objects.count()) == (claim, None, 1)
    assert late.case.state == "decided"


@pytest.mark.long
def test_no_desk_shows_a_referee_the_discreet_cases_that_are_their_own_matter(
    hold, people, office, client_for, noon
):
    players = people(2)
    tournament = hold(players, format="swiss", rounds=1, round_days=20, least=2)
    advance(noon + DAY)
    fixture = Fixture.objects.select_related("match").get()
    suspected, other = office(players[0]), players[1]
    case = cases.open_case(
        other,
        kind="multi_account",
        text="Two in one.",
        match_id=fixture.match_id,
        about_id=suspected.pk,
        now=noon + DAY,
    )
    desk = f"/referee/tournaments/{tournament.pk}/"
    addresses = (desk, f"{desk}fixtures/{fixture.pk}/", f"/referee/matches/{fixture.match_id}/")
    own, neutral = client_for(suspected), client_for(office(players[1], "head_referee"))
    for address in addresses:
        answer = own.get(address)
        assert answer.status_code == 200
        assert f"/referee/cases/{case.pk}/" not in answer.content.decode(), address
    assert f"/referee/cases/{case.pk}/" in neutral.get(desk).content.decode()


@pytest.mark.long
def test_a_captain_neither_turns_their_boards_round_nor_floods_a_player(hold, people, noon):
    players = people(7)
    tournament = hold([], format="team_match", boards=2, alternates=1)
    captain, wanted = players[0], players[6]
    for _again in range(3):
        reds = teams.found_team(tournament.pk, captain, "Reds", key="r" * 20, now=noon)
        teams.invite_player(reds.pk, captain, wanted, now=noon)
        teams.withdraw_team(reds.pk, captain, now=noon)
    told = Message.objects.filter(player=wanted, kind="tournament_news")
    assert told.count() == 1
    for name, crew in (("Reds", players[:3]), ("Blues", players[3:6])):
        teams.found_team(tournament.pk, crew[0], name, key=name, now=noon)
        for player in crew[1:]:
            teams.join_team(name, player, now=noon)
    advance(noon + DAY)
    own = team_of(tournament, captain)
    assert own is not None
    reds = own
    one, two, spare = team_ranks.ranked_members(tournament, reds)
    high, low = (Fixture.objects.get(seats__entrant=each) for each in (one, two))
    now = noon + DAY
    teams.name_substitute(reds.pk, captain, high.pk, spare.pk, now=now)
    with pytest.raises(Refused, match="not_free"):
        teams.name_substitute(reds.pk, captain, low.pk, one.pk, now=now)
    assert [row["board"] for row in squads.open_line_ups(reds, now)] == [1]
    teams.name_substitute(reds.pk, captain, high.pk, one.pk, now=now)
    assert Fixture.objects.get(seats__entrant=one) == high
    for _again in range(3):
        for each in (spare, one):
            teams.name_substitute(reds.pk, captain, high.pk, each.pk, now=now)
    opposite = high.seats.exclude(entrant__team=reds).get().entrant.player
    assert Message.objects.filter(player=opposite, key__contains="instead").count() == 1


@pytest.mark.long
def test_a_desk_asks_no_more_where_more_is_played_and_no_undoing_doubles_an_entry(
    hold, people, referee, client_for, noon, django_assert_max_num_queries
):
    players = people(9)
    tournament = hold(players[:8], format="swiss", rounds=2, round_days=20, late_entry=True)
    advance(noon + DAY)
    desk = client_for(referee)
    with django_assert_max_num_queries(27):
        page = desk.get(f"/referee/tournaments/{tournament.pk}/").content.decode()
    assert page.count('data-label="To move until"') == 4
    one = Entrant.objects.get(player=players[0])
    given = {"entrant": one.pk, "substitute": players[8].name}
    signed = rulings.preview_and_sign(
        RulingRequest("substitute", params=given, tournament_id=tournament.pk, **WORDS),
        referee,
        now=noon + 2 * DAY,
    )
    persons.enter(tournament.pk, players[0], now=noon + 2 * DAY)
    undo = RulingRequest("undo", case_id=signed[-1].case_id, undoes=signed[-1].number, **WORDS)
    with pytest.raises(Refused, match="already_entered"):
        rulings.preview_and_sign(undo, referee, now=noon + 3 * DAY)


@pytest.mark.long
def test_a_contest_that_a_referee_ends_shows_its_boards_until_it_goes_on(
    hold, people, referee, noon
):
    players = people(2)
    fields = {"format": "solitaire", "ruleset": "solitaire", "options": {}, "rated": False}
    puzzles = ("cross", "fresh 6")
    tournament = hold(players, **fields, seats=1, least=2, round_days=14, puzzles=puzzles)
    advance(noon + DAY)
    seed = "cd" * 32
    match = contests.start_puzzle(tournament.pk, players[0], 1, seed=seed, now=noon + DAY)
    pattern, fresh = contest_tables.puzzle_starts(tournament)
    with pytest.raises(Refused, match="puzzle_in_contest"):
        solo.start_solo(players[1], "solitaire", {"start": fresh}, seed=seed, now=noon + DAY)
    solo.start_solo(players[1], "solitaire", {"start": pattern}, seed=seed, now=noon + DAY)
    (*_parts, last) = rulings.preview_and_sign(
        RulingRequest("close_event", tournament_id=tournament.pk, **WORDS),
        referee,
        now=noon + 2 * DAY,
    )
    match.refresh_from_db()
    assert (match.private, match.status) == (False, "annulled")
    undo = RulingRequest("undo", case_id=last.case_id, undoes=last.number, **WORDS)
    rulings.preview_and_sign(undo, referee, now=noon + 3 * DAY)
    match.refresh_from_db()
    assert (match.private, match.status) == (True, "running")
    assert list(replay_matches([match])) == []
    assert Tournament.objects.get().is_running


def test_what_is_called_off_gives_no_seed_away_for_it_may_be_taken_up_again(
    hold, people, referee, client_for, noon
):
    fields = {"format": "solitaire", "ruleset": "solitaire", "options": {}, "rated": False}
    tournament = hold(people(2), **fields, seats=1, least=2, round_days=14, puzzles=("fresh 6",))
    (last,) = rulings.preview_and_sign(
        RulingRequest("close_event", tournament_id=tournament.pk, **WORDS), referee, now=noon
    )
    address = f"/tournaments/{tournament.pk}/"
    for part in ("", "lots/", "lots.txt", "tournament.json"):
        answer = client_for(referee).get(address + part)
        assert answer.status_code == 200, part
        assert tournament.lots_seed not in answer.content.decode(), part
    api = client_for(referee).get(f"/api/v1/tournaments/{tournament.pk}/").json()
    assert (api["status"], api["lots"]["seed"]) == ("cancelled", None)
    undo = RulingRequest("undo", case_id=last.case_id, undoes=last.number, **WORDS)
    rulings.preview_and_sign(undo, referee, now=noon + DAY / 2)
    assert Tournament.objects.get().is_open


@pytest.mark.long
def test_a_pairing_that_is_changed_leaves_no_trace_in_the_table(hold, people, referee, noon):
    tournament = hold(people(4), format="swiss", rounds=2, round_days=20, least=2)
    advance(noon + DAY)
    division = tournament.divisions.get()
    places = list(
        FixtureSeat.objects.order_by("fixture__board", "seat").values_list("pk", flat=True)
    )
    swap = {"place": places[0], "other": places[2]}
    order = RulingRequest("change_pairing", params=swap, tournament_id=tournament.pk, **WORDS)
    rulings.preview_and_sign(order, referee, now=noon + 2 * DAY)
    advance(noon + 2 * DAY)
    assert [row.played for row in views.view_of(tournament, division).rows] == [0] * 4
    for match in Match.objects.running():
        loser = match.seats.get(number=1).player
        resign_match(match.pk, loser, now=noon + 3 * DAY)
    advance(noon + 3 * DAY)
    assert Round.objects.count() == 2
    assert [row.played for row in views.view_of(tournament, division).rows] == [1] * 4
