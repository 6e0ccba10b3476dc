"""A solitaire contest: puzzles for everybody, one deadline, a table, and its pages."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from datetime import timedelta

import pytest
from django.utils import timezone

from games import lots
from games.families.solitaire import puzzles
from games.models import Match
from games.services.audit import replay_matches
from games.services.errors import Refused
from games.services.play import flags
from games.services.play.matches import resign_match
from games.services.play.play import play_turn
from games.services.solo import solo
from notifications.models import Message
from tests.games.test_daily import SCRIPT, play_line
from tests.markup import text_of
from tests.referees.test_event_acts import carried_out, facts, request, taken_back
from tournaments.models import Entrant, Fixture, Round, Tournament
from tournaments.services.entries import leaving
from tournaments.services.rounds import contests
from tournaments.services.seasons import running
from tournaments.services.tables import contest_tables

pytestmark = pytest.mark.django_db
SEED = "ab" * 32
DAY = timedelta(days=1)
CROSS = ["d5-f5", "d3-d5", "c5-e5", "f5-d5", "d6-d4"]
FIELDS = {
    "format": "solitaire",
    "ruleset": "solitaire",
    "options": {},
    "rated": False,
    "seats": 1,
    "least": 2,
    "round_days": 14,
    "puzzles": ("cross", "fresh 6"),
}


def advance(tournament, now):
    running.advance(tournament.pk, now=now, make_seed=lambda: "cd" * 32)
    tournament.refresh_from_db()


def begin(tournament, player, number, now):
    return contests.start_puzzle(tournament.pk, player, number, seed="cd" * 32, now=now)


def told(tournament, kind):
    found = Message.objects.filter(thread=tournament.thread, kind=kind)
    return Counter(found.values_list("player__name", flat=True))


@pytest.fixture
def attempts(hold, people, noon):
    """Return a contest that has begun, an attempt of each of its two, and how one adds days."""
    players = people(2)
    tournament = hold(players, **FIELDS)
    advance(tournament, noon + DAY)
    begun = [begin(tournament, each, 1, noon + 2 * DAY) for each in players]
    play_line(begun[0], CROSS[:1], noon + 2 * DAY)
    what = f"round:{Round.objects.get(number=1).pk}"
    return tournament, begun, request(tournament, "extend", what=what, days=7)


def test_an_extension_moves_the_clocks_of_attempts_too(attempts, referee, client_for, noon):
    _tournament, (match, over), extension = attempts
    begun, anna = noon + DAY, match.seats.get().player
    signed = carried_out(extension, referee, begun + 2 * DAY)
    assert [ruling.act for ruling in signed] == ["grant_time", "grant_time", "extend"]
    end = begun + 21 * DAY
    assert {each.seats.get().deadline_at for each in (match, over)} == {end}
    statement = client_for(anna).get(f"{match.get_absolute_url()}clock/")
    assert statement.status_code == 200
    play_turn(match.pk, 0, CROSS[1], seen=1, now=begun + 3 * DAY, source="page")
    assert match.seats.get().deadline_at == end


@pytest.mark.long
def test_days_are_taken_back_unless_a_running_attempt_needs_them(attempts, referee, noon):
    tournament, (match, over), extension = attempts
    begun = noon + DAY
    before = facts(tournament, begun + 2 * DAY)
    signed = carried_out(extension, referee, begun + 2 * DAY)
    taken_back(signed, referee, begun + 4 * DAY)
    assert {each.seats.get().deadline_at for each in (match, over)} == {begun + 14 * DAY}
    assert facts(tournament, begun + 4 * DAY).items() >= before.items()
    resign_match(over.pk, over.seats.get().player, now=begun + 4 * DAY)
    signed = carried_out(extension, referee, begun + 13 * DAY)
    play_turn(match.pk, 0, CROSS[1], seen=1, now=begun + 15 * DAY, source="page")
    with pytest.raises(Refused, match="time_used"):  # the flag would have fallen
        taken_back(signed, referee, begun + 16 * DAY)
    resign_match(match.pk, match.seats.get().player, now=begun + 16 * DAY)
    taken_back(signed, referee, begun + 16 * DAY)


def test_a_contest_runs_from_its_announcement_to_its_prize_giving(
    hold, people, client_for, alice, noon
):
    anna, bert, cleo, dora = players = people(4)
    tournament = hold(players, **FIELDS)
    begun = noon + DAY
    advance(tournament, begun)
    assert Round.objects.count() == 2
    assert Fixture.objects.count() == 8
    assert not Match.objects.exists()  # everybody begins when they like
    email = Message.objects.get(player=anna, kind="tournament_started").context
    assert "There are 2 puzzles." in email["paragraphs"][1]
    assert email["open_until"] == (begun + 14 * DAY).isoformat()

    fresh = puzzles.compose(SEED, 6, contest_tables.first_draw_index(2)).solution
    for number, line in ((1, CROSS), (2, fresh)):
        match = begin(tournament, anna, number, begun + DAY)
        assert begin(tournament, anna, number, begun + DAY) == match
        assert client_for(bert).get(match.get_absolute_url()).status_code == 404
        assert match.seats.get().deadline_at == begun + 14 * DAY
        play_line(match, line, begun + 2 * DAY)
    late = begin(tournament, bert, 1, begun + DAY)
    play_line(late, CROSS, begun + 3 * DAY)  # as good, but later
    play_line(begin(tournament, cleo, 1, begun + DAY), CROSS[:1], begun + DAY)
    given_up = begin(tournament, dora, 1, begun + DAY)
    play_line(given_up, CROSS[:2], begun + DAY)
    resign_match(given_up.pk, dora, now=begun + DAY)
    begin(tournament, dora, 2, begun + DAY)  # and never jumps
    with pytest.raises(Refused, match="not_entered"):
        begin(tournament, alice, 1, begun + DAY)
    start = {"start": contest_tables.puzzle_starts(tournament)[1]}
    with pytest.raises(Refused, match="puzzle_in_contest"):
        solo.start_solo(alice, "solitaire", start, seed="cd" * 32, now=begun + DAY)

    advance(tournament, begun + 11 * DAY)
    advance(tournament, begun + 12 * DAY)
    assert told(tournament, "round_closing") == {"Player02": 1, "Player03": 1, "Player04": 1}
    words = Message.objects.get(player=bert, kind="round_closing").context["paragraphs"]
    assert words[0] == "You have not finished 1 puzzle yet."

    end = begun + 14 * DAY
    with pytest.raises(Refused, match="contest_over"):
        begin(tournament, bert, 2, end)
    flags.settle_flags(now=end)
    advance(tournament, end)
    assert tournament.status == Tournament.Status.FINISHED
    rows = contest_tables.current_contest_table(tournament)
    assert [(row.place, row.entrant.player.name, row.points) for row in rows] == [
        (1, "Player01", 0),
        (2, "Player02", 7),  # seven pegs for the puzzle they did not play
        (3, "Player04", 4 + 7),
        (4, "Player03", 5 + 7),
    ]
    assert rows[0].sweeps == len(puzzles.sweeps(CROSS)) + len(puzzles.sweeps(fresh))
    assert [cell.points for cell in rows[2].cells] == [4, None]
    assert Entrant.objects.get(player=anna).final_place == 1
    assert set(told(tournament, "standings").values()) == {1}
    assert list(replay_matches(Match.objects.all())) == []
    assert client_for(bert).get(match.get_absolute_url()).status_code == 200  # all boards are open

    csv = text_of(client_for().get(f"/tournaments/{tournament.pk}/table.csv"))
    assert csv.startswith(
        "\ufeffdivision,place,player,matches,points,sweeps,submitted Table,1,Player01,"
    )
    file = json.loads(client_for().get(f"/tournaments/{tournament.pk}/tournament.json").content)
    second = file["puzzles"][1]
    call = [sys.executable, str(SCRIPT), file["lots_seed"], "6", file["lots_digest"]]
    said = subprocess.run([*call, str(second["first_lot"])], capture_output=True, text=True)
    assert f"Pegs      {second['start']}\n" in said.stdout
    page = text_of(client_for(anna).get(tournament.get_absolute_url()))
    assert "Your result: 0 penalty points" in page
    fame = text_of(client_for().get("/tournaments/fame/"))
    assert "Player01" in fame


def test_level_entrants_share_a_place_and_who_withdraws_is_settled_at_once(hold, people, noon):
    anna, bert, cleo = players = people(3)
    tournament = hold(players, **FIELDS | {"puzzles": ("cross",)})
    begun = noon + DAY
    advance(tournament, begun)
    for player in (anna, bert):
        play_line(begin(tournament, player, 1, begun), CROSS, begun + DAY)
    leaving.withdraw_and_resign(tournament.pk, cleo, now=begun + DAY)
    advance(tournament, begun + DAY)
    assert tournament.status == Tournament.Status.FINISHED  # nobody has anything left to play
    rows = contest_tables.current_contest_table(tournament)
    assert [(row.place, row.points) for row in rows] == [(1, 0), (1, 0), (3, 6)]


@pytest.mark.parametrize(
    ("puzzles", "reason"),
    [
        ((), "how_many_puzzles"),
        (("cross", "cross"), "how_many_puzzles"),
        (("fresh 8",) * 13, "how_many_puzzles"),
        (("fresh 3",), "unknown_puzzle"),
        (("fresh 25",), "unknown_puzzle"),
        (("fresh x",), "unknown_puzzle"),
    ],
)
def test_puzzles_that_cannot_be_had_are_refused(plan, puzzles, reason):
    with pytest.raises(Refused) as refusal:
        plan(**FIELDS | {"puzzles": puzzles})
    assert refusal.value.params["reason"] == reason


def test_an_organiser_plans_a_contest_and_an_entrant_plays_it_by_its_pages(
    client_for, organiser, people
):
    anna, bert = people(2)
    office = client_for(organiser)
    assert "/tournaments/new/contest/" in text_of(office.get("/tournaments/new/"))
    form = {"name": "Peg week", "round_days": 14, "least": 2, "most": 2, "starts_when_full": "on"}
    wrong = office.post("/tournaments/new/contest/", {**form, "fresh": "8 2"})
    assert wrong.status_code == 422
    assert "is not a puzzle" in text_of(wrong)
    assert office.post("/tournaments/new/contest/", form).status_code == 422  # no puzzle at all
    sent = office.post("/tournaments/new/contest/", {**form, "patterns": ["cross"], "fresh": "9"})
    address = sent["Location"]
    tournament = Tournament.objects.get()
    assert tournament.puzzles == ["cross", "fresh 9"]
    shown = text_of(office.get(f"{address}change/"))
    assert 'value="9"' in shown
    office.post(f"{address}change/", {**form, "patterns": ["cross", "plus"], "fresh": "9"})
    office.post(f"{address}announce/")
    page = text_of(client_for(anna).get(address))
    assert "generated from the tournament’s seed when it starts" in page
    assert lots.digest(tournament.lots_seed) in page
    for player in (anna, bert):
        client_for(player).post(f"{address}enter/")
    advance(tournament, timezone.now())
    page = text_of(client_for(anna).get(address))
    assert page.count("/puzzles/") == 3
    assert "puzzles/" not in text_of(client_for().get(address))
    sent = client_for(anna).post(f"{address}puzzles/1/")
    match = Match.objects.get()
    assert sent["Location"] == match.get_absolute_url()
    assert f'href="{address}"' in text_of(client_for(anna).get(sent["Location"]))
    play_line(match, CROSS, timezone.now())
    board = text_of(client_for(anna).get(sent["Location"]))
    assert f'class="button" href="{address}">Peg week, puzzle 1' in board
    page = text_of(client_for(anna).get(address))
    assert "Your result: 0 penalty points" in page
    assert client_for(anna).post(f"{address}puzzles/9/").status_code == 409


def test_the_admin_keeps_boards_closed_as_long_as_the_contest_does(
    hold, people, client_for, office, noon
):
    anna, bert = people(2)
    tournament = hold([anna, bert], **FIELDS)
    begun = noon + DAY
    advance(tournament, begun)
    office(bert, "operator")
    operator = client_for(bert)
    match = begin(tournament, anna, 1, begun)
    play_line(match, CROSS, begun)

    def shown():
        row = operator.get(f"/admin/games/match/{match.pk}/change/").context["adminform"].fieldsets
        moves = operator.get(f"/admin/games/ply/?q={match.pk}").content.decode()
        hidden = {"options", "opening", "start_lot", "state", "lots_seed"} - {*row[0][1]["fields"]}
        return hidden, [move for move in CROSS if move in moves]

    assert shown() == ({"options", "opening", "start_lot", "state", "lots_seed"}, [])
    contests.publish_attempts(tournament)
    assert shown() == (set(), CROSS)
