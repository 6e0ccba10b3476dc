"""A leg played in real Chromium: by clicks, without JavaScript, and with the keyboard alone."""

from __future__ import annotations

from itertools import product

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.models import Ply
from games.services.play import ties
from tests.browser.axe import violations
from tests.games.conftest import play, start
from tests.sampling import sampled

__all__ = ["play", "start"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LEG = ["a1", "c4", "a2", "c1", "a3"]  # three reds in the first column


@pytest.fixture
def table(alice, bob, start):
    bob.language = "en"
    bob.save()
    return start(alice, bob, now=timezone.now())


@pytest.fixture
def seated(browser, live, client_for):
    """Return a maker of pages in which a player is logged in; broken pages fail the test."""
    contexts, errors = [], []

    def sit(player, **options):
        context = browser.new_context(base_url=live, **options)
        session = client_for(player).cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live}])
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on(
            "console",
            lambda line: errors.append(line.text) if "Content Security" in line.text else None,
        )
        return page

    yield sit
    for context in contexts:
        context.close()
    assert errors == []


def play_by_clicks(pages, match, *, plies):
    for number, move in enumerate(LEG[plies:], plies):
        page = pages[number % 2]
        page.goto(f"/matches/{match.pk}/")
        page.locator(f'svg a.d-link[href$="?move={move}"]').click()
        page.get_by_text("Not sent yet.").wait_for()
        page.get_by_role("button", name="Send move", exact=True).click()
        page.get_by_text(f"Sent: {move}.").first.wait_for()


@pytest.mark.parametrize(("scripts", "plies"), sampled([(True, 4), (True, 0), (False, 0)], 1))
def test_a_leg_is_played_by_clicks(table, alice, bob, seated, play, scripts, plies):
    if plies:
        play(table, ",".join(LEG[:plies]), timezone.now())
    pages = [seated(player, java_script_enabled=scripts) for player in (alice, bob)]
    play_by_clicks(pages, table, plies=plies)
    assert list(Ply.objects.values_list("text", flat=True)) == LEG
    pages[0].get_by_text("Leg 1 ended: Alice completed").wait_for()


def test_with_scripts_the_page_is_not_loaded_again(table, alice, seated):
    page = seated(alice)
    page.goto(f"/matches/{table.pk}/")
    page.evaluate("window.kept = 1")
    page.locator("#id_text").fill("half a sentence")
    page.locator('svg a.d-link[href$="?move=b2"]').click()
    page.get_by_text("Not sent yet.").wait_for()
    assert page.url.endswith("?move=b2")
    page.get_by_role("button", name="Send move", exact=True).click()
    page.get_by_text("Waiting for Bob.").first.wait_for()
    assert page.url.endswith(f"/matches/{table.pk}/")
    assert page.evaluate("window.kept") == 1
    assert page.locator("#id_text").input_value() == "half a sentence"
    expect(page.locator("#side .moves").get_by_text("b2")).to_have_count(1)
    page.go_back()
    page.go_back()
    page.get_by_text("Waiting for Bob.").first.wait_for()


def test_a_refused_move_is_told_in_place(table, alice, seated):
    page = seated(alice)
    page.goto(f"/matches/{table.pk}/")
    page.evaluate("window.kept = 1")
    page.get_by_label("Click a square or type your move").fill("z9")
    page.keyboard.press("Enter")
    page.get_by_text("There is no square “z9” on this board").wait_for()
    assert page.evaluate("window.kept") == 1


def test_every_move_in_a_refusal_is_big_enough_for_a_thumb(table, alice, seated):
    page = seated(alice)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/matches/{table.pk}/?move=b2+yellow")
    page.get_by_text("Write only the square: “b2”.").wait_for()
    links = page.locator(".notice a").all()
    assert links
    for link in links:
        box = link.bounding_box()
        assert box["height"] >= 44, link.text_content()
        assert box["width"] >= 44, link.text_content()


@pytest.mark.long
@pytest.mark.parametrize("scripts", sampled([False, True], 1))
def test_a_typed_resignation_is_asked_back(table, alice, seated, play, scripts):
    play(table, "b2,a1", timezone.now())
    page = seated(alice, java_script_enabled=scripts)
    page.goto(f"/matches/{table.pk}/")
    page.get_by_label("Click a square or type your move").fill("resign")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Resign").click()
    page.get_by_text("You resigned.").first.wait_for()


@pytest.mark.parametrize(
    "path", sampled(["?move=a1", "?move=z9", "", "?ply=3", "clock/", "resign/"], 1)
)
def test_axe_finds_nothing_to_mend(table, alice, seated, play, path):
    play(table, f"{','.join(LEG)},b2", timezone.now())
    page = seated(alice)
    page.goto(f"/matches/{table.pk}/{path}")
    assert violations(page) == []


def test_the_keyboard_alone_is_enough(table, alice, seated):
    page = seated(alice)
    page.goto(f"/matches/{table.pk}/")
    page.locator("svg a.d-link").first.focus()
    assert page.evaluate("document.activeElement.getAttribute('href')").endswith("?move=a4")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('href')").endswith("?move=b3")
    page.keyboard.press("Enter")
    page.get_by_text("Not sent yet.").wait_for()
    page.wait_for_function("document.activeElement.textContent.trim() === 'Send move'")
    page.keyboard.press("Enter")
    page.get_by_text("Waiting for Bob.").first.wait_for()
    assert Ply.objects.get().text == "b3"
    expect(page.locator("#table .flashes")).to_be_focused()
    expect(page.locator("#table .flashes")).to_have_text("Sent: b3.")
    expect(page.locator("#announce")).to_contain_text("Waiting for Bob.")


def test_a_chat_line_by_keyboard_is_confirmed_or_refused_beside_it(table, alice, seated):
    page = seated(alice)
    page.goto(f"/matches/{table.pk}/")
    page.evaluate("window.kept = 1")
    field, announced = page.get_by_label("Message", exact=True), page.locator("#announce")
    field.fill("hello")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(announced).to_have_text("Your message has been sent.")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    expect(page.locator("#chat-lines")).to_contain_text("hello")
    field.fill("b\x07b")
    page.keyboard.press("Enter")
    refusal = page.locator("#talk [role=alert]")
    expect(refusal).to_be_focused()
    expect(field).to_have_value("b\x07b")
    assert page.evaluate("window.kept") == 1


def test_without_scripts_what_was_done_is_focused(table, alice, bob, seated, play):
    play(table, "b2,a1", timezone.now())
    ties.offer_tie(table.pk, bob, now=timezone.now())
    page = seated(alice, java_script_enabled=False)
    page.goto(f"/matches/{table.pk}/")
    page.get_by_role("button", name="Decline").press("Enter")
    expect(page.locator(".flashes[role=status]")).to_be_focused()
    page.get_by_label("Message", exact=True).fill("hello")
    page.keyboard.press("Enter")
    expect(page.locator("#talk")).to_be_focused()
    expect(page.locator("#talk [role=status]")).to_have_text("Your message has been sent.")


def test_arrow_keys_leaf_through_the_match(table, alice, seated, play):
    play(table, "b2,a1,c1", timezone.now())
    page = seated(alice)
    page.goto(f"/matches/{table.pk}/")
    page.keyboard.press("ArrowLeft")
    page.get_by_text("Replay: position 2 of 3.").wait_for()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("Replay: position 1 of 3.").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text("Replay: position 2 of 3.").wait_for()


def test_news_arrive_by_themselves_without_losing_what_is_typed(table, alice, bob, seated, play):
    page = seated(bob)
    page.clock.install()
    page.goto(f"/matches/{table.pk}/")
    page.locator("#id_text").fill("half a sentence")
    page.get_by_text("The board in words").focus()
    play(table, "b2", timezone.now())
    page.clock.run_for(16_000)
    page.get_by_text("It is your turn.").first.wait_for()
    assert page.locator("#id_text").input_value() == "half a sentence"
    expect(page.locator("#table")).to_be_focused()
    expect(page.locator("svg a.d-link")).to_have_count(12)
    assert "Alice played b2." in page.locator("#announce").inner_text()
    heard = page.locator("#announce").evaluate_handle("part => part")
    page.locator("svg a.d-link").first.click()
    page.get_by_role("button", name="Send move").click()
    expect(page.locator("#announce")).to_contain_text("Waiting for Alice.")
    assert "It is your turn." not in page.locator("#announce").text_content()
    assert heard.evaluate("part => part.isConnected")
    expect(page.locator("#side .moves").get_by_text("b2")).to_have_count(1)


def test_a_move_being_typed_survives_news(table, alice, bob, seated, play):

    play(table, "b2,a1", timezone.now())
    page = seated(alice)
    page.clock.install()
    page.goto(f"/matches/{table.pk}/")
    field = page.get_by_label("Click a square or type your move")
    field.fill("c")
    ties.offer_tie(table.pk, bob, now=timezone.now())
    page.clock.run_for(16_000)
    page.get_by_text("Bob offers a draw.").wait_for()
    assert field.input_value() == "c"


@pytest.mark.parametrize(
    ("size", "door"),
    sampled(
        product([(390, 700), (390, 844), (1280, 800)], ["page", "link"]),
        [((390, 700), "link"), ((1280, 800), "page")],
    ),
)
def test_board_and_send_button_are_in_view_without_scrolling(
    table, alice, seated, play, size, door
):
    from games.services.emails.links import MoveLink, holder_of, make_token

    play(table, ",".join(LEG[:4]), timezone.now())
    holder = holder_of(table.seats.get(number=0))
    link = f"/m/{make_token(MoveLink(table.pk, 4, holder, LEG[4]))}/"
    page = seated(alice, viewport={"width": size[0], "height": size[1]})
    page.goto(f"/matches/{table.pk}/?move={LEG[4]}" if door == "page" else link)
    board = page.locator(".board svg").first.bounding_box()
    bar = page.locator("form.send-bar").bounding_box()
    assert 0 <= board["y"] < board["y"] + board["height"] <= bar["y"] + 1
    assert bar["y"] + bar["height"] <= size[1] + 1
    assert board["height"] >= 170
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
