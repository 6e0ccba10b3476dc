"""Clubs: founded, joined, left, led, closed; their announcements."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.services.challenges import closing
from games.services.errors import Refused
from notifications.models import Message, Preference
from tests.emails import render
from tests.markup import text_of
from tests.sampling import at_length
from tests.tournaments.test_revisions import refused
from tournaments import club_queries
from tournaments.models import Club, ClubInvitation, ClubMember, Entrant
from tournaments.services.clubs import founding, invitations, links, members, news
from tournaments.services.clubs.founding import ClubSettings
from tournaments.services.seasons import announcing

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def club(organiser, noon):
    """Return a public club that Olga owns."""
    return found(organiser, noon)


def found(owner, now, name="Chess Friends", **said):
    return founding.found_club(owner, ClubSettings(name, **said), secret="5ec7e7" * 3, now=now)


def take_in(club, by, *players, now):
    for player in players:
        invitations.invite(club.key, by, player.name, now=now)
        invitations.answer(club.pk, player, accept=True, now=now)


def told(club, player):
    rows = Message.objects.filter(thread=club.thread, player=player).order_by("pk")
    return [each.context["headline"] for each in rows]


def role_of(club, player):
    own = club_queries.membership(club, player)
    return own.role if own else ""


def test_a_club_is_founded_invites_by_e_mail_and_holds_an_event_for_members_only(
    people, organiser, client_for, noon
):
    ada, ben, stranger = people(3)
    browser = client_for(organiser)
    form = {"name": "Chess Friends", "text": "We meet on Fridays.", "access": "club"}
    assert "Found a club" in text_of(browser.get("/clubs/new/"))
    made = browser.post("/clubs/new/", form)
    assert made.status_code == 303
    assert made["Location"] == "/clubs/chess-friends/members/"
    at = made["Location"]
    wrong = browser.post(at, {"act": "invite", "name": "Nobody Here"})
    assert wrong.status_code == 422
    assert 'value="Nobody Here"' in wrong.text
    for player in (ada, ben):
        assert browser.post(at, {"act": "invite", "name": player.name}).status_code == 303
    email = render(Message.objects.get(player=ada), noon)
    assert "Olga invites you to join the club." in email.body
    assert "We meet on Fridays." not in email.body  # Ada has never met Olga
    assert "You can read the club’s description on its page." in email.body
    path = re.findall(r"/clubs/invitations/[^\s]+", str(email.body))[0]
    assert "would you like to join?" in text_of(client_for().get(path))
    assert not ClubMember.objects.filter(player=ada).exists()  # looking changes nothing
    assert "You have accepted." in text_of(client_for().post(path, {"action": "accept"}))
    for again in (client_for().get(path), client_for().post(path, {"action": "accept"})):
        assert again.status_code == 200
        assert "You have accepted." in text_of(again)
    declined = links.path_of(ClubInvitation.objects.get(player=ben))
    assert "would you like to join?" in text_of(client_for(ben).get("/clubs/"))
    assert "declined" in text_of(client_for().post(declined, {"action": "decline"}))
    assert "no longer open" in text_of(client_for().get(declined))
    assert client_for().post(declined, {"action": "accept"}).status_code == 409
    refused("declined_before", invitations.invite, "chess-friends", organiser, ben.name, now=noon)
    club = Club.objects.get()
    assert role_of(club, ada) == "member"
    assert "has joined" in told(club, organiser)[0]
    assert "has declined" in told(club, organiser)[1]
    for token in ("x", "a:b:c", "." * 300):
        assert client_for().get(f"/clubs/invitations/{token}/").status_code == 404

    page = browser.get("/tournaments/new/?club=chess-friends&format=round_robin&ruleset=mill")
    assert "An event of Chess Friends" in text_of(page)
    assert re.search(r'value="club"[^>]*checked', page.text)
    drafted = browser.post("/tournaments/new/", event_form())
    assert drafted.status_code == 303, text_of(drafted)
    event = club.tournaments.get()
    announcing.announce_tournament(event.pk, organiser, now=noon)
    address = event.get_absolute_url()
    seen = text_of(client_for(stranger).get(address))
    assert "membership of Chess Friends" in seen
    assert "Only members of Chess Friends can enter this tournament." in seen
    barred = client_for(stranger).post(f"{address}enter/")
    assert (barred.status_code, "Only members" in text_of(barred)) == (403, True)
    assert client_for(ada).post(f"{address}enter/").status_code == 303
    assert [each.player for each in Entrant.objects.all()] == [ada]
    home = text_of(client_for().get("/clubs/chess-friends/"))
    assert event.title in home
    assert "open for entries" in home


def event_form(**more):
    """Fill in the form for an event of the club."""
    return {
        "club": "chess-friends",
        "format": "round_robin",
        "ruleset": "mill",
        "name": "Club cup",
        "starts_at": (timezone.now() + DAY).strftime("%Y-%m-%dT%H:%M"),
        "least": "2",
        "round_days": "28",
        "control": "three_days",
        "access": "club",
        **more,
    }


ACTS = {
    "invite": lambda club, who, now: invitations.invite(club.key, who, "Player05", now=now),
    "withdraw": lambda club, who, now: invitations.withdraw(
        club.key, who, club.invitations.get(player__name="Player06").pk, now=now
    ),
    "remove": lambda club, who, now: members.remove(club.key, who, number("Player02"), now=now),
    "remove an officer": lambda club, who, now: members.remove(
        club.key, who, number("Player01"), now=now
    ),
    "promote": lambda club, who, now: members.set_role(
        club.key, who, number("Player02"), "officer", now=now
    ),
    "hand over": lambda club, who, now: members.hand_over(
        club.key, who, number("Player01"), now=now
    ),
    "announce": lambda club, who, now: news.announce(club.key, who, "Hello", "All.", now=now),
    "change": lambda club, who, now: founding.change_club(
        club.key, who, ClubSettings("Chess Friends", "New."), secret="zz" * 8, now=now
    ),
    "close": lambda club, who, now: founding.close_club(club.key, who, now=now),
    "leave": lambda club, who, now: members.leave(club.key, who, now=now),
}
LEADERS, OWNER = "not_your_club", "not_the_owner"
ALLOWED = {  # act: owner, officer, another officer's act on the first, member, stranger
    "invite": ("done", "done", LEADERS, LEADERS),
    "withdraw": ("done", "done", LEADERS, LEADERS),
    "remove": ("done", "done", LEADERS, LEADERS),
    "remove an officer": ("done", "done", LEADERS, LEADERS),
    "promote": ("done", OWNER, LEADERS, LEADERS),
    "hand over": ("done", OWNER, LEADERS, LEADERS),
    "announce": ("done", "done", LEADERS, LEADERS),
    "change": ("done", "done", LEADERS, LEADERS),
    "close": ("done", OWNER, LEADERS, LEADERS),
    "leave": ("owner_stays", "done", "done", "not_in_club"),
}


def number(name):
    return ClubMember.objects.get(player__name=name).player_id


def outcome(act, club, who, now):
    """Return how an act ends for somebody; nothing of it stays."""
    with transaction.atomic():
        try:
            act(club, who, now)
            result = "done"
        except Refused as refusal:
            result = refusal.code
        transaction.set_rollback(True)
    return result


def test_who_may_do_what(club, organiser, people, noon):
    officer, member, other, stranger, _asked, waiting = people(6)
    take_in(club, organiser, officer, member, other, now=noon)
    for each in (officer, other):
        members.set_role(club.key, organiser, each.pk, "officer", now=noon)
    invitations.invite(club.key, organiser, waiting.name, now=noon)
    for name, act in ACTS.items():
        who = (organiser, officer, member, stranger)
        found = tuple(outcome(act, club, each, noon) for each in who)
        assert found == ALLOWED[name], name
    assert outcome(ACTS["remove an officer"], club, other, noon) == OWNER
    refused("owner_stays", members.remove, club.key, officer, organiser.pk, now=noon)
    refused("owner_stays", members.set_role, club.key, organiser, organiser.pk, "member", now=noon)
    refused("only_to_officers", members.hand_over, club.key, organiser, member.pk, now=noon)
    refused("no_such_member", members.remove, club.key, organiser, stranger.pk, now=noon)
    refused("in_club_already", members.join, club.key, member, now=noon)
    refused("club_by_invitation", members.join, club.key, stranger, now=noon)


def test_officers_are_named_and_the_club_is_handed_over(club, organiser, people, client_for, noon):
    heir, member = people(2)
    take_in(club, organiser, heir, member, now=noon)
    browser, at = client_for(organiser), "/clubs/chess-friends/members/"
    assert browser.post(at, {"act": "officer", "number": heir.pk}).status_code == 303
    assert "you are now an officer" in told(club, heir)[-1]
    assert browser.post(at, {"act": "hand_over", "number": heir.pk}).status_code == 303
    assert (role_of(club, heir), role_of(club, organiser)) == ("owner", "officer")
    assert "you are now the owner" in told(club, heir)[-1]
    assert browser.post(at, {"act": "hand_over", "number": member.pk}).status_code == 403
    assert browser.post("/clubs/chess-friends/leave/").status_code == 303
    assert role_of(club, organiser) == ""
    lines = text_of(client_for(heir).get("/clubs/chess-friends/settings/"))
    for said in ("Olga has founded the club.", "Player01 is now the owner.", "Olga has left."):
        assert said in lines
    assert client_for(member).get("/clubs/chess-friends/settings/").status_code == 403
    wrong = client_for(heir).post(at, {"act": "nonsense", "number": "x" * 400})
    assert wrong.status_code == 404


def test_a_club_closes_for_good_and_its_members_are_told(
    club, organiser, people, client_for, plan, noon
):
    member = people(1)[0]
    take_in(club, organiser, member, now=noon)
    draft = announcing.draft_tournament(
        organiser, plan(club_id=club.pk, access="club"), seed="ab" * 32, now=noon
    )
    browser, at = client_for(organiser), "/clubs/chess-friends/settings/"
    assert browser.post(at, {"act": "close"}).status_code == 422
    assert browser.post(at, {"act": "close", "sure": "yes"}).status_code == 303
    assert told(club, member)[-1] == "Chess Friends has been closed"
    assert "closed" in text_of(client_for().get("/clubs/chess-friends/"))
    assert "Chess Friends" not in text_of(client_for().get("/clubs/"))
    refused("club_closed", news.announce, club.key, organiser, "Hello", "All.", now=noon)
    refused("club_closed", announcing.announce_tournament, draft.pk, organiser, now=noon)
    with pytest.raises(Refused, match="club_closed"):
        announcing.draft_tournament(organiser, plan(club_id=club.pk), seed="ab" * 32, now=noon)
    assert found(organiser, noon).key == "chess-friends-2"  # the name is free again


def test_a_closed_account_leaves_its_clubs_which_pass_on_or_close(organiser, people, noon):
    officer, member = people(2)
    shared, alone = found(organiser, noon), found(organiser, noon, name="One Man Band")
    take_in(shared, organiser, member, officer, now=noon)
    members.set_role(shared.key, organiser, officer.pk, "officer", now=noon)
    closing.close_account(organiser, now=noon)
    assert role_of(shared, officer) == "owner"  # an officer comes before a longer member
    assert "you are now the owner" in told(shared, officer)[-1]
    alone.refresh_from_db()
    assert alone.closed_at == noon
    closing.close_account(officer, now=noon + DAY)
    assert role_of(shared, member) == "owner"
    assert not ClubMember.objects.present().exclude(player=member).exists()
    owners = ClubMember.objects.present().filter(role="owner", club__closed_at=None)
    assert owners.count() == Club.objects.open().count()


def test_founding_and_inviting_have_limits(organiser, people, noon, monkeypatch):
    for name in ("First", "Second", "Third"):
        found(organiser, noon, name=name)
    assert refused("clubs_enough", found, organiser, noon, name="Fourth") == {"limit": 3}
    founding.close_club("first", organiser, now=noon)
    refused("founded_enough", found, organiser, noon + DAY, name="Fourth")
    assert found(organiser, noon + 40 * DAY, name="Fourth").key == "fourth"
    assert invitations.MAX_OPEN_INVITATIONS == 30
    limit = 30 if at_length() else 4
    monkeypatch.setattr(invitations, "MAX_OPEN_INVITATIONS", limit)
    guests = people(limit + 1)
    for each in guests[:limit]:
        made = invitations.invite("second", organiser, each.name, now=noon)
        invitations.withdraw("second", organiser, made.pk, now=noon)
    one = guests[limit].name
    refused("invited_enough", invitations.invite, "second", organiser, one, now=noon)
    invitations.invite("second", organiser, one, now=noon + 2 * DAY)
    for number_ in range(news.MAX_NEWS):
        news.announce("second", organiser, f"No. {number_}", "Text.", now=noon)
    refused("news_enough", news.announce, "second", organiser, "More", "Text.", now=noon)
    news.announce("second", organiser, "More", "Text.", now=noon + 2 * DAY)


def test_names_and_texts_of_all_kinds_are_taken_or_refused(organiser, people, client_for, noon):
    found(organiser, noon)
    for name in ("", "ab", "   ", "12345", "x" * 61, "a\u0007bc", "\u202e\u202e"):
        refused("bad_club_name", found, organiser, noon, name=name)
    for alike in ("CHESS friends", "Ch\u0435ss friends", "Chess friends."):  # a Cyrillic letter
        refused("club_name_taken", found, organiser, noon, name=alike)
    refused("text_too_long", found, organiser, noon, name="Long", text="x" * 2001)
    for terms in (
        {"format": "nonsense"},
        {"round_days": 0},
        {"rounds": True},
        {"rated": "yes"},
        {"least": 9, "most": 3},
        {"__class__": 1},
    ):
        refused("bad_club_terms", found, organiser, noon, name="Terms", terms=terms)
    other = people(1)[0]
    assert found(other, noon, name="New").key == "new-2"  # /clubs/new/ is taken
    assert found(other, noon, name="Ж Ж Ж").key == "club"
    browser = client_for(organiser)
    hostile = "<script>alert(1)</script>"
    for data in (
        {},
        {"name": "\x00\x00\x00"},
        {"name": hostile, "round_days": "-1", "format": hostile},
        {"name": "x" * 5000, "text": "y" * 5000},
    ):
        answer = browser.post("/clubs/new/", data)
        assert answer.status_code == 422
        assert hostile not in answer.text
    assert browser.post("/clubs/new/", {"name": hostile}).status_code == 303
    assert hostile not in client_for().get("/clubs/").text
    for path in ("/clubs/nothing/", "/clubs/%00/", f"/clubs/{'x' * 300}/"):
        assert client_for().get(path).status_code == 404
    for act in ("join", "leave"):
        assert client_for(other).post(f"/clubs/nothing/{act}/").status_code == 404
    for data in ({"act": "invite", "name": "\x00"}, {"act": "invite", "name": "y" * 9000}):
        assert browser.post("/clubs/chess-friends/members/", data).status_code == 422


def test_everybody_joins_a_club_that_is_open_but_not_whom_it_has_removed(
    organiser, people, client_for, guest_player, noon
):
    club = found(organiser, noon, open_to_all=True)
    player = people(1)[0]
    assert "Log in to join" in text_of(client_for().get("/clubs/chess-friends/"))
    browser = client_for(player)
    assert "Join the club" in text_of(browser.get("/clubs/chess-friends/"))
    assert browser.post("/clubs/chess-friends/join/").status_code == 303
    members.leave(club.key, player, now=noon)
    members.join(club.key, player, now=noon)
    members.remove(club.key, organiser, player.pk, now=noon)
    assert "you are no longer a member" in told(club, player)[-1]
    refused("removed_from_club", members.join, club.key, player, now=noon)
    take_in(club, organiser, player, now=noon)
    assert role_of(club, player) == "member"
    refused("guests_have_no_clubs", members.join, club.key, guest_player, now=noon)
    refused("guests_have_no_clubs", found, guest_player, noon)


@pytest.fixture
def guest_player(db, noon):
    from accounts.models import Player

    return Player.objects.create(kind=Player.Kind.GUEST, name="Guest 9", created_at=noon)


def test_announcements_are_on_the_page_and_in_e_mails_of_those_who_want_them(
    club, organiser, people, client_for, noon
):
    reader, quiet = people(2)
    take_in(club, organiser, reader, quiet, now=noon)
    Preference.objects.create(player=quiet, kind="club_news", wanted=False)
    browser, at = client_for(organiser), "/clubs/chess-friends/news/"
    assert browser.post(at, {"title": "", "text": "x"}).status_code == 422
    text = "Next Friday.\nBring <b>cake</b>."
    assert browser.post(at, {"title": "Meeting", "text": text}).status_code == 303
    email = render(Message.objects.get(player=reader, kind="club_news"), noon)
    assert email.subject.endswith("Chess Friends: Meeting")
    assert "Bring <b>cake</b>." in email.body
    html = str(email.alternatives[0][0])
    assert "Bring &lt;b&gt;cake&lt;/b&gt;." in html
    assert "Olga writes to the members of Chess Friends" in html
    assert not Message.objects.filter(player=quiet, kind="club_news").exists()
    assert not Message.objects.filter(player=organiser, context__words=text).exists()
    seen = client_for().get("/clubs/chess-friends/").text
    assert "Next Friday." in seen
    assert "<b>cake</b>" not in seen
    assert client_for(reader).post(at, {"title": "Me", "text": "too"}).status_code == 403
    assert client_for().post(at, {"title": "Me", "text": "too"}).status_code == 403
