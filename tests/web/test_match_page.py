"""The page of a match: the board, the preview, the send, and everything it says."""

from __future__ import annotations

import gzip
import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Match, Ply
from tests.markup import text_of
from tests.sampling import sampled
from tests.web.lobby_helpers import bot

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
LEG = "a1,c4,a2,c1,a3"  # one leg of 4x3: its starter makes three reds in the first column


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def table(alice, bob, start, now):
    return start(alice, bob, now=now)


def url(match, query=""):
    return f"/matches/{match.pk}/{query}"


def send(client, match, move, seen=None, **more):
    if seen is None:
        seen = Match.objects.get(pk=match.pk).ply_count
    return client.post(url(match, "move/"), {"move": move, "seen": seen, **more})


def board_links(response):
    return re.findall(r'<a class="d-link" href="([^"]+)"', text_of(response))


def test_the_player_to_move_sees_a_link_on_every_legal_cell_and_others_none(
    table, alice, bob, carol, client_for
):
    page = client_for(alice).get(url(table))
    assert page.status_code == 200
    assert len(board_links(page)) == 12
    assert url(table, "?move=b2") in board_links(page)
    assert "It is your turn." in text_of(page)
    for client in (client_for(bob), client_for(carol), client_for()):
        page = client.get(url(table))
        assert page.status_code == 200
        assert board_links(page) == []
        assert "Send move" not in text_of(page)


def test_a_click_shows_the_choice_without_inline_script_and_sends_nothing(table, alice, client_for):
    page = client_for(alice).get(url(table, "?move=b2"))
    assert page.status_code == 200
    assert 'class="d-chosen"' in text_of(page)
    assert "b2 becomes red." in text_of(page)
    assert "Send move" in text_of(page)
    assert '<input type="hidden" name="seen" value="0">' in text_of(page)
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style| style=| on[a-z]+=|hx-on", text_of(page))
    assert not Ply.objects.exists()


def test_the_preview_tells_completed_lines_and_points(table, alice, client_for, play, now):
    play(table, LEG.rpartition(",")[0], now)
    page = text_of(client_for(alice).get(url(table, "?move=a3")))
    assert "Completes a3–a2–a1 (RRR): 1 point." in page
    assert "Scores" not in page
    assert "This ends the leg." in page
    assert 'class="d-line"' in page


def test_the_preview_sums_up_several_lines_at_once(table, alice, client_for, play, now):
    play(table, "a1,c4,a2,c4,b3,c1,c3,c1", now)
    page = text_of(client_for(alice).get(url(table, "?move=a3")))
    assert "Scores 2 points." in page
    assert page.count('class="d-line"') == 2


@pytest.mark.parametrize("typed", sampled(["b2", "B2 = r", " B2 ", "b2=R"], 2))
def test_a_typed_move_goes_through_the_same_preview(table, alice, client_for, typed):
    page = client_for(alice).get(url(table), {"move": typed})
    assert page.status_code == 200
    assert '<input type="hidden" name="move" value="b2">' in text_of(page)


def test_a_slide_is_typed_short_and_drawn_where_it_would_lie(alice, bob, start, play, client_for):
    match = start(alice, bob, ruleset="traffic_lights.slider", now=timezone.now())
    play(match, "b2,a1", timezone.now())
    client = client_for(alice)
    page = client.get(url(match), {"move": ">E"})
    assert '<input type="hidden" name="move" value="slide E">' in text_of(page)
    assert url(match, "?move=slide+E") in board_links(client.get(url(match)))


def test_the_wrong_colour_is_refused_in_words(table, alice, client_for):
    page = client_for(alice).get(url(table), {"move": "b2=Y"})
    assert page.status_code == 422
    assert "b2 would become R, not Y." in text_of(page)


@pytest.mark.parametrize(
    ("typed", "target"), [("resign", "resign/"), ("TIE", "tie/"), ("draw", "tie/")]
)
def test_the_words_of_the_mail_grammar_lead_to_their_questions(
    table, alice, client_for, typed, target
):
    client = client_for(alice)
    assert client.get(url(table), {"move": typed}).url == url(table, target)
    assert send(client, table, typed).url == url(table, target)
    assert not Ply.objects.exists()


def test_sending_plays_the_move_leads_back_and_names_it(table, alice, client_for):
    client = client_for(alice)
    answer = send(client, table, "b2")
    assert (answer.status_code, answer.url) == (303, url(table))
    ply = Ply.objects.get(match=table)
    assert (ply.text, ply.seat, ply.source) == ("b2", 0, "page")
    page = client.get(answer.url)
    assert "Sent: b2." in text_of(page)
    assert "Waiting for Bob." in text_of(page)
    assert 'class="d-last"' in text_of(page)


def test_a_bot_that_answers_at_once_has_no_deadline(alice, start, client_for):
    match = start(bot("Ramona").player, alice)
    page = text_of(client_for(alice).get(url(match)))
    assert "Ramona will answer in a moment." in page
    assert "replies right away" in page
    assert "Deadline:" not in page
    assert " left</span>" not in page


def test_send_and_go_on_leads_to_the_next_match_that_waits(alice, bob, start, client_for, now):
    first, second = (start(alice, bob, now=now) for _ in range(2))
    client = client_for(alice)
    assert send(client, first, "b2", then="next").url == url(second)
    assert send(client, second, "b2", then="next").url == url(second)
    assert "It is not your turn in any other match." in text_of(client.get(url(second)))


def test_a_double_submission_changes_nothing_and_says_so(table, alice, client_for):
    client = client_for(alice)
    send(client, table, "b2", seen=0)
    again = send(client, table, "b2", seen=0)
    assert again.status_code == 409
    assert "The position has changed:" in text_of(again)
    assert Ply.objects.filter(match=table).count() == 1


def test_a_stale_submission_shows_the_current_board(table, alice, client_for, play, now):
    play(table, "b2,a1", now)
    answer = send(client_for(alice), table, "c1", seen=0)
    assert answer.status_code == 409
    assert len(board_links(answer)) == 12
    assert "2 / 2" in text_of(answer)


@pytest.mark.parametrize("move", sampled(["z9", "", "b2\x00", "hello", "slide E", "x" * 200], 3))
def test_what_is_no_move_is_refused_with_the_legal_ones(table, alice, client_for, move):
    answer = send(client_for(alice), table, move)
    assert answer.status_code == 422
    assert "Possible moves:" in text_of(answer)
    assert text_of(answer).count('<a class="mono"') == 12
    assert not Ply.objects.exists()


def test_an_illegal_move_is_refused_with_its_reason(table, alice, client_for, play, now):
    play(table, "b2,b2,b2,a1", now)
    answer = send(client_for(alice), table, "b2")
    assert answer.status_code == 422
    assert "b2 is already green, and green chips stay." in text_of(answer)


@pytest.mark.parametrize("seen", sampled(["", "9" * 30, "-1", "x", "٣"], 2))
def test_a_form_without_its_position_is_refused(table, alice, client_for, seen):
    assert send(client_for(alice), table, "b2", seen=seen).status_code == 422
    assert not Ply.objects.exists()


def test_moving_out_of_turn_is_refused(table, bob, client_for):
    answer = send(client_for(bob), table, "b2")
    assert answer.status_code == 409
    assert "It is not your turn." in text_of(answer) or "nicht" in text_of(answer)


def test_somebody_without_a_seat_may_not_move(table, carol, client_for):
    assert send(client_for(carol), table, "b2").status_code == 403
    assert send(client_for(), table, "b2").status_code == 403


def test_private_and_unknown_matches_are_not_there(alice, bob, carol, start, client_for, now):
    match = start(alice, bob, private=True, now=now)
    for client in (client_for(carol), client_for()):
        for part in ("version/", "clock/", "ledger.txt"):
            assert client.get(url(match, part)).status_code == 404, part
            assert client.get(f"/matches/999999/{part}").status_code == 404, part
        assert send(client, match, "b2").status_code == 404
        assert client.post(url(match, "say/"), {"text": "hi"}).status_code == 404
    assert client_for(carol).get(url(match)).status_code == 404
    assert client_for(bob).get(url(match)).status_code == 200


def test_whoever_comes_from_an_email_of_a_private_match_may_log_in_first(
    alice, bob, start, client_for, now
):
    match = start(alice, bob, private=True, now=now)
    for address in (url(match), "/matches/999999/"):
        answer = client_for().get(address)
        assert answer["Location"].startswith("/account/login/?next=%2Fmatches%2F")


def test_a_move_after_the_time_is_up_settles_the_match(alice, bob, start, play, client_for, now):
    match = start(alice, bob, now=now - timedelta(days=10))
    play(match, "b2,a1", now - timedelta(days=9))
    answer = send(client_for(alice), match, "c1")
    assert answer.status_code == 409
    match.refresh_from_db()
    assert match.ending == "timeout"


def test_replay_shows_any_ply_and_leads_through_all(table, alice, client_for, play, now):
    play(table, "b2,a1,c3", now)
    client = client_for(alice)
    page = text_of(client.get(url(table, "?ply=1")))
    assert "Replay: position 1 of 3." in page
    assert page.count('class="d-r"') == 1
    for step, target in (("first", "?ply=0"), ("previous", "?ply=0"), ("next", "?ply=2")):
        assert f'href="{url(table, target)}" data-swap data-replay="{step}"' in page
    assert f'href="{url(table)}" data-swap data-replay="last"' in page
    assert "/version/" not in page


@pytest.mark.parametrize("ply", sampled(["x", "99999999999999", "-3", "²"], 2))
def test_a_ply_that_is_none_shows_a_position_all_the_same(table, client_for, ply):
    assert client_for().get(url(table), {"ply": ply}).status_code == 200


def test_the_end_of_a_leg_is_shown_before_the_next_begins(table, alice, bob, play, client_for, now):
    play(table, LEG, now)
    waiting = text_of(client_for(alice).get(url(table)))
    assert "Leg 1 ended: Alice completed" in waiting
    assert 'class="d-line"' in waiting
    to_move = text_of(client_for(bob).get(url(table)))
    assert "Alice" in to_move
    assert "board--small" in to_move
    assert 'class="d-line"' in text_of(client_for().get(url(table, "?ply=5")))


def test_a_leg_after_which_the_winner_began_is_told_until_one_has_moved(
    table, alice, bob, play, client_for, now
):
    play(table, "c4,a1,a4,b1,b3,c1,b2", now)
    shown = text_of(client_for(alice).get(url(table)))
    assert "Leg 1 ended: Bob completed" in shown
    assert "board--small" in shown
    assert "Leg 1 ended: Bob" not in text_of(client_for(bob).get(url(table)))
    play(table, "a1,a2", now)
    assert "Leg 1 ended: Bob" not in text_of(client_for(alice).get(url(table)))


def test_score_sheet_and_list_tell_legs_starters_lines_and_moves(table, play, client_for, now):
    play(table, LEG, now)
    page = text_of(client_for().get(url(table)))
    sheet = page[page.index('class="score-sheet"') :]
    sheet = " ".join(re.sub(r"<[^>]+>", " ", sheet[: sheet.index("</table>")]).split())
    assert "Leg 1 a3–a2–a1 (RRR): 1 point 1 • (starts this leg) 0" in sheet
    assert "Leg 2 running • (starts this leg)" in sheet
    assert sheet.endswith("Total 1 0")
    play(table, "b2", now)
    page = text_of(client_for().get(url(table)))
    assert page.index("Leg 1</li>") < page.index('aria-label="1. Alice: a1"')
    assert page.index("Leg 2</li>") < page.index('aria-label="1. Bob: b2"')
    assert 'moves__colour--r" aria-hidden="true">R' in page


def test_tie_break_legs_are_named_and_the_page_is_small(table, alice, play, client_for, now):
    play(table, f"{LEG},{LEG}", now)
    page = text_of(client_for().get(url(table)))
    assert "Tie-break leg 3" in page
    assert "Tie-break leg 4" in page
    assert len(gzip.compress(client_for(alice).get(url(table)).content)) < 12_000


def test_deadline_and_time_left_are_in_the_readers_zone(alice, carol, start, client_for):
    match = start(carol, alice, now=timezone.now())
    page = text_of(client_for(alice).get(url(match)))
    due = match.seats.get(number=0).deadline_at.astimezone(alice.zone)
    assert due.strftime("%H:%M") in page
    assert '<span class="clock__left">3 days</span>' in page
    assert "3 days per move" in page


def test_the_reserve_and_what_stops_the_clock_are_told(alice, bob, start, client_for, now):
    match = start(alice, bob, preset="club", now=now)
    page = text_of(client_for(alice).get(url(match)))
    assert "time bank 14 days" in page
    assert "pauses on days off" in page


def test_the_board_is_also_told_in_words(table, alice, client_for, play, now):
    play(table, "b2", now)
    page = text_of(client_for(alice).get(url(table)))
    assert "Row 2: a2 empty, b2 red, c2 empty." in page
    assert "The board in words" in page


def test_opening_the_position_marks_it_seen_and_replay_does_not(table, bob, client_for, play, now):
    play(table, "b2", now)
    client = client_for(bob)
    client.get(url(table, "?ply=0"))
    assert table.seats.get(player=bob).seen_ply == 0
    client.get(url(table))
    assert table.seats.get(player=bob).seen_ply == 1


def test_after_the_end_the_result_and_the_ratings_are_told(table, alice, client_for, play, now):
    play(table, f"{LEG},b2", now)
    client = client_for(alice)
    client.post(url(table, "resign/"))
    page = text_of(client.get(url(table)))
    assert "You lost</h2><p>You resigned.</p>" in page  # 1–0 would not say who has won
    assert page.count("“?” marks a provisional rating") == 1
    assert re.search(r"Your rating:</dt><dd>1500\? → <b>\d+\?</b>", page)
    assert "Offer a rematch" in page
    assert "/version/" not in page


def test_the_next_match_is_offered_while_waiting(alice, bob, start, play, client_for, now):
    first, second = (start(alice, bob, now=now) for _ in range(2))
    play(first, "b2", now)
    page = text_of(client_for(alice).get(url(first)))
    assert "Next match awaiting your move" in page
    assert reverse("games:match", args=[second.pk]) in page


def test_a_guest_plays_without_an_account(alice, start, client_for, now):
    from accounts.models import Player

    guest = Player.objects.create(kind="guest", name="Guest 7", created_at=now)
    match = start(guest, alice, rated=False, now=now)
    client = client_for(guest)
    assert len(board_links(client.get(url(match)))) == 12
    assert send(client, match, "b2").status_code == 303
    assert Ply.objects.get(match=match).seat == 0


def test_a_script_is_led_to_other_pages_as_a_whole(table, alice, client_for):
    client = client_for(alice)
    answer = client.get(url(table), {"move": "resign"}, headers={"HX-Request": "true"})
    assert answer["HX-Redirect"] == url(table, "resign/")
    sent = client.post(
        url(table, "move/"),
        {"move": "b2", "seen": 0, "then": "next"},
        headers={"HX-Request": "true"},
    )
    assert sent["HX-Redirect"] == url(table)
