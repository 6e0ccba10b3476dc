"""Private clubs: neither they nor their events can be seen by others, anywhere."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match
from notifications.models import Message, Preference
from tests.api.conftest import api
from tests.emails import render
from tests.games.test_daily import play_line
from tests.markup import text_of
from tests.review.addresses import Rows, filled, places_for, routes
from tests.sampling import sampled
from tests.tournaments.test_clubs import found, take_in
from tests.tournaments.test_contest import CROSS, FIELDS, advance, begin
from tests.tournaments.test_revisions import refused
from tournaments.models import CoOrganiser, EntryRequest, Fixture, Tournament
from tournaments.services.admission import request_links, requests
from tournaments.services.clubs import founding, members
from tournaments.services.clubs.founding import ClubSettings
from tournaments.services.entries import persons
from tournaments.services.files.calendar import create_calendar_key
from tournaments.services.revisions import invitations
from tournaments.services.seasons import running

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
CLUB, EVENT = "Hidden Circle", "Hidden Cup"


@pytest.fixture
def secret_club(organiser, people, noon):
    """Return a private club with two members, and a stranger."""
    ada, ben, stranger = people(3)
    club = found(organiser, noon, name=CLUB, private=True, text="Hidden text.")
    take_in(club, organiser, ada, ben, now=noon)
    return club, [organiser, ada, ben], stranger


@pytest.fixture
def secret_event(secret_club, hold, noon):
    club, inside, _stranger = secret_club
    event = hold(inside[1:], name=EVENT, club_id=club.pk, least=2)
    running.advance(event.pk, now=noon + DAY, make_seed=lambda: "cd" * 32)
    event.refresh_from_db()
    assert event.is_running
    return event


def addresses(club, event):
    """Return every page and file of the club and its event, and lists that could name them."""
    one, at = f"/tournaments/{event.pk}/", f"/clubs/{club.key}/"
    files = ("lots/", "lots.txt", "calendar.ics", "table.csv", "tournament.json")
    own = [at, *(f"{at}{name}/" for name in ("table", "members", "news"))]
    own += [one, *(f"{one}{name}" for name in (*files, "tournament.trf"))]
    return own


LISTS = ("/", "/clubs/", "/tournaments/", "/tournaments/fame/", "/lobby/", "/watch/", "/ratings/")


@pytest.mark.long
def test_strangers_see_neither_the_club_nor_its_events_on_any_page_or_file(
    secret_club, secret_event, client_for
):
    club, (organiser, ada, _ben), stranger = secret_club
    match = Match.objects.get()
    for nobody in (None, stranger):  # as if there were no such match
        found_, missing = (client_for(nobody).get(f"/matches/{pk}/") for pk in (match.pk, 99999))
        assert found_.status_code == missing.status_code
    files = (*addresses(club, secret_event), f"/tournaments/{secret_event.pk}/boards.csv")
    for address in files:
        for nobody in (None, stranger):
            assert client_for(nobody).get(address).status_code == 404, address
    for address in (*LISTS, f"/players/{ada.pk}/", f"/players/{organiser.pk}/"):
        for nobody in (None, stranger):
            seen = client_for(nobody).get(address).text
            assert CLUB not in seen, address
            assert EVENT not in seen, address


@pytest.mark.parametrize("logged_in", sampled([True, False], 1), ids=["stranger", "nobody"])
def test_no_address_names_or_links_a_hidden_event_or_its_boards(
    secret_club, secret_event, client_for, logged_in
):
    club, (_organiser, ada, _ben), stranger = secret_club
    fixture = Fixture.objects.get()
    assert fixture.match is not None
    assert fixture.match_url == ""
    rows = Rows(
        tournament=secret_event.pk,
        fixtures=[fixture.pk],
        entrants=[secret_event.entrants.first().pk],
        revisions=[1],
        matches=[fixture.match.pk],
        cases=[1],
        challenges=[1],
        players=[ada.pk],
        clubs=[club.key],
    )
    places = places_for(rows, timezone.localdate())
    about = re.compile(r"(api/v1/)?(tournaments|clubs|matches|players|watch|lobby|precedents)/")
    walked = sorted(
        {each for route in routes() if about.match(route) for each in filled(route, places)}
    )
    assert len(walked) > 120
    hidden = (EVENT, CLUB, fixture.match.get_absolute_url())
    outsider = client_for(stranger if logged_in else None)
    for address in walked:
        answer = outsider.get(address)
        if answer.status_code == 200 and not answer.streaming:
            told = [each for each in hidden if each in answer.text and each not in address]
            assert told == [], address


@pytest.mark.long
def test_strangers_see_neither_the_club_nor_its_events_through_the_api(
    secret_club, secret_event, api
):
    club, _inside, stranger = secret_club
    match, pk, key = Match.objects.get(), secret_event.pk, club.key
    for nobody in (api(), api(stranger)):
        for path in ("", "tables/", "rounds/"):
            assert nobody.get(f"tournaments/{pk}/{path}").brief == (404, "no_such_tournament")
        for path in (f"clubs/{key}/", f"clubs/{key}/table/", f"clubs/{key}/news/"):
            assert nobody.get(path).brief == (404, "no_such_club")
        assert nobody.get("clubs/").json["results"] == []
        assert nobody.get("tournaments/").json["results"] == []
        assert nobody.get(f"matches/{match.pk}/").status == 404


@pytest.mark.long
def test_strangers_learn_nothing_from_what_they_try(secret_club, secret_event, client_for, api):
    club, _inside, stranger = secret_club
    browser, there, nowhere = client_for(stranger), secret_event.pk, secret_event.pk + 999
    for verb in ("enter", "withdraw", "announce", "start", "call-off", "end", "bots", "place"):
        known = browser.post(f"/tournaments/{there}/{verb}/")
        unknown = browser.post(f"/tournaments/{nowhere}/{verb}/")
        assert (known.status_code, unknown.status_code) == (404, 404), verb
    assert browser.post(f"/tournaments/{there}/teams/", {"name": "Team"}).status_code == 404
    for verb in ("join", "leave", "settings", "members", "news"):
        known = browser.post(f"/clubs/{club.key}/{verb}/", {"act": "invite", "name": "Player01"})
        assert known.status_code == 404, verb
        assert CLUB not in known.text
    program = api(stranger)
    for path in (f"tournaments/{there}/enter/", f"tournaments/{there}/withdraw/"):
        assert program.post(path).brief == (404, "no_such_tournament")
    assert program.post(f"clubs/{club.key}/join/").brief == (404, "no_such_club")
    assert program.post(f"clubs/{club.key}/answer/", {"accept": True}).brief == (409, "not_invited")


@pytest.mark.long
def test_members_see_everything_and_who_has_left_no_more(
    secret_club, secret_event, client_for, people, organiser, noon
):
    club, (_olga, ada, _ben), _stranger = secret_club
    browser = client_for(ada)
    for address in addresses(club, secret_event):
        assert browser.get(address).status_code == 200, address
    for address in ("/clubs/", "/tournaments/", f"/players/{ada.pk}/"):
        assert EVENT in browser.get(address).text or CLUB in browser.get(address).text
    members.leave(club.key, ada, now=noon)
    assert browser.get(f"/clubs/{club.key}/").status_code == 404
    assert browser.get(secret_event.get_absolute_url()).status_code == 200  # still plays there


def test_judges_of_the_site_and_invited_outsiders_see_the_event_alone(
    secret_club, hold, client_for, office, person, noon
):
    club, (organiser, *_members), stranger = secret_club
    event = hold([], name=EVENT, club_id=club.pk)
    refused("no_such_tournament", persons.enter, event.pk, stranger, now=noon)
    invitations.invite(event.pk, organiser, stranger.name, invitations.ENTER, now=noon)
    judge = office(person("Rita"), "referee")
    for reader in (stranger, judge):
        assert client_for(reader).get(event.get_absolute_url()).status_code == 200
        assert client_for(reader).get(f"/clubs/{club.key}/").status_code == 404
    assert persons.enter(event.pk, stranger, now=noon).player == stranger
    assert EVENT in text_of(client_for(stranger).get("/tournaments/"))


def test_only_members_are_told_that_an_event_is_open_and_calendars_are_theirs(
    secret_club, hold, client_for, noon
):
    club, (_olga, ada, _ben), stranger = secret_club
    for player in (ada, stranger):
        Preference.objects.create(player=player, kind="tournament_open", wanted=True)
        create_calendar_key(player, token=f"token{player.pk}", now=noon)
    hold([ada], name=EVENT, club_id=club.pk)
    told = Message.objects.filter(kind="tournament_open").values_list("player", flat=True)
    assert list(told) == [ada.pk]
    assert EVENT in client_for().get(f"/calendar/token{ada.pk}.ics").text
    assert EVENT not in client_for().get(f"/calendar/token{stranger.pk}.ics").text


def test_a_club_is_not_made_private_or_public_once_its_events_are_known(secret_club, hold, noon):
    club, (organiser, ada, _ben), _stranger = secret_club
    members.set_role(club.key, organiser, ada.pk, "officer", now=noon)
    public = ClubSettings(CLUB)
    refused("not_the_owner", founding.change_club, club.key, ada, public, secret="zz" * 8, now=noon)
    hold([], name=EVENT, club_id=club.pk)
    refused(
        "club_has_events",
        founding.change_club,
        club.key,
        organiser,
        public,
        secret="zz" * 8,
        now=noon,
    )
    assert Tournament.objects.visible_to(None).count() == 0


def test_the_names_of_private_clubs_are_nobody_elses_business(secret_club, people, person, noon):
    club, _inside, stranger = secret_club
    other = found(stranger, noon, name=CLUB)
    assert other.key == "hidden-circle"
    assert "hidden" not in club.key


@pytest.mark.long
def test_the_boards_of_a_contest_stay_hidden_when_it_is_over(secret_club, hold, client_for, noon):
    club, (_olga, ada, ben), stranger = secret_club
    puzzle = {"name": EVENT, "club_id": club.pk, "puzzles": ("cross",)}
    contest, begun = hold([ada, ben], **FIELDS | puzzle), noon + DAY
    advance(contest, begun)
    matches = [begin(contest, player, 1, begun) for player in (ada, ben)]
    for match in matches:
        play_line(match, CROSS, begun + DAY)
    advance(contest, begun + 2 * DAY)
    assert contest.status == Tournament.Status.FINISHED
    for match in matches:
        for nobody in (None, stranger):
            seen = client_for(nobody).get(match.get_absolute_url())
            assert EVENT not in seen.text
            assert seen.status_code == client_for(nobody).get("/matches/99999/").status_code
    assert client_for(ada).get(matches[0].get_absolute_url()).status_code == 200


def test_whoever_approves_a_team_does_not_learn_of_its_private_club(
    secret_club, hold, client_for, noon
):
    club, (olga, ada, _ben), stranger = secret_club
    event = hold([], format="team_league", boards=2, access="approval")
    Tournament.objects.filter(pk=event.pk).update(organiser=stranger)
    CoOrganiser.objects.create(tournament=event, player=olga, since=noon)
    asked = requests.found_team_or_request(
        event.pk, ada, "Rooks", key="k" * 32, now=noon, club=club.key
    )
    assert isinstance(asked, EntryRequest)
    assert asked.club == club
    page = f"{event.get_absolute_url()}requests/{asked.pk}/"
    for reader, told in ((stranger, False), (olga, True)):
        email = render(Message.objects.filter(player=reader).latest("pk"), noon)
        assert (CLUB in email.body) is told
        assert (CLUB in client_for(reader).get(page).text) is told
        link = client_for().get(request_links.path_of(asked, reader)).text
        assert "Rooks" in link
        assert (CLUB in link) is told
