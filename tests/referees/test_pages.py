"""The referee desk: who may enter, and what is done there."""

from __future__ import annotations

import itertools

import pytest

from tests.referees.desk_pages import hidden, text_of
from tests.sampling import at_length
from tournaments.referees.models import Case, Ruling

pytestmark = pytest.mark.django_db


PAGES = (
    "/referee/",
    "/referee/cases/{case}/",
    "/referee/cases/{case}/rule/?act=annul",
    "/referee/matches/{match}/",
    "/referee/matches/{match}/rule/?act=annul",
    "/referee/players/{player}/",
    "/referee/players/{player}/rule/?act=warn",
)


DEEDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("/referee/cases/{case}/take/", {}),
    ("/referee/cases/{case}/give-back/", {}),
    ("/referee/cases/{case}/assign/", {"to": "1"}),
    ("/referee/cases/{case}/ask/", {"player": "1"}),
    ("/referee/cases/{case}/note/", {"text": "x"}),
    ("/referee/cases/{case}/rule/", {"act": "annul", "step": "sign"}),
    ("/referee/matches/{match}/rule/", {"act": "annul", "step": "sign"}),
)


def places(called, address):
    """Return an address with numbers."""
    return address.format(case=called.pk, match=called.match_id, player=called.opened_by_id)


def test_only_referees_enter(called, alice, bob, carol, office, client_for):
    office(carol, "organiser")
    for address in PAGES:
        for player in (alice, bob, carol):
            page = client_for(player).get(places(called, address))
            assert page.status_code == 403, address
            assert b"Only referees" in page.content or player.language != "en"
        assert client_for(None).get(places(called, address)).status_code == 302, address


def test_only_referees_act(called, alice, client_for):
    for address, data in DEEDS:
        assert client_for(alice).post(places(called, address), data).status_code == 403, address
        assert client_for(None).post(places(called, address), data).status_code == 302, address
    assert not Ruling.objects.exists()


def test_a_party_with_the_office_may_read_but_not_judge(called, alice, office, client_for):
    office(alice)
    browser = client_for(alice)
    page = browser.get(places(called, "/referee/cases/{case}/"))
    assert "You are involved in this case" in text_of(page)
    data = {"act": "annul", "step": "preview", "paragraph": "C-11", "reason": "For me."}
    for address in ("/referee/cases/{case}/rule/", "/referee/matches/{match}/rule/"):
        page = browser.post(places(called, address), data)
        assert (page.status_code, "You are involved in this case" in text_of(page)) == (403, True)


def test_a_player_calls_a_referee_and_follows_their_case(begun, bob, alice, referee, client_for):
    browser = client_for(bob)
    page = browser.get(f"/matches/{begun.pk}/")
    assert f'href="/matches/{begun.pk}/referee/"' in page.content.decode()
    empty = browser.post(f"/matches/{begun.pk}/referee/", {"kind": "", "text": ""})
    assert empty.status_code == 422
    sent = {"kind": "little_effort", "text": "Sie spielt aufs Geratewohl."}
    page = browser.post(f"/matches/{begun.pk}/referee/", sent, follow=True)
    case = Case.objects.get()
    assert page.redirect_chain == [(f"/cases/{case.pk}/", 303)]
    other = client_for(alice)
    page = other.post(f"/cases/{case.pk}/say/", {"text": "I do not."}, follow=True)
    assert "Statement by Alice" in text_of(page)
    assert f"/cases/{case.pk}/" in browser.get(f"/matches/{begun.pk}/").content.decode()
    assert f"/cases/{case.pk}/" in browser.get("/cases/").content.decode()


def test_nobody_else_sees_the_case(called, carol, client_for):
    for player in (carol, None):
        page = client_for(player).get(f"/cases/{called.pk}/")
        assert page.status_code in (404, 302)
        assert "At random" not in text_of(page)
    assert client_for(carol).post(f"/cases/{called.pk}/say/", {"text": "x"}).status_code == 404
    assert client_for(carol).post(f"/cases/{called.pk}/appeal/", {"text": "x"}).status_code == 404
    assert client_for(carol).post(f"/cases/{called.pk}/withdraw/").status_code == 404


def test_a_referee_rules_in_three_steps(called, begun, referee, client_for):
    browser, address = client_for(referee), f"/referee/cases/{called.pk}/rule/"
    assert browser.get("/referee/").status_code == 200
    assert browser.get(f"/referee/cases/{called.pk}/").status_code == 200
    assert browser.get(f"{address}?act=adjudicate").status_code == 200
    given = {"act": "adjudicate", "result": "2 1", "step": "preview"}
    assert browser.post(address, given).status_code == 422
    given |= {"paragraph": "R-2", "reason": "Moves at random."}
    page = browser.post(address, given)
    shown = text_of(page)
    assert "The match is decided: 1. Bob, 2. Alice." in shown
    assert "1500? 1520?" in shown.replace("– ", "") or "1520?" in shown
    fields = hidden(page)
    assert fields["result"] == "2 1"
    done = browser.post(address, fields | {"step": "sign"}, follow=True)
    assert done.redirect_chain == [(f"/referee/cases/{called.pk}/", 303)]
    begun.refresh_from_db()
    assert begun.ending == "adjudicated"
    assert Ruling.objects.get().reason == "Moves at random."


@pytest.mark.long
def test_who_signs_an_outdated_preview_is_shown_the_new_one(
    called, begun, play, referee, now, client_for
):
    browser, address = client_for(referee), f"/referee/cases/{called.pk}/rule/"
    given = {"act": "annul", "paragraph": "R-2", "reason": "No game.", "step": "preview"}
    fields = hidden(browser.post(address, given))
    play(begun, "c3", now)
    page = browser.post(address, fields | {"step": "sign"})
    assert (page.status_code, "Nothing was signed" in text_of(page)) == (409, True)
    assert not Ruling.objects.exists()
    page = browser.post(address, hidden(page) | {"step": "sign"})
    assert (page.status_code, Ruling.objects.count()) == (303, 1)


def test_no_tampering_gets_anything_signed(called, referee, client_for):
    browser, address = client_for(referee), f"/referee/cases/{called.pk}/rule/"
    given = {"act": "annul", "paragraph": "R-2", "reason": "No game.", "step": "preview"}
    fields = hidden(browser.post(address, given))
    odd = ("", "zzz", "2020-01-01T00:00:00", "2020-01-01T00:00:00+00:00")
    every = [*itertools.product(("at", "digest", "paragraph", "act"), odd)]
    for field, value in every if at_length() else every[::5]:  # each of both, and not all pairs
        page = browser.post(address, fields | {"step": "sign", field: value})
        assert page.status_code in (409, 422), (field, value)
    assert not Ruling.objects.exists()


def test_the_desk_shows_everything_about_a_match(called, begun, referee, client_for, start, now):
    browser = client_for(referee)
    start(*[seat.player for seat in begun.seats.all()], now=now)
    page = text_of(browser.get(f"/referee/matches/{begun.pk}/"))
    for words in ("Clock history", "E-mails and their delivery", "Move log", "Other matches"):
        assert words in page
    assert browser.get(f"/referee/matches/{begun.pk}/?ply=1").status_code == 200
    assert browser.get("/referee/matches/999999/").status_code == 404


def test_a_private_match_is_open_to_referees_only(
    alice, bob, carol, start, referee, now, client_for
):
    match = start(alice, bob, now=now, private=True)
    assert client_for(referee).get(f"/referee/matches/{match.pk}/").status_code == 200
    assert client_for(referee).get(f"/matches/{match.pk}/").status_code == 404


def test_the_queue_is_filtered(called, referee, client_for, now):
    browser = client_for(referee)
    assert f"{called.pk}: not trying to win" in text_of(browser.get("/referee/"))
    for query in (
        "state=closed",
        "state=pending&kind=tie",
        f"state=pending&assignee={referee.pk}",
    ):
        assert "No cases found" in text_of(browser.get(f"/referee/?{query}"))
    assert browser.get("/referee/?state=zzz&assignee=x").status_code == 200
