"""Who leads events and series once their main organiser has closed the account."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.services.challenges.closing import close_account
from notifications.models import Message
from tests.emails import render
from tests.markup import text_of
from tests.tournaments.test_clubs import found as found_club, take_in
from tests.tournaments.test_organisers import TAKE_OVER, co_organise, told
from tests.tournaments.test_revisions import refused
from tournaments import organiser_queries, queries, series_queries
from tournaments.models import Revision, Tournament
from tournaments.referees.services import panel
from tournaments.services.clubs import founding, members
from tournaments.services.organisers import series
from tournaments.services.revisions import invitation_emails, invitations
from tournaments.services.seasons import announcing, stages

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_the_longest_co_organiser_leads_once_the_organiser_has_gone(hold, people, organiser, noon):
    first, second, *players = people(5)
    event = hold(players)
    over = hold([])
    announcing.cancel_tournament(over.pk, organiser, now=noon)
    for helper in (first, second):
        co_organise(event, organiser, helper, noon)
    asked = invitations.invite(event.pk, organiser, players[0].name, TAKE_OVER, now=noon)
    close_account(organiser, now=noon)
    event.refresh_from_db()
    over.refresh_from_db()
    assert event.organiser == first
    assert over.organiser == organiser  # nothing is left to lead
    assert event.helpers == [second]
    line = Revision.objects.filter(tournament=event).latest("pk")
    assert (line.act, line.about, line.by) == ("handed_over", first, organiser)
    for helper in (first, second):
        assert "is now the main organiser" in told(event, helper)[-1]
    asked.refresh_from_db()
    assert asked.withdrawn_at == noon


def test_an_event_of_a_club_goes_to_its_owner_unless_they_are_a_referee_there(
    hold, people, organiser, noon
):
    owner, officer, *players = people(5)
    club = found_club(owner, noon)
    take_in(club, owner, officer, organiser, now=noon)
    event, judged = hold(players), hold([])
    Tournament.objects.filter(pk__in=(event.pk, judged.pk)).update(club=club)
    panel.appoint(judged.pk, owner.name, by=organiser, now=noon)
    panel.accept(judged.pk, owner, now=noon)
    close_account(organiser, now=noon)
    event.refresh_from_db()
    judged.refresh_from_db()
    assert event.organiser == owner
    assert judged.organiser == organiser
    assert not queries.is_organiser(judged, officer)


def test_operators_name_an_organiser_where_nobody_is_left(
    hold, people, organiser, office, client_for, noon
):
    operator, heir, other, *players = people(5)
    office(operator, "operator")
    event, draft = hold(players), hold([])
    Tournament.objects.filter(pk=draft.pk).update(status="draft")
    page = f"/tournaments/{event.pk}/organisers/"
    close_account(organiser, now=noon)
    email = render(Message.objects.get(player=operator), noon)
    assert "Spring cup has no organiser any more" in email.subject
    assert page in email.body
    assert client_for(other).get(page).status_code == 403
    browser = client_for(operator)
    shown = text_of(browser.get(page))
    assert "Ask them to take over" in shown
    assert "Invite co-organiser" not in shown
    assert browser.post(page, {"act": "help", "name": heir.name}).status_code == 403
    assert browser.post(page, {"act": TAKE_OVER, "name": heir.name}).status_code == 303
    assert "asked to take over" in text_of(browser.get(page))
    assert Message.objects.filter(player=heir).latest("pk").context["paragraphs"][1] == (
        "The main organiser has closed their account."
    )
    invitations.answer(event.pk, heir, TAKE_OVER, accept=True, now=noon)
    event.refresh_from_db()
    assert (event.organiser, event.helpers) == (heir, [])
    assert not event.co_organisers.exists()
    assert "is now the main organiser" in told(event, operator)[-1]
    assert browser.get(f"/tournaments/{draft.pk}/organisers/").status_code == 404


def test_the_owner_of_a_club_may_name_another_organiser_of_its_events(
    hold, people, organiser, client_for, noon
):
    owner, heir, *players = people(5)
    club = found_club(owner, noon, private=True)
    take_in(club, owner, organiser, heir, now=noon)
    event = hold(players)
    refused("not_your_tournament", invitations.invite, event.pk, owner, "x", TAKE_OVER, now=noon)
    Tournament.objects.filter(pk=event.pk).update(club=club)
    event.refresh_from_db()
    shown = client_for(owner).get(event.get_absolute_url())
    assert f"/tournaments/{event.pk}/organisers/" in shown.text
    asked = invitations.invite(event.pk, owner, heir.name, TAKE_OVER, now=noon)
    assert invitation_emails.question(asked)[1][-1] == (
        "If you accept, Olga stays as a co-organiser and can be removed by you."
    )
    invitations.answer(event.pk, heir, TAKE_OVER, accept=True, now=noon)
    event.refresh_from_db()
    assert (event.organiser, event.helpers) == (heir, [organiser])
    for player in (organiser, owner):  # one e-mail, and nothing else after it
        assert [each[-22:] for each in told(event, player)] == ["now the main organiser"]
    assert not organiser_queries.may_hand_over(event, organiser)


def test_operators_learn_nothing_of_a_private_club_while_its_event_has_an_organiser(
    hold, people, organiser, office, client_for, noon
):
    owner, operator, heir = people(3)
    office(operator, "operator")
    club = found_club(owner, noon, private=True)
    take_in(club, owner, organiser, heir, now=noon)
    event = hold([])
    Tournament.objects.filter(pk=event.pk).update(club=club)
    page, browser = f"/tournaments/{event.pk}/organisers/", client_for(operator)
    assert browser.get(page).status_code == 404
    asked = {"act": TAKE_OVER, "name": heir.name}
    assert browser.post(page, asked).status_code == 404
    members.leave(club.key, organiser, now=noon)
    panel.appoint(event.pk, owner.name, by=organiser, now=noon)
    panel.accept(event.pk, owner, now=noon)
    close_account(organiser, now=noon)
    assert browser.post(page, asked).status_code == 303


@pytest.mark.long
def test_nobody_asks_themselves_to_take_over_nor_names_the_organiser_of_what_they_judge(
    hold, people, organiser, office, noon
):
    owner, operator, heir, *players = people(5)
    office(operator, "operator")
    club = found_club(owner, noon)
    take_in(club, owner, organiser, now=noon)
    event = hold(players)
    Tournament.objects.filter(pk=event.pk).update(club=club)
    for by in (owner, operator):
        refused("asked_oneself", invitations.invite, event.pk, by, by.name, TAKE_OVER, now=noon)
        panel.appoint(event.pk, by.name, by=organiser, now=noon)
        panel.accept(event.pk, by, now=noon)
        words = (event.pk, by, heir.name, TAKE_OVER)
        refused("not_your_tournament", invitations.invite, *words, now=noon)


def test_a_series_is_led_by_the_organisers_of_its_events_once_its_own_has_gone(
    hold, people, organiser, noon
):
    helper, other, *players = people(5)
    event = hold(players)
    co_organise(event, organiser, helper, noon)
    made = series.found_series(organiser, series.SeriesSettings("Grand Prix", (3, 2, 1)), now=noon)
    series.add_event(made.pk, organiser, event.pk, now=noon)
    assert not series_queries.can_change_series(made, helper)
    close_account(organiser, now=noon)
    left = series_queries.series_for(helper, made.pk)
    assert left is not None
    assert series_queries.can_change_series(left, helper)
    assert not series_queries.can_change_series(left, other)
    series.remove_event(made.pk, helper, event.pk)


@pytest.fixture
def league(hold, people, organiser, noon):
    """Return a league of a club, its owner and who plays; Olga, who leads it, is an officer."""
    owner, *players = people(5)
    club = found_club(owner, noon)
    take_in(club, owner, organiser, now=noon)
    members.set_role(club.key, owner, organiser.pk, "officer", now=noon)
    event = hold(players, repeats=True)
    Tournament.objects.filter(pk=event.pk).update(club=club)
    event.refresh_from_db()
    return event, owner, players


def test_no_season_follows_in_a_club_that_has_closed(league, organiser, noon):
    event, owner, players = league
    founding.close_club(event.club.key, owner, now=noon)
    event.refresh_from_db()
    assert stages.open_next_season(event, noon, "cd" * 32) is None
    assert not Tournament.objects.filter(previous=event).exists()
    for reader in (organiser, *players):
        assert "there will be no next season" in told(event, reader)[-1]


def test_the_next_season_is_led_by_who_leads_the_club(league, organiser, noon):
    event, owner, _players = league
    members.set_role(event.club.key, owner, organiser.pk, "member", now=noon)
    following = stages.open_next_season(event, noon, "cd" * 32)
    assert (following.organiser, following.helpers) == (owner, [organiser])


@pytest.mark.long
def test_a_co_organiser_from_outside_never_leads_the_next_season_of_a_club(
    league, organiser, person, noon
):
    event, owner, _players = league
    outsider = person("Zoe")
    co_organise(event, organiser, outsider, noon)
    members.set_role(event.club.key, owner, organiser.pk, "member", now=noon)
    event.refresh_from_db()
    following = stages.open_next_season(event, noon, "cd" * 32)
    assert (following.organiser, following.helpers) == (owner, [organiser, outsider])


@pytest.mark.long
def test_who_leads_the_club_is_said_to_be_missing_where_only_referees_of_the_season_do(
    league, organiser, noon
):
    event, owner, _players = league
    panel.appoint(event.pk, owner.name, by=organiser, now=noon)
    panel.accept(event.pk, owner, now=noon)
    members.set_role(event.club.key, owner, organiser.pk, "member", now=noon)
    event.refresh_from_db()
    assert stages.open_next_season(event, noon, "cd" * 32) is None
    email = Message.objects.filter(player=organiser).latest("pk")
    assert email.context["paragraphs"] == ["Nobody who leads the club can organise it."]


def test_no_season_follows_where_nobody_is_left_to_organise_it(hold, people, organiser, noon):
    players = people(4)
    event = hold(players, repeats=True)
    close_account(organiser, now=noon)
    event.refresh_from_db()
    assert stages.open_next_season(event, noon, "cd" * 32) is None
    assert "there will be no next season" in told(event, players[0])[-1]
