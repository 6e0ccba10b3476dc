"""The way of a case: who may open, read, answer, appeal, and who is written to."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from accounts.queries import roles_of
from games.services.errors import Refused
from notifications.models import Message
from tests.emails import render
from tests.notifications.conftest import html_of
from tournaments.referees.models import Case, CaseLine
from tournaments.referees.queries import cases as case_queries
from tournaments.referees.services import assigning, cases, rulings
from tournaments.referees.services.rulings import RulingRequest

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)


@pytest.fixture
def begun(alice, bob, start, play, noon):
    """Return a rated match in which both have moved; Alice is to move."""
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    return match


@pytest.fixture
def called(begun, bob, referee, noon):
    """Return a case that Bob has opened about their match with Alice."""
    return cases.open_case(
        bob, kind="little_effort", text="She plays at random.", match_id=begun.pk, now=noon
    )


def dismissed(case, judge, now):
    """Let a referee dismiss a case."""
    request = RulingRequest("dismiss", "C-11", "No ground.", case_id=case.pk)
    (ruling,) = rulings.preview_and_sign(request, judge, now=now)
    case.refresh_from_db()
    return ruling


def written() -> list[tuple[str, str, str]]:
    """Return all e-mails about cases: kind, step, to whom."""
    found = Message.objects.filter(kind__in=("case_opened", "ruling", "appeal_result"))
    rows = found.order_by("pk").values_list("kind", "context__step", "player__name")
    return [(kind, step or "", name) for kind, step, name in rows]


def test_the_other_side_is_asked_and_the_referees_are_told(called, alice, referee):
    assert (called.state, called.due_at) == ("open", called.opened_at + 7 * DAY)
    assert case_queries.owes_statement(called, alice)
    assert written() == [("case_opened", "opened", "Alice"), ("case_opened", "opened", "Rita")]


def test_of_a_suspicion_only_the_referees_learn(alice, bob, begun, referee, noon):
    case = cases.open_case(
        bob, kind="multi_account", text="She is Carol.", match_id=begun.pk, now=noon
    )
    assert written() == [("case_opened", "opened", "Rita")]
    assert case_queries.case_for(alice, case.pk) is None
    assert list(case_queries.cases_of(alice)) == []
    cases.ask_party(case.pk, alice.pk, "Who are you?", by=referee, now=noon)
    assert case_queries.case_for(alice, case.pk) == case
    assert list(case_queries.cases_of(alice)) == [case]


def test_being_asked_again_and_again_fills_nobodys_mailbox(called, bob, referee, noon):
    for minute in range(20):
        cases.ask_party(called.pk, bob.pk, "And?", by=referee, now=noon + minute * MINUTE)
    asked = Message.objects.filter(context__step="asked")
    assert {(each.player, each.by) for each in asked} == {(bob, referee)}
    assert len(asked) == 8
    assert CaseLine.objects.filter(case=called, event="asked", to=bob).count() == 20


def test_passing_a_case_to_and_fro_fills_nobodys_mailbox(called, person, office, noon):
    head, ravi = office(person("Hedwig"), "head_referee"), office(person("Ravi"))
    for minute in range(20):
        now = noon + minute * MINUTE
        assigning.assign_case(called.pk, ravi, by=head, now=now)
        assigning.return_case(called.pk, ravi, now=now + MINUTE / 2)
    told = Message.objects.filter(context__step__in=("assigned", "given_back"))
    assert {told.filter(player=each).count() for each in (head, ravi)} == {8}


def test_a_case_goes_from_hand_to_hand(called, alice, bob, referee, noon):
    assigning.assign_case(called.pk, referee, by=referee, now=noon)
    cases.give_statement(called.pk, alice, "I think long.", now=noon + DAY)
    called.refresh_from_db()
    assert (called.state, called.assignee) == ("answered", referee)
    dismissed(called, referee, noon + 2 * DAY)
    assert (called.state, called.due_at) == ("decided", noon + 16 * DAY)
    assert cases.close_cases(now=noon + 15 * DAY) == 0
    assert cases.close_cases(now=noon + 16 * DAY) == 1
    called.refresh_from_db()
    assert (called.state, called.due_at) == ("closed", None)
    assert written()[2:] == [
        ("case_opened", "said", "Bob"),
        ("case_opened", "said", "Rita"),
        ("ruling", "", "Bob"),
        ("ruling", "", "Alice"),
    ]


def test_an_appeal_goes_once_to_another_referee(called, alice, bob, referee, person, office, noon):
    first = dismissed(called, referee, noon)
    cases.appeal(called.pk, bob, "Look again.", now=noon + DAY)
    called.refresh_from_db()
    assert (called.state, called.assignee) == ("appealed", None)
    uphold = RulingRequest("uphold", "C-11", "It was right.", case_id=called.pk)
    with pytest.raises(Refused, match="own_ruling"):
        rulings.preview_ruling(uphold, referee, now=noon + DAY)
    with pytest.raises(Refused, match="own_ruling"):
        assigning.assign_case(called.pk, referee, by=referee, now=noon + DAY)
    other = office(person("Ravi"))
    (ruling,) = rulings.preview_and_sign(uphold, other, now=noon + 2 * DAY)
    assert ruling.appeal_of == first
    called.refresh_from_db()
    assert called.state == "closed"
    assert written()[-2:] == [("appeal_result", "", "Bob"), ("appeal_result", "", "Alice")]
    with pytest.raises(Refused, match="appealed_before"):
        cases.appeal(called.pk, alice, "And again.", now=noon + 2 * DAY)


def test_an_appeal_may_end_in_another_act(called, bob, begun, referee, person, office, noon):
    annul = RulingRequest("annul", "C-11", "Not a game.", case_id=called.pk)
    rulings.preview_and_sign(annul, referee, now=noon)
    cases.appeal(called.pk, bob, "I was winning.", now=noon + DAY)
    other = office(person("Ravi"))
    order = RulingRequest(
        "adjudicate", "C-11", "They were.", case_id=called.pk, params={"rank_0": 2, "rank_1": 1}
    )
    undone, decided = rulings.preview_and_sign(order, other, now=noon + 2 * DAY)
    assert (undone.act, decided.act) == ("undo", "adjudicate")
    begun.refresh_from_db()
    assert (begun.status, begun.ending) == ("finished", "adjudicated")
    assert list(rulings_check()) == []


def rulings_check():
    """Check the whole chain and what followed from it."""
    from tournaments.referees.services.rulings_check import check_rulings

    return check_rulings()


def test_an_appeal_comes_in_time_or_not_at_all(called, alice, carol, referee, noon):
    with pytest.raises(Refused, match="nothing_to_appeal"):
        cases.appeal(called.pk, alice, "No.", now=noon)
    dismissed(called, referee, noon)
    with pytest.raises(Refused, match="no_such_case"):
        cases.appeal(called.pk, carol, "No.", now=noon)
    with pytest.raises(Refused, match="too_late_to_appeal"):
        cases.appeal(called.pk, alice, "No.", now=noon + 14 * DAY)


def test_a_case_can_be_withdrawn_until_it_is_decided(called, alice, bob, referee, noon):
    with pytest.raises(Refused, match="not_your_case"):
        cases.withdraw_case(called.pk, alice, now=noon)
    cases.withdraw_case(called.pk, bob, now=noon)
    with pytest.raises(Refused, match="case_decided"):
        cases.give_statement(called.pk, alice, "Too late.", now=noon)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"text": "  "}, "case_needs_words"),
        ({"text": "x" * 2001}, "too_long"),
        ({"kind": "weather"}, "bad_case_kind"),
        ({"match_id": None}, "bad_case_kind"),
        ({"match_id": None, "kind": "conduct"}, "case_about_nothing"),
        ({"match_id": 10**9}, "no_such_match"),
        ({"about_id": 10**9}, "no_such_player"),
    ],
)
def test_what_is_no_case_is_refused_by_name(begun, bob, noon, given, code):
    request = {"kind": "tie", "text": "It was a tie.", "match_id": begun.pk} | given
    with pytest.raises(Refused, match=code):
        cases.open_case(bob, now=noon, **request)
    assert not Case.objects.exists()


def test_nobody_asks_twice_nor_about_strangers_nor_long_after(called, begun, bob, carol, noon):
    again = {"kind": "little_effort", "text": "Still.", "match_id": begun.pk}
    with pytest.raises(Refused, match="case_pending"):
        cases.open_case(bob, now=noon, **again)
    with pytest.raises(Refused, match="not_your_match"):
        cases.open_case(carol, now=noon, **again)
    from games.services.play.matches import resign_match

    resign_match(begun.pk, bob, now=noon)
    with pytest.raises(Refused, match="too_late_for_case"):
        cases.open_case(bob, now=noon + 31 * DAY, **again | {"kind": "tie"})


def test_only_the_head_referee_hands_cases_to_others(called, referee, person, office, noon):
    other, head = office(person("Ravi")), office(person("Hera"), "head_referee")
    with pytest.raises(Refused, match="not_head_referee"):
        assigning.assign_case(called.pk, other, by=referee, now=noon)
    assigning.assign_case(called.pk, other, by=head, now=noon)
    assert written()[-1] == ("case_opened", "assigned", "Ravi")
    with pytest.raises(Refused, match="not_head_referee"):
        assigning.assign_case(called.pk, referee, by=referee, now=noon)


def test_notes_are_for_referees_only(called, bob, referee, noon):
    cases.add_note(called.pk, referee, "Looks like a bot.", now=noon)
    for reader, sees in ((bob, False), (referee, True)):
        lines = case_queries.lines_of(called, reader, with_notes=sees)
        assert ("note" in [line.event for line in lines]) is sees
    with pytest.raises(Refused, match="not_a_referee"):
        cases.add_note(called.pk, bob, "Me, too.", now=noon)


def test_offices_are_given_listed_and_taken(alice, capsys):
    call_command("referee", "add", "alice", "--role", "operator")
    call_command("referee", "add", "Alice")
    call_command("referee", "list")
    assert "Alice: operator, referee" in capsys.readouterr().out
    alice.user.refresh_from_db()
    assert alice.user.is_staff
    call_command("referee", "remove", "Alice", "--role", "operator")
    alice.user.refresh_from_db()
    assert (alice.user.is_staff, roles_of(alice)) == (False, frozenset({"referee"}))
    with pytest.raises(CommandError, match="nobody is called"):
        call_command("referee", "add", "Nobody")


def test_emails_about_cases_say_the_same_in_text_and_html(called, alice, referee, noon):
    dismissed(called, referee, noon)
    for message in Message.objects.filter(kind__in=("case_opened", "ruling")):
        email = render(message, noon)
        html = html_of(email)
        assert f"Case {called.pk}" in email.body or f"Fall {called.pk}" in email.body
        for words in ("She plays at random.", "No ground."):
            assert (words in email.body) == (words in html)
        assert message.context["url"] in email.body
        assert message.context["url"] in html


@pytest.mark.long
def test_calling_and_withdrawing_again_and_again_comes_to_an_end(begun, bob, referee, noon):
    call = {"kind": "conduct", "text": "Hm.", "match_id": begun.pk}
    for _ in range(cases.MAX_CALLS):
        case = cases.open_case(bob, now=noon, **call)
        cases.withdraw_case(case.pk, bob, now=noon)
    with pytest.raises(Refused, match="called_enough"):
        cases.open_case(bob, now=noon, **call)
    cases.open_case(bob, now=noon + DAY, **call)
