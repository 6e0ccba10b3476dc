"""What one person does sends others a limited number of e-mails within a day."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from config.env.mail import limits as read_limits
from games.services.challenges.challenges import Offer, decline_challenge, issue_challenge
from games.services.errors import Refused
from games.services.play import ties
from notifications.kinds import KINDS
from notifications.models import Message
from notifications.services import limits, outbox
from tests.api.conftest import api
from tests.games.conftest import play, start
from tests.markup import text_of
from tests.sampling import at_length, sampled
from tests.tournaments.conftest import hand_over
from tournaments.models import Entrant, EntryRequest, EventReferee, Fixture, Revision, Team
from tournaments.referees.models import Case
from tournaments.referees.services import cases, panel
from tournaments.services.admission import acceptances, requests
from tournaments.services.entries import persons, teams
from tournaments.services.revisions import late, removing
from tournaments.services.seasons import announcing, running

__all__ = ["api", "play", "start"]

pytestmark = pytest.mark.django_db
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
SENTENCE = "too many have been sent within a day"


@pytest.fixture(autouse=True)
def _few(settings):
    settings.EMAIL_LIMITS = {"sender": 4, "receiver": 5, "pair": 3}


@pytest.fixture
def cup(organiser, plan, noon):
    drafted = announcing.draft_tournament(organiser, plan(), seed="ef" * 32, now=noon)
    return announcing.announce_tournament(drafted.pk, organiser, now=noon)


@pytest.fixture
def bot(noon):
    return Player.objects.create(name="Robo", kind="bot", created_at=noon)


def sent() -> None:
    Message.objects.update(state="sent")


def write(number, by, player, now):
    with limits.caused_by(by):
        return outbox.post(
            kind="tournament_news",
            player=player,
            key=f"{by.pk}:{player.pk}:{number}",
            context={},
            now=now,
        )


def test_a_pair_a_receiver_and_a_sender_have_limits(person, alice, bob, carol, noon):
    assert [bool(write(n, alice, bob, noon + n * MINUTE)) for n in range(4)] == [1, 1, 1, 0]
    assert limits.next_allowed_at(alice, [bob], noon + 5 * MINUTE) == noon + DAY
    assert limits.next_allowed_at(carol, [bob], noon + 5 * MINUTE) is None
    assert [bool(write(n, carol, bob, noon + n * MINUTE)) for n in range(6, 9)] == [1, 1, 0]
    assert write(9, alice, carol, noon + 9 * MINUTE)  # her fourth act
    assert not write(10, alice, person("Dora"), noon + 10 * MINUTE)
    assert write(11, alice, bob, noon + DAY + 7 * MINUTE)


def test_one_act_may_write_to_many_and_to_oneself(people, alice, noon):
    for player in people(6):
        assert write(1, alice, player, noon)
    assert limits.next_allowed_at(alice, [], noon + MINUTE) is None
    assert write(2, alice, alice, noon).by is None


def test_what_readers_must_know_counts_but_is_never_left_out(cup, organiser, alice, bob, noon):
    persons.enter(cup.pk, bob, now=noon)
    for number in range(1, 4):
        assert write(number, organiser, bob, noon + number * MINUTE)
    assert not write(4, organiser, bob, noon + 4 * MINUTE)
    announcing.cancel_tournament(cup.pk, organiser, now=noon + 5 * MINUTE)
    told = Message.objects.get(player=bob, created_at=noon + 5 * MINUTE)
    assert told.by == organiser
    fourth = noon + 6 * MINUTE
    assert limits.next_allowed_at(organiser, [alice], fourth) is not None


def test_what_was_taken_back_unsent_does_not_count(alice, bob, noon):
    for number in range(5):
        assert write(number, alice, bob, noon + number * MINUTE)
        outbox.withdraw(f"{alice.pk}:{bob.pk}:{number}", now=noon + number * MINUTE)


def test_what_a_browser_had_shown_before_it_was_taken_back_counts(alice, bob, noon):
    for number in range(3):
        assert write(number, alice, bob, noon + number * MINUTE)
        Message.objects.update(pushed_at=noon)
        outbox.withdraw(f"{alice.pk}:{bob.pk}:{number}", now=noon + number * MINUTE)
    assert not write(3, alice, bob, noon + 3 * MINUTE)


def test_two_queries_tell_whether_there_is_room(alice, bob, noon, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert limits.next_allowed_at(alice, [bob, alice], noon) is None


def test_appointing_and_dismissing_again_and_again_is_refused(cup, organiser, bob, noon):
    for number in range(2):  # two e-mails each, and a receiver takes three from one person
        panel.appoint(cup.pk, "Bob", by=organiser, now=noon + number * MINUTE)
        sent()
        panel.dismiss(cup.pk, bob.pk, by=organiser, now=noon + number * MINUTE + MINUTE / 2)
        sent()
    with pytest.raises(Refused, match="emails_enough"):
        panel.appoint(cup.pk, "Bob", by=organiser, now=noon + 9 * MINUTE)
    assert Message.objects.filter(player=bob).count() == 3
    panel.appoint(cup.pk, "Bob", by=organiser, now=noon + 2 * DAY)


def test_the_page_says_when_it_is_possible_again(cup, organiser, bob, client_for, settings):
    settings.EMAIL_LIMITS = {"sender": 1, "receiver": 9, "pair": 9}
    write(1, organiser, bob, timezone.now() - MINUTE)
    page = client_for(organiser).post(f"/tournaments/{cup.pk}/referees/", {"name": "Bob"})
    assert page.status_code == 429
    assert SENTENCE in text_of(page)
    assert not EventReferee.objects.exists()


def test_the_api_answers_429(api, alice, bob, carol, settings):
    settings.EMAIL_LIMITS = {"sender": 1, "receiver": 9, "pair": 9}
    write(1, alice, carol, timezone.now() - MINUTE)
    given = {"kind": "named", "opponent": bob.pk, "ruleset": "traffic_lights.simple"}
    answer = api(alice).post("challenges/", {**given, "rated": False, "control": "three_days"})
    assert answer.brief == (429, "emails_enough")
    assert SENTENCE in answer.json["detail"]


def test_joining_and_leaving_a_team_is_possible_but_not_told_for_ever(hold, alice, bob, noon):
    league = hold([], format="team_league", boards=3, rounds=1)
    team = teams.found_team(league.pk, alice, "Rooks", key="k", now=noon)
    before = Message.objects.filter(player=alice).count()
    for number in range(1, 7):
        teams.join_team("k", bob, now=noon + number * MINUTE)
        persons.withdraw(league.pk, bob, now=noon + number * MINUTE)
    assert Message.objects.filter(player=alice).count() == before + 3
    assert not Entrant.objects.playing().filter(team=team, player=bob).exists()


def answer_and_take_back(event, organiser, number, now):
    """Accept a request to enter, and take that back."""
    requests.answer(event.pk, organiser, number, accept=True, now=now)
    hand_over(now)
    line = Revision.objects.latest("pk").pk
    token = acceptances.propose(event.pk, organiser, line, now=now + MINUTE).preview_token
    acceptances.retract(event.pk, organiser, line, preview_token=token, now=now + MINUTE)
    hand_over(now + MINUTE)


@pytest.mark.parametrize("by_team", sampled([False, True], 1))
def test_accepting_and_taking_back_is_not_told_for_ever(
    hold, organiser, alice, noon, settings, by_team
):
    settings.EMAIL_LIMITS = {"sender": 60, "receiver": 40, "pair": 3}
    teamed = {"format": "team_league", "boards": 2} if by_team else {}
    event = hold([], least=2, access="approval", starts_at=noon + 3 * DAY, **teamed)
    if by_team:
        requests.found_team_or_request(event.pk, alice, "Rooks", key="k" * 32, now=noon)
    else:
        requests.enter_or_request(event.pk, alice, now=noon)
    asked = EntryRequest.objects.get().pk
    for number in range(6 if at_length() else 3):
        answer_and_take_back(event, organiser, asked, noon + (2 * number + 1) * MINUTE)
    assert Message.objects.filter(player=alice).count() == 3
    assert EntryRequest.objects.pending().get().player == alice


def remove_and_enter(event, organiser, entrant, now):
    """Remove an entrant, and enter them again."""
    token = removing.propose(event.pk, organiser, entrant, now=now).preview_token
    removing.remove(event.pk, organiser, entrant, reason="Why not?", preview_token=token, now=now)
    hand_over(now)
    token = late.propose(event.pk, organiser, entrant).preview_token
    late.enter_again(event.pk, organiser, entrant, preview_token=token, now=now + MINUTE)
    hand_over(now + MINUTE)


@pytest.mark.long
def test_who_moves_up_as_others_are_removed_is_not_told_for_ever(
    hold, people, organiser, noon, settings
):
    settings.EMAIL_LIMITS = {"sender": 60, "receiver": 40, "pair": 3}
    cup = hold(people(3), least=2, most=2, starts_at=noon + 3 * DAY)
    for number in range(9):
        first = Entrant.objects.playing().filter(tournament=cup).earliest("entered_at")
        remove_and_enter(cup, organiser, first.pk, noon + (2 * number + 1) * MINUTE)
    written = Message.objects.filter(created_at__gt=noon)
    assert {each.by for each in written} == {organiser}
    assert [written.filter(player=each.player).count() for each in cup.entrants.all()] == [3] * 3
    assert Entrant.objects.playing().filter(tournament=cup).count() == 2


@pytest.mark.long
def test_a_bot_that_joins_again_and_again_completes_a_team_a_few_times(
    hold, alice, bob, bot, noon, settings
):
    settings.EMAIL_LIMITS = {"sender": 60, "receiver": 40, "pair": 3}
    league = hold([], format="team_league", boards=3, rounds=1, bots_welcome=True)
    team = teams.found_team(league.pk, alice, "Rooks", key="k", now=noon)
    teams.join_team("k", bob, now=noon)
    for number in range(1, 7):
        teams.invite_player(team.pk, alice, bot, now=noon + number * MINUTE)
        joined = Entrant.objects.get(player=bot)
        teams.remove_member(team.pk, alice, joined.pk, now=noon + number * MINUTE)
    assert Message.objects.filter(player=bob).count() == 3


def test_a_place_on_offer_is_always_told(hold, people, organiser, noon):
    players = people(3)
    cup = hold(players, least=2, most=2, answer_days=2, starts_at=noon + 20 * DAY)
    for number in range(1, 4):
        assert write(number, organiser, players[2], noon + number * MINUTE)
    gone, at = Entrant.objects.get(player=players[0]), noon + 9 * MINUTE
    token = removing.propose(cup.pk, organiser, gone.pk, now=at).preview_token
    removing.remove(cup.pk, organiser, gone.pk, reason="Why not?", preview_token=token, now=at)
    assert Message.objects.get(player=players[2], created_at=at).by == organiser


def test_who_plays_at_a_board_is_not_told_for_ever(hold, people, noon, settings):
    settings.EMAIL_LIMITS = {"sender": 60, "receiver": 40, "pair": 3}
    event = hold([], format="team_match", boards=2, alternates=3)
    captain, *players = people(7)
    for crew, name in (((captain, *players[:4]), "Reds"), (players[4:], "Blues")):
        teams.found_team(event.pk, crew[0], name, key=name, now=noon)
        for player in crew[1:]:
            teams.join_team(name, player, now=noon)
    now = noon + DAY
    running.advance(event.pk, now=now, make_seed=lambda: "cd" * 32)
    hand_over(now)
    team, board = Team.objects.get(captain=captain), Fixture.objects.get(board=2)
    members = [Entrant.objects.get(player=each) for each in players[:4]]
    for number in range(1, 31 if at_length() else 7):
        coming = members[number % 4]
        now += MINUTE
        teams.name_substitute(team.pk, captain, board.pk, coming.pk, now=now)
        hand_over(now)
    told = Message.objects.filter(key__contains="instead")
    opponent = board.seats.exclude(entrant__team=team).get().entrant.player
    assert told.filter(player=opponent).count() == 3
    assert {each.by for each in told} == {captain}
    assert board.seats.get(entrant__team=team).entrant == coming


def test_a_captain_invites_no_more_than_a_sender_may(hold, people, alice, noon):
    league = hold([], format="team_league", boards=3, rounds=1)
    team = teams.found_team(league.pk, alice, "Rooks", key="k", now=noon)
    *asked, last = people(5)
    for number, player in enumerate(asked):
        teams.invite_player(team.pk, alice, player, now=noon + number * MINUTE)
    with pytest.raises(Refused, match="emails_enough"):
        teams.invite_player(team.pk, alice, last, now=noon + 9 * MINUTE)


def test_challenges_are_refused_to_the_sender_and_declining_never_is(
    people, alice, bob, plan, noon
):
    terms = plan(rated=False).terms
    made = issue_challenge(bob, terms, Offer(alice), now=noon - MINUTE)
    for number, player in enumerate(people(4)):
        issue_challenge(alice, terms, Offer(player), now=noon + number * MINUTE)
    with pytest.raises(Refused, match="emails_enough"):
        issue_challenge(alice, terms, Offer(bob), now=noon + 9 * MINUTE)
    assert issue_challenge(alice, terms, Offer(), now=noon + 9 * MINUTE)
    decline_challenge(made.pk, alice, now=noon + 9 * MINUTE)
    assert not Message.objects.filter(kind="challenge_declined").exists()


def test_moves_count_for_nothing_and_offers_do(alice, bob, start, play, noon):
    match = start(alice, bob, ruleset="chess", rated=False)
    play(match, "e4,e5,Nf3", noon)
    assert not Message.objects.exclude(by=None).exists()
    ties.offer_tie(match.pk, alice, now=noon + MINUTE)
    assert Message.objects.get(kind="tie_offered").by == alice


def test_the_limits_are_read_from_the_environment():
    assert read_limits("") == {"sender": 60, "receiver": 40, "pair": 8}
    assert read_limits("pair=2")["pair"] == 2
    for wrong in ("pairs=2", "pair=0", "pair"):
        with pytest.raises(ValueError, match="EMAIL_LIMITS"):
            read_limits(wrong)


def test_what_cannot_be_refused_is_what_one_must_get():
    assert {kind.name for kind in KINDS.values() if not kind.refusable} == {
        "case_opened",
        "ruling",
        "appeal_result",
        "moderation",
        "event_by_address",
        "answer",
        "held",
        "security",
    }


# Cases -------------------------------------------------------------------------------------------
CALLS, WORDS = (5, 4) if at_length() else (4, 2)


@pytest.fixture
def flood(alice, bob, start, referee, settings, noon):
    """Let Alice call a referee about match after match, talk, and take each case back."""
    settings.EMAIL_LIMITS = {"sender": 60, "receiver": 40, "pair": 4}
    found = []
    for number in range(CALLS):
        now = noon + number * 10 * MINUTE
        match = start(alice, bob)
        case = cases.open_case(
            alice, kind="conduct", text="Look at this.", match_id=match.pk, now=now
        )
        for minute in range(1, WORDS + 1):
            cases.give_statement(case.pk, alice, f"And {minute}.", now=now + minute * MINUTE)
        cases.withdraw_case(case.pk, alice, now=now + 5 * MINUTE)
        found.append(case)
    return found


def steps(player):
    told = Message.objects.filter(player=player, kind="case_opened").order_by("pk")
    return [row.context["step"] for row in told]


def test_who_calls_and_talks_without_end_writes_to_their_opponent_a_few_times_a_day(
    flood, bob, referee, client_for
):
    assert steps(bob) == ["opened", "said", "opened", "opened"]
    assert [case.lines.filter(event="said").count() for case in flood] == [WORDS] * CALLS
    page = client_for(bob).get(flood[-1].get_absolute_url()).content.decode()
    assert f"And {WORDS}." in page
    told = ["opened", "said", *["opened"] * (CALLS - 1)]
    assert steps(referee) == told, "of every case, and not of every word"


def test_an_appeal_is_told_however_much_was_said(alice, bob, start, referee, settings, noon):
    settings.EMAIL_LIMITS = {"sender": 60, "receiver": 40, "pair": 1}
    match = start(alice, bob)
    case = cases.open_case(alice, kind="conduct", text="Look.", match_id=match.pk, now=noon)
    cases.give_statement(case.pk, alice, "And look.", now=noon + MINUTE)
    Case.objects.filter(pk=case.pk).update(state="decided", due_at=noon + DAY)
    cases.appeal(case.pk, alice, "No.", now=noon + 2 * MINUTE)
    assert steps(bob) == ["opened", "appealed"]
