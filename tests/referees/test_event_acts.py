"""What referees order about an event: previewed as it follows, told, chained, taken back."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from games.models import Match, Seat
from games.services.errors import Refused
from games.services.play.play import play_turn
from games.services.time import outages
from notifications.models import Message
from tests.emails import render
from tests.sampling import at_length, sampled
from tests.tournaments.test_revised_while_running import make, undo
from tournaments.models import Entrant, Fixture, FixtureSeat, Revision, Round, Tournament
from tournaments.referees.models import Ruling
from tournaments.referees.services import case_files, cases, claims, panel, rulings
from tournaments.referees.services.acts import registry
from tournaments.referees.services.previews import current_facts
from tournaments.referees.services.rulings import RulingRequest
from tournaments.referees.services.rulings_check import check_rulings
from tournaments.services.seasons import outage_shift, running

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
BERLIN = ZoneInfo("Europe/Berlin")
WORDS: Any = {"paragraph": "R-4", "reason": "So it is."}


def advance(now) -> None:
    """Let the workers look, again and again."""
    for _time in range(2):
        Tournament.objects.filter(status="running").update(due_at=now)
        running.advance_all(now=now, make_seed=lambda: "cd" * 32)
        claims.process_due_claims(now=now)


@pytest.fixture
def swiss(hold, people, noon):
    """Return a Swiss of five whose first round is being played; one has the bye."""
    tournament = hold(people(5), format="swiss", rounds=3, round_days=10, least=2, late_entry=True)
    advance(noon + DAY)
    tournament.refresh_from_db()
    return tournament


def request(tournament, act: str, **params: Any) -> RulingRequest:
    """Return a request about a tournament."""
    return RulingRequest(act, params=params, tournament_id=tournament.pk, **WORDS)


def facts(tournament, now) -> dict[str, Any]:
    """Return everything that is known about a tournament."""
    return current_facts(None, [], now, tournament)


def carried_out(order: RulingRequest, referee, now) -> list[Ruling]:
    """Preview and sign, and see that exactly the previewed facts have followed."""
    preview = rulings.preview_ruling(order, referee, now=now)
    signed = rulings.sign_ruling(order, referee, at=now, digest=preview.digest, now=now)
    told = {mail.player_id for mail in preview.emails if mail.kind == "ruling"}
    assert told == set(
        Message.objects.filter(
            kind="ruling", key__startswith=f"ruling:{signed[-1].number}:"
        ).values_list("player", flat=True)
    )
    email = render(next(mail.message for mail in preview.emails if mail.kind == "ruling"), now)
    assert "Spring cup" in str(email.body)
    assert "Spring cup" in email.subject
    event = Tournament.objects.filter(pk=order.tournament_id or 0).first()
    after = current_facts(None, [], now, event)
    for change in preview.changes:
        assert after.get(change.name) == change.after
    assert list(check_rulings()) == []
    return signed


def taken_back(signed: list[Ruling], referee, now) -> None:
    """Take a ruling back."""
    last = signed[-1]
    undo = RulingRequest("undo", case_id=last.case_id, undoes=last.number, **WORDS)
    rulings.preview_and_sign(undo, referee, now=now)
    email = Message.objects.filter(kind="ruling").latest("pk")
    assert f"Ruling {last.number} is reversed: “" in str(render(email, now).body)
    assert list(check_rulings()) == []


def entrant(tournament, number: int) -> Entrant:
    """Return an entrant by number."""
    return Entrant.objects.select_related("player").get(tournament=tournament, number=number)


def test_a_bye_is_awarded_and_taken_back(swiss, referee, person, noon):
    now = noon + 2 * DAY
    late = person("Latecomer")
    before = facts(swiss, now)
    admitted = carried_out(request(swiss, "admit", newcomer="latecomer"), referee, now)
    new = Entrant.objects.get(tournament=swiss, player=late)
    assert (new.first_round, new.number, new.status) == (2, 6, "entered")
    order = request(swiss, "award_bye", entrant=new.pk, round=1, kind="half_bye")
    preview = rulings.preview_ruling(order, referee, now=now)
    line = f"tournament.{swiss.pk}.division-1.standing.player.{late.pk}"
    moved = next(each for each in preview.changes if each.name == line)
    assert moved.after["points"] == "1/2"
    signed = carried_out(order, referee, now)
    with pytest.raises(Refused, match="plays_this_round"):
        rulings.preview_ruling(order, referee, now=now)
    with pytest.raises(Refused, match="entrant_plays"):
        taken_back(admitted, referee, now)
    taken_back(signed, referee, now)
    taken_back(admitted, referee, now)
    assert facts(swiss, now) == before


def test_a_pairing_that_runs_is_annulled_and_made_again(swiss, referee, client_for, noon):
    now = noon + 2 * DAY
    one, two = Fixture.objects.filter(match__isnull=False).order_by("board")
    before = facts(swiss, now)
    places = [fixture.seats.get(seat=1) for fixture in (one, two)]
    order = request(swiss, "change_pairing", place=places[0].pk, other=places[1].pk)
    signed = carried_out(order, referee, now)
    assert [ruling.act for ruling in signed] == ["annul", "annul", "change_pairing"]
    assert set(Match.objects.values_list("status", flat=True)) == {"annulled"}
    made = Fixture.objects.filter(match=None, settled_at=None).order_by("board")
    pairs = [list(f.seats.order_by("seat").values_list("entrant", flat=True)) for f in made]
    assert pairs[0][1] == places[1].entrant_id
    assert pairs[1][1] == places[0].entrant_id
    advance(now)
    assert Match.objects.running().count() == 2
    assert client_for(None).get(f"/tournaments/{swiss.pk}/tournament.trf").status_code == 200
    taken_back(signed, referee, now)
    assert Match.objects.running().count() == 2
    after = facts(swiss, now)
    assert {name: after[name] for name in before} == before


def test_a_pairing_that_has_not_begun_is_changed_as_it_stands(hold, people, referee, noon):
    cup = hold(people(4), format="knockout", round_days=10)
    Tournament.objects.update(due_at=noon + DAY)
    from tournaments.services.seasons.running import _take_step

    assert _take_step(cup.pk, noon + DAY, lambda: "cd" * 32)
    one, two = Fixture.objects.order_by("board")
    assert one.match is None
    before = facts(cup, noon + DAY)
    places = [fixture.seats.get(seat=0) for fixture in (one, two)]
    order = request(cup, "change_pairing", place=places[0].pk, other=places[1].pk)
    signed = carried_out(order, referee, noon + DAY)
    assert FixtureSeat.objects.get(fixture=one, seat=0).entrant_id == places[1].entrant_id
    taken_back(signed, referee, noon + DAY)
    assert facts(cup, noon + DAY) == before
    starts = [seat.pk for seat in one.seats.order_by("seat")]
    signed = carried_out(
        request(cup, "change_pairing", place=starts[0], other=starts[1]), referee, noon + DAY
    )
    advance(noon + DAY)
    with pytest.raises(Refused, match="pairing_begun"):
        taken_back(signed, referee, noon + DAY)
    places = [fixture.seats.get(seat=0) for fixture in (one, two)]
    order = request(cup, "change_pairing", place=places[0].pk, other=places[1].pk)
    with pytest.raises(Refused, match="pairing_begun"):
        rulings.preview_ruling(order, referee, now=noon + DAY)


def test_an_extension_and_the_appeal_against_it_last_calendar_days(swiss, referee):
    made, now = Round.objects.get(), datetime(2026, 3, 22, 20, tzinfo=BERLIN)
    Round.objects.update(closes_at=datetime(2026, 3, 24, 23, 30, tzinfo=BERLIN))
    (ruling,) = carried_out(request(swiss, "extend", what=f"round:{made.pk}", days=7), referee, now)
    made.refresh_from_db()
    assert made.closes_at == datetime(2026, 3, 31, 23, 30, tzinfo=BERLIN)
    assert ruling.case is not None
    assert ruling.case.due_at == datetime(2026, 4, 5, 20, tzinfo=BERLIN)


def test_a_round_and_a_fixture_are_extended(swiss, referee, noon):
    now = noon + 2 * DAY
    made, fixture = Round.objects.get(), Fixture.objects.order_by("board").first()
    assert fixture is not None
    ends = made.closes_at
    advance(ends - 2 * DAY)
    warned = Message.objects.filter(kind="round_closing", key__startswith="round_closing:")
    assert warned.count() == 4
    first = carried_out(request(swiss, "extend", what=f"round:{made.pk}", days=7), referee, now)
    made.refresh_from_db()
    assert made.closes_at == ends + 7 * DAY
    order = request(swiss, "extend", what=f"fixture:{fixture.pk}", days=3)
    second = carried_out(order, referee, now)
    fixture.refresh_from_db()
    assert fixture.closes_at == ends + 10 * DAY
    advance(ends + 5 * DAY)
    assert warned.count() == 8  # all four once more
    assert set(warned.order_by("pk").values_list("state", flat=True)[:4]) == {"withdrawn"}
    assert set(warned.order_by("pk").values_list("state", flat=True)[4:]) == {"queued"}
    advance(ends + 8 * DAY)
    waiting = Fixture.objects.exclude(claims_until=None)
    assert fixture not in waiting
    assert waiting.count() == 1
    taken_back(second, referee, now)
    taken_back(first, referee, now)
    made.refresh_from_db()
    fixture.refresh_from_db()
    assert made.closes_at == ends
    assert fixture.closes_at is None


def extended(swiss, referee, now, days=7, what="round") -> list[Ruling]:
    pk = Round.objects.get().pk if what == "round" else Fixture.objects.order_by("board")[0].pk
    return carried_out(request(swiss, "extend", what=f"{what}:{pk}", days=days), referee, now)


def test_an_end_that_an_organiser_has_set_since_outlasts_the_extension(
    swiss, referee, organiser, noon
):
    now, ends = noon + 2 * DAY, Round.objects.get().closes_at
    given = extended(swiss, referee, now)
    set_since = make(swiss, organiser, now + DAY, round_end=ends + 10 * DAY)
    taken_back(given, referee, now + 2 * DAY)
    assert Round.objects.get().closes_at == ends + 10 * DAY
    if at_length():
        again = extended(swiss, referee, now + 3 * DAY, days=2)
        taken_back(again, referee, now + 4 * DAY)
        assert Round.objects.get().closes_at == ends + 10 * DAY
    undo(swiss, organiser, set_since, now + 5 * DAY)
    assert Round.objects.get().closes_at == ends + 7 * DAY


def test_an_extension_is_taken_back_when_the_end_of_an_organiser_was_as_well(
    swiss, referee, organiser, noon
):
    now, ends = noon + 2 * DAY, Round.objects.get().closes_at
    given = extended(swiss, referee, now)
    undo(swiss, organiser, make(swiss, organiser, now, round_end=ends + 10 * DAY), now + DAY)
    taken_back(given, referee, now + 2 * DAY)
    assert Round.objects.get().closes_at == ends


@pytest.mark.long
def test_an_end_that_an_organiser_has_put_back_and_set_again_outlasts_the_extension(
    swiss, referee, organiser, noon
):
    now, ends = noon + 2 * DAY, Round.objects.get().closes_at
    given = extended(swiss, referee, now)
    make(swiss, organiser, now, round_end=ends + 10 * DAY)
    for days in (1, 2):
        undo(swiss, organiser, Revision.objects.latest("pk"), now + days * DAY)
    taken_back(given, referee, now + 3 * DAY)
    assert Round.objects.get().closes_at == ends + 10 * DAY


@pytest.mark.parametrize("what", sampled(["round", "fixture"], 1))
def test_what_was_added_to_an_extension_stays_when_that_is_taken_back(swiss, referee, noon, what):
    """A second extension and an outage give days of their own."""
    now, made = noon + 2 * DAY, Round.objects.get()
    first = extended(swiss, referee, now, 7, what)
    second = extended(swiss, referee, now + DAY, 3, what)
    outages.enter_outage(now + 2 * DAY, now + 3 * DAY, note="", by=None, now=now + 3 * DAY)
    outage_shift.apply_outages(now=now + 3 * DAY)
    fixture = Fixture.objects.order_by("board")[0]
    assert fixture.ends_at == made.closes_at + 11 * DAY
    taken_back(first, referee, now + 4 * DAY)
    fixture = Fixture.objects.order_by("board")[0]
    assert fixture.ends_at == made.closes_at + 4 * DAY
    taken_back(second, referee, now + 4 * DAY)
    fixture = Fixture.objects.order_by("board")[0]
    assert fixture.ends_at == made.closes_at + 1 * DAY


def test_an_entrant_is_put_out_replaced_and_comes_back(swiss, referee, person, noon):
    now = noon + 2 * DAY
    before = facts(swiss, now)
    playing = Fixture.objects.filter(match__isnull=False).order_by("board").first()
    assert playing is not None
    one = playing.seats.get(seat=0).entrant
    signed = carried_out(request(swiss, "exclude", entrant=one.pk), referee, now)
    assert [ruling.act for ruling in signed] == ["forfeit", "exclude"]
    playing.refresh_from_db()
    assert (playing.kind, playing.seats.get(seat=0).place) == ("forfeit", None)
    one.refresh_from_db()
    assert one.status == "withdrawn"
    taken_back(signed, referee, now)
    assert facts(swiss, now) == before
    new = person("Substitute")
    order = request(swiss, "substitute", entrant=one.pk, substitute="Substitute")
    signed = carried_out(order, referee, now)
    assert [ruling.act for ruling in signed] == ["replace", "substitute"]
    one.refresh_from_db()
    assert one.player == new
    assert Seat.objects.get(match=playing.match, number=0).player == new
    taken_back(signed, referee, now)
    assert facts(swiss, now) == before


def test_a_flag_that_fell_before_the_exclusion_is_settled_first(swiss, referee, noon):
    match = Match.objects.running().order_by("pk")[0]
    for number, text in enumerate(("b2", "a1")):
        play_turn(match.pk, number, text, seen=number, now=noon + DAY, source="page")
    seat = match.seats.get(number=0)
    entrant = Entrant.objects.get(player=seat.player)
    assert seat.deadline_at is not None
    signed = carried_out(
        request(swiss, "exclude", entrant=entrant.pk),
        referee,
        seat.deadline_at + timedelta(seconds=30),
    )
    assert [ruling.act for ruling in signed] == ["exclude"]
    match.refresh_from_db()
    assert match.ending == "timeout"


def test_a_tournament_is_ended_and_goes_on(swiss, referee, noon):
    now = noon + 2 * DAY
    before = facts(swiss, now)
    signed = carried_out(request(swiss, "close_event"), referee, now)
    assert [ruling.act for ruling in signed] == ["annul", "annul", "close_event"]
    swiss.refresh_from_db()
    assert (swiss.status, swiss.finished_at) == ("finished", now)
    assert Message.objects.filter(kind="standings").count() == 5
    with pytest.raises(Refused, match="tournament_over"):
        rulings.preview_ruling(request(swiss, "close_event"), referee, now=now)
    taken_back(signed, referee, now)
    assert facts(swiss, now) == before
    advance(now)
    swiss.refresh_from_db()
    assert swiss.is_running


def test_an_ended_tournament_shows_its_seed_when_nobody_can_take_the_end_back(
    swiss, referee, client_for, noon
):
    now, address = noon + 2 * DAY, f"/tournaments/{swiss.pk}/"
    signed = rulings.preview_and_sign(request(swiss, "close_event"), referee, now=now)

    def shown() -> set[bool]:
        pages = [
            client_for(referee).get(address + each) for each in ("", "lots.txt", "tournament.json")
        ]
        return {swiss.lots_seed in page.content.decode() for page in pages}

    assert shown() == {False}
    if at_length():
        taken_back(signed, referee, now)  # all rounds to come are drawn from what nobody knows
        assert shown() == {False}
        signed = rulings.preview_and_sign(request(swiss, "close_event"), referee, now=now)
    cases.close_cases(now=now + case_files.APPEAL_PERIOD)
    assert shown() == {True}
    with pytest.raises(Refused, match="event_seed_known"):
        taken_back(signed, referee, now + case_files.APPEAL_PERIOD)


@pytest.mark.long
def test_who_plays_in_an_event_or_judges_elsewhere_does_not_rule_about_it(
    swiss, elsewhere, referee, person, office, organiser, noon
):
    now = noon + 2 * DAY
    player = entrant(swiss, 1).player
    office(player)
    order = request(swiss, "close_event")
    with pytest.raises(Refused, match="own_case"):
        rulings.preview_ruling(order, player, now=now)
    other = person("Otto")
    with pytest.raises(Refused, match="not_a_referee"):
        rulings.preview_ruling(order, other, now=now)
    panel.appoint(elsewhere.pk, other.name, by=organiser, now=now)
    panel.accept(elsewhere.pk, other, now=now)
    with pytest.raises(Refused, match="not_your_event"):
        rulings.preview_ruling(order, other, now=now)
    panel.appoint(swiss.pk, other.name, by=organiser, now=now)
    panel.accept(swiss.pk, other, now=now)
    assert rulings.preview_ruling(order, other, now=now).changes
    panel.dismiss(swiss.pk, other.pk, by=organiser, now=now)
    with pytest.raises(Refused, match="not_your_event"):
        rulings.preview_ruling(order, other, now=now)


def test_a_tournament_may_be_called_like_a_fact(swiss, referee, client_for):
    address = f"/referee/tournaments/{swiss.pk}/rule/"
    given = {"act": "close_event", "step": "preview"} | WORDS
    names = ("rating.5", "rating.kings", "seat.0.player", "match.status")
    for name in names if at_length() else names[:1]:
        Tournament.objects.filter(pk=swiss.pk).update(name=name)
        page = client_for(referee).post(address, given)
        assert page.status_code == 200
        assert f"Tournament “{name}”" in page.content.decode()


def test_every_act_has_its_form_and_is_signed_by_the_page(swiss, referee, client_for, noon):
    browser, address = client_for(referee), f"/referee/tournaments/{swiss.pk}/"
    fixture = Fixture.objects.order_by("board").first()
    assert fixture is not None
    assert browser.get(f"{address}fixtures/{fixture.pk}/").status_code == 200
    for act in registry.act_keys():
        if registry.act_named(act).about != "event":
            continue
        assert browser.get(f"{address}rule/?act={act}").status_code == 200
        if at_length() or act == "extend":
            empty = {"act": act, "step": "preview"}
            assert browser.post(f"{address}rule/", empty).status_code == 422
    given = {"act": "extend", "what": f"fixture:{fixture.pk}", "days": "7", "step": "preview"}
    page = browser.post(f"{address}rule/", given | WORDS)
    found = re.findall(r'name="(at|digest)" value="([^"]*)"', page.content.decode())
    signed = given | WORDS | dict(found) | {"step": "sign"}
    for _twice in range(2):
        answer = browser.post(f"{address}rule/", signed)
        assert answer.status_code == 303
    ruling = Ruling.objects.get()
    assert browser.get(answer["Location"]).status_code == 200
    told = fixture.seats.get(seat=0).entrant.player
    page = client_for(told).get(f"/cases/{ruling.case_id}/")
    assert "get 7 days of extra time" in page.content.decode()
    assert client_for(told).get("/cases/").content.decode().count("Spring cup") >= 1
