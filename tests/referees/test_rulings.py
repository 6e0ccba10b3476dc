"""Ruling: what is previewed is what follows, what is undone leaves no trace, the chain holds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from icalendar import Calendar

from accounts.queries import suspended_until
from games.models import Match, Rating, RatingEntry, Seat
from games.services.audit import replay_match
from games.services.errors import Refused
from games.services.ratings.rating_replay import replay_ratings
from notifications.models import EmailSettings, Message
from tests.emails import render
from tests.sampling import at_length, sampled
from tournaments.referees.models import Case, ChainHead, Ruling
from tournaments.referees.services import cases, rulings
from tournaments.referees.services.chain import check_chain
from tournaments.referees.services.rulings import RulingRequest
from tournaments.referees.services.rulings_check import check_rulings

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def figures() -> dict[str, tuple[int, int]]:
    """Return all current figures by name."""
    rows = Rating.objects.select_related("player")
    return {row.player.name: (row.value, row.games) for row in rows if row.games}


def request(act: str, match=None, **more) -> RulingRequest:
    """Return a request with a paragraph and a reason."""
    given = {"paragraph": "C-11", "reason": "It follows from the rules."} | more
    return RulingRequest(act, match_id=match.pk if match else None, **given)


def deadline(seat):
    """Return the deadline of a seat as it is now."""
    return Seat.objects.get(pk=seat.pk).deadline_at


def lost_by(match, number: int, now) -> None:
    """Let a seat resign after everybody has moved."""
    from games.services.play.matches import resign_match

    resign_match(match.pk, Seat.objects.get(match=match, number=number).player, now=now)
    match.refresh_from_db()


@pytest.fixture
def begun(alice, bob, start, play, noon):
    """Return a rated match in which both have moved; Alice is to move."""
    match = start(alice, bob)
    play(match, "b2,a1", noon + HOUR)
    return match


def test_a_running_match_is_adjudicated_as_previewed(begun, referee, noon):
    now = noon + DAY
    order = request("adjudicate", begun, params={"rank_0": 2, "rank_1": 1})
    preview = rulings.preview_ruling(order, referee, now=now)
    begun.refresh_from_db()
    assert begun.is_running
    assert not Ruling.objects.exists()
    assert not Case.objects.exists()
    changed = {change.name: change.after for change in preview.changes}
    assert changed["match.status"] == "finished"
    assert changed["seat.0.rank"] == 2
    (ruling,) = rulings.sign_ruling(order, referee, at=now, digest=preview.digest, now=now)
    begun.refresh_from_db()
    assert (begun.status, begun.ending) == ("finished", "adjudicated")
    assert figures() == {"Alice": (148000, 1), "Bob": (152000, 1)}
    assert [mail.kind for mail in preview.emails] == ["ruling", "ruling"]
    assert Message.objects.filter(kind="ruling").count() == 2
    assert not Message.objects.filter(kind="match_finished").exists()
    assert ruling.case.state == "decided"
    assert list(check_rulings()) == []


def test_a_preview_that_the_world_has_overtaken_is_not_signed(begun, play, referee, noon):
    order = request("adjudicate", begun, params={"rank_0": 2, "rank_1": 1})
    preview = rulings.preview_ruling(order, referee, now=noon + DAY)
    play(begun, "c3", noon + DAY)
    later = noon + DAY + timedelta(minutes=2)
    with pytest.raises(rulings.PreviewChanged) as changed:
        rulings.sign_ruling(order, referee, at=noon + DAY, digest=preview.digest, now=later)
    assert not Ruling.objects.exists()
    fresh = changed.value.preview
    rulings.sign_ruling(order, referee, at=fresh.at, digest=fresh.digest, now=later)
    assert Ruling.objects.count() == 1


def test_correcting_a_result_refolds_all_later_matches(
    alice, bob, carol, start, play, referee, noon
):
    first = start(alice, bob)
    play(first, "b2,a1", noon)
    lost_by(first, 0, noon + HOUR)
    for number, pair in enumerate([(bob, carol), (carol, alice), (alice, bob)], start=2):
        match = start(*pair, now=noon + number * HOUR)
        play(match, "b2,a1", noon + number * HOUR)
        lost_by(match, number % 2, noon + number * HOUR)
    before = figures()
    (ruling,) = rulings.preview_and_sign(
        request("adjudicate", first, params={"rank_0": 1, "rank_1": 2}), referee, now=noon + DAY
    )
    after = figures()
    assert after != before
    made = RatingEntry.objects.filter(intervention__number=ruling.number)
    assert {entry.player.name for entry in made} == {
        name for name in after if after[name] != before[name]
    }
    assert replay_ratings() == []
    rulings.preview_and_sign(
        request("undo", case_id=ruling.case_id, undoes=ruling.number), referee, now=noon + 2 * DAY
    )
    assert figures() == before
    assert list(check_rulings()) == []
    first.refresh_from_db()
    assert first.ending == "resigned"


def test_a_preview_says_what_changes_in_ratings_and_reads_no_other_figure(
    alice, bob, carol, start, play, referee, noon, django_assert_max_num_queries
):
    Rating.objects.create(player=carol, pool="traffic_lights", value=150_000, games=9, entries=9)
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    lost_by(match, 0, noon + HOUR)
    before = {row.player_id: [row.value, row.games] for row in Rating.objects.all()}
    order = request("adjudicate", match, params={"rank_0": 1, "rank_1": 2})
    with django_assert_max_num_queries(500) as asked:
        preview = rulings.preview_ruling(order, referee, now=noon + DAY)
    read = [each["sql"] for each in asked if 'FROM "games_rating"' in each["sql"]]
    assert all('"player_id"' in sql.partition("WHERE")[2] for sql in read)
    rulings.preview_and_sign(order, referee, now=noon + DAY)
    after = {row.player_id: [row.value, row.games] for row in Rating.objects.all()}
    shown = {each.name: (each.before, each.after) for each in preview.changes}
    assert {name: both for name, both in shown.items() if name.startswith("rating.")} == {
        f"rating.{player.pk}": (before[player.pk], after[player.pk]) for player in (alice, bob)
    }


@pytest.mark.parametrize("act", ["annul", "forfeit"])
def test_what_no_longer_counts_leaves_the_ratings(act, alice, bob, start, play, referee, noon):
    match = start(alice, bob)
    play(match, "b2,a1", noon)
    lost_by(match, 0, noon + HOUR)
    before = figures()
    (ruling,) = rulings.preview_and_sign(
        request(act, match, params={"seat": 1}), referee, now=noon + DAY
    )
    assert figures() == {}
    assert replay_ratings() == []
    if act == "forfeit" and not at_length():
        return  # it is taken back like an annulment
    again = request("adjudicate", match, params={"rank_0": 2, "rank_1": 1})
    (second,) = rulings.preview_and_sign(again, referee, now=noon + DAY)
    assert figures() == before
    for each in (second, ruling):
        undo = request("undo", case_id=each.case_id, undoes=each.number)
        rulings.preview_and_sign(undo, referee, now=noon + 2 * DAY)
    assert figures() == before
    assert list(check_rulings()) == []


def test_rulings_at_one_table_are_taken_back_in_reverse(begun, referee, noon):
    (first,) = rulings.preview_and_sign(
        request("adjudicate", begun, params={"rank_0": 2, "rank_1": 1}), referee, now=noon + DAY
    )
    rulings.preview_and_sign(request("annul", begun), referee, now=noon + DAY)
    undo = request("undo", case_id=first.case_id, undoes=first.number)
    with pytest.raises(Refused, match="undo_later_first"):
        rulings.preview_ruling(undo, referee, now=noon + DAY)


def test_an_adjudication_taken_back_lets_the_match_run_on(begun, play, referee, noon):
    budget = Seat.objects.get(match=begun, number=0).budget
    (ruling,) = rulings.preview_and_sign(request("annul", begun), referee, now=noon + DAY)
    undo = request("undo", case_id=ruling.case_id, undoes=ruling.number)
    rulings.preview_and_sign(undo, referee, now=noon + 3 * DAY)
    seat = Seat.objects.get(match=begun, number=0)
    assert (seat.awaited_since, seat.budget) == (noon + 3 * DAY, budget)
    play(begun, "c3,c1", noon + 4 * DAY)
    assert list(replay_match(Match.objects.get(pk=begun.pk))) == []
    lost_by(begun, 1, noon + 5 * DAY)
    assert figures() == {"Alice": (152000, 1), "Bob": (148000, 1)}
    assert list(check_rulings()) == []


def test_time_granted_in_a_turn_moves_the_deadline_by_exactly_that(begun, referee, noon):
    seat = Seat.objects.get(match=begun, number=0)
    order = request("grant_time", begun, params={"seat": 0, "hours": 30}, interim=True)
    (ruling,) = rulings.preview_and_sign(order, referee, now=noon + DAY)
    assert deadline(seat) == noon + HOUR + 3 * DAY + timedelta(hours=30)
    assert ruling.case.state == "assigned"
    undo = request("undo", case_id=ruling.case_id, undoes=ruling.number)
    rulings.preview_and_sign(undo, referee, now=noon + DAY)
    assert Seat.objects.get(pk=seat.pk).deadline_at == seat.deadline_at


def test_time_granted_to_a_clock_that_stands_goes_into_the_bank(
    alice, bob, start, play, referee, noon
):
    match = start(alice, bob, preset="week_bank")
    play(match, "b2,a1", noon + HOUR)
    order = request("grant_time", match, params={"seat": 1, "hours": 48})
    rulings.preview_and_sign(order, referee, now=noon + DAY)
    play(match, "c3,c1", noon + 2 * DAY)
    assert list(replay_match(match)) == []
    assert Seat.objects.get(match=match, number=1).budget["bank"] == 86400 * (7 + 1 + 2 + 1)


def test_the_clocks_stand_and_run_again(begun, play, referee, noon):
    seat = Seat.objects.get(match=begun, number=0)
    stop = request("pause", begun, interim=True)
    (ruling,) = rulings.preview_and_sign(stop, referee, now=noon + DAY)
    assert Seat.objects.get(pk=seat.pk).deadline_at is None
    go_on = request("resume", case_id=ruling.case_id)
    (resumed,) = rulings.preview_and_sign(go_on, referee, now=noon + 11 * DAY)
    assert deadline(seat) == noon + HOUR + 13 * DAY
    undo = request("undo", case_id=ruling.case_id, undoes=resumed.number)
    rulings.preview_and_sign(undo, referee, now=noon + 12 * DAY)
    assert Seat.objects.get(pk=seat.pk).deadline_at is None
    undo = request("undo", case_id=ruling.case_id, undoes=ruling.number)
    with pytest.raises(Refused, match="would_flag"):
        rulings.preview_and_sign(undo, referee, now=noon + 12 * DAY)
    rulings.preview_and_sign(undo, referee, now=noon + 2 * DAY)
    assert Seat.objects.get(pk=seat.pk).deadline_at == seat.deadline_at


def test_a_suspension_can_be_asked_for_and_ends(alice, bob, referee, begun, noon):
    case = cases.open_case(bob, kind="conduct", text="Rude.", match_id=begun.pk, now=noon)
    order = request("suspend", case_id=case.pk, player_id=alice.pk, params={"days": 30})
    (ruling,) = rulings.preview_and_sign(order, referee, now=noon)
    assert suspended_until(alice, noon) == noon + 30 * DAY
    assert suspended_until(alice, noon + 30 * DAY) is None
    assert suspended_until(bob, noon) is None
    undo = request("undo", case_id=case.pk, undoes=ruling.number)
    rulings.preview_and_sign(undo, referee, now=noon)
    assert suspended_until(alice, noon) is None


def test_nobody_judges_in_their_own_matter(alice, bob, begun, referee, office, noon):
    office(alice)
    order = request("annul", begun)
    with pytest.raises(Refused, match="own_case"):
        rulings.preview_ruling(order, alice, now=noon)
    with pytest.raises(Refused, match="not_a_referee"):
        rulings.preview_ruling(order, bob, now=noon)


def test_a_changed_byte_in_the_chain_is_found(begun, referee, noon):
    from django.db import connection

    for _time in range(3):
        rulings.preview_and_sign(request("dismiss", begun), referee, now=noon)
    assert list(check_chain()) == []
    with connection.cursor() as cursor:
        cursor.execute("UPDATE referees_ruling SET reason = 'It follows.' WHERE number = 2")
    assert [error.number for error in check_chain()] == [2]


def test_a_line_cut_off_the_chain_is_found(begun, referee, noon):
    from django.db import connection

    for _time in range(2):
        rulings.preview_and_sign(request("dismiss", begun), referee, now=noon)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE referees_caseline SET ruling_id = NULL")
        cursor.execute("DELETE FROM referees_ruling WHERE number = 2")
    assert [str(error) for error in check_chain()] == [
        "ruling 2: the chain does not end where it should"
    ]


def test_rulings_are_append_only(begun, referee, noon):
    (ruling,) = rulings.preview_and_sign(request("dismiss", begun), referee, now=noon)
    with pytest.raises(TypeError):
        ruling.save()
    with pytest.raises(TypeError):
        Ruling.objects.filter(pk=ruling.pk).update(reason="")
    assert ChainHead.objects.get().number == 1
    assert not RatingEntry.objects.exists()


@pytest.mark.parametrize("ruleset", sampled(["mensch", "traffic_lights.simple.bag"], 1))
def test_where_random_draws_have_become_public_no_match_runs_on(
    ruleset, alice, bob, start, referee, noon
):
    match = start(alice, bob, ruleset=ruleset, rated=False)
    order = request("adjudicate", match, params={"rank_0": 2, "rank_1": 1})
    (ruling,) = rulings.preview_and_sign(order, referee, now=noon + DAY)
    undo = RulingRequest("undo", "C-2", "A slip.", case_id=ruling.case_id, undoes=ruling.number)
    with pytest.raises(Refused, match="seed_known"):
        rulings.preview_and_sign(undo, referee, now=noon + 2 * DAY)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED


def event_of(calendar):
    """Return the only entry of a calendar file."""
    (event,) = Calendar.from_ical(calendar["text"]).walk("VEVENT")
    return event


def test_a_ruling_moves_the_deadline_in_the_calendar_and_cancels_it_with_the_match(
    begun, alice, referee, noon
):
    EmailSettings.objects.create(player=alice, calendar=True)
    found: list[Any] = []
    for order in (
        request("grant_time", begun, params={"seat": 0, "hours": 24}),
        request("adjudicate", begun, params={"rank_0": 2, "rank_1": 1}),
    ):
        now = noon + DAY + len(found) * HOUR
        (ruling,) = rulings.preview_and_sign(order, referee, now=now)
        message = Message.objects.get(key=f"ruling:{ruling.number}:{alice.pk}")
        until = deadline(Seat.objects.get(match=begun, number=0))
        email = render(message, now)
        found.append(email.calendar)
        assert (until is None) is (email.calendar["method"] == "CANCEL")
        Message.objects.filter(pk=message.pk).update(
            calendar_method=email.calendar["method"], sent_at=now
        )
    moved, gone = (event_of(each) for each in found)
    assert moved["uid"] == gone["uid"]
    assert moved["sequence"] < gone["sequence"]
    assert moved["dtend"].dt == gone["dtend"].dt


def test_the_paragraph_of_a_ruling_is_a_line_without_control_characters(begun, referee, noon):
    with pytest.raises(Refused) as refused:
        rulings.preview_ruling(
            request("annul", begun, paragraph="C-11\x07"), referee, now=noon + HOUR
        )
    assert refused.value.code == "control_characters"
