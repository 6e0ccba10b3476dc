"""Links in e-mails: they show first, move once, and die with their ply."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.clocks import PRESETS
from games.models import Ply, Seat
from games.services.challenges import closing
from games.services.emails.links import Holder, MoveLink, holder_of, make_token, read_token
from games.services.play import absence, flags, matches
from games.services.play.play import play_turn
from notifications.models import Message
from tests.emails import composed, render
from tests.markup import text_of
from tournaments.referees.services import rulings
from tournaments.referees.services.rulings import RulingRequest

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def table(alice, bob, start, now):
    return start(alice, bob, now=now, private=True)


def link(match, move="b2", ply=0, seat=0):
    holder = holder_of(Seat.objects.get(match=match, number=seat))
    return f"/m/{make_token(MoveLink(match.pk, ply, holder, move))}/"


def test_get_shows_the_board_after_the_move_and_changes_nothing(table, client_for):
    page = client_for().get(link(table))
    assert page.status_code == 200
    assert "b2 becomes red." in text_of(page)
    assert 'class="d-chosen"' in text_of(page)
    assert "You are playing as Alice." in text_of(page)
    assert not Ply.objects.exists()


def test_post_plays_without_a_login_from_a_fresh_browser(table, client_for):
    client = client_for(None, enforce_csrf_checks=True)
    page = client.get(link(table))
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', text_of(page))[0]
    answer = client.post(link(table), {"csrfmiddlewaretoken": token})
    assert answer.status_code == 200
    assert "Your move has been sent" in text_of(answer)
    ply = Ply.objects.get(match=table)
    assert (ply.text, ply.seat, ply.source) == ("b2", 0, "link")


def test_the_reason_of_a_refusal_is_heading_and_title(table, client_for):
    client = client_for()
    client.post(link(table))
    page = client.post(link(table)).text
    said = "You have already sent this move: b2. It counts."
    assert f"<h1>{said}</h1>" in page
    assert f"<title>{said} ·" in page


def test_a_post_without_the_cookie_of_the_page_is_refused(table, client_for):
    assert client_for(None, enforce_csrf_checks=True).post(link(table)).status_code == 403
    assert not Ply.objects.exists()


def test_a_link_works_once(table, client_for):
    client = client_for()
    client.post(link(table))
    again = client.post(link(table))
    assert again.status_code == 409
    assert "You have already sent this move: b2. It counts." in text_of(again)
    assert f'href="/matches/{table.pk}/"' in text_of(again)
    assert Ply.objects.filter(match=table).count() == 1


def test_a_dead_link_explains_and_leads_to_the_match(table, client_for, play, now):
    play(table, "a1,c1", now)
    page = client_for().get(link(table))
    assert page.status_code == 409
    assert "The position has changed:" in text_of(page)
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


def test_a_token_for_a_match_that_is_gone_is_not_found(alice, client_for):
    token = make_token(MoveLink(987654, 0, Holder(0, alice.pk, 0), "b2"))
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


# A link plays for one person ----------------------------------------------------------------------
def refused_without_a_trace(client, address, match, *, statuses=(404, 409)):
    """Look and send; nothing of the board is shown and nothing is played."""
    before = Ply.objects.filter(match=match).count()
    for answer in (client.get(address), client.post(address)):
        assert answer.status_code in statuses
        assert answer.context["answer"].code in ("bad_link", "stale")
        assert "<svg" not in text_of(answer).partition("<main")[2].partition("</main>")[0]
    assert Ply.objects.filter(match=match).count() == before


def ruled(act, referee, now, match=None, **more):
    words = {"paragraph": "R-6", "reason": "Helped by a program."} | more
    return rulings.preview_and_sign(
        RulingRequest(act, match_id=match and match.pk, **words), referee, now=now
    )[0]


@pytest.mark.long
def test_a_link_of_a_replaced_player_shows_nothing_and_plays_nothing(
    table, carol, client_for, referee, now
):
    old = link(table)
    order = ruled("replace", referee, now, table, params={"seat": 0, "substitute": "Carol"})
    refused_without_a_trace(client_for(), old, table, statuses=(404,))
    fresh = link(table)
    assert client_for().get(fresh).status_code == 200
    ruled("undo", referee, now, case_id=order.case_id, undoes=order.number)
    refused_without_a_trace(client_for(), fresh, table)
    refused_without_a_trace(client_for(), old, table)


def test_a_link_of_whoever_left_a_seat_to_a_substitute_is_dead(
    alice, bob, carol, person, start, play, client_for, now
):
    control = replace(PRESETS["day"], on_flag="substitute")
    past = now - timedelta(days=2)
    match = start(alice, bob, carol, ruleset="halma", control=control, now=past)
    play(match, "d1-e5,j10-i9,m4-l4", past)
    old = link(match, "e5-f5", 3)
    flags.settle_flags(now=now)
    absence.take_over(match.pk, 0, person("Dora"), now=now)
    refused_without_a_trace(client_for(), old, match, statuses=(404,))
    substitute = link(match, "e5-f5", 3)
    absence.reclaim_seat(match.pk, alice, now=now)
    refused_without_a_trace(client_for(), substitute, match, statuses=(404,))
    refused_without_a_trace(client_for(), old, match)


def test_a_link_of_a_closed_account_is_dead(alice, bob, carol, start, play, client_for, now):
    control = replace(PRESETS["day"], on_flag="skip")
    match = start(alice, bob, carol, ruleset="halma", control=control, now=now)
    play(match, "d1-e5,j10-i9,m4-l4", now)
    old = link(match, "e5-f5", 3)
    closing.close_account(alice, now=now)
    refused_without_a_trace(client_for(), old, match, statuses=(404,))


def test_a_link_of_a_login_that_was_barred_is_dead(table, alice, client_for):
    alice.user.is_active = False
    alice.user.save()
    refused_without_a_trace(client_for(), link(table), table, statuses=(404,))


def test_a_link_made_before_a_suspension_is_dead(table, alice, client_for, referee, now):
    old = link(table)
    ruled("suspend", referee, now, player_id=alice.pk, params={"days": 30})
    refused_without_a_trace(client_for(), old, table)


def test_links_made_before_a_match_was_reopened_are_stale(table, client_for, play, referee, now):
    sent = link(table)
    assert client_for().post(sent).status_code == 200
    waiting = link(table, "a1", 1, seat=1)
    ruled("reopen", referee, now, table, params={"ply": 0})
    for old in (sent, waiting):
        refused_without_a_trace(client_for(), old, table, statuses=(409,))
    assert client_for().post(link(table, "b2", 2)).status_code == 200


def test_the_address_in_the_email_names_its_player_and_the_generation(table, alice):
    email = Message.objects.get(kind="match_started", player=alice)
    assert composed(email)["holder"] == {"seat": 0, "player": alice.pk, "generation": 0}
    body = str(render(email, email.created_at).body)
    found = re.findall(r"/m/([^/\s]+)/", body)
    assert {read_token(token).holder for token in found} == {Holder(0, alice.pk, 0)}


# It stands only while it stands -------------------------------------------------------------------
def test_a_move_that_the_opponent_had_corrected_does_not_stand(
    alice, bob, start, play, client_for, now
):
    match = start(
        alice, bob, ruleset="draughts", options={"capture_rule": "huff"}, now=now, rated=False
    )
    play(match, "c3-d4,f6-e5", now)
    address = link(match, "g3-h4", 2)
    assert client_for().post(address).status_code == 200  # d4 had to take e5
    assert "It counts." in text_of(client_for().get(address))
    play(match, "correct", now)
    assert "It counts." not in text_of(client_for().get(address))


def test_a_move_that_the_clock_made_was_not_sent(alice, bob, carol, start, play, client_for, now):
    control = replace(PRESETS["day"], on_flag="skip")
    past = now - timedelta(days=2)
    match = start(alice, bob, carol, ruleset="halma", control=control, now=past)
    play(match, "d1-e5,j10-i9,m4-l4", past)
    flags.settle_flags(now=now)
    skipped = Ply.objects.get(match=match, number=4)
    page = client_for().get(link(match, skipped.text, 3))
    assert page.status_code == 409
    assert page.context["answer"].code == "stale"


def test_in_an_annulled_match_nothing_stands(table, client_for, referee, now):
    address = link(table)
    client_for().post(address)
    ruled("annul", referee, now, table)
    assert client_for().get(address).context["answer"].code == "match_over"


@pytest.mark.parametrize("way", ["link", "page"])
def test_secret_bids_of_others_do_not_make_a_bid_stale(
    alice, bob, carol, start, play, client_for, now, way
):
    control = replace(PRESETS["day"], on_flag="skip")
    match = start(
        alice, bob, carol, ruleset="tri_plan", control=control, options={"edge": 3}, now=now
    )
    play(match, "c3", now)
    matches.resign_match(match.pk, Seat.objects.get(match=match, number=0).player, now=now)
    match.refresh_from_db()
    seen = match.ply_count
    for number in (0, 1):
        text, at = f"bid {number + 5}", seen + number
        play_turn(match.pk, number, text, seen=at, now=now, source="page")
    address = link(match, "bid 9", seen, seat=2)
    mine = client_for(Seat.objects.get(match=match, number=2).player)
    if way == "link":
        assert client_for().get(address).status_code == 200
        assert client_for().post(address).status_code == 200
        assert "It counts." in text_of(client_for().get(address))
    else:
        sent = {"move": "bid 9", "seen": str(seen)}
        assert mine.post(f"/matches/{match.pk}/move/", sent).status_code == 303
    assert Ply.objects.filter(match=match, seat=2, text="bid 9").exists()
