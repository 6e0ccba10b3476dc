"""Lists with e-mail addresses: all or nothing, a link of one's own, few enough, and no more."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.services.errors import Refused
from notifications.models import Message
from notifications.services import bounces, retention
from tests.api.conftest import api
from tests.emails import render
from tournaments import entry_queries
from tournaments.models import AddressInvitation, EntryLink
from tournaments.services.admission import by_address, keys, lists
from tournaments.services.seasons import announcing, running

__all__ = ["api"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
LIST = "Name;E-mail\nPlayer01;\nUrs Muster;urs@example.net\n;vera@example.net"


@pytest.fixture
def noon() -> Any:
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


@pytest.fixture
def cup(hold: Any, people: Any) -> Any:
    people(1)
    return hold([])


def invite(cup: Any, organiser: Any, text: str, now: Any) -> lists.InviteList:
    preview_token = lists.propose(cup.pk, organiser, text, now=now).preview_token
    numbers = count(EntryLink.objects.count())
    return lists.invite_all(
        cup.pk,
        organiser,
        text,
        preview_token=preview_token,
        make_key=lambda: f"key{next(numbers)}",
        now=now,
    )


def errors(cup: Any, organiser: Any, text: str, now: Any) -> list[str]:
    return [each.error for each in lists.propose(cup.pk, organiser, text, now=now).lines]


def written() -> list[str]:
    found = Message.objects.filter(kind="event_by_address").order_by("pk")
    return list(found.values_list("address", flat=True))


def test_everybody_with_an_address_gets_a_link_for_one(cup, organiser, alice, bob, noon):
    done = invite(cup, organiser, LIST, noon)
    assert [(each.number, each.name, each.address) for each in done.invited] == [
        (2, "Player01", ""),
        (3, "Urs Muster", "urs@example.net"),
        (4, "vera@example.net", "vera@example.net"),
    ]
    assert written() == ["urs@example.net", "vera@example.net"]
    made = AddressInvitation.objects.order_by("pk")[0]
    assert (made.link.most, made.link.note) == (1, "Urs Muster")
    assert "urs" not in made.digest
    assert list(entry_queries.links_of(cup)) == []
    email = render(Message.objects.filter(kind="event_by_address").order_by("pk")[0], noon)
    assert "/tournaments/invitations/address/" in str(email.body)
    assert "no-invitations" in str(email.body)
    keys.enter_by_link(made.link.key, alice, now=noon)
    with pytest.raises(Refused, match="link_used_up"):
        keys.enter_by_link(made.link.key, bob, now=noon)


def test_one_faulty_line_holds_all_back(cup, organiser, noon):
    text = f"{LIST}\nZoe;zoe@nowhere\nUrs again;URS@example.net"
    assert [bool(each) for each in errors(cup, organiser, text, noon)] == [0, 0, 0, 1, 1]
    with pytest.raises(Refused, match="list_has_errors"):
        invite(cup, organiser, text, noon)


def test_the_page_names_the_faults_and_writes_nothing(cup, organiser, noon):
    browser, address = Client(), f"/tournaments/{cup.pk}/people/list/"
    browser.force_login(organiser.user)
    seen = browser.post(address, {"text": LIST + "\nZoe;zoe@nowhere"}).content.decode()
    assert "“zoe@nowhere” is not an e-mail address." in seen
    assert "Nobody is invited until every line is correct." in seen
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', seen)[0]
    sent = {"text": LIST + "\nZoe;zoe@nowhere", "preview_token": preview_token}
    assert browser.post(address, sent).status_code == 409
    assert written() == []
    seen = browser.post(address, {"text": LIST}).content.decode()
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', seen)[0]
    assert browser.post(address, {"text": LIST, "preview_token": preview_token}).status_code == 303
    assert len(written()) == 2


def test_whoever_wants_no_more_gets_none_from_nobody(cup, hold, organiser, alice, noon):
    invite(cup, organiser, LIST, noon)
    made = AddressInvitation.objects.order_by("pk")[0]
    address = f"/tournaments/no-invitations/{by_address.token_of(made)}/"
    assert Client().get(address).status_code == 200
    assert AddressInvitation.objects.filter(refused_at__isnull=False).count() == 0
    assert Client().post(address).status_code == 200
    assert Client().get("/tournaments/no-invitations/none/").status_code == 404
    with pytest.raises(Refused, match="no_such_link"):
        keys.enter_by_link(made.link.key, alice, now=noon)
    other = hold([])
    (error,) = errors(other, organiser, "Urs;urs@example.net", noon)
    assert error == "urs@example.net does not accept invitations."


def test_whoever_calls_an_invitation_spam_gets_no_more(cup, hold, organiser, noon):
    invite(cup, organiser, LIST, noon)
    bounces.record_complaint(Message.objects.get(address="urs@example.net"), noon)
    found = errors(hold([]), organiser, "urs@example.net\nvera@example.net", noon)
    assert found == ["urs@example.net does not accept invitations.", ""]


def test_there_are_few_enough_a_day_and_to_one_address(cup, hold, organiser, noon, monkeypatch):
    assert (by_address.MAX_PER_DAY, by_address.MAX_PER_EVENT, by_address.MAX_PER_ADDRESS) == (
        50,
        200,
        3,
    )
    for number in range(3):
        invite(hold([]), organiser, "urs@example.net", noon + timedelta(days=number + 1))
    later = noon + timedelta(days=5)
    assert "more than three times" in errors(cup, organiser, "urs@example.net", later)[0]
    assert errors(cup, organiser, "urs@example.net", noon + timedelta(days=40)) == [""]
    monkeypatch.setattr(by_address, "MAX_PER_DAY", 1)
    two = errors(cup, organiser, "a@example.net\nb@example.net", later)
    assert [bool(each) for each in two] == [False, True]


def test_programs_invite_in_the_same_way(api, cup, organiser, alice):
    path = f"/api/v1/tournaments/{cup.pk}/invite/list/"
    assert api(alice).post(path, {"text": LIST}).status == 403
    seen = api(organiser).post(path, {"text": LIST}).json
    assert (
        api(organiser)
        .post(path, {"text": LIST, "preview_token": seen["preview_token"]})
        .json["made"]
    )
    assert len(written()) == 2


def test_an_address_that_no_email_could_keep_is_a_fault(cup, organiser, noon):
    address = "a@" + ".".join(["b" * 60] * 4) + ".example.net"
    assert 254 < len(address) < 320
    (error,) = errors(cup, organiser, f"Urs;{address}", noon)
    assert error.endswith("is not an e-mail address.")


def test_nobody_is_invited_by_address_to_what_takes_nobody(plan, hold, people, organiser, noon):
    draft = announcing.draft_tournament(organiser, plan(), seed="ab" * 32, now=noon)
    (error,) = errors(draft, organiser, "Urs;urs@example.net", noon)
    assert error
    running_one = hold(people(4))
    running.advance(running_one.pk, now=noon + timedelta(days=1), make_seed=lambda: "cd" * 32)
    (error,) = errors(running_one, organiser, "Urs;urs@example.net", noon + timedelta(days=1))
    assert error


def test_nobody_is_invited_by_address_while_entries_are_closed(cup, organiser, noon, api):
    cup.entries_closed = True
    cup.save()
    said = errors(cup, organiser, LIST, noon)
    assert said[0] == "", "by name they may enter all the same"
    assert all("Entries are closed" in each for each in said[1:])
    page = api(organiser).post(f"tournaments/{cup.pk}/invite/list/", {"text": LIST}).json
    assert [each["error"] for each in page["lines"]] == said
    with pytest.raises(Refused, match="list_has_errors"):
        invite(cup, organiser, LIST, noon)
    assert written() == []


@pytest.mark.parametrize("more", [{}, {"failure_reason": "server"}])
def test_an_address_is_forgotten_although_its_email_failed(cup, organiser, noon, more):
    invite(cup, organiser, LIST, noon)
    Message.objects.filter(kind="event_by_address").update(state="failed", **more)
    assert retention.delete_old_emails(noon + retention.RETENTION - timedelta(days=1)) == 0
    assert retention.delete_old_emails(noon + retention.RETENTION + timedelta(days=1)) == 2
    assert written() == []


def test_an_invitation_called_spam_was_the_last_one(cup, hold, organiser, noon):
    invite(cup, organiser, "urs@example.net", noon)
    bounces.record_complaint(Message.objects.get(kind=by_address.EMAIL_KIND), noon)
    (error,) = errors(hold([]), organiser, "Urs;URS@example.net", noon)
    assert error == "URS@example.net does not accept invitations."
