"""Nobody rules where they have a stake, and an appointment counts once it was accepted."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from games.services.errors import Refused
from notifications.models import Message
from tests.emails import render
from tournaments import panel_queries
from tournaments.models import CoOrganiser, Entrant, EventReferee
from tournaments.referees.models import Case, Ruling
from tournaments.referees.queries import queue, search
from tournaments.referees.services import assigning, cases, panel, rulings
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.entries import persons
from tournaments.services.seasons import running

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
WORDS: Any = {"paragraph": "R-4", "reason": "So it is."}
STAKE = "Another referee must decide"


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def league(hold, people, noon):
    """Return a running round robin of four with two matches in each round."""
    players = people(4)
    tournament = hold(players, round_days=90)
    running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    tournament.refresh_from_db()
    return tournament


def rivals(tournament, player) -> Match:
    """Return a match of the event at which somebody does not sit."""
    found = Match.objects.exclude(seats__player=player)
    match = found.filter(fixture__round__division__tournament=tournament).first()
    assert match is not None
    return match


def page_of(answer) -> str:
    """Return the words of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


@pytest.mark.long
@pytest.mark.parametrize("who", ["organiser", "entrant", "withdrawn"])
@pytest.mark.parametrize("role", ["referee", "head_referee"])
def test_who_has_a_stake_rules_about_no_match_of_the_event(
    who, role, league, organiser, office, client_for, now
):
    entrant = Entrant.objects.filter(tournament=league).first()
    player = organiser if who == "organiser" else entrant.player
    if who == "withdrawn":
        persons.withdraw(league.pk, player, now=now)
    office(player, role)
    match = rivals(league, player)
    case = cases.open_case(
        match.seats.get(number=0).player, kind="rules", text="Secret.", match_id=match.pk, now=now
    )
    for order in (
        RulingRequest("forfeit", params={"seat": 0}, match_id=match.pk, **WORDS),
        RulingRequest("forfeit", params={"seat": 0}, case_id=case.pk, **WORDS),
        RulingRequest("close_event", tournament_id=league.pk, **WORDS),
    ):
        with pytest.raises(Refused, match="own_case"):
            rulings.preview_ruling(order, player, now=now)
    for verb in (
        lambda: assigning.assign_case(case.pk, player, by=player, now=now),
        lambda: assigning.take_case(case.pk, player, now=now),
        lambda: cases.add_note(case.pk, player, "x", now=now),
        lambda: cases.ask_party(case.pk, case.opened_by_id, "x", by=player, now=now),
    ):
        with pytest.raises(Refused, match="own_case"):
            verb()
    browser = client_for(player)
    for address in (
        f"/referee/cases/{case.pk}/",
        f"/referee/cases/{case.pk}/rule/?act=forfeit",
        f"/referee/matches/{match.pk}/",
        f"/referee/matches/{match.pk}/rule/?act=forfeit",
        f"/referee/tournaments/{league.pk}/",
        f"/referee/tournaments/{league.pk}/rule/?act=close_event",
    ):
        answer = browser.get(address)
        assert STAKE in page_of(answer), address
        assert 'name="paragraph"' not in answer.content.decode(), address
        assert not re.search(r'href="[^"]*[?]act=', answer.content.decode()), address
    assert "Secret." not in page_of(browser.get(f"/referee/cases/{case.pk}/"))
    assert not Ruling.objects.exists()


def test_the_referees_with_a_stake_are_not_called(league, organiser, referee, office, now):
    office(organiser)
    assert panel_queries.referees(league) == [referee]
    assert set(panel_queries.referees()) == {organiser, referee}
    match = rivals(league, organiser)
    opener = match.seats.get(number=0).player
    cases.open_case(opener, kind="rules", text="Look.", match_id=match.pk, now=now)
    told = Message.objects.filter(kind="case_opened").values_list("player", flat=True)
    assert referee.pk in told
    assert organiser.pk not in told


def test_who_withdrew_before_the_start_has_no_stake(hold, people, office, noon):
    tournament = hold(people(3))
    persons.withdraw(tournament.pk, tournament.entrants.first().player, now=noon)
    gone = Entrant.objects.get(tournament=tournament, status="withdrawn").player
    assert not panel_queries.has_stake(gone, tournament)
    assert len(panel_queries.stakeholders(tournament)) == 3


def test_nobody_appoints_themselves_or_somebody_who_plays(league, organiser, client_for):
    olga, address = client_for(organiser), f"/tournaments/{league.pk}/referees/"
    for name in (organiser.name, Entrant.objects.first().player.name):
        answer = olga.post(address, {"name": name})
        assert answer.status_code == 422
        assert "so they cannot be its referee" in page_of(answer)
    assert not EventReferee.objects.exists()


def test_an_appointment_counts_once_it_was_accepted_by_its_link(
    league, organiser, person, client_for, now
):
    rosa, olga = person("Rosa", language="de"), client_for(organiser)
    url, address = league.get_absolute_url(), f"/tournaments/{league.pk}/referees/"
    for _twice in range(2):
        assert olga.post(address, {"name": "rosa"}).status_code == 303
    asked = Message.objects.get(kind="appointment")
    assert asked.player == rosa
    link = f"/tournaments/{league.pk}/referees/appointment/"
    email = render(asked, now)
    assert link in str(email.body)
    assert not panel_queries.may_judge(rosa, league)
    assert "not accepted yet" in page_of(olga.get(url))
    browser = client_for(rosa)
    assert browser.get("/referee/").status_code == 403
    assert link in browser.get(url).content.decode()
    assert client_for(None).get(link).status_code == 302
    assert olga.get(link).status_code == 404
    assert olga.post(link, {"answer": "accept"}).status_code == 404
    assert 'value="accept"' in browser.get(link).content.decode()
    assert EventReferee.objects.get().accepted_at is None  # looking accepts nothing
    for _twice in range(2):
        assert browser.post(link, {"answer": "accept"}).status_code == 303
    assert panel_queries.may_judge(rosa, league)
    assert browser.get(f"/referee/tournaments/{league.pk}/").status_code == 200
    told = Message.objects.filter(kind="appointment", player=organiser)
    assert "Spring cup: Rosa is now a referee" in render(told.get(), now).subject
    olga.post(address, {"dismiss": str(rosa.pk)})
    assert browser.get("/referee/").status_code == 403
    assert Message.objects.filter(kind="appointment", player=rosa).count() == 2


def test_an_appointment_can_be_declined_and_made_again(league, organiser, person, client_for):
    rosa = person("Rosa")
    panel.appoint(league.pk, "Rosa", by=organiser, now=timezone.now())
    link = f"/tournaments/{league.pk}/referees/appointment/"
    assert client_for(rosa).post(link, {"answer": "decline"}).status_code == 303
    assert not EventReferee.objects.exists()
    panel.appoint(league.pk, "Rosa", by=organiser, now=timezone.now())
    assert Message.objects.filter(kind="appointment", player=rosa).count() == 2
    assert Message.objects.filter(kind="appointment", player=organiser).count() == 1


def test_an_appointment_is_not_accepted_by_somebody_who_has_entered_meanwhile(
    hold, people, person, organiser, noon
):
    tournament, rosa = hold(people(3)), person("Rosa")
    panel.appoint(tournament.pk, "Rosa", by=organiser, now=noon)
    persons.enter(tournament.pk, rosa, now=noon)
    with pytest.raises(Refused, match="own_case"):
        panel.accept(tournament.pk, rosa, now=noon)
    assert not panel_queries.is_referee(rosa)


@pytest.mark.long
def test_who_may_no_longer_rule_sees_why_instead_of_the_form(
    league, referee, office, person, client_for, now
):
    match = Match.objects.first()
    opener = match.seats.get(number=0).player
    case = cases.open_case(opener, kind="rules", text="x", match_id=match.pk, now=now)
    rulings.preview_and_sign(RulingRequest("dismiss", case_id=case.pk, **WORDS), referee, now=now)
    browser = client_for(referee)
    decided = browser.get(f"/referee/cases/{case.pk}/rule/?act=annul")
    assert "has already been decided or closed" in page_of(decided)
    cases.appeal(case.pk, opener, "Again.", now=now)
    for address in (f"/referee/cases/{case.pk}/", f"/referee/cases/{case.pk}/rule/?act=annul"):
        answer = browser.get(address)
        assert "You have already ruled in this case" in page_of(answer), address
        assert 'name="paragraph"' not in answer.content.decode()
    other = client_for(office(person("Rolf")))
    page = other.get(f"/referee/cases/{case.pk}/").content.decode()
    assert "?act=uphold" in page
    assert "?act=dismiss" not in page


@pytest.mark.long
def test_dismissing_an_appeal_upholds_the_ruling(league, referee, office, person, now):
    match = Match.objects.first()
    opener = match.seats.get(number=0).player
    case = cases.open_case(opener, kind="rules", text="x", match_id=match.pk, now=now)
    order = RulingRequest("forfeit", params={"seat": 0}, case_id=case.pk, **WORDS)
    first = rulings.preview_and_sign(order, referee, now=now)[-1]
    cases.appeal(case.pk, opener, "Again.", now=now)
    other = office(person("Rolf"))
    last = rulings.preview_and_sign(
        RulingRequest("dismiss", case_id=case.pk, **WORDS), other, now=now
    )
    assert [(each.act, each.appeal_of) for each in last] == [("uphold", first)]
    assert list(Ruling.objects.standing()) == [first, *last]
    match.refresh_from_db()
    assert match.ending == "forfeit"
    assert Case.objects.get().state == "closed"


def test_a_referee_of_a_tournament_enters_it_only_after_giving_the_appointment_back(
    hold, people, person, organiser, client_for, noon
):
    tournament, rosa = hold(people(3)), person("Rosa")
    panel.appoint(tournament.pk, "Rosa", by=organiser, now=noon)
    panel.accept(tournament.pk, rosa, now=noon)
    answer = client_for(rosa).post(f"/tournaments/{tournament.pk}/enter/")
    assert answer.status_code == 403
    assert "Resign as referee before you enter" in page_of(answer)
    panel.decline(tournament.pk, rosa, now=noon)
    assert persons.enter(tournament.pk, rosa, now=noon).player == rosa


def test_who_withdrew_from_a_running_event_is_not_asked_to_enter_it_again(
    hold, people, person, client_for, noon
):
    players = people(4)
    tournament = hold(players, format="swiss", rounds=3, round_days=20, late_entry=True)
    running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    persons.withdraw(tournament.pk, players[0], now=noon + DAY)
    enter = f'action="/tournaments/{tournament.pk}/enter/"'
    url = tournament.get_absolute_url()
    assert enter not in client_for(players[0]).get(url).content.decode()
    assert enter in client_for(person("Zoe")).get(url).content.decode()


def test_whoever_is_suspended_enters_no_event(hold, people, person, referee, now):
    tournament, dora = hold(people(2)), person("Dora")
    order = RulingRequest("suspend", params={"days": 30}, player_id=dora.pk, **WORDS)
    rulings.preview_and_sign(order, referee, now=now)
    with pytest.raises(Refused, match="suspended"):
        persons.enter(tournament.pk, dora, now=now)
    assert not Entrant.objects.filter(player=dora).exists()
    persons.enter(tournament.pk, dora, now=now + 31 * DAY)
    assert Entrant.objects.filter(player=dora).exists()


def test_the_search_does_not_read_files_that_stay_closed(league, office, person, now):
    entrant = Entrant.objects.filter(tournament=league).select_related("player").first()
    rita, rosa = office(entrant.player), office(person("Rosa"))
    match = rivals(league, rita)
    first, second = (seat.player for seat in match.seats.select_related("player"))
    case = cases.open_case(
        first,
        kind="multi_account",
        text="She uses zebraengine.",
        match_id=match.pk,
        about_id=second.pk,
        now=now,
    )
    assert list(search.search_cases(rosa, "zebraengine")) == [case]
    assert not search.search_cases(rita, "zebraengine").exists()


def test_a_case_in_an_event_that_one_helps_organise_is_not_offered(league, office, person, now):
    rita = office(person("Rita"))
    match = rivals(league, rita)
    first = match.seats.first().player
    case = cases.open_case(first, kind="tie", text="Agreed.", match_id=match.pk, now=now)
    assert queue.barred_cases(rita, [case], now) == set()
    CoOrganiser.objects.create(tournament=league, player=rita, since=now)
    assert queue.barred_cases(rita, [case], now) == {case.pk}
