"""Co-organisers and handing over: asked, answered by link, allowed, removed, noted, told."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import transaction

from games.services.errors import Refused
from notifications.models import Message
from tests.api.conftest import api
from tests.emails import render
from tests.markup import text_of
from tests.sampling import at_length
from tests.tournaments.test_revisions import refused
from tournaments import panel_queries, queries, staff_queries
from tournaments.models import CoOrganiser, EventInvitation, Revision
from tournaments.referees.services import panel
from tournaments.services.entries import bot_entries
from tournaments.services.revisions import (
    cancelling,
    invitations,
    late,
    links,
    removing,
    revising,
    staff,
)
from tournaments.services.rounds import ladders
from tournaments.services.seasons import announcing, stages, starting

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
HELP, TAKE_OVER = "help", "take_over"


def co_organise(tournament, by, player, now, kind=HELP):
    """Ask and accept."""
    invitations.invite(tournament.pk, by, player.name, kind, now=now)
    invitations.answer(tournament.pk, player, kind, accept=True, now=now)
    tournament.refresh_from_db()


def end_help(tournament, by, player, now):
    """Remove a co-organiser, as seen."""
    preview_token = staff.propose_removal(tournament.pk, by, player.pk).preview_token
    return staff.remove(tournament.pk, by, player.pk, preview_token=preview_token, now=now)


def told(tournament, player):
    found = Message.objects.filter(thread=tournament.thread, player=player).order_by("pk")
    return [each.context["headline"] for each in found]


def test_a_person_is_asked_by_e_mail_and_accepts_by_its_link_without_a_login(
    hold, people, organiser, client_for, noon
):
    *players, helper = people(4)
    tournament = hold(players)
    browser = client_for(organiser)
    address = f"/tournaments/{tournament.pk}/organisers/"
    assert address in browser.get(tournament.get_absolute_url()).text
    wrong = browser.post(address, {"act": HELP, "name": "Nobody Here"})
    assert wrong.status_code == 422
    assert "no player called" in wrong.text
    assert 'value="Nobody Here"' in wrong.text
    assert browser.post(address, {"act": HELP, "name": helper.name}).status_code == 303
    email = render(Message.objects.get(player=helper, thread=tournament.thread), noon)
    assert "Olga would like you to be a co-organiser." in email.body
    path = re.findall(r"/tournaments/invitations/[^\s]+", str(email.body))[0]
    page = client_for().get(path)
    assert "will you help organise?" in text_of(page)
    assert not CoOrganiser.objects.exists()
    prefix = path.rsplit(":", 2)[0]  # each link is signed at its own moment
    assert prefix in client_for(helper).get(tournament.get_absolute_url()).text
    assert prefix in client_for(helper).get("/tournaments/").text
    assert "invited, not accepted yet" in text_of(browser.get(address))
    assert "You have accepted." in text_of(client_for().post(path, {"action": "accept"}))
    assert CoOrganiser.objects.get().player == helper
    for again in (client_for().get(path), client_for().post(path, {"action": "accept"})):
        assert again.status_code == 200
        assert "You have accepted." in text_of(again)
    assert client_for().post(path, {"action": "decline"}).status_code == 409
    seen = text_of(client_for().get(tournament.get_absolute_url()))
    assert f"{helper.name} has become a co-organiser." in seen
    assert "Co-organisers" in seen
    assert ["has accepted" in each for each in told(tournament, organiser)].count(True) == 1
    for token in ("x", "a:b:c", "." * 300):
        assert client_for().get(f"/tournaments/invitations/{token}/").status_code == 404


def test_declining_is_told_and_nobody_is_asked_twice(hold, people, organiser, client_for, noon):
    helper = people(1)[0]
    tournament = hold([])
    asked = invitations.invite(tournament.pk, organiser, helper.name, HELP, now=noon)
    path = links.path_of(asked)
    assert "declined" in text_of(client_for().post(path, {"action": "decline"}))
    assert "no longer open" in text_of(client_for().get(path))
    assert client_for().post(path, {"action": "accept"}).status_code == 409
    assert "has declined" in told(tournament, organiser)[-1]
    refused(
        "declined_before",
        invitations.invite,
        tournament.pk,
        organiser,
        helper.name,
        HELP,
        now=noon,
    )
    assert len(told(tournament, helper)) == 1


ACTS = {
    "remove": lambda t, who, now: removing.propose(t.pk, who, t.entrants.first().pk, now=now),
    "enter again": lambda t, who, now: late.propose(t.pk, who, 0),
    "revise": lambda t, who, now: revising.propose(t.pk, who, {"text": "New."}, now=now),
    "cancel a round": lambda t, who, now: cancelling.propose(t.pk, who, 1, now=now),
    "start": lambda t, who, now: starting.start_now(t.pk, who, now=now, make_seed=lambda: "c" * 64),
    "call off": lambda t, who, now: announcing.cancel_tournament(t.pk, who, now=now),
    "invite": lambda t, who, now: invitations.invite(t.pk, who, "Player09", HELP, now=now),
    "enter a bot": lambda t, who, now: bot_entries.enter_bot(t.pk, who, "No Bot", now=now),
    "appoint": lambda t, who, now: panel.appoint(t.pk, "Player09", by=who, now=now),
    "end": lambda t, who, now: ladders.end_ladder(t.pk, who, now=now),
}


def outcome(act, tournament, who, now):
    """Return how an act ends for somebody; nothing of it stays."""
    with transaction.atomic():
        try:
            act(tournament, who, now)
            result = "done"
        except Refused as refusal:
            result = refusal.code
        transaction.set_rollback(True)
    return result


def test_co_organisers_may_what_the_main_one_may_and_others_may_not(hold, people, organiser, noon):
    everybody = people(9)
    tournament, helper = hold(everybody[:4]), everybody[5]
    co_organise(tournament, organiser, helper, noon)
    for name, act in ACTS.items():
        own = outcome(act, tournament, organiser, noon)
        assert outcome(act, tournament, helper, noon) == own != "not_your_tournament", name
        for other in (everybody[0], everybody[6]):
            assert outcome(act, tournament, other, noon) == "not_your_tournament", name


def test_only_the_main_organiser_hands_over_and_stays_as_a_helper(
    hold, people, organiser, client_for, noon
):
    helper, other, *players = people(5)
    tournament = hold(players)
    co_organise(tournament, organiser, helper, noon)
    for who, code in ((helper, "not_main_organiser"), (players[0], "not_your_tournament")):
        refused(code, invitations.invite, tournament.pk, who, other.name, TAKE_OVER, now=noon)
    assert "Hand the tournament over" not in text_of(
        client_for(helper).get(f"/tournaments/{tournament.pk}/organisers/")
    )
    refused("no_co_organiser", staff.propose_removal, tournament.pk, helper, organiser.pk)
    invitations.invite(tournament.pk, organiser, other.name, TAKE_OVER, now=noon)
    invitations.invite(tournament.pk, organiser, helper.name, TAKE_OVER, now=noon)
    refused(
        "not_invited", invitations.answer, tournament.pk, other, TAKE_OVER, accept=True, now=noon
    )  # asking somebody else ends the first question
    invitations.answer(tournament.pk, helper, TAKE_OVER, accept=True, now=noon)
    tournament.refresh_from_db()
    assert tournament.organiser == helper
    assert [each.player for each in CoOrganiser.objects.all()] == [organiser]
    assert Revision.objects.first().act == "handed_over"
    assert staff_queries.organisers_of(tournament) == [helper, organiser]
    assert f"{helper.name} is now the main organiser" in told(tournament, helper)[-1]
    end_help(tournament, helper, organiser, noon)
    assert "you are no longer a co-organiser" in told(tournament, organiser)[-1]
    refused("not_your_tournament", announcing.cancel_tournament, tournament.pk, organiser, now=noon)


def test_helpers_step_down_see_drafts_have_a_stake_and_stay_for_the_next_season(
    hold, people, organiser, plan, client_for, noon
):
    helper, *players = people(4)
    draft = announcing.draft_tournament(organiser, plan(), seed="ab" * 32, now=noon)
    assert client_for(helper).get(draft.get_absolute_url()).status_code == 404
    co_organise(draft, organiser, helper, noon)
    assert client_for(helper).get(draft.get_absolute_url()).status_code == 200
    assert list(queries.visible_tournaments("draft", helper)) == [draft]
    assert panel_queries.has_stake(helper, draft)
    refused("referee_with_stake", panel.appoint, draft.pk, helper.name, by=organiser, now=noon)
    leave = f"/tournaments/{draft.pk}/organisers/{helper.pk}/remove/"
    assert leave in client_for(helper).get(f"/tournaments/{draft.pk}/organisers/").text
    page = client_for(helper).get(leave)
    assert "Step down as a co-organiser?" in text_of(page)
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', page.text)[0]
    gone = client_for(helper).post(leave, {"preview_token": preview_token})
    assert (gone.status_code, gone["Location"]) == (303, "/tournaments/")
    assert not told(draft, organiser)
    league = hold(players, repeats=True, division_size=4, promoted=1)
    co_organise(league, organiser, helper, noon)
    following = stages.open_next_season(league, noon, "cd" * 32)
    assert following is not None
    assert queries.is_organiser(following, helper)


def test_whoever_cannot_help_is_not_asked(hold, people, organiser, noon):
    from accounts.models import Block, Player

    guest = Player.objects.create(name="Guest 1", kind=Player.Kind.GUEST, created_at=noon)
    referee, wary, *players = people(5)
    tournament = hold(players)
    panel.appoint(tournament.pk, referee.name, by=organiser, now=noon)
    panel.accept(tournament.pk, referee, now=noon)
    Block.objects.create(player=wary, other=organiser, created_at=noon)
    for name, code in (
        (guest.name, "not_invitable"),
        (wary.name, "not_invitable"),
        (referee.name, "referees_do_not_organise"),
        (organiser.name, "organises_already"),
        ("", "no_player_called"),
        ("a\x00b", "no_player_called"),
    ):
        refused(code, invitations.invite, tournament.pk, organiser, name, HELP, now=noon)
    assert not EventInvitation.objects.exists()


def test_withdrawn_invitations_count_for_a_day(hold, people, person, organiser, noon, monkeypatch):
    assert invitations.MAX_OPEN_INVITATIONS[invitations.Kind.HELP] == 10
    limit = 10 if at_length() else 3
    monkeypatch.setitem(invitations.MAX_OPEN_INVITATIONS, invitations.Kind.HELP, limit)
    tournament = hold(people(4))
    *names, last = (person(f"Helper {number}").name for number in range(limit + 1))
    for name in names:
        made = invitations.invite(tournament.pk, organiser, name, HELP, now=noon)
        invitations.withdraw(tournament.pk, organiser, made.pk, now=noon)
    refused("invited_enough", invitations.invite, tournament.pk, organiser, last, HELP, now=noon)
    late = noon + timedelta(days=1)
    assert invitations.invite(tournament.pk, organiser, last, HELP, now=late)
    again = invitations.invite(tournament.pk, organiser, names[0], HELP, now=late)
    assert again.withdrawn_at is None
    assert EventInvitation.objects.filter(withdrawn_at=None).count() == 2


def test_what_a_co_organiser_asked_ends_with_their_help(hold, people, organiser, alice, bob, noon):
    tournament = hold(people(4))
    for by, who in ((organiser, alice), (alice, bob)):
        made = invitations.invite(tournament.pk, by, who.name, HELP, now=noon)
        if who == alice:
            invitations.answer(tournament.pk, alice, HELP, accept=True, now=noon)
    assert staff.propose_removal(tournament.pk, organiser, alice.pk).invited == (bob.name,)
    end_help(tournament, organiser, alice, noon)
    assert EventInvitation.objects.get(pk=made.pk).withdrawn_at == noon
    refused("not_invited", invitations.answer, tournament.pk, bob, HELP, accept=True, now=noon)


def test_the_api_invites_answers_and_removes(hold, people, organiser, alice, api):
    from django.utils import timezone

    helper, *players = people(4)
    tournament = hold(players, starts_at=timezone.now() + 3 * DAY)
    base = f"tournaments/{tournament.pk}/"
    assert api(alice).post(base + "invite/", {"player": "Olga", "purpose": HELP}).status == 403
    made = api(organiser).post(base + "invite/", {"player": helper.name, "purpose": HELP})
    assert made.status == 200
    assert made.json["invited"][0]["player"]["name"] == helper.name
    answer = {"purpose": HELP, "accept": True}
    assert api(alice).post(base + "answer/", answer).status == 409
    for _time in range(2):
        done = api(helper).post(base + "answer/", answer)
        assert [each["name"] for each in done.json["co_organisers"]] == [helper.name]
    assert api(helper).post(base + "invite/", {"player": "x", "purpose": TAKE_OVER}).status == 403
    body = {"player": helper.pk}
    seen = api(organiser).post(base + "co-organisers/remove/", body).json
    assert (seen["made"], seen["player"]["name"], seen["invited"]) == (None, helper.name, [])
    sealed = {**body, "preview_token": seen["preview_token"]}
    assert api(alice).post(base + "co-organisers/remove/", sealed).status == 403
    gone = api(organiser).post(base + "co-organisers/remove/", sealed).json
    assert api(organiser).get(base).json["co_organisers"] == []
    undo = f"{base}co-organisers/undo/{gone['made']}/"
    preview_token = api(organiser).post(undo, {}).json["preview_token"]
    assert api(helper).post(undo, {"preview_token": preview_token}).status == 403
    assert api(organiser).post(undo, {"preview_token": preview_token}).json["made"]
    back = api(organiser).get(base).json["co_organisers"]
    assert [each["name"] for each in back] == [helper.name]
