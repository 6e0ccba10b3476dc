"""No referee acts on somebody they play with: in a match, an event or a team, now or lately."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Player
from games.models import Match, Seat
from games.services.errors import Refused
from tests.markup import text_of
from tests.referees.test_event_acts import advance
from tournaments import panel_queries
from tournaments.models import Entrant, Fixture, Team, Tournament
from tournaments.referees.models import Case, Ruling
from tournaments.referees.queries import jury, queue
from tournaments.referees.services import assigning, cases, rulings
from tournaments.referees.services.permissions import can_rule
from tournaments.referees.services.rulings import RulingRequest

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
LATELY, LONG_AGO = 89 * DAY, 91 * DAY
WORDS: Any = {"paragraph": "R-5", "reason": "So it is."}
SENTENCE = "You play with Bob in a match, a tournament or a team"


def entrants(tournament: Tournament, players: Any, now: Any, **fields: Any) -> None:
    for number, player in enumerate(players, 1):
        Entrant.objects.create(
            tournament=tournament, player=player, number=number, entered_at=now, **fields
        )


def team_of(tournament: Tournament, players: Any, now: Any) -> None:
    team = Team.objects.create(
        tournament=tournament, name="Rooks", captain=players[0], key="k", entered_at=now
    )
    entrants(tournament, players, now, team=team)


def set_state(tournament: Tournament, status: str, finished_at: Any = None) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(status=status, finished_at=finished_at)


@pytest.fixture
def play_together(referee, bob, start, elsewhere, now):
    """Return a function that makes the referee and Bob play together in some way."""

    def play(way: str) -> None:
        kind, _, when = way.partition(" ")
        ended = {"": None, "lately": now - LATELY, "long ago": now - LONG_AGO}[when]
        if kind == "match":
            match = start(referee, bob, now=now - LONG_AGO - DAY)
            if ended:
                Match.objects.filter(pk=match.pk).update(status="finished", finished_at=ended)
        elif kind == "event":
            entrants(elsewhere, [referee, bob], now)
            set_state(elsewhere, "finished" if ended else "running", ended)
        elif kind == "team":
            team_of(elsewhere, [referee, bob], now)
            set_state(elsewhere, "finished" if ended else "open", ended)
        elif kind == "withdrawn":
            entrants(elsewhere, [referee], now)
            Entrant.objects.create(
                tournament=elsewhere,
                player=bob,
                number=2,
                status="withdrawn",
                entered_at=now,
                withdrawn_at=ended,
            )
            set_state(elsewhere, "running")
        elif kind == "open":
            entrants(elsewhere, [referee, bob], now)
            set_state(elsewhere, "open")

    return play


WITH_STAKE = (
    "match",
    "match lately",
    "event",
    "event lately",
    "team",
    "team lately",
    "withdrawn lately",
)


@pytest.mark.parametrize("way", WITH_STAKE)
def test_who_plays_with_somebody_does_not_suspend_them(way, play_together, referee, bob, now):
    play_together(way)
    order = RulingRequest("suspend", params={"days": 30}, player_id=bob.pk, **WORDS)
    with pytest.raises(Refused, match="stake_in_person"):
        rulings.preview_ruling(order, referee, now=now)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize(
    "way", ["match long ago", "event long ago", "team long ago", "withdrawn long ago", "open"]
)
def test_what_ended_long_ago_or_has_not_begun_is_no_stake(way, play_together, referee, bob, now):
    play_together(way)
    assert panel_queries.associates_among(referee, [bob.pk], now) == set()


def test_without_a_stake_a_referee_suspends(referee, bob, now):
    order = RulingRequest("suspend", params={"days": 30}, player_id=bob.pk, **WORDS)
    (ruling,) = rulings.preview_and_sign(order, referee, now=now)
    assert ruling.player == bob


def test_nobody_warns_or_lifts_what_was_ordered_about_somebody_they_play_with(
    play_together, referee, bob, person, office, now
):
    other = office(person("Rolf"), "head_referee")
    order = RulingRequest("suspend", params={"days": 30}, player_id=bob.pk, **WORDS)
    (ruling,) = rulings.preview_and_sign(order, other, now=now)
    office(referee, "head_referee")
    play_together("match")
    lifting = RulingRequest("undo", case_id=ruling.case_id, undoes=ruling.number, **WORDS)
    warning = RulingRequest("warn", player_id=bob.pk, **WORDS)
    for order in (lifting, warning):
        with pytest.raises(Refused, match="stake_in_person"):
            rulings.preview_ruling(order, referee, now=now)
    assert rulings.preview_ruling(lifting, other, now=now)


def test_nobody_takes_on_or_notes_a_case_about_somebody_they_play_with(
    play_together, referee, bob, alice, now
):
    case = cases.open_case(alice, kind="conduct", text="Rude.", about_id=bob.pk, now=now)
    assert can_rule(referee, case, now=now)
    play_together("team")
    assert not can_rule(referee, case, now=now)
    assert queue.barred_cases(referee, [case], now) == {case.pk}
    for verb in (
        lambda: assigning.take_case(case.pk, referee, now=now),
        lambda: cases.add_note(case.pk, referee, "x", now=now),
        lambda: cases.ask_party(case.pk, bob.pk, "x", by=referee, now=now),
    ):
        with pytest.raises(Refused, match="stake_in_person"):
            verb()
    assert Case.objects.get().assignee is None


def test_nobody_excludes_from_an_event_whom_they_play_with_elsewhere(
    hold, people, play_together, referee, bob, now, noon
):
    cup = hold([bob, *people(2)])
    play_together("match")
    entrant = Entrant.objects.get(tournament=cup, player=bob)
    order = RulingRequest("exclude", tournament_id=cup.pk, params={"entrant": entrant.pk}, **WORDS)
    with pytest.raises(Refused, match="stake_in_person"):
        rulings.preview_ruling(order, referee, now=noon)
    assert Entrant.objects.get(pk=entrant.pk).status == "entered"


def test_nobody_gives_a_seat_to_somebody_they_play_with(
    play_together, referee, alice, carol, bob, start, now
):
    match = start(alice, carol, now=now - DAY)
    play_together("team")
    params = {"seat": 0, "substitute": "Bob"}
    order = RulingRequest("replace", match_id=match.pk, params=params, **WORDS)
    with pytest.raises(Refused, match="stake_in_person"):
        rulings.preview_ruling(order, referee, now=now)
    assert match.seats.get(number=0).player == alice


MATCH_ACTS: dict[str, dict[str, Any]] = {
    "grant_time": {"seat": 0, "hours": 24},
    "pause": {"days": 1},
    "resume": {},
    "adjudicate": {"rank_0": 1, "rank_1": 2},
    "forfeit": {"seat": 0},
    "annul": {},
    "reopen": {"ply": 0},
    "replace": {"seat": 1, "substitute": "Dave"},
}


@pytest.fixture
def theirs(bob, carol, start, play, now):
    """Return a match of Bob's against Carol, with which the referee has nothing to do."""
    match = start(bob, carol, now=now - DAY)
    play(match, "b2,a1", now - DAY)
    return match


PLAYING = ("match", "team")


@pytest.fixture
def paired(hold, people, bob, noon):
    """Return a Swiss with Bob whose first round is being played, and its boards, Bob's first."""
    cup = hold([bob, *people(3)], format="swiss", rounds=2, round_days=10, least=2)
    advance(noon + DAY)
    boards = Fixture.objects.filter(round__division__tournament=cup).order_by("board")
    return cup, sorted(boards, key=lambda board: not board.seats.filter(entrant__player=bob))


@pytest.mark.parametrize("act", ["change_pairing", "extend", "extend round"])
@pytest.mark.parametrize("undone", [False, True])
def test_nobody_changes_the_board_of_somebody_they_play_with(
    act, undone, paired, play_together, referee, noon
):
    cup, (own, other) = paired
    places = [board.seats.get(seat=1).pk for board in (own, other)]
    params = {
        "change_pairing": {"place": places[0], "other": places[1]},
        "extend": {"what": f"fixture:{own.pk}", "days": 2},
        "extend round": {"what": f"round:{own.round_id}", "days": 2},
    }[act]
    if act == "extend round":  # in which only Bob's board is left
        Fixture.objects.filter(pk=other.pk).update(kind="annulled", settled_at=noon + DAY)
    order = RulingRequest(act.split()[0], params=params, tournament_id=cup.pk, **WORDS)
    if undone:
        last = rulings.preview_and_sign(order, referee, now=noon + 2 * DAY)[-1]
        order = RulingRequest("undo", case_id=last.case_id, undoes=last.number, **WORDS)
    rulings.preview_ruling(order, referee, now=noon + 2 * DAY)
    play_together("match")
    with pytest.raises(Refused, match="plays_with_person"):
        rulings.preview_ruling(order, referee, now=noon + 2 * DAY)


PLAYS = "You are playing with Bob, in a match or in a team."


@pytest.mark.parametrize("act", MATCH_ACTS)
def test_nobody_rules_on_a_match_of_somebody_they_play_with(
    act, theirs, play_together, referee, bob, person, now
):
    person("Dave")
    case = cases.open_case(bob, kind="rules", text="Help.", match_id=theirs.pk, now=now)
    if act == "reopen":
        Match.objects.filter(pk=theirs.pk).update(status="finished", finished_at=now)
    play_together("match")
    for where in ({"match_id": theirs.pk}, {"case_id": case.pk}):
        order = RulingRequest(act, params=MATCH_ACTS[act], **where, **WORDS)
        with pytest.raises(Refused, match="plays_with_person"):
            rulings.preview_ruling(order, referee, now=now)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("way", PLAYING)
def test_nobody_takes_on_a_case_about_a_match_of_somebody_they_play_with(
    way, theirs, play_together, referee, carol, office, person, now
):
    case = cases.open_case(carol, kind="rules", text="Help.", match_id=theirs.pk, now=now)
    assert can_rule(referee, case, now=now)
    assert queue.barred_cases(referee, [case], now) == set()
    play_together(way)
    assert not can_rule(referee, case, now=now)
    assert queue.barred_cases(referee, [case], now) == {case.pk}
    other = office(person("Rolf"))
    assert other in jury.eligible_jurors(case, now)
    assert referee not in jury.eligible_jurors(case, now)
    with pytest.raises(Refused, match="plays_with_person"):
        assigning.take_case(case.pk, referee, now=now)
    assert assigning.take_case(case.pk, other, now=now).assignee == other


@pytest.mark.parametrize("way", sorted({*WITH_STAKE} - {*PLAYING}))
def test_who_plays_in_the_same_event_or_did_lately_may_rule_on_a_match(
    way, theirs, play_together, referee, carol, now
):
    case = cases.open_case(carol, kind="rules", text="Help.", match_id=theirs.pk, now=now)
    play_together(way)
    assert can_rule(referee, case, now=now)
    assert queue.barred_cases(referee, [case], now) == set()
    assert referee in jury.eligible_jurors(case, now)
    order = RulingRequest("forfeit", params={"seat": 0}, match_id=theirs.pk, **WORDS)
    assert rulings.preview_ruling(order, referee, now=now).rulings


def test_who_has_played_in_the_match_counts_like_who_sits_there(
    theirs, play_together, referee, person, now
):
    Seat.objects.filter(match=theirs, player__name="Bob").update(
        player=person("Dave"), original=Player.objects.get(name="Bob")
    )
    play_together("match")
    order = RulingRequest("forfeit", params={"seat": 0}, match_id=theirs.pk, **WORDS)
    with pytest.raises(Refused, match="plays_with_person"):
        rulings.preview_ruling(order, referee, now=now)


def test_playing_a_bot_is_no_stake_in_its_other_matches(referee, bob, start, elsewhere, now):
    bot = Player.objects.create(name="Robo", kind="bot", created_at=now)
    start(referee, bot, now=now)
    entrants(elsewhere, [referee, bot], now)
    set_state(elsewhere, "running")
    match = start(bob, bot, now=now)
    order = RulingRequest("forfeit", params={"seat": 0}, match_id=match.pk, **WORDS)
    assert rulings.preview_ruling(order, referee, now=now).rulings
    case = cases.open_case(bob, kind="rules", text="Help.", match_id=match.pk, now=now)
    assert queue.barred_cases(referee, [case], now) == set()
    assert referee in jury.eligible_jurors(case, now)


def test_the_pages_of_a_match_say_why_and_offer_nothing(
    theirs, play_together, referee, carol, client_for, now
):
    case = cases.open_case(carol, kind="rules", text="Help.", match_id=theirs.pk, now=now)
    browser, desk = client_for(referee), f"/referee/matches/{theirs.pk}/"
    assert "?act=forfeit" in browser.get(desk).content.decode()
    assert f"{case.pk}/take/" in browser.get("/referee/?tab=unassigned").content.decode()
    play_together("match")
    page = browser.get(desk)
    assert PLAYS in text_of(page)
    assert "?act=" not in page.content.decode()
    assert f"{case.pk}/take/" not in browser.get("/referee/?tab=unassigned").content.decode()
    for address in (f"{desk}rule/", f"/referee/cases/{case.pk}/rule/"):
        answer = browser.get(address, {"act": "forfeit"})
        assert (answer.status_code, PLAYS in text_of(answer)) == (403, True)
        assert 'name="paragraph"' not in answer.content.decode()


def test_the_pages_say_why_and_offer_nothing(play_together, referee, bob, client_for):
    browser = client_for(referee)
    person_page, form = (f"/referee/players/{bob.pk}/", f"/referee/players/{bob.pk}/rule/")
    assert "?act=suspend" in browser.get(person_page).content.decode()
    play_together("event")
    page = browser.get(person_page)
    assert SENTENCE in text_of(page)
    assert "?act=" not in page.content.decode()
    for answer in (
        browser.get(form, {"act": "suspend"}),
        browser.post(form, {"act": "suspend", "step": "preview", "days": "30", **WORDS}),
    ):
        assert answer.status_code == 403
        assert SENTENCE in text_of(answer)
        assert 'name="paragraph"' not in answer.content.decode()


def test_two_queries_tell_a_stake_in_any_number_of_people(
    play_together, referee, bob, alice, carol, now, django_assert_num_queries
):
    play_together("event")
    everybody = [referee.pk, alice.pk, bob.pk, carol.pk]
    with django_assert_num_queries(2):
        assert panel_queries.associates_among(referee, everybody, now) == {bob.pk}
    with django_assert_num_queries(0):
        assert panel_queries.associates_among(referee, [referee.pk], now) == set()
