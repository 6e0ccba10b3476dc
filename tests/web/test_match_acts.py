"""Talk, notes, resigning, ties, pauses, claims, rematch, clocks, ledger, live refresh."""

from __future__ import annotations

from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Leave
from games import clocks
from games.models import Challenge, ChatLine, ClockCharge, Pause
from tests.markup import tidy

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
LEG = "a1,c4,a2,c1,a3"


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def table(alice, bob, start, now):
    return start(alice, bob, now=now)


def url(match, part=""):
    return f"/matches/{match.pk}/{part}"


def text_of(response):
    return unescape(tidy(response.content.decode()))


def version_in(page):
    found = page.split("version/?v=", 1)[1]
    return found[: found.index('"')]


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


@pytest.mark.parametrize("text", ["", "   ", "x" * 501])
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
    client_for(alice).post(url(table, "tie/"))
    client = client_for(bob)
    bob.language = "en"
    bob.save()
    assert "Alice offers a draw." in text_of(client.get(url(table)))
    assert client.post(url(table, "tie/"), {"answer": "accept"}).status_code == 303
    table.refresh_from_db()
    assert table.ending == "tie_agreed"


def test_a_tie_is_declined(table, alice, bob, client_for, play, now):
    play(table, "b2,a1", now)
    client_for(alice).post(url(table, "tie/"))
    client_for(bob).post(url(table, "tie/"), {"answer": "decline"})
    assert table.seats.get(number=0).tie_offered_at_ply is None


def test_accepting_what_was_not_offered_offers_nothing(table, alice, client_for, play, now):
    play(table, "b2,a1", now)
    answer = client_for(alice).post(url(table, "tie/"), {"answer": "accept"})
    assert answer.status_code == 409
    assert table.seats.get(number=0).tie_offered_at_ply is None


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


# Pauses and rematch -------------------------------------------------------------------------------
def test_a_pause_is_proposed_in_the_readers_zone_and_accepted(table, alice, bob, client_for, now):
    until = (now + timedelta(days=5)).astimezone(alice.zone)
    client_for(alice).post(url(table, "pause/"), {"until": until.strftime("%Y-%m-%dT%H:%M")})
    pause = Pause.objects.get(match=table)
    assert pause.until == until.replace(second=0, microsecond=0)
    before = table.seats.get(number=0).deadline_at
    assert client_for(alice).post(url(table, "pause/"), {"answer": "accept"}).status_code == 409
    client_for(bob).post(url(table, "pause/"), {"answer": "accept"})
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


@pytest.mark.parametrize("until", ["", "tomorrow", "2020-01-01T10:00", "2999-01-01T10:00"])
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


# Clocks and ledger --------------------------------------------------------------------------------
def test_the_clock_statement_adds_up(alice, bob, start, play, client_for, now):
    match = start(alice, bob, preset="club", now=now - timedelta(days=6))
    play(match, "b2,a1", now - timedelta(days=3))
    page = text_of(client_for(alice).get(url(match, "clock/")))
    charge = ClockCharge.objects.filter(match=match)[0]
    days, rest = divmod(charge.charged, 86400)
    shown = f"{days} d {rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
    assert shown in page
    assert "Turn 1" in page
    assert "still running" in page
    assert "time bank before: 14 days" in page


def test_a_day_off_stands_in_the_statement_uncharged(alice, bob, start, play, client_for, now):
    alice.rest_days = [5, 6]
    alice.save()
    match = start(alice, bob, preset="club", now=now - timedelta(days=8))
    play(match, "b2", now)
    page = text_of(client_for(alice).get(url(match, "clock/")))
    row = next(row for row in page.split("<tr") if "day off" in row)
    assert row.endswith('<td class="num">00:00:00</td></tr>')


def test_the_clock_statement_is_for_the_players(table, carol, client_for):
    assert client_for(carol).get(url(table, "clock/")).status_code == 403
    assert client_for().get(url(table, "clock/")).status_code == 403


def test_the_ledger_is_plain_text_that_replays(table, alice, client_for, play, now):
    from games.queries import position_for
    from games.rules import registry

    play(table, f"{LEG},b2", now)
    client_for(alice).post(url(table, "resign/"))
    answer = client_for().get(url(table, "ledger.txt"))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    text = answer.content.decode()
    for tag in ('[Ruleset "traffic_lights.4x3"]', '[Seat0 "Alice"]', '[Ending "resigned"]'):
        assert tag in text
    rules = registry.get("traffic_lights.4x3")
    state = rules.start(2, {"legs": 2, "max_extra_pairs": 3})
    for line in text.splitlines():
        if line[:1].isdigit():
            _number, seat, rest = line.split(" ", 2)
            state = rules.play(state, int(seat), rules.parse(rest.partition(" {")[0]))
    position = position_for(None, table.pk)
    assert position is not None
    assert state == position.state
    assert text.endswith("Ranks 2 1\n")


# Live refresh -------------------------------------------------------------------------------------
def test_an_unchanged_table_answers_204_with_one_query(table, client_for):
    client = client_for()
    version = version_in(text_of(client.get(url(table))))
    with CaptureQueriesContext(connection) as seen:
        assert client.get(url(table, "version/"), {"v": version}).status_code == 204
    assert len(seen) == 1


def test_a_move_a_remark_or_a_tie_is_news(table, alice, bob, client_for, play, now):
    client = client_for(bob)
    seen = [version_in(text_of(client.get(url(table))))]

    def fresh():
        answer = client.get(url(table, "version/"), {"v": seen[-1]})
        if answer.status_code == 200:
            seen.append(version_in(text_of(answer)))
        return answer

    assert fresh().status_code == 204
    play(table, "b2", now)
    page = text_of(fresh())
    assert '<section id="table"' in page
    for part in ("side", "actions", "chat-lines", "turns-badge"):
        assert f'id="{part}"' in page
    assert 'id="id_text"' not in page
    assert 'id="id_notes"' not in page
    client_for(alice).post(url(table, "say/"), {"text": "hello"})
    assert "hello" in text_of(fresh())
    client_for(alice).post(url(table, "tie/"))
    assert fresh().status_code == 200
    assert fresh().status_code == 204


def test_when_it_is_over_polling_ends_with_the_result(table, alice, bob, client_for, play, now):
    play(table, "b2,a1", now)
    client_for(alice).post(url(table, "resign/"))
    answer = client_for().get(url(table, "version/"), {"v": "old"})
    assert answer.status_code == 286
    assert "Alice resigned." in text_of(answer)
    assert "hx-trigger" not in text_of(answer)


def test_a_session_that_polls_marks_the_position_seen(table, bob, client_for, play, now):
    play(table, "b2", now)
    client_for(bob).get(url(table, "version/"), {"v": "old"})
    assert table.seats.get(player=bob).seen_ply == 1


# What it costs ------------------------------------------------------------------------------------
def test_a_move_costs_at_most_fifteen_queries(table, alice, client_for, play, now):
    play(table, "b2,a1", now)
    client = client_for(alice)
    client.get(url(table))
    with CaptureQueriesContext(connection) as seen:
        answer = client.post(url(table, "move/"), {"move": "c1", "seen": 2})
    assert answer.status_code == 303
    assert len(seen) <= 15, "\n".join(query["sql"][:150] for query in seen)


def test_the_page_costs_at_most_twelve_queries(table, alice, bob, client_for, play, now):
    play(table, f"{LEG},b2,a1", now)
    client_for(bob).post(url(table, "say/"), {"text": "hello"})
    for reader in (alice, bob, None):
        client = client_for(reader)
        for _visit in range(2):
            with CaptureQueriesContext(connection) as seen:
                assert client.get(url(table)).status_code == 200
            assert len(seen) <= 12, "\n".join(query["sql"][:150] for query in seen)
    client = client_for(alice)
    client.post(url(table, "resign/"))
    client.get(url(table))
    with CaptureQueriesContext(connection) as seen:
        assert "You resigned." in text_of(client.get(url(table)))
    assert len(seen) <= 12, "\n".join(query["sql"][:150] for query in seen)
