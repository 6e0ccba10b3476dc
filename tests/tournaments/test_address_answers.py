"""Invitations of e-mail addresses, answered by link or reply, with and without an account."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import count

import pytest
from django.core import signing
from django.utils import timezone

from accounts.models import Player
from inbound.models import InboundMessage
from inbound.services import strangers
from notifications.models import Message
from tests.emails import render
from tests.inbound.conftest import newest, receive, written
from tests.markup import text_of
from tests.sampling import sampled
from tournaments.models import AddressInvitation, CoOrganiser, Entrant
from tournaments.services.admission import by_address, lists
from tournaments.services.revisions import invitations

__all__ = ["receive"]
pytestmark = pytest.mark.django_db
URS, ALICE = "urs@example.net", "alice@example.org"
keys = (f"key{number}" for number in count())


@pytest.fixture
def noon():
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


@pytest.fixture
def invite(organiser, noon):
    """Return what invites an address and gives the path of the link in its e-mail."""

    def ask(tournament, address):
        text = f"Name;E-mail\nUrs Muster;{address}"
        preview_token = lists.propose(tournament.pk, organiser, text, now=noon).preview_token
        lists.invite_all(
            tournament.pk,
            organiser,
            text,
            preview_token=preview_token,
            make_key=lambda: next(keys),
            now=noon,
        )
        return re.findall(r"/tournaments/invitations/address/[^\s]+", sent_to(address).body)[0]

    return ask


def sent_to(address):
    """Return the newest e-mail to an invited address."""
    found = Message.objects.filter(kind=by_address.EMAIL_KIND, address=address).order_by("-pk")
    return render(found[0], timezone.now())


def test_whoever_has_an_account_accepts_by_the_link_without_a_login(
    hold, invite, alice, organiser, client_for
):
    path = invite(hold([], access="invited"), ALICE)
    for client in (client_for(), client_for(organiser)):
        page = text_of(client.get(path))
        assert "Olga invites you to a tournament" in page
        assert "You are answering as Alice." in page
    assert not Entrant.objects.exists()
    assert "You have entered." in text_of(client_for().post(path, {"action": "accept"}))
    assert Entrant.objects.get().player == alice
    assert "You have entered." in text_of(client_for().get(path))
    again = client_for().post(path, {"action": "accept"})
    assert (again.status_code, Entrant.objects.count()) == (200, 1)
    assert "You have entered." in text_of(again)
    assert client_for().post(path, {"action": "decline"}).status_code == 409


def test_whoever_follows_the_link_is_here_and_reached_again(hold, invite, alice, noon, client_for):
    path = invite(hold([], access="invited"), ALICE)
    Player.objects.filter(pk=alice.pk).update(unreached_since=noon - timedelta(days=1))
    assert client_for().get(path).status_code == 200
    alice.refresh_from_db()
    assert alice.unreached_since is None
    assert alice.here_at is not None


def test_a_full_event_takes_them_to_the_waiting_list(hold, invite, alice, people, client_for):
    path = invite(hold(people(3), most=3), ALICE)
    said = text_of(client_for().post(path, {"action": "accept"}))
    assert "All places are taken. You are on the waiting list." in said


def test_declining_tells_the_organiser_once_and_lasts(hold, invite, organiser, client_for):
    path = invite(hold([]), URS)
    page = client_for().post(path, {"action": "decline"})
    assert "You have declined the invitation." in text_of(page)
    assert "This invitation is no longer valid." in text_of(client_for().get(path))
    assert client_for().post(path, {"action": "accept"}).status_code == 409
    assert "Urs Muster has declined" in newest(organiser, "tournament_news").subject
    assert client_for().post(path, {"action": "decline"}).status_code == 200
    assert Message.objects.filter(player=organiser, kind="tournament_news").count() == 1


def test_a_no_reaches_who_organises_by_then(hold, invite, organiser, alice, bob, client_for, noon):
    cup = hold([])
    path = invite(cup, URS)
    CoOrganiser.objects.create(tournament=cup, player=alice, since=noon)
    AddressInvitation.objects.update(by=bob)  # who helps no more
    client_for().post(path, {"action": "decline"})
    for reader in (organiser, alice):
        assert "Urs Muster has declined" in newest(reader, "tournament_news").subject
    assert not Message.objects.filter(player=bob).exists()


@pytest.mark.parametrize(
    ("terms", "said"),
    sampled(
        [
            ({"rating_from": 1800}, "you need a rating of at least 1800"),
            ({"finished_least": 3}, "you need 3 finished matches against others. You have 0."),
        ],
        1,
    ),
)
def test_conditions_are_said_before_and_after(hold, invite, alice, client_for, terms, said):
    path = invite(hold([], **terms), ALICE)
    for page in (client_for().get(path), client_for().post(path, {"action": "accept"})):
        assert said in text_of(page)
    assert not Entrant.objects.exists()


@pytest.mark.long
def test_whoever_is_invited_by_name_as_well_meets_no_conditions(
    hold, invite, alice, organiser, client_for, noon
):
    cup = hold([], rating_from=1800)
    path = invite(cup, ALICE)
    invitations.invite(cup.pk, organiser, "Alice", invitations.ENTER, now=noon)
    assert "You are answering as Alice." in text_of(client_for().get(path))
    assert "You have entered." in text_of(client_for().post(path, {"action": "accept"}))


def test_nobody_is_led_to_sign_up_for_what_takes_nobody(hold, invite, client_for, noon):
    cup = hold([])
    path = invite(cup, URS)
    assert "To accept, sign up" in text_of(client_for().get(path))
    cup.entries_closed = True
    cup.save()
    page = text_of(client_for().get(path))
    assert "Entries are closed." in page
    assert "To accept, sign up" not in page
    cup.entries_closed = False
    cup.save()
    link = AddressInvitation.objects.get().link
    link.until = noon - timedelta(days=1)
    link.save()
    for page in (client_for().get(path), client_for().post(path, {"action": "accept"})):
        assert "This link has expired." in text_of(page)


def test_a_link_that_is_none_has_a_page_in_words(db, client_for):
    forged = signing.dumps(["x"], salt=by_address.SALT)
    for token in ("x", "a:b:c", "." * 300, forged, signing.dumps([1], salt="other")):
        page = client_for().get(f"/tournaments/invitations/address/{token}/")
        assert page.status_code == 404
        assert "Log in to see what is still open." in text_of(page)


@pytest.mark.long
def test_somebody_new_signs_up_and_comes_back_to_the_entry(hold, invite, client_for):
    path = invite(hold([], access="invited"), URS)
    client = client_for()
    sign_up = re.findall(r'href="(/account/signup/[^"]+)"', client.get(path).text)[-1]
    refused = client.post(path, {"action": "accept"})
    assert "There is no account with your e-mail address yet." in text_of(refused)
    assert f'value="{path}"' in client.get(sign_up).text  # the form carries it on
    form = {"email": URS, "password1": "horse battery 9", "name": "Urs", "next": path}
    made = client.post("/account/signup/", form | {"language": "en", "time_zone": "Europe/Zurich"})
    assert made.status_code == 302
    assert "has not been confirmed yet" in text_of(client_for().get(path))
    mail = Message.objects.filter(kind="security", address=URS).latest("pk")
    confirm = re.findall(r"/account/confirm-email/[^\s]+", str(render(mail, timezone.now()).body))[
        0
    ]
    assert path in client.post(confirm, follow=True).text  # by the first steps
    done = client.post("/welcome/", {"later": "1", "next": path}, follow=True)
    assert "You are answering as Urs." in text_of(done)
    client.post(path, {"action": "accept"})
    assert Entrant.objects.get().player.name == "Urs"


def test_the_pages_ask_those_whose_address_was_invited(hold, invite, alice, client_for):
    cup = hold([])
    path = invite(cup, ALICE)
    prefix = path.rsplit(":", 2)[0]  # each link is signed at its own moment
    for page in ("/tournaments/", cup.get_absolute_url()):
        assert prefix in client_for(alice).get(page).text
    client_for().post(path, {"action": "accept"})
    assert prefix not in client_for(alice).get("/tournaments/").text


def test_an_account_under_another_address_may_use_the_link(hold, invite, bob, client_for):
    path = invite(hold([]), URS)
    assert "Bob" in text_of(client_for(bob).get(path))
    assert client_for(bob).post(path, {"action": "accept"}).status_code == 200
    assert Entrant.objects.get().player == bob


def test_a_barred_account_does_not_answer(hold, invite, alice, client_for):
    path = invite(hold([]), ALICE)
    alice.user.is_active = False
    alice.user.save()
    page = text_of(client_for().post(path, {"action": "accept"}))
    assert "Log in to see what is still open." in page
    assert not Entrant.objects.exists()


@pytest.mark.parametrize("word", sampled(["accept", "annehmen", "enter"], 1))
def test_a_reply_accepts_for_whoever_has_an_account(hold, invite, alice, receive, word):
    cup = hold([], access="approval")
    invite(cup, ALICE)
    to = sent_to(ALICE).reply_to[0]
    for _time in range(2):  # whoever accepts twice is told the same
        assert receive(written(f"{word}\n", to, ALICE))["outcome"] == "done"
        assert f"You have entered “{cup.title}”." in newest(alice, "answer").body
    assert Entrant.objects.get().player == alice
    assert receive(written("withdraw\n", to, ALICE))["outcome"] == "done"
    assert Entrant.objects.get().status == "withdrawn"


def test_a_reply_from_elsewhere_waits_or_is_left_alone(hold, invite, alice, receive):
    invite(hold([]), ALICE)
    held = receive(written("accept\n", sent_to(ALICE).reply_to[0], URS))
    assert held["outcome"] == "held"
    invite(hold([]), URS)
    before = Message.objects.count()
    ignored = receive(written("decline\n", sent_to(URS).reply_to[0], "mallory@example.org"))
    assert (ignored["outcome"], ignored["code"]) == ("ignored", "no_such_player")
    assert Message.objects.count() == before
    assert not AddressInvitation.objects.exclude(declined_at=None).exists()


def test_people_without_an_account_are_answered_and_nothing_of_theirs_is_kept(
    hold, invite, organiser, receive
):
    path = invite(hold([]), URS)
    to = sent_to(URS).reply_to[0]
    report = receive(written("accept\n", to, URS))
    assert (report["outcome"], report["code"]) == ("refused", "account_needed")
    answer = sent_to(URS)
    assert "There is no account with your e-mail address yet." in answer.body
    assert path.rsplit(":", 2)[0] in answer.body
    assert receive(written("resign\n", to, URS))["code"] == "not_asked_here"
    assert receive(written("decline the challenge\n", to, URS))["code"] == "not_asked_here"
    assert "only reply “accept”, “decline” or “stop”" in sent_to(URS).body
    assert receive(written("decline\n", to, URS))["outcome"] == "done"
    assert "You have declined the invitation." in sent_to(URS).subject
    assert "Urs Muster has declined" in newest(organiser, "tournament_news").subject
    assert not InboundMessage.objects.filter(sender=URS).exists()
    last = [receive(written("accept\n", to, URS)) for _again in range(3)][-1]
    assert (last["outcome"], last["code"]) == ("ignored", "paused")


@pytest.mark.long
def test_a_program_that_answers_every_answer_is_not_answered_for_ever(
    hold, invite, receive, monkeypatch
):
    invite(hold([]), URS)
    to = sent_to(URS).reply_to[0]
    monkeypatch.setattr(strangers, "MAX_TOTAL_ANSWERS", 2)
    codes = []
    for _hour in range(3):
        codes.append(receive(written("I have a new job\n", to, URS))["code"])
        InboundMessage.objects.update(settled_at=timezone.now() - timedelta(days=1))
    assert codes[2] == "paused" != codes[1]
    assert Message.objects.filter(address=URS).count() == 3  # the invitation and two answers


@pytest.mark.parametrize("word", sampled(["decline", "stop"], 1))
def test_a_header_that_people_have_too_keeps_nobody_from_declining(hold, invite, receive, word):
    invite(hold([]), URS)
    to, headers = sent_to(URS).reply_to[0], {"X_Auto_Response_Suppress": "All"}
    away = receive(written("I am out of the office until 3 January.\n", to, URS, **headers))
    assert (away["code"], away["answer"]) == ("auto_reply", None)
    elsewhere = receive(written(f"{word}\n", to, "mallory@example.org", **headers))
    assert elsewhere["outcome"] == "ignored"
    assert receive(written(f"{word}\n", to, URS, **headers))["outcome"] == "done"


def test_a_reply_of_stop_ends_all_such_invitations(hold, invite, alice, receive):
    for address in (URS, ALICE):
        invite(hold([]), address)
        assert receive(written("stop\n", sent_to(address).reply_to[0], address))["code"] is None
        mine = AddressInvitation.objects.filter(digest=by_address.digest_of(address))
        assert mine.get().refused_at is not None


def test_status_lists_what_one_is_asked(hold, invite, alice, organiser, receive, noon):
    cup, other = hold([]), hold([])
    invite(cup, ALICE)
    invitations.invite(other.pk, organiser, "Alice", invitations.ENTER, now=noon)
    to = newest(alice, "tournament_news").reply_to[0]
    receive(written("status\n", to, ALICE))
    body = newest(alice, "answer").body
    assert f"Olga invites you to a tournament: {cup.title}" in body
    assert f"{other.title}: would you like to play?" in body
