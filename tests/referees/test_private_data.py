"""Opening the private data of a match is logged, and the players are told."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from games import match_queries
from games.models import ChatLine, Order, Seat
from games.services.errors import Refused
from games.services.match import public_ids
from games.services.play.matches import resign_match, send_chat_message
from notifications.models import Message
from tests.emails import render
from tournaments.referees.models import Case, CaseLine
from tournaments.referees.queries import cases as case_queries, desk
from tournaments.referees.services import cases, private_data, rulings
from tournaments.referees.services.rulings import RulingRequest

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
DAY = timedelta(days=1)
WORDS: Any = {"paragraph": "C-3", "reason": "So it is."}
PLANTED = ("if b2 then a3", "PLANTEDTALK", "PLANTEDNOTE")


@pytest.fixture
def match(alice, bob, start, play, noon):
    """Return a match with an order, a word between partners and a note."""
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    rest = {"kind": "conditional", "after": 2, "created_at": noon}
    Order.objects.create(match=match, seat=1, text=PLANTED[0], **rest)
    ChatLine.objects.create(match=match, player=bob, at=noon, text=PLANTED[1], only_seats=[1])
    Seat.objects.filter(match=match, number=1).update(notes=PLANTED[2], has_orders=True)
    return match


@pytest.fixture
def case(match, alice, referee, noon):
    """Return a case that Alice has opened about her match."""
    return cases.open_case(alice, kind="rules", text="Look.", match_id=match.pk, now=noon)


def shown(browser, match) -> list[str]:
    """Return which private things the desk of a match shows."""
    page = browser.get(f"/referee/matches/{match.pk}/").content.decode()
    return [word for word in PLANTED if word in page]


def told(player) -> list[Message]:
    """Return the e-mails about private data opened to a player."""
    found = Message.objects.filter(kind="case_opened", player=player)
    return [each for each in found if each.context.get("step") == "viewed"]


def test_a_referee_sees_private_data_only_after_opening_it_in_a_case(
    case, match, referee, office, person, client_for
):
    browser = client_for(referee)
    assert shown(browser, match) == []
    desk = browser.get(f"/referee/matches/{match.pk}/").content.decode()
    assert f"/referee/cases/{case.pk}/#private-data" in desk
    address = f"/referee/cases/{case.pk}/private-data/"
    assert browser.post(address, {"reason": " "}).status_code == 422
    assert shown(browser, match) == []
    assert browser.post(address, {"reason": "Was it planned?"}).status_code == 303
    assert shown(browser, match) == list(PLANTED)
    line = CaseLine.objects.get(event="viewed")
    assert (line.by, line.text) == (referee, "Was it planned?")
    assert list(match.judges.all()) == [referee]
    assert shown(client_for(office(person("Rolf"))), match) == []


def test_nobody_opens_private_data_who_may_not_rule(case, match, alice, bob, carol, office, noon):
    for player, code in ((carol, "not_a_referee"), (bob, "not_a_referee")):
        with pytest.raises(Refused, match=code):
            private_data.open_private_data(case.pk, player, "x", now=noon)
    office(bob)
    with pytest.raises(Refused, match="own_case"):
        private_data.open_private_data(case.pk, bob, "x", now=noon)
    assert not CaseLine.objects.filter(event="viewed").exists()


@pytest.mark.long
def test_private_data_closes_with_the_case_and_for_whoever_takes_the_seat(
    case, match, referee, carol, office, noon
):
    office(carol)
    private_data.open_private_data(case.pk, referee, "x", now=noon)
    private_data.open_private_data(case.pk, carol, "x", now=noon)
    assert desk.has_opened_private_data(carol, match.cases.get().match)
    Seat.objects.filter(match=match, number=0).update(player=carol)
    assert not desk.has_opened_private_data(carol, match.cases.get().match)
    rulings.preview_and_sign(RulingRequest("dismiss", case_id=case.pk, **WORDS), referee, now=noon)
    assert not desk.has_opened_private_data(referee, match.cases.get().match)
    with pytest.raises(Refused, match="case_decided"):
        private_data.open_private_data(case.pk, referee, "x", now=noon)


@pytest.mark.long
def test_the_players_are_told_when_the_match_is_over_and_not_before(
    case, match, alice, bob, referee, client_for, noon
):
    private_data.open_private_data(case.pk, referee, "Was it planned?", now=noon)
    for player in (alice, bob):
        assert told(player) == []
        lines = case_queries.lines_of(Case.objects.get(), player, with_notes=False)
        assert "viewed" not in {line.event for line in lines}
        assert "private data" not in client_for(player).get(f"/cases/{case.pk}/").content.decode()
    resign_match(match.pk, alice, now=noon + DAY)
    for player in (alice, bob):
        email = render(told(player)[0], noon + DAY)
        body = re.sub(r"\s+", " ", str(email.body))
        assert "Was it planned?" in body
        assert "Rita" in body
        assert str(match.pk) in email.subject
    page = client_for(alice).get(f"/cases/{case.pk}/").content.decode()
    assert "Rita viewed private data of the match" in page
    again = private_data.open_private_data(case.pk, referee, "Once more.", now=noon + 2 * DAY)
    assert again.text == "Was it planned?"  # it is still open
    assert [len(told(player)) for player in (alice, bob)] == [1, 1]


def test_who_may_not_read_the_case_is_told_without_its_words(
    match, alice, bob, referee, client_for, noon
):
    discreet = cases.open_case(
        alice, kind="multi_account", text="Twins!", match_id=match.pk, about_id=bob.pk, now=noon
    )
    private_data.open_private_data(discreet.pk, referee, "Are they twins?", now=noon)
    resign_match(match.pk, alice, now=noon)
    assert "Are they twins?" in str(render(told(alice)[0], noon).body)
    email = render(told(bob)[0], noon)
    said = str(email.body) + str(email.alternatives) + email.subject
    for word in ("twins", "Twins", f"/cases/{discreet.pk}/", "several accounts"):
        assert word not in said
    assert f"/matches/{match.pk}/" in said


def test_partners_talk_is_marked_in_e_mails_that_name_only_who_wrote(person, start, noon, settings):
    people = [person(name) for name in ("Ada", "Ben", "Cleo", "Dirk")]
    match = start(*people, ruleset="mensch.team", rated=False)
    ada, ben, cleo, _dirk = people
    send_chat_message(match.pk, ada, "For partners.", now=noon, to_partner=True)
    mails = {each.player: each for each in Message.objects.filter(kind="chat_digest")}
    assert set(mails) == {cleo}
    email = render(mails[cleo], noon)
    assert email.subject.endswith("Ada wrote to you as a partner")
    assert "partners only" in str(email.body)
    assert "Ben" not in email.subject.rpartition(", ")[2]
    send_chat_message(match.pk, ben, "For all.", now=noon)
    last = Message.objects.filter(kind="chat_digest", player=cleo).latest("pk")
    email = render(last, noon)
    assert "Ada and Ben wrote to you" in email.subject
    assert re.search(r"Ada \([^)]*partners only\): For partners", str(email.body))
    assert re.search(r"Ben \([^)]*[0-9] [A-Z]+\): For all", str(email.body))
    shown = {
        private: [line.text for line in desk.chat_of(match, private=private)]
        for private in (False, True)
    }
    assert shown == {False: ["For all."], True: ["For partners.", "For all."]}


def test_talk_changes_the_version_for_those_alone_who_may_read_it(person, start, noon):
    people = [person(name) for name in ("Ada", "Ben", "Cleo", "Dirk")]
    match = start(*people, ruleset="mensch.team", rated=False)
    ada, ben, cleo, dirk = people

    def versions():
        return [match_queries.version_of(each, match.pk) for each in (ada, ben, cleo, dirk, None)]

    seen = [versions()]
    send_chat_message(match.pk, ada, "For partners.", now=noon, to_partner=True)
    seen.append(versions())
    send_chat_message(match.pk, ben, "For all.", now=noon)
    seen.append(versions())
    changed = [[a != b for a, b in zip(*two, strict=True)] for two in pairwise(seen)]
    assert changed == [[True, False, True, False, False], [True, True, True, True, False]]


def test_shown_numbers_are_no_row_numbers_and_lead_back_to_their_rows():
    numbers = [public_ids.public_id(pk, "order") for pk in range(1, 200)]
    assert len(set(numbers)) == len(numbers)
    assert all(2**40 <= number < 2**41 for number in numbers)
    gaps = {second - first for first, second in pairwise(numbers)}
    assert len(gaps) > 190
    assert [public_ids.row_id(number, "order") for number in numbers] == list(range(1, 200))
    assert [public_ids.row_id(own, "order") for own in (7, 2**41, -1)] == [0, 0, 0]
