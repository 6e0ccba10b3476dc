"""Answers that are about no move: challenges, draws, leave, lists, fewer e-mails, errors."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from accounts.models import Leave
from games import clocks
from games.models import Challenge, Match, Pause
from games.services.challenges.challenges import issue_challenge
from games.services.interventions import agreement
from games.services.play import flags
from games.services.play.offers import Offer
from games.services.play.terms import Terms
from inbound.grammar import Verb, parse
from inbound.grammar.spellings import COMMAND_SPELLINGS
from inbound.models import InboundMessage
from inbound.services import words
from notifications import queries
from notifications.addresses import parse_reply_address, player_reply_address
from notifications.models import Message
from notifications.services import bounces
from tests.emails import render
from tests.games.conftest import play
from tests.inbound.conftest import newest, reply_to, written
from tests.sampling import sampled
from tests.tournaments.conftest import hold, organiser, plan
from tournaments import panel_queries
from tournaments.models import Entrant
from tournaments.referees.services import cases, panel
from tournaments.services.entries import teams
from tournaments.services.revisions import invitations

__all__ = ["hold", "organiser", "plan", "play"]
ALICE, BOB = "alice@example.org", "bob@example.org"


@pytest.mark.parametrize(("word", "state"), [("accept", "accepted"), ("ablehnen", "declined")])
def test_a_challenge_is_answered_by_a_word(alice, bob, noon, receive, word, state):
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=False)
    challenge = issue_challenge(alice, terms, Offer(opponent=bob), now=noon)
    report = receive(written(f"{word}\n", reply_to(bob, "invitation"), BOB))
    assert report["outcome"] == "done"
    challenge.refresh_from_db()
    assert challenge.state == state
    assert Match.objects.count() == (state == Challenge.State.ACCEPTED)


@pytest.mark.long
def test_a_draw_is_offered_and_accepted(alice, bob, start, receive):
    match = start(alice, bob)
    receive(written("b2\n", reply_to(alice), ALICE))
    assert receive(written("a1\ndraw\n", reply_to(bob, "your_turn"), BOB))["commands"] == [
        "a1",
        "tie",
    ]
    assert receive(written("accept\n", reply_to(alice, "tie_offered"), ALICE))["outcome"] == "done"
    match.refresh_from_db()
    assert match.ending == "tie_agreed"


@pytest.mark.parametrize(
    ("offer", "answer", "done"),
    sampled(
        [
            ("a1 and I offer a draw", "Yes, I accept the draw.", ["accept"]),
            ("Ich spiele a1 und biete Remis an", "Nein, danke. c1", ["decline", "c1"]),
            ("Je joue a1 et je propose nulle", "Oui, j’accepte la nulle.", ["accept"]),
            ("Gioco a1 e propongo patta", "No, grazie. c1", ["decline", "c1"]),
        ],
        2,
    ),
)
def test_a_draw_is_offered_and_answered_in_a_sentence(
    alice, bob, start, receive, offer, answer, done
):
    match = start(alice, bob)
    receive(written("b2\n", reply_to(alice), ALICE))
    offered = receive(written(f"{offer}\n", reply_to(bob, "your_turn"), BOB))
    assert offered["commands"] == ["a1", "tie"]
    told = receive(written(f"{answer}\n", reply_to(alice, "tie_offered"), ALICE))
    assert (told["outcome"], told["commands"]) == ("done", done)
    match.refresh_from_db()
    assert match.is_running is (done != ["accept"])


def test_a_move_is_given_back_by_a_word(alice, bob, start, receive, noon):
    bob.language = "en"
    bob.save()
    match = start(alice, bob, rated=False)
    receive(written("b2\n", reply_to(alice), ALICE))
    agreement.request_take_back(match.pk, alice, now=noon)
    asked = reply_to(bob, "take_back_asked")
    assert receive(written("accept\n", asked, BOB))["outcome"] == "done"
    assert "You allowed the move to be taken back." in newest(bob, "answer").body
    match.refresh_from_db()
    assert (match.ply_count, match.seats.get(number=0).awaited) == (2, True)


def test_leave_and_status_and_help_need_no_position(alice, bob, start, receive):
    start(alice, bob)
    old = reply_to(alice)
    receive(written("b2\n", old, ALICE))
    text = "leave 2026-03-09 2026-03-12\nstatus\nhelp\n"
    assert receive(written(text, old, ALICE))["outcome"] == "done"
    assert Leave.objects.get().player == alice
    body = newest(alice, "answer").body
    assert "Leave booked" in body
    assert "Traffic Lights" in body
    assert "play+" in body
    assert "resign –" in body


def test_leave_is_cancelled_and_pictures_are_left_out_by_a_word(alice, bob, start, receive):
    start(alice, bob)
    to = reply_to(alice)
    assert receive(written("cancel leave\n", to, ALICE))["code"] == "no_leave"
    receive(written("leave 2026-03-09 2026-03-12\n", to, ALICE))
    alice.language = "de"
    alice.save()
    report = receive(written("Urlaub absagen\nnur Text\n", to, ALICE))
    assert report["commands"] == ["cancel leave", "plain"]
    assert Leave.objects.get().cancelled_at is not None
    assert queries.settings_for(alice).plain_text
    answer = newest(alice, "answer")
    assert "Urlaub absagen, nur Text" in answer.subject
    assert answer.alternatives == []
    receive(written("HTML\n", to, ALICE))
    assert not queries.settings_for(alice).plain_text


def test_stop_keeps_what_a_match_needs(alice, bob, start, receive):
    start(alice, bob)
    assert receive(written("stop\n", reply_to(alice), ALICE))["commands"] == ["stop"]
    assert queries.wants(alice, "your_turn")
    assert not queries.wants(alice, "chat_digest")


def test_the_token_of_a_seat_that_is_not_the_senders_is_held(alice, bob, start, receive):
    match = start(alice, bob)
    report = receive(written("b2\n", reply_to(alice), BOB))
    assert report["outcome"] == "held"
    assert Match.objects.get(pk=match.pk).ply_count == 0
    assert not Message.objects.filter(player=bob, kind__in=["answer", "held"]).exists()


def test_after_many_errors_nothing_is_read_and_that_is_said_once(alice, bob, start, receive):
    start(alice, bob)
    address = reply_to(alice)
    codes = [receive(written(f"what {n}?\n", address, ALICE))["code"] for n in range(8)]
    assert codes[5] != "paused"
    assert codes[6:] == ["paused", "paused"]
    notices = [row.answer_id for row in InboundMessage.objects.filter(code="paused")]
    assert notices.count(None) == 1
    assert receive(written("b2\n", address, ALICE), after=4000)["outcome"] == "done"


@pytest.mark.parametrize(
    ("language", "accept", "said"),
    [("en", "accept", "You have joined the team."), ("de", "Ich lehne ab", "abgelehnt")],
)
def test_an_invitation_to_a_team_is_answered_by_a_word(
    alice, bob, hold, noon, receive, language, accept, said
):
    tournament = hold([], format="team_match", boards=2, alternates=1)
    team = teams.found_team(tournament.pk, bob, "Rooks", key="k" * 43, now=noon)
    alice.language = language
    alice.save()
    teams.invite_player(team.pk, bob, alice, now=noon)
    asked = newest(alice, "tournament_news")
    report = receive(written(f"{accept}\n", asked.reply_to[0], ALICE))
    assert report["outcome"] == "done"
    assert said in newest(alice, "answer").body
    joined = Entrant.objects.filter(team=team, player=alice)
    assert joined.exists() is (language == "en")
    again = receive(written(f"{accept}\n", asked.reply_to[0], ALICE))
    if accept == "accept":  # twice, and is told the same
        assert (again["outcome"], again["code"]) == ("done", None)
        assert said in newest(alice, "answer").body
        again = receive(written("decline\n", asked.reply_to[0], ALICE))
    assert (again["outcome"], again["code"]) == ("refused", "not_invited")


@pytest.mark.parametrize(
    ("kind", "accept", "said"),
    [
        ("enter", "accept", "You have entered"),
        ("help", "accept", "You are now a co-organiser"),
        ("help", "decline", "You have declined"),
        ("take_over", "accept", "You are now the main organiser"),
    ],
)
def test_what_an_organiser_asks_is_answered_by_a_word(
    alice, hold, organiser, receive, noon, kind, accept, said
):
    tournament = hold([])
    for other in ("enter", "help", "take_over"):  # each e-mail asks one thing
        invitations.invite(tournament.pk, organiser, "Alice", other, now=noon)
    question = Message.objects.get(player=alice, key__contains=f"asked_{kind}_")
    asked = render(question, question.due_at)
    assert "Reply “accept” or “decline”" in asked.body
    report = receive(written(f"{accept}\n", asked.reply_to[0], ALICE))
    assert (report["outcome"], report["commands"]) == ("done", [accept])
    assert said in newest(alice, "answer").body
    tournament.refresh_from_db()
    yes = accept == "accept"
    assert Entrant.objects.filter(player=alice).exists() is (kind == "enter" and yes)
    assert (alice.pk in tournament.organiser_ids) is (kind != "enter" and yes)
    assert (tournament.organiser_id == alice.pk) is (kind == "take_over")
    again = receive(written(f"{accept}\n", asked.reply_to[0], ALICE))
    if accept == "accept":  # twice, and is told the same
        assert (again["outcome"], again["code"]) == ("done", None)
        assert said in newest(alice, "answer").body
        again = receive(written("decline\n", asked.reply_to[0], ALICE))
    assert (again["outcome"], again["code"]) == ("refused", "not_invited")


def test_an_answer_that_names_a_challenge_answers_no_invitation(
    alice, hold, organiser, receive, noon
):
    tournament = hold([])
    invitations.invite(tournament.pk, organiser, "Alice", "enter", now=noon)
    to = newest(alice, "tournament_news").reply_to[0]
    report = receive(written("I decline the challenge\n", to, ALICE))
    assert (report["outcome"], report["code"]) == ("refused", "asked_other")
    assert receive(written("I accept the invitation\n", to, ALICE))["outcome"] == "done"
    assert Entrant.objects.filter(player=alice).exists()


def test_a_challenge_is_an_invitation_too(alice, bob, noon, receive):
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=False)
    challenge = issue_challenge(alice, terms, Offer(opponent=bob), now=noon)
    report = receive(written("I accept the draw\n", reply_to(bob, "invitation"), BOB))
    assert (report["outcome"], report["code"]) == ("refused", "asked_other")
    report = receive(written("I decline the invitation\n", reply_to(bob, "invitation"), BOB))
    assert report["outcome"] == "done"
    challenge.refresh_from_db()
    assert challenge.state == Challenge.State.DECLINED


def test_an_appointment_as_referee_is_answered_by_a_word(
    alice, bob, hold, organiser, receive, noon
):
    tournament = hold([])
    panel.appoint(tournament.pk, "Alice", by=organiser, now=noon)
    asked = newest(alice, "appointment")
    assert "accept" in asked.body
    assert receive(written("accept\n", asked.reply_to[0], ALICE))["commands"] == ["accept"]
    assert panel_queries.is_appointed(alice, tournament)
    assert receive(written("decline\n", asked.reply_to[0], ALICE))["commands"] == ["decline"]
    assert not panel_queries.is_appointed(alice, tournament)
    refused = receive(written("accept\n", asked.reply_to[0], ALICE))
    assert (refused["outcome"], refused["code"]) == ("refused", "nothing_to_answer")


def test_who_is_asked_makes_a_statement_and_who_has_called_withdraws(
    alice, bob, referee, start, play, noon, receive
):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    case = cases.open_case(bob, kind="other", text="Hm.", match_id=match.pk, now=noon)
    asked = newest(alice, "case_opened")
    assert "“msg”" in asked.body
    told = receive(written("msg I think long.\n", asked.reply_to[0], ALICE))
    assert told["commands"] == ["msg I think long."]
    assert f"Your statement in case {case.pk}: “I think long.”" in newest(alice, "answer").body
    case.refresh_from_db()
    assert case.state == "answered"
    assert receive(written("withdraw\n", asked.reply_to[0], ALICE))["code"] == "not_your_case"
    heard = newest(bob, "case_opened")
    assert receive(written("zurückziehen\n", heard.reply_to[0], BOB))["outcome"] == "done"
    case.refresh_from_db()
    assert case.state == "closed"


def test_a_place_at_a_table_of_three_is_taken_and_given_up(alice, bob, carol, noon, receive):
    terms = Terms.checked("halma", {}, clocks.PRESETS["three_days"], rated=False, seats=3)
    challenge = issue_challenge(alice, terms, Offer(players=(bob, carol)), now=noon)
    address = reply_to(bob, "invitation")
    assert receive(written("annehmen\n", address, BOB))["commands"] == ["accept"]
    assert "Platz" in newest(bob, "answer").body
    assert receive(written("zurückziehen\n", address, BOB))["commands"] == ["withdraw"]
    assert receive(written("annehmen\n", address, BOB))["commands"] == ["accept"]
    last = receive(written("accepter\n", reply_to(carol, "invitation"), "carol@example.org"))
    assert last["outcome"] == "done"
    challenge.refresh_from_db()
    assert challenge.match.seats.count() == 3


def test_status_lists_what_else_can_be_answered(alice, bob, hold, start, noon, receive):
    start(alice, bob)
    tournament = hold([], name="Open cup")
    entered = hold([alice], name="My cup")
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=False)
    issue_challenge(bob, terms, Offer(opponent=alice), now=noon)
    issue_challenge(bob, terms, Offer(), now=noon)
    flags.book_leave(alice, date(2026, 3, 20), date(2026, 3, 24), now=noon)
    receive(written("status\n", reply_to(alice, "match_started"), ALICE))
    body = newest(alice, "answer").body
    places = [
        body.index(words) for words in ("Match ", "Challenge from Bob", "Open challenge from Bob")
    ]
    assert places == sorted(places)
    assert "Tournament: Open cup" in body
    assert "20 March 2026" in body or "March 20, 2026" in body
    for title, word in (("Open challenge from Bob", "accept"), ("Tournament: Open cup", "enter")):
        address = re.search(r"play\+\w+@\S+", body[body.index(title) :])
        assert address is not None
        assert receive(written(f"{word}\n", address[0], ALICE))["outcome"] == "done"
    assert Match.objects.count() == 2
    assert Entrant.objects.filter(player=alice, tournament__in=[tournament, entered]).count() == 2


def test_status_says_whom_no_email_reaches(alice, bob, start, noon, receive):
    match = start(alice, bob)
    since, until = noon - timedelta(hours=2), noon + timedelta(days=60)
    Pause.objects.create(
        match=match,
        reason=Pause.Reason.MAIL,
        player=bob,
        proposed_at=noon,
        since=since,
        until=until,
    )
    Match.objects.filter(pk=match.pk).update(has_pauses=True)
    receive(written("status\n", reply_to(alice), ALICE))
    assert "Bob has not been reachable by e-mail since 2 March 2026" in newest(alice, "answer").body


@pytest.mark.parametrize("language", sampled(sorted(COMMAND_SPELLINGS), ["it"]))
def test_help_names_words_that_are_understood(alice, bob, start, receive, language):
    for verb, spelling in COMMAND_SPELLINGS[language].items():
        parsed = parse([spelling.replace("…", "a few words")], is_move=lambda text: len(text) == 2)
        assert [command.verb for command in parsed.commands] == [verb], (spelling, parsed.problem)
    alice.language = language
    alice.save()
    start(alice, bob)
    receive(written("help\n", reply_to(alice), ALICE))
    body = newest(alice, "answer").body
    for verb, spelling in COMMAND_SPELLINGS[language].items():
        assert (spelling in body) is (verb not in (Verb.STANDING, Verb.DRAFT)), verb
    needed = [Verb.MOVES, Verb.RESIGN, Verb.STATUS, Verb.IF, Verb.CLAIM, Verb.PLAIN, Verb.HELP]
    places = [body.index(f"\n{COMMAND_SPELLINGS[language][verb]} ") for verb in needed]
    assert places == sorted(places), "what is needed most comes first"


def test_an_email_from_an_address_that_bounced_brings_the_others_back(
    alice, bob, start, noon, receive
):
    match = start(alice, bob)
    message = Message.objects.get(player=alice)
    address = reply_to(alice)
    bounces.record_returned_email(message, noon, hard=True, detail="5.1.1")
    assert queries.bounced_at(alice) is not None
    assert receive(written("b2\n", address, ALICE))["outcome"] == "done"
    body = newest(alice, "answer").body
    assert "Earlier e-mails to you bounced." in body
    assert f"Match {match.pk}: Traffic Lights" in body
    assert queries.bounced_at(alice) is None
    bounces.record_complaint(message, noon)
    assert receive(written("msg Hello\n", address, ALICE))["outcome"] == "done"
    assert queries.bounced_at(alice) is not None


def test_every_reason_is_in_the_docs():
    page = (Path(__file__).parents[2] / "docs" / "by-mail.md").read_text()
    table = page.partition("## Why an e-mail was not processed")[2].partition("\n## ")[0]
    shared = {"orders_too_long", "line_too_long"}  # with page and API
    assert set(words.problem_sentences()) - shared <= set(re.findall(r"`(\w+)`", table))


def test_the_settings_name_an_address_to_begin_at(alice, client_for, receive):
    address = player_reply_address(alice.pk)
    for page in ("/settings/emails/", "/welcome/"):
        assert f'href="mailto:{address}"' in client_for(alice).get(page).text
    assert receive(written("status\n", address, ALICE))["commands"] == ["status"]


def test_whoever_accepts_a_challenge_sees_the_match_at_once(alice, bob, start, receive):
    start(alice, bob)
    assert receive(written("challenge Bob\n", reply_to(alice), ALICE))["outcome"] == "done"
    asked = newest(bob, "invitation")
    assert receive(written("annehmen\n", asked.reply_to[0], BOB))["commands"] == ["accept"]
    answer = newest(bob, "answer")
    assert "1 . . ." in answer.body
    match = Match.objects.latest("pk")
    assert parse_reply_address(answer.reply_to[0]).pk == match.pk
