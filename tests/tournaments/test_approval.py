"""Organisers accept or decline whoever asks to enter: on the page, by e-mail, through the API."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from notifications.addresses import About, Matter, reply_address
from notifications.models import Message
from tests.api.conftest import api, guest
from tests.emails import render
from tests.inbound.conftest import newest, receive, written
from tests.markup import text_of
from tests.sampling import sampled
from tests.tournaments.test_revisions import refused
from tournaments.models import CoOrganiser, Entrant, EntryRequest, EventInvitation, Revision
from tournaments.services.admission import keys, request_links, requests
from tournaments.services.entries import persons
from tournaments.services.revisions import invitations, late, removing
from tournaments.services.seasons import announcing, running

__all__ = ["api", "guest", "receive"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def noon():
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


@pytest.fixture
def cup(hold, noon):
    return hold([], access="approval", starts_at=noon + 3 * DAY, least=2)


def email_to(player, now):
    return render(Message.objects.filter(player=player).latest("pk"), now)


def test_a_player_asks_and_the_organiser_accepts_by_the_link(
    cup, alice, hana, organiser, client_for, noon
):
    page, browser = cup.get_absolute_url(), client_for(alice)
    assert "Ask to enter" in text_of(browser.get(page))
    assert browser.post(f"{page}enter/").status_code == 303
    assert not Entrant.objects.exists()
    assert "You have asked to enter." in text_of(browser.get(page))
    assert "You have asked to enter." in text_of(browser.post(f"{page}enter/"))
    asked = EntryRequest.objects.get()
    for who in (organiser, hana):
        email = email_to(who, noon)
        assert "Spring cup: Alice would like to enter" in email.subject
        assert "/tournaments/requests/" in email.body
    link, visitor = request_links.path_of(asked, hana), client_for()
    shown = visitor.get(link)
    assert "You are answering as Hana." in text_of(shown)
    assert EntryRequest.objects.get().answered_at is None
    done = visitor.post(link, {"action": "accept"})
    assert "Alice has been accepted." in text_of(done)
    assert Entrant.objects.get().player == alice
    assert "your entry was accepted" in email_to(alice, noon).subject
    assert "Alice was accepted by the organiser." in text_of(client_for().get(page))
    again = visitor.post(request_links.path_of(asked, organiser), {"action": "decline"})
    assert "already been answered" in text_of(again)
    CoOrganiser.objects.all().delete()
    assert visitor.get(link).status_code == 404
    assert visitor.get(link[:-4] + "xyz/").status_code == 404


@pytest.fixture
def hana(cup, person, noon):
    """Return a co-organiser."""
    hana = person("Hana")
    CoOrganiser.objects.create(tournament=cup, player=hana, since=noon)
    return hana


def test_whoever_accepts_twice_is_told_the_same_by_page_link_and_api(
    cup, people, organiser, hana, client_for, api, noon
):
    players = people(3)
    for player in players:
        requests.enter_or_request(cup.pk, player, now=noon)
    by_page, by_link, by_api = EntryRequest.objects.order_by("player__name")
    accept, decline = {"action": "accept"}, {"action": "decline", "reason": "Late."}
    mine, other = client_for(organiser), client_for(hana)
    page = f"{cup.get_absolute_url()}requests/{by_page.pk}/"
    link, others_link = (request_links.path_of(by_link, each) for each in (organiser, hana))
    api_answer = f"tournaments/{cup.pk}/requests/answer/"
    asked = {"request": by_api.pk, "accept": True}
    for _time in range(2):
        done = mine.post(page, accept, follow=True)
        assert done.redirect_chain[0][1] == 303
        assert f"{by_page.player.name} has been accepted." in text_of(done)
        told = client_for().post(link, accept)
        assert (told.status_code, told.context["error"]) == (200, "")
        assert f"{by_link.player.name} has been accepted." in text_of(told)
        assert api(organiser).post(api_answer, asked).status == 200
    assert {each.player for each in Entrant.objects.all()} == {*players}
    assert Revision.objects.filter(act=Revision.Act.ACCEPTED).count() == 3
    assert Message.objects.filter(key__contains="accepted").count() == 3
    for answer in (
        mine.post(page, decline),
        client_for().post(link, decline),
        other.post(page, accept),
        client_for().post(others_link, accept),
    ):
        assert answer.status_code == 422
        assert "This request has already been answered." in text_of(answer)
    declined = {**asked, "accept": False, "reason": "Late."}
    assert api(organiser).post(api_answer, declined).brief == (409, "request_answered")
    assert api(hana).post(api_answer, asked).brief == (409, "request_answered")
    persons.withdraw(cup.pk, by_api.player, now=noon)
    assert api(organiser).post(api_answer, asked).status == 409


def test_an_organiser_declines_with_a_reason_and_may_think_better_of_it(
    cup, alice, bob, organiser, client_for, noon
):
    requests.enter_or_request(cup.pk, alice, now=noon)
    number = EntryRequest.objects.get().pk
    browser, base = client_for(organiser), cup.get_absolute_url()
    address = f"{base}requests/{number}/"
    assert "1 player would like to enter" in text_of(browser.get(base))
    assert address in browser.get(f"{base}people/").text
    bare = browser.post(address, {"action": "decline", "reason": " "})
    assert bare.status_code == 422
    assert "Give a reason." in text_of(bare)
    said = {"action": "decline", "reason": "Members only."}
    assert browser.post(address, said).status_code == 303
    email = email_to(alice, noon)
    assert "your entry was declined" in email.subject
    assert "Reason: Members only." in email.body
    player = client_for(alice)
    assert "Reason: Members only." in text_of(player.get(base))
    assert "Members only." not in client_for(bob).get(base).text
    assert player.post(f"{base}enter/").status_code == 409
    assert browser.post(address, {"action": "accept"}).status_code == 303
    assert Entrant.objects.get().player == alice
    for who, status in ((alice, 403), (bob, 403), (None, 302)):
        assert client_for(who).get(address).status_code == status
        assert client_for(who).post(address, {"action": "accept"}).status_code == status


@pytest.mark.long
def test_the_api_asks_answers_and_takes_back(cup, alice, bob, guest, organiser, api, noon):
    one = f"tournaments/{cup.pk}/"
    assert api(guest).post(one + "enter/").brief == (403, "guests_do_not_enter")
    told = api(alice).post(one + "enter/").json
    assert (told["entry"], told["access"]) == (None, "approval")
    assert told["requests"][0]["declined"] is False
    assert api(bob).get(one).json["requests"] == []
    assert api(alice).post(one + "enter/").brief == (409, "entry_awaits")
    assert api(alice).post(one + "withdraw/").json["requests"] == []
    assert api(alice).post(one + "withdraw/").brief == (409, "not_entered")
    api(alice).post(one + "enter/")
    number = api(organiser).get(one).json["requests"][0]["id"]
    answer = {"request": number, "accept": False}
    assert api().post(one + "requests/answer/", answer).brief == (401, "not_authenticated")
    for who in (alice, bob):
        refusal = api(who).post(one + "requests/answer/", answer)
        assert refusal.brief == (403, "not_your_tournament")
    mine = api(organiser)
    assert mine.post(one + "requests/answer/", answer).brief == (422, "no_reason")
    reason = {**answer, "reason": "Full of beginners."}
    assert mine.post(one + "requests/answer/", reason).json["requests"][0]["declined"]
    declined = api(alice).post(one + "enter/")
    assert declined.brief == (409, "entry_declined")
    assert declined.json["reason"] == "Full of beginners."
    assert mine.post(one + "requests/answer/", reason).brief == (409, "request_answered")
    unknown = {"request": number + 1, "accept": True}
    assert mine.post(one + "requests/answer/", unknown).brief == (404, "no_such_request")
    accepted = mine.post(one + "requests/answer/", {"request": number, "accept": True}).json
    assert accepted["entrants"][0]["player"]["name"] == "Alice"


def test_an_e_mail_asks_and_takes_back(cup, alice, receive):
    address = reply_address(Matter(About.TOURNAMENT, alice.pk, cup.pk))
    receive(written("enter\n", address, "alice@example.org"))
    assert "The organiser has been asked." in newest(alice, "answer").body
    assert EntryRequest.objects.pending().count() == 1
    receive(written("withdraw\n", address, "alice@example.org"))
    assert not EntryRequest.objects.exists()


@pytest.mark.long
def test_an_invited_player_needs_no_approval_and_may_answer_by_e_mail(
    cup, alice, bob, organiser, noon, receive
):
    for player in (alice, bob):
        invitations.invite(cup.pk, organiser, player.name, invitations.ENTER, now=noon)
    requests.enter_or_request(cup.pk, bob, now=noon)
    address = reply_address(Matter(About.TOURNAMENT, alice.pk, cup.pk))
    for _time in range(2):  # whoever accepts twice is told the same
        receive(written("accept\n", address, "alice@example.org"))
        assert "You have entered" in newest(alice, "answer").body
    assert {each.player for each in Entrant.objects.all()} == {alice, bob}
    assert not EventInvitation.objects.filter(accepted_at=None).exists()


def test_who_has_not_been_answered_hears_that_it_has_started_or_is_cancelled(
    cup, people, organiser, hold, noon
):
    one, two, three, four = people(4)
    for player in (one, two, three):
        requests.enter_or_request(cup.pk, player, now=noon)
    for asked in EntryRequest.objects.exclude(player=three):
        requests.answer(cup.pk, organiser, asked.pk, accept=True, now=noon)
    for _step in range(3):
        running.advance_all(now=noon + 4 * DAY, make_seed=lambda: "cd" * 32)
    assert "has started without you" in email_to(three, noon).subject
    assert not EntryRequest.objects.pending().exists()
    other = hold([], name="Autumn cup", access="approval")
    requests.enter_or_request(other.pk, four, now=noon)
    announcing.cancel_tournament(other.pk, organiser, now=noon)
    assert "Autumn cup has been cancelled" in email_to(four, noon).subject


def test_nobody_slips_past_the_organiser(cup, alice, plan, noon):
    refused("approval_needed", persons.enter, cup.pk, alice, now=noon)
    params = refused("bad_plan", plan, format="team_match", boards=2, access="invited")
    assert (params["field"], params["reason"]) == ("access", "teams_are_public")


def test_an_entry_settles_the_request(cup, alice, bob, organiser, noon):
    """However they came in, nobody answers any more, and withdrawing takes the entry back."""
    link = keys.create_link(cup.pk, organiser, "k" * 32, now=noon)
    invitations.invite(cup.pk, organiser, bob.name, invitations.ENTER, now=noon)
    for player in (alice, bob):
        EntryRequest.objects.create(tournament=cup, player=player, at=noon)
    keys.enter_by_link(link.key, alice, now=noon)
    invitations.answer(cup.pk, bob, invitations.ENTER, accept=True, now=noon)
    assert not EntryRequest.objects.exists()
    EntryRequest.objects.create(tournament=cup, player=alice, at=noon)
    requests.withdraw(cup.pk, alice, now=noon)
    assert Entrant.objects.get(player=alice).status == "withdrawn"
    assert not EntryRequest.objects.exists()


@pytest.mark.long
def test_asking_in_turn_tells_the_organiser_once_a_day(cup, alice, organiser, client_for, noon):
    def told():
        return Message.objects.filter(player=organiser, key__contains="entry_asked").count()

    for minutes in range(3):
        requests.enter_or_request(cup.pk, alice, now=noon + timedelta(minutes=minutes))
        if not minutes:
            path = request_links.path_of(EntryRequest.objects.get(), organiser)
        if minutes < 2:
            requests.withdraw(cup.pk, alice, now=noon)
    assert told() == 1
    assert client_for().get(path).status_code == 200
    requests.withdraw(cup.pk, alice, now=noon)
    assert client_for().get(path).status_code == 404
    requests.enter_or_request(cup.pk, alice, now=noon + DAY)
    assert told() == 2


def test_a_link_does_not_let_in_who_was_declined(cup, alice, organiser, client_for, noon):
    requests.enter_or_request(cup.pk, alice, now=noon)
    number = EntryRequest.objects.get().pk
    requests.answer(cup.pk, organiser, number, accept=False, reason="Members only.", now=noon)
    link = keys.create_link(cup.pk, organiser, "k" * 32, now=noon)
    shown = client_for(alice).get(link.get_absolute_url())
    assert "Reason: Members only." in text_of(shown)
    refused("entry_declined", keys.enter_by_link, link.key, alice, now=noon)
    invitations.invite(cup.pk, organiser, alice.name, invitations.ENTER, now=noon)
    assert keys.enter_by_link(link.key, alice, now=noon).status == "entered"


@pytest.mark.parametrize("access", sampled(["approval", "public"], 1))
def test_who_was_removed_comes_back_only_through_the_organiser(
    hold, alice, organiser, client_for, noon, access
):
    cup = hold([], access=access, starts_at=noon + 3 * DAY)
    link = keys.create_link(cup.pk, organiser, "k" * 32, now=noon)
    pk = keys.enter_by_link(link.key, alice, now=noon).pk
    preview_token = removing.propose(cup.pk, organiser, pk, now=noon).preview_token
    removing.remove(cup.pk, organiser, pk, reason="Rude.", preview_token=preview_token, now=noon)
    refused("removed_before", keys.enter_by_link, link.key, alice, now=noon)
    refused("removed_before", requests.enter_or_request, cup.pk, alice, now=noon)
    page = cup.get_absolute_url()
    said = "An organiser has removed you from this tournament."
    for address in (page, link.get_absolute_url()):
        assert said in text_of(client_for(alice).get(address))
    assert client_for(alice).post(f"{page}enter/").status_code == 403
    preview_token = late.propose(cup.pk, organiser, pk).preview_token
    late.enter_again(cup.pk, organiser, pk, preview_token=preview_token, now=noon)
    persons.withdraw(cup.pk, alice, now=noon)
    assert keys.enter_by_link(link.key, alice, now=noon).status == "entered"
