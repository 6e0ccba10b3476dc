"""The part "Orders" of a match, and the settings of what is played for a player."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Order, PlayPreference, Ply
from games.services.match import public_ids
from games.services.play import commands
from tests.api.conftest import api
from tests.markup import text_of

__all__ = ["api"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def bob(person):
    """Return a player who reads English, too."""
    return person("Bob")


@pytest.fixture
def match(alice, bob, start, now):
    """Return a match in which it is Alice's turn."""
    return start(alice, bob, now=now)


def at(match, rest=""):
    return f"/matches/{match.pk}/{rest}"


def write(match, player, text, seen=0):
    return commands.save_orders(
        match.pk, player, text, commands.Submission(seen, timezone.now(), "page")
    )


def test_the_way_to_an_order_is_a_page_a_step(match, bob, client_for):
    client = client_for(bob)
    page = text_of(client.get(at(match)))
    assert "If Alice plays" in page
    assert '<option value="b2">b2 – b2 becomes red</option>' in page
    page = text_of(client.get(at(match), {"if": "b2"}))
    assert "If b2 is played, you reply …" in page
    assert '<option value="b2">b2 – b2 becomes yellow</option>' in page
    page = text_of(client.get(at(match), {"if": ["b2", "c3"], "then": ["a1", "a3"]}))
    assert 'name="text" value="if b2 then a1 if c3 then a3"' in page


def test_a_wrong_step_is_told_and_left_out(match, bob, client_for):
    answer = client_for(bob).get(at(match), {"if": ["b2", "z9"], "then": ["a1"]})
    assert answer.status_code == 422
    page = text_of(answer)
    assert "There is no square “z9”" in page
    assert 'name="text" value="if b2 then a1"' in page
    many = client_for(bob).get(at(match), {"if": ["b2"] * 50, "then": ["x"] * 60})
    assert many.status_code == 422


def test_orders_are_kept_and_withdrawn_from_the_page(match, bob, client_for):
    client = client_for(bob)
    answer = client.post(at(match, "orders/"), {"text": "if b2 then a1\nif b1 then a1", "seen": 0})
    assert (answer.status_code, answer["Location"]) == (303, at(match, "#orders"))
    first, _second = Order.objects.all()
    page = text_of(client.get(at(match)))
    number = public_ids.public_id(first.pk, "order")
    assert f'value="{number}" aria-label="Withdraw if b2 then a1"' in page
    client.post(at(match, "orders/"), {"action": "withdraw", "order": number})
    client.post(at(match, "orders/"), {"action": "withdraw"})
    assert {row.state for row in Order.objects.all()} == {"withdrawn"}


def test_what_cannot_be_kept_says_why_and_keeps_what_was_written(match, bob, client_for):
    client = client_for(bob)
    for form, status, said in (
        ({"text": "if b2 then a1\nif z9 then a1", "seen": "0"}, 422, "Line 2, “if z9 then a1”"),
        ({"text": "", "seen": "0"}, 422, "Write a move or a command first."),
        ({"text": "if b2 then a1", "seen": "7"}, 409, "The position has changed:"),
        ({"text": "if b2 then a1"}, 422, "did not say which position"),
        ({"text": "x" * 5000, "seen": "0"}, 422, "Too long: up to"),
        ({"text": "if b2 \x00 then a1", "seen": "0"}, 422, "Line 1"),
        ({"action": "withdraw", "order": "999999"}, 404, "There is no such order."),
        ({"action": "withdraw", "order": "no"}, 404, "There is no such order."),
    ):
        answer = client.post(at(match, "orders/"), form)
        assert answer.status_code == status, form
        assert said in text_of(answer)
        assert not Order.objects.exists()


def test_whose_turn_it_is_sees_how_orders_go_with_the_move(match, alice, client_for):
    page = text_of(client_for(alice).get(at(match)))
    assert "type for example “a1 if b1 then c1” in the move field" in page
    assert "id_foresee" not in page


def test_orders_of_chess_are_told_as_their_reader_writes_moves(alice, bob, start, play, client_for):
    match = start(alice, bob, ruleset="chess", now=timezone.now())
    client = client_for(bob)
    form = {"text": "if e2e4 then Nc6", "seen": "0"}
    page = text_of(client.post(at(match, "orders/"), form, follow=True))
    assert "Saved: if e4 then Nc6" in page
    assert "Or go on" not in page
    assert "Or continue: if Alice then plays" in text_of(
        client.get(at(match), {"if": "e4", "then": "Nf6"})
    )
    play(match, "d2d4", timezone.now())
    told = text_of(client.get(at(match)))
    assert "Lapsed because something else was played: if e4 then Nc6" in told


def test_a_text_of_several_commands_is_previewed_and_sent(match, alice, client_for):
    client = client_for(alice)
    text = "b2; if a1 then c3\nnote hm"
    page = text_of(client.get(at(match), {"move": text}))
    assert "Conditional move: if a1 then c3" in page
    assert "Private note: hm" in page
    assert Ply.objects.count() == 0
    sent = client.post(at(match, "move/"), {"move": text, "seen": 0})
    assert sent.status_code == 303
    assert Order.objects.get().text == "if a1 then c3"
    assert match.seats.get(number=0).notes == "hm"


def test_a_text_without_a_move_says_that_nothing_is_played(match, alice, client_for):
    page = text_of(client_for(alice).get(at(match), {"move": "msg hello"}))
    assert "This does not play a move." in page
    assert "Message: hello" in page


def test_the_owner_reads_what_became_of_their_orders(match, bob, play, client_for, now):
    write(match, bob, "if b2 then a1 if c3 then a3\nif b1 then a1")
    play(match, "b2", now)
    page = text_of(client_for(bob).get(at(match)))
    assert "Alice played b2. Your planned reply was played: a1." in page
    assert "Carried out: if b2 then a1" in page
    assert "Lapsed because something else was played: if b1 then a1" in page
    play(match, "c1", now)
    play(match, "a2", now)
    page = text_of(client_for(bob).get(at(match)))
    assert "Carried out" not in page


def test_the_clock_statement_says_by_order(match, bob, play, client_for, api, now):
    write(match, bob, "if b2 then a1")
    play(match, "b2", now)
    assert "planned in advance: no time charged" in text_of(
        client_for(bob).get(at(match, "clock/"))
    )
    mine = api(bob).get(f"matches/{match.pk}/clock/").json[1]["turns"]
    assert [(turn["by_order"], turn["charged"]) for turn in mine] == [(True, 0)]


def test_the_draft_has_its_list_on_the_page(alice, bob, start, client_for, now):
    bag = start(alice, bob, ruleset="traffic_lights.4x3.bag", now=now)
    client = client_for(bob)
    assert 'value="auto-draft GYR"' in text_of(client.get(at(bag)))
    client.post(at(bag, "orders/"), {"text": "auto-draft GYR", "seen": bag.ply_count})
    assert Order.objects.get().text == "auto-draft GYR"
    assert '<option value="auto-draft GYR" selected>' in text_of(client.get(at(bag)))


def test_what_is_played_for_me_is_a_setting(alice, client_for):
    client = client_for(alice)
    assert "checked" in text_of(client.get("/settings/play/"))
    answer = client.post("/settings/play/", {"auto_draft": "GYR"})
    assert answer.status_code == 302
    row = PlayPreference.objects.get(player=alice)
    assert (row.auto_move, row.auto_draft) == (False, "GYR")
    assert client.post("/settings/play/", {"auto_draft": "RRR"}).status_code == 422


# Programs -----------------------------------------------------------------------------------------
def test_programs_order_ahead_read_and_take_back(match, bob, api):
    caller = api(bob)
    path = f"matches/{match.pk}/orders/"
    made = caller.post(path, {"orders": "if b2 then a1 if c3 then a3", "seen": 0})
    assert made.status == 201
    assert [row["text"] for row in made.json["kept"]] == ["if b2 then a1", "if c3 then a3"]
    assert made.json["kept"][1]["expects"] == ["b2", "a1", "c3"]
    again = caller.post(path, {"orders": "if b2 then c3", "seen": 0})
    assert len(again.json["replaced"]) == 2
    (row,) = caller.get(path).json
    gone = caller.post(f"{path}{row['id']}/withdraw/")
    assert [each["state"] for each in gone.json] == ["withdrawn"]
    assert caller.post(f"{path}{row['id']}/withdraw/").brief == (409, "order_closed")


def test_programs_are_told_which_line_is_wrong(match, bob, api):
    body = {"orders": "if b2 then a1\nif b2 then", "seen": 0}
    answer = api(bob).post(f"matches/{match.pk}/orders/", body)
    assert answer.brief == (422, "order_needs_move")
    assert (answer.json["kind"], answer.json["line"]) == ("order", 2)
    assert answer.json["order"] == "if b2 then"
    stale = api(bob).post(f"matches/{match.pk}/orders/", {**body, "seen": 3})
    assert stale.code in ("stale", "order_needs_move")


def test_programs_play_and_order_in_one_request(match, alice, bob, api):
    write(match, bob, "if b2 then a1")
    body = {"move": "b2", "seen": 0, "orders": "if a1 then c3\nmsg hello"}
    answer = api(alice).post(f"matches/{match.pk}/moves/", body)
    assert answer.status == 201
    plies = api(alice).get(f"matches/{match.pk}/plies/").json
    assert [(ply["move"], ply["source"]) for ply in plies] == [
        ("b2", "api"),
        ("a1", "order"),
        ("c3", "order"),
    ]
    assert answer.json["seen"] == 3


def test_programs_say_what_may_be_played_for_their_player(alice, api):
    caller = api(alice)
    assert caller.get("me/preferences/").json == {"auto_move": True, "auto_draft": ""}
    said = caller.put("me/preferences/", {"auto_move": False, "auto_draft": "g y r"})
    assert said.json == {"auto_move": False, "auto_draft": "GYR"}
    wrong = caller.put("me/preferences/", {"auto_move": True, "auto_draft": "RRR"})
    assert wrong.brief == (422, "bad_preference")


# What it costs ------------------------------------------------------------------------------------
def test_a_move_answered_by_an_order_costs_few_queries_more(match, alice, bob, client_for):
    write(match, bob, "if b2 then a1")
    client = client_for(alice)
    client.get(at(match))
    with CaptureQueriesContext(connection) as seen:
        assert client.post(at(match, "move/"), {"move": "b2", "seen": 0}).status_code == 303
    assert len(seen) <= 24, "\n".join(query["sql"][:150] for query in seen)


def test_the_page_with_orders_costs_at_most_fourteen_queries(match, bob, client_for):
    write(match, bob, "if b2 then a1 if c3 then a3\nif b1 then a1")
    client = client_for(bob)
    client.get(at(match))
    with CaptureQueriesContext(connection) as seen:
        client.get(at(match))
    assert len(seen) <= 14, "\n".join(query["sql"][:150] for query in seen)


def test_a_refused_order_does_not_come_into_the_field_of_the_chat(match, bob, client_for):
    secret = "if z9 then my secret plan"
    answer = client_for(bob).post(at(match, "orders/"), {"text": secret, "seen": 0})
    assert answer.status_code == 422
    talk = text_of(answer).partition('id="talk"')[2].partition("</section>")[0]
    assert 'name="text"' in talk
    assert "secret plan" not in talk
