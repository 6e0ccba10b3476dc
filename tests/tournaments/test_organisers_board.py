"""The organiser's board: figures, lists, forecast, messages to players, notes; page and API."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from notifications.models import EmailSettings, Message, Preference
from tests.api.conftest import api
from tests.emails import render
from tests.markup import text_of
from tests.sampling import sampled
from tests.tournaments import large
from tests.tournaments.test_organisers import co_organise
from tests.tournaments.test_revisions import refused
from tournaments.formats.pace import AveragePace, UnfinishedBoard, estimate_board_end
from tournaments.models import Fixture, OrganiserNote, Revision
from tournaments.services.organisers import messages, notes
from tournaments.services.organisers.progress import load_progress
from tournaments.services.seasons import announcing, running

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
MAX_QUERIES = 25


@pytest.fixture
def noon(now):
    """Plans of these tests are made today, as pages know no other day."""
    return now


@pytest.fixture
def now():
    from django.utils import timezone

    return timezone.now()


def begun(tournament, now):
    """Take the steps that are due and read the row again."""
    running.advance_all(now=now, make_seed=lambda: "cd" * 32)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def cup(hold, people, now):
    """Return a round robin of four that began four days ago: two boards run, nobody has moved."""
    found = hold(people(4), starts_at=now + DAY / 2, round_days=10)
    begun(found, now + DAY)
    from games.models import Match, Seat

    Match.objects.update(started_at=now - 4 * DAY)
    Seat.objects.filter(awaited_since__isnull=False).update(
        awaited_since=now - 4 * DAY, deadline_at=now + 3 * DAY
    )
    return found


def board_of(tournament):
    return f"/tournaments/{tournament.pk}/board/"


@pytest.mark.long
def test_the_board_says_how_it_stands_and_what_needs_a_look(cup, organiser, client_for, now):
    browser = client_for(organiser)
    assert board_of(cup) in browser.get(cup.get_absolute_url()).text
    late, near = Fixture.objects.filter(match__isnull=False).order_by("pk")
    seat = near.match.seats.get(awaited_since__isnull=False)
    seat.awaited_since, seat.deadline_at = now - DAY, now + DAY / 4
    seat.save()
    names = [each.entrant.player.name for each in late.seats.all()]
    EmailSettings.objects.create(
        player=seat.player, bounced_at=now - 2 * DAY, bounced_address=seat.player.user.email
    )
    seen = text_of(browser.get(board_of(cup)))
    assert "<dt>Boards finished</dt><dd>0 of 6</dd>" in seen
    assert "<dt>No move for more than 3 days</dt><dd>1</dd>" in seen
    assert "<dt>Deadline within a day</dt><dd>1</dd>" in seen
    assert "Expected end" in seen
    assert f"No e-mail has reached {seat.player.name} since" in seen
    assert seat.player.user.email not in seen
    assert " – ".join(names) in seen  # the list of silent boards comes first
    near_list = text_of(browser.get(f"{board_of(cup)}?show=near"))
    assert " – ".join(names) not in near_list
    assert seat.player.name in near_list
    assert browser.get(f"{board_of(cup)}?show=nonsense&page=x").status_code == 200


def figures_on(page: str) -> dict[str, str]:
    """Return the line of figures: words and the addresses behind them."""
    found = re.findall(r'<a href="(/tournaments/\d+/board/[?#][^"]*)">(.*?)</a>', page)
    return {words: address for address, words in found}


def test_the_page_shows_its_organisers_a_line_of_figures(cup, organiser, person, client_for, now):
    from tournaments.referees.services import cases

    browser, board = client_for(organiser), board_of(cup)
    late, near = Fixture.objects.filter(match__isnull=False).order_by("pk")
    seat = near.match.seats.get(awaited_since__isnull=False)
    seat.awaited_since, seat.deadline_at = now - DAY, now + DAY / 4
    seat.save()
    shown = figures_on(browser.get(cup.get_absolute_url()).text)
    assert list(shown.items()) == [
        ("0 of 6 matches finished", f"{board}#figures-title"),
        ("1 without a move for more than 3 days", f"{board}?show=silent"),
        ("1 close to its deadline", f"{board}?show=near"),
    ]
    EmailSettings.objects.create(
        player=seat.player, bounced_at=now - 2 * DAY, bounced_address=seat.player.user.email
    )
    said = {"text": "Look.", "match_id": late.match_id, "now": now}
    cases.open_case(late.seats.first().entrant.player, kind="rules", **said)
    shown = figures_on(browser.get(cup.get_absolute_url()).text)
    assert list(shown.items())[3:] == [
        ("1 open case", f"{board}#figures-title"),
        ("1 player not reached by e-mail", f"{board}#unreached-title"),
    ]
    assert 'id="unreached-title"' in browser.get(board).text
    for reader in (person("Zoe"), seat.player, None):
        assert figures_on(client_for(reader).get(cup.get_absolute_url()).text) == {}


@pytest.mark.long
def test_only_cases_that_are_not_discreet_are_counted(cup, organiser, client_for, now):
    from tournaments.referees.services import cases

    fixture = Fixture.objects.filter(match__isnull=False).first()
    player = fixture.seats.first().entrant.player
    other = fixture.seats.last().entrant.player
    said = {"text": "Look.", "match_id": fixture.match_id, "now": now}
    cases.open_case(player, kind="rules", **said)
    cases.open_case(player, kind="multi_account", about_id=other.pk, **said)
    assert "<dt>Open cases</dt><dd>1</dd>" in text_of(client_for(organiser).get(board_of(cup)))
    listed = text_of(client_for(organiser).get(f"{board_of(cup)}?show=cases"))
    assert f"{player.name} – {other.name}" in listed


USUAL = AveragePace(plies=10, lasted=10 * DAY)
START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("plies", "days", "expected"),
    [
        (7, 7, 10),  # at the usual pace: three plies are left, a day each
        (3, 9, 23),  # slow: 12 days (three of them usual) for 6 plies, 7 plies are left
        (15, 15, 16),  # longer than usual: one more ply
    ],
)
def test_the_pace_of_a_board_says_when_it_ends(plies, days, expected):
    board = UnfinishedBoard(START, START + 100 * DAY, START, plies)
    assert estimate_board_end(board, USUAL, START + days * DAY) == START + expected * DAY


def test_a_board_ends_with_its_round_at_the_latest():
    board = UnfinishedBoard(START, START + 20 * DAY, START, 3)
    assert estimate_board_end(board, USUAL, START + 9 * DAY) == START + 20 * DAY
    assert estimate_board_end(board, None, START + 9 * DAY) == START + 20 * DAY
    not_begun = UnfinishedBoard(START + 5 * DAY, START + 20 * DAY)
    assert estimate_board_end(not_begun, USUAL, START) == START + 15 * DAY


def test_the_forecast_counts_rounds_that_are_not_paired_yet(hold, people, now):
    players = people(4)
    cup = hold(players, format="swiss", rounds=3, starts_at=now + DAY, round_days=10)
    begun(cup, now + DAY)
    assert load_progress(cup, now + DAY).ends_at == now + DAY + 30 * DAY
    ladder = begun(hold(players, format="ladder", starts_at=now + DAY), now + DAY)
    assert load_progress(ladder, now + DAY).ends_at is None


def test_a_knock_out_and_groups_have_their_rounds_ahead_counted(hold, people, now):
    players = people(6)
    tree = hold(players[:4], format="knockout", starts_at=now + DAY, round_days=10)
    assert load_progress(begun(tree, now + DAY), now + DAY).ends_at == now + DAY + 20 * DAY
    groups = hold(
        players, format="groups", division_size=3, qualifiers=2, at_once=True,
        starts_at=now + DAY, round_days=10,
    )  # fmt: skip
    begun(groups, now + DAY)  # two groups, four go on: two more rounds
    assert load_progress(groups, now + DAY).ends_at == now + DAY + 30 * DAY


def sent_to(line):
    rows = Message.objects.filter(key__startswith=f"organiser_message:{line.pk}:")
    return {each.player.name for each in rows.select_related("player")}


def write(cup, by, to, now, text="Please move soon."):
    preview_token = messages.propose(cup.pk, by, to, text, now=now).preview_token
    return messages.send(cup.pk, by, to, text, preview_token=preview_token, now=now)


def test_a_message_goes_to_all_who_want_such_e_mails_a_round_a_division_or_one_board(
    hold, people, organiser, person, now
):
    players = people(8)
    late, quiet = person("Late", language="de"), person("Quiet")
    league = hold(players, division_size=4, starts_at=now + DAY, most=8)
    from tournaments.services.entries import persons

    for player in (late, quiet):
        persons.enter(league.pk, player, now=now)  # on the waiting list
    Preference.objects.create(player=quiet, kind="organiser_message", wanted=False)
    begun(league, now + DAY)
    board = Fixture.objects.filter(match__isnull=False).first()
    seated = {each.entrant.player.name for each in board.seats.all()}
    upper = set(league.entrants.filter(division__number=1).values_list("player__name", flat=True))
    everybody = {each.name for each in players} | {"Late"}
    at = now + DAY
    assert sent_to(write(league, organiser, "all", at)) == everybody
    email = render(Message.objects.get(kind="organiser_message", player=late), at)
    assert "an organiser of" not in str(email.body), "the frame is in the reader’s language"
    assert sent_to(write(league, organiser, "round-1", at)) == everybody - {"Late"}
    assert sent_to(write(league, organiser, "division-1", at)) == upper
    assert sent_to(write(league, organiser, f"board-{board.pk}", at)) == seated
    for key in ("round-9", "division-7", "board-0", f"board-{10**30}", "playoff", "nobody", ""):
        refused("no_such_audience", messages.propose, league.pk, organiser, key, "Hi.", now=at)


def test_the_page_shows_the_e_mail_sends_it_once_and_logs_it(cup, organiser, client_for, now):
    browser, address = client_for(organiser), f"/tournaments/{cup.pk}/message/"
    empty = browser.post(address, {"to": "all", "text": " "})
    assert empty.status_code == 422
    assert "Please write something first." in text_of(empty)
    said = {"to": "all", "text": "Please move <b>soon</b>.\n\nOlga"}
    preview = browser.post(address, said)
    assert "4 players get this e-mail." in text_of(preview)
    assert not Message.objects.filter(kind="organiser_message").exists()
    back = browser.post(address, {**said, "edit": "1"})
    assert "Please move &lt;b&gt;soon" in back.text
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', preview.text)[0]
    changed = browser.post(
        address, {**said, "text": "Something else.", "preview_token": preview_token}
    )
    assert changed.status_code == 409
    sent = browser.post(address, {**said, "preview_token": preview_token})
    assert (sent.status_code, sent["Location"]) == (303, f"{board_of(cup)}#messages")
    assert Message.objects.filter(kind="organiser_message").count() == 4
    assert "Please move &lt;b&gt;soon&lt;/b&gt;." in text_of(browser.get(board_of(cup)))
    public = text_of(client_for().get(cup.get_absolute_url()))
    assert "A message was sent to players by e-mail." in public
    assert "Please move" not in public
    email = render(Message.objects.filter(kind="organiser_message")[0], now)
    html = email.alternatives[0][0]
    assert "&lt;b&gt;soon&lt;/b&gt;" in str(html)
    for part in (str(email.body), str(html)):
        assert "Olga, an organiser of Spring cup, writes:" in part
        assert "Replies to this e-mail go to the site; Olga does not get them." in part
    assert email.subject == "Spring cup: message from Olga"
    assert "List-Unsubscribe" in email.extra_headers


@pytest.mark.long
@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_the_frame_of_the_e_mail_is_in_the_readers_language(language, cup, organiser, now):
    reader = cup.entrants.first().player
    type(reader).objects.filter(pk=reader.pk).update(language=language)
    write(cup, organiser, "all", now)
    message = Message.objects.get(kind="organiser_message", player=reader)
    email = render(message, now)
    assert "an organiser of" not in str(email.body)
    assert "message from" not in str(email.subject)
    assert "Please move soon." in str(email.body)


def test_who_has_turned_such_e_mails_off_gets_none(cup, organiser, now):
    reader = cup.entrants.first().player
    Preference.objects.create(player=reader, kind="organiser_message", wanted=False)
    assert reader.name not in sent_to(write(cup, organiser, "all", now))


@pytest.mark.long
def test_players_are_not_flooded(cup, organiser, now):
    board = f"board-{Fixture.objects.filter(match__isnull=False).first().pk}"
    for _number in range(messages.MAX_MESSAGES_TO_ALL):
        write(cup, organiser, "all", now)
    refused("messages_enough", messages.propose, cup.pk, organiser, "all", "Hi.", now=now)
    for _number in range(messages.MAX_MESSAGES - messages.MAX_MESSAGES_TO_ALL):
        write(cup, organiser, board, now)
    refused("messages_enough", messages.propose, cup.pk, organiser, board, "Hi.", now=now)
    write(cup, organiser, "all", now + DAY)


def test_notes_are_kept_with_author_and_time_for_organisers_only(
    cup, organiser, person, client_for, now
):
    helper = person("Hana")
    co_organise(cup, organiser, helper, now)
    browser = client_for(helper)
    assert browser.post(board_of(cup), {"text": ""}).status_code == 422
    long = browser.post(board_of(cup), {"text": "x" * 2001})
    assert (long.status_code, "x" * 100 in long.text) == (422, True)
    done = browser.post(board_of(cup), {"text": "Ada is\x00 in hospital."})
    assert done["Location"] == f"{board_of(cup)}#notes"
    seen = text_of(client_for(organiser).get(board_of(cup)))
    assert "Hana, " in seen
    assert "Ada is in hospital." in seen
    assert "hospital" not in client_for(organiser).get(cup.get_absolute_url()).text
    assert OrganiserNote.objects.get().by == helper


ACTS = {
    "look": lambda browser, t: browser.get(board_of(t)),
    "note": lambda browser, t: browser.post(board_of(t), {"text": "Hi."}),
    "form": lambda browser, t: browser.get(f"/tournaments/{t.pk}/message/"),
    "write": lambda browser, t: browser.post(
        f"/tournaments/{t.pk}/message/", {"to": "all", "text": "Hi."}
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("act", sampled(ACTS, 2))
def test_organisers_and_co_organisers_may_and_nobody_else(
    act, cup, organiser, person, office, client_for, now
):
    helper, stranger, referee, operator = map(person, ("Hana", "Zoe", "Rita", "Otto"))
    office(referee, "referee")
    office(operator, "operator")
    co_organise(cup, organiser, helper, now)
    player = cup.entrants.first().player
    for who, allowed in (
        (organiser, True), (helper, True), (player, False), (stranger, False),
        (referee, False), (operator, False),
    ):  # fmt: skip
        status = ACTS[act](client_for(who), cup).status_code
        assert (status in (200, 303)) == allowed, (who.name, status)
        assert allowed or status == 403
    assert ACTS[act](client_for(), cup).status_code in (302, 303, 403)
    assert Message.objects.filter(kind="organiser_message").count() == 0


def test_drafts_have_no_board(plan, organiser, client_for, now):
    draft = announcing.draft_tournament(organiser, plan(), seed="ab" * 32, now=now)
    assert client_for(organiser).get(board_of(draft)).status_code == 409
    refused("not_announced", messages.propose, draft.pk, organiser, "all", "Hi.", now=now)


def test_the_api_shows_the_board_writes_and_notes(cup, organiser, alice, api):
    base = f"tournaments/{cup.pk}/"
    for who, status in ((alice, 403), (cup.entrants.first().player, 403), (organiser, 200)):
        assert api(who).get(base + "board/").status == status
        assert api(who).post(base + "notes/", {"text": "Hi."}).status == status
        said = {"to": "all", "text": "Hi."}
        assert api(who).post(base + "message/", said).status == status
    shown = api(organiser).get(base + "board/").json
    assert (shown["boards"], shown["done"], shown["running"], shown["silent"]) == (6, 0, 2, 2)
    assert len(shown["silent_boards"][0]["players"]) == 2
    assert [each["text"] for each in shown["notes"]] == ["Hi."]
    seen = api(organiser).post(base + "message/", said).json
    assert (seen["made"], seen["told"]) == (None, 4)
    done = api(organiser).post(base + "message/", {**said, "preview_token": seen["preview_token"]})
    assert done.json["made"] == Revision.objects.get(act="message").pk
    wrong = api(organiser).post(base + "message/", {**said, "preview_token": "x"})
    assert (wrong.status, wrong.json["code"]) == (409, "revised_meanwhile")
    assert api(organiser).post(base + "message/", {"to": "x", "text": "Hi."}).status == 404


SHAPES = [("swiss", 120), ("league", 40), ("league", 400), ("swiss", 400)]


@pytest.mark.long
@pytest.mark.parametrize(("shape", "size"), SHAPES)
def test_the_board_of_a_large_tournament_takes_a_few_queries(
    shape, size, organiser, plan, client_for, api, now, django_assert_max_num_queries
):
    terms: dict[str, dict[str, Any]] = {
        "league": {"division_size": 10, "promoted": 1, "at_once": True},
        "swiss": {"format": "swiss", "rounds": 9, "round_days": 10},
    }
    made = announcing.draft_tournament(
        organiser, plan(starts_at=now + DAY, **terms[shape]), seed="ab" * 32, now=now
    )
    announcing.announce_tournament(made.pk, organiser, now=now)
    build = {"league": lambda: large.league(made, size // 10, 10, now)}
    found = build.get(shape, lambda: large.swiss(made, size, 9, now))()
    from games.models import Seat

    Seat.objects.filter(number=0, match__status="running").update(
        awaited_since=now - 5 * DAY, deadline_at=now + DAY / 2
    )
    notes.add_note(found.pk, organiser, "Large.", now=now)
    browser = client_for(organiser)
    for query in ("", "?show=near", "?show=running&page=3", "?show=cases"):
        with django_assert_max_num_queries(MAX_QUERIES):
            answer = browser.get(board_of(found) + query)
        assert answer.status_code == 200
    address = f"/tournaments/{found.pk}/message/"
    with django_assert_max_num_queries(MAX_QUERIES):
        assert browser.post(address, {"to": "all", "text": "Hi."}).status_code == 422  # no logins
    caller = api(organiser)
    with django_assert_max_num_queries(MAX_QUERIES):
        assert caller.get(f"tournaments/{found.pk}/board/").status == 200
