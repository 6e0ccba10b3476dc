"""Talk, notes, resigning, ties, pauses, claims, rematch."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Leave
from games import clocks
from games.models import Challenge, ChatLine, Pause
from games.rules import registry
from games.services.play import pauses
from tests.sampling import sampled
from tests.web.acts_table import text_of, url

pytestmark = pytest.mark.django_db


def accepting(client, match, act):
    """Return what the page sends when its reader accepts what is asked there."""
    page = client.get(url(match)).content.decode()
    form = page.split(f'action="{url(match, act)}"')[1].split("</form>")[0]
    hidden = re.findall(r'type="hidden" name="([a-z]+)" value="([^"]+)"', form)
    return {"answer": "accept"} | dict(hidden)


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def table(alice, bob, start, now):
    return start(alice, bob, now=now)


# Talk and notes -----------------------------------------------------------------------------------
def test_players_talk_and_read_each_other(table, alice, bob, client_for):
    answer = client_for(alice).post(url(table, "say/"), {"text": "Good luck, <b>Bob</b>!"})
    assert (answer.status_code, answer.url) == (303, url(table, "#talk"))
    page = client_for(bob).get(url(table)).content.decode()
    assert "Good luck, &lt;b&gt;Bob&lt;/b&gt;!" in page


def test_spectators_see_neither_talk_nor_notes(table, alice, carol, client_for):
    client = client_for(alice)
    client.post(url(table, "say/"), {"text": "between us"})
    client.post(url(table, "notes/"), {"notes": "secret plan"})
    for reader in (carol, None):
        page = text_of(client_for(reader).get(url(table)))
        assert "between us" not in page
        assert "secret plan" not in page
        assert 'id="talk"' not in page


def test_notes_are_for_their_writer_alone(table, alice, bob, client_for):
    client = client_for(alice)
    client.post(url(table, "notes/"), {"notes": "centre\n first"})
    assert "centre\n first" in client.get(url(table)).content.decode()
    assert "centre" not in text_of(client_for(bob).get(url(table)))


@pytest.mark.parametrize("text", sampled(["   ", "x" * 501, ""], 2))
def test_an_empty_or_endless_remark_is_refused(table, alice, client_for, text):
    assert client_for(alice).post(url(table, "say/"), {"text": text}).status_code == 422
    assert not ChatLine.objects.exists()


def test_only_players_may_talk_or_act(table, carol, client_for):
    client = client_for(carol)
    for part in ("say/", "notes/", "resign/", "abort/", "tie/", "pause/", "claim/", "rematch/"):
        assert client.post(url(table, part), {"text": "x"}).status_code == 403, part
    assert client.get(url(table, "resign/")).status_code == 403
    table.refresh_from_db()
    assert table.is_running


# Ends ---------------------------------------------------------------------------------------------
def test_resigning_asks_first_and_then_ends_the_match(table, alice, client_for, play, now):
    play(table, "b2,a1", now)
    client = client_for(alice)
    assert "Resign this match?" in text_of(client.get(url(table, "resign/")))
    table.refresh_from_db()
    assert table.is_running
    assert client.post(url(table, "resign/")).status_code == 303
    table.refresh_from_db()
    assert table.ending == "resigned"
    assert client.post(url(table, "resign/")).status_code == 409
    assert client.get(url(table, "resign/")).status_code == 409


def test_calling_off_is_offered_before_the_first_move_only(table, alice, client_for, play, now):
    client = client_for(alice)
    assert "Cancel match" in text_of(client.get(url(table)))
    play(table, "b2", now)
    assert "Cancel match" not in text_of(client.get(url(table)))
    assert client.post(url(table, "abort/")).status_code == 409


def test_calling_off_annuls(table, bob, client_for):
    assert client_for(bob).post(url(table, "abort/")).status_code == 303
    table.refresh_from_db()
    assert (table.status, table.ending) == ("annulled", "aborted")


def test_a_tie_is_offered_seen_and_accepted(table, alice, bob, client_for, play, now):
    play(table, "b2,a1", now)
    client_for(alice).post(url(table, "tie/"), {"seen": "2"})
    client = client_for(bob)
    bob.language = "en"
    bob.save()
    assert "Alice offers a draw." in text_of(client.get(url(table)))
    answer = accepting(client, table, "tie/")
    assert client.post(url(table, "tie/"), answer | {"question": "0"}).status_code == 409
    assert client.post(url(table, "tie/"), answer).status_code == 303
    table.refresh_from_db()
    assert table.ending == "tie_agreed"


def test_an_offer_is_made_in_the_position_that_was_seen(table, alice, bob, client_for, play, now):
    play(table, "b2", now)
    client = client_for(alice)
    asked = client.get(url(table, "tie/")).content.decode()
    assert '<input type="hidden" name="seen" value="1">' in asked
    play(table, "a1", now)
    client_for(bob).post(url(table, "tie/"), {"seen": "2"})
    assert client.post(url(table, "tie/"), {"seen": "1"}).status_code == 409
    table.refresh_from_db()
    assert table.is_running
    asked = client.get(url(table, "tie/")).content.decode()
    assert "Accept draw" in asked
    assert '<input type="hidden" name="question" value="1">' in asked


def test_an_old_page_offers_no_draw_in_a_later_position(table, bob, client_for, play, now):
    play(table, "b2,a1,c1", now)
    page = client_for(bob).post(url(table, "tie/"), {"seen": "2"})
    assert page.status_code == 409
    assert table.seats.get(number=1).tie_offered_at_ply is None


def test_only_a_tie_that_was_offered_is_accepted_or_declined(
    table, alice, bob, client_for, play, now
):
    play(table, "b2,a1", now)
    alices = client_for(alice)
    assert alices.post(url(table, "tie/"), {"answer": "accept"}).status_code == 409
    assert table.seats.get(number=0).tie_offered_at_ply is None
    alices.post(url(table, "tie/"), {"seen": "2"})
    answer, client = {"answer": "decline", "question": "1"}, client_for(bob)
    assert client.post(url(table, "tie/"), answer | {"question": "7"}).status_code == 409
    assert table.seats.get(number=0).tie_offered_at_ply is not None
    assert client.post(url(table, "tie/"), answer).status_code == 303
    assert table.seats.get(number=0).tie_offered_at_ply is None


def test_an_old_page_declines_no_later_question(table, alice, bob, client_for, play, now):
    play(table, "b2,a1", now)
    bobs = client_for(bob)
    first, second = now + timedelta(days=3), now + timedelta(days=4)
    for until in (first, second):
        pauses.propose_pause(table.pk, alice, until, now=now)
    old = {"answer": "decline", "until": first.isoformat()}
    page = bobs.post(url(table, "pause/"), old)
    assert page.status_code == 409
    assert Pause.objects.get(until=second).since is None
    new = {"answer": "decline", "until": second.isoformat()}
    assert bobs.post(url(table, "pause/"), new).status_code == 303
    assert not Pause.objects.filter(until=second).exists()


def test_a_win_on_time_is_claimed_where_the_control_says_so(alice, bob, start, play, client_for):
    now = timezone.now()
    control = clocks.TimeControl(per_turn=timedelta(days=1), on_flag="claim")
    match = start(alice, bob, control=control, now=now - timedelta(days=9))
    play(match, "b2,a1", now - timedelta(days=8))
    assert client_for(alice).post(url(match, "claim/")).status_code == 409
    client = client_for(bob)
    bob.language = "en"
    bob.save()
    assert "Claim the win on time" in text_of(client.get(url(match)))
    client.post(url(match, "claim/"))
    match.refresh_from_db()
    assert match.ending == "timeout"


@pytest.mark.parametrize(
    ("able", "button", "told"),
    [
        (False, "Claim the draw on time", "the opponent could not have checkmated"),
        (None, "Claim the win on time", "ask a referee"),
    ],
)
def test_time_brings_a_draw_where_nobody_could_win(
    alice, bob, start, play, client_for, monkeypatch, able, button, told
):
    now = timezone.now()
    control = clocks.TimeControl(per_turn=timedelta(days=1), on_flag="claim")
    match = start(alice, bob, ruleset="chess", control=control, now=now - timedelta(days=9))
    play(match, "e4,e5", now - timedelta(days=8))
    monkeypatch.setattr(registry.get("chess").__class__, "may_win", lambda *_: able)
    bob.language = "en"
    bob.save()
    client = client_for(bob)
    assert button in text_of(client.get(url(match)))
    client.post(url(match, "claim/"))
    assert told in text_of(client.get(url(match)))


# Pauses and rematch -------------------------------------------------------------------------------
def test_a_pause_is_proposed_in_the_readers_zone_and_accepted(table, alice, bob, client_for, now):
    until = (now + timedelta(days=5)).astimezone(alice.zone)
    client_for(alice).post(url(table, "pause/"), {"until": until.strftime("%Y-%m-%dT%H:%M")})
    pause = Pause.objects.get(match=table)
    assert pause.until == until.replace(second=0, microsecond=0)
    before = table.seats.get(number=0).deadline_at
    assert client_for(alice).post(url(table, "pause/"), {"answer": "accept"}).status_code == 409
    client = client_for(bob)
    answer = accepting(client, table, "pause/")
    other = {"until": "2031-01-01T00:00:00+00:00"}
    assert client.post(url(table, "pause/"), answer | other).status_code == 409
    client.post(url(table, "pause/"), answer)
    assert table.seats.get(number=0).deadline_at > before
    for reader in (alice, bob, None):
        assert client_for(reader).get(url(table)).context["standing"] == pause
    assert '<p class="flash">Clocks paused until' in text_of(client_for().get(url(table)))


def test_the_table_says_that_the_player_to_move_is_on_leave(table, alice, bob, client_for, now):
    today = now.astimezone(alice.zone).date()
    for player in (alice, bob):
        days = {"first_day": today, "last_day": today + timedelta(days=3)}
        Leave.objects.create(player=player, booked_at=now, **days)
    shown = text_of(client_for().get(url(table)))
    assert "Alice is on leave until" in shown
    assert "Bob is on leave" not in shown


@pytest.mark.parametrize(
    "until", sampled(["", "2020-01-01T10:00", "2999-01-01T10:00", "tomorrow"], 3)
)
def test_a_pause_that_cannot_be_is_refused(table, alice, client_for, until):
    assert client_for(alice).post(url(table, "pause/"), {"until": until}).status_code == 422
    assert not Pause.objects.exists()


def test_a_rematch_is_offered_and_an_offer_of_the_other_is_shown(
    table, alice, bob, client_for, play, now
):
    client = client_for(alice)
    assert client.post(url(table, "rematch/")).status_code == 409
    play(table, "b2,a1", now)
    client.post(url(table, "resign/"))
    challenge_url = client.post(url(table, "rematch/")).url
    challenge = Challenge.objects.get(rematch_of=table)
    assert challenge_url == challenge.get_absolute_url()
    assert challenge_url in text_of(client_for(bob).get(url(table)))
    assert client_for(bob).post(url(table, "rematch/")).url == challenge_url
