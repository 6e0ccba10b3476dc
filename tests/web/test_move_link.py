"""Links in letters: they show first, move once, and die with their ply."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Ply
from games.services.links import MoveLink, make_token

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def table(alice, bob, start, now):
    return start(alice, bob, now=now, private=True)


def link(match, move="b2", ply=0, seat=0):
    return f"/m/{make_token(MoveLink(match.pk, ply, seat, move))}/"


def text_of(response):
    return response.content.decode()


def test_get_shows_the_board_after_the_move_and_changes_nothing(table, client_for):
    page = client_for().get(link(table))
    assert page.status_code == 200
    assert "b2 becomes red." in text_of(page)
    assert 'class="d-chosen"' in text_of(page)
    assert "You play as Alice." in text_of(page)
    assert not Ply.objects.exists()


def test_post_plays_without_a_login_from_a_fresh_browser(table, client_for):
    client = client_for(None, enforce_csrf_checks=True)
    page = client.get(link(table))
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', text_of(page))[0]
    answer = client.post(link(table), {"csrfmiddlewaretoken": token})
    assert answer.status_code == 200
    assert "Your move is sent" in text_of(answer)
    ply = Ply.objects.get(match=table)
    assert (ply.text, ply.seat, ply.source) == ("b2", 0, "link")


def test_a_post_without_the_cookie_of_the_page_is_refused(table, client_for):
    assert client_for(None, enforce_csrf_checks=True).post(link(table)).status_code == 403
    assert not Ply.objects.exists()


def test_a_link_works_once(table, client_for):
    client = client_for()
    client.post(link(table))
    again = client.post(link(table))
    assert again.status_code == 409
    assert "You have sent this move already: b2. It stands." in text_of(again)
    assert f'href="/matches/{table.pk}/"' in text_of(again)
    assert Ply.objects.filter(match=table).count() == 1


def test_a_dead_link_explains_and_leads_to_the_match(table, client_for, play, now):
    play(table, "a1,c1", now)
    page = client_for().get(link(table))
    assert page.status_code == 409
    assert "The position has changed meanwhile" in text_of(page)
    assert f'href="/matches/{table.pk}/"' in text_of(page)


def test_a_link_of_a_finished_match_says_so(table, alice, client_for, play, now):
    play(table, "a1,c1", now)
    client_for(alice).post(f"/matches/{table.pk}/resign/")
    for answer in (client_for().get(link(table, ply=2)), client_for().post(link(table, ply=2))):
        assert answer.status_code == 409
        assert "This match is over." in text_of(answer)


@pytest.mark.parametrize("token", ["x", "a:b:c", "%00", "ü", "." * 300])
def test_a_token_that_is_none_is_not_found(db, client_for, token):
    assert client_for().get(f"/m/{token}/").status_code == 404
    assert client_for().post(f"/m/{token}/").status_code == 404


def test_a_token_for_a_match_that_is_gone_is_not_found(db, client_for):
    token = make_token(MoveLink(987654, 0, 0, "b2"))
    assert client_for().get(f"/m/{token}/").status_code == 404


def test_an_illegal_move_in_a_link_is_refused(table, client_for):
    for answer in (client_for().get(link(table, "z9")), client_for().post(link(table, "z9"))):
        assert answer.status_code == 422
    assert not Ply.objects.exists()


def test_a_link_for_the_seat_that_waits_is_refused(table, client_for):
    assert client_for().get(link(table, seat=1)).status_code == 409
    assert client_for().post(link(table, seat=1)).status_code == 409


def test_the_page_of_a_link_speaks_its_players_language(alice, bob, start, client_for, now):
    match = start(bob, alice, now=now)
    page = client_for().get(link(match))
    assert '<html lang="de">' in text_of(page)


def test_a_link_after_the_time_is_up_settles_the_match(alice, bob, start, play, client_for, now):
    match = start(alice, bob, now=now - timedelta(days=9))
    play(match, "b2,a1", now - timedelta(days=8))
    assert client_for().post(link(match, "c1", ply=2)).status_code == 409
    match.refresh_from_db()
    assert match.ending == "timeout"
