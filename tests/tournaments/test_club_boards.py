"""Boards of a private club's events: its members watch them, nobody else does."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import player_queries, watch_queries
from games.models import Listener, Match
from games.services.play import matches, watching
from notifications.models import Message
from tests.api.conftest import api
from tests.games.test_daily import play_line
from tests.tournaments.seeds import seeds
from tests.tournaments.test_clubs import found, take_in
from tests.tournaments.test_contest import CROSS, FIELDS, advance, begin
from tests.tournaments.test_revisions import refused
from tournaments.referees.services.acts.rounds import set_attempts_hidden
from tournaments.services.clubs import members
from tournaments.services.entries import persons
from tournaments.services.revisions import invitations
from tournaments.services.seasons import running

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def club(organiser, people, noon):
    """Return a private club, its members (Player03 will only look on), and a stranger."""
    *inside, stranger = people(4)
    made = found(organiser, noon, name="Hidden Circle", private=True)
    take_in(made, organiser, *inside, now=noon)
    return made, inside, stranger


@pytest.fixture
def event(club, hold, noon):
    made, inside, _stranger = club
    held = hold(inside[:2], name="Hidden Cup", club_id=made.pk, least=2)
    running.advance(held.pk, now=noon + DAY, make_seed=seeds)
    held.refresh_from_db()
    return held


@pytest.mark.long
def test_members_watch_until_they_leave_and_nobody_else_does(
    club, event, client_for, api, office, person, noon
):
    made, (ada, ben, cleo), stranger = club
    match, judge = Match.objects.get(), office(person("Rita"), "referee")
    own = match.get_absolute_url()
    places = (own, f"{own}version/", f"{own}ledger.txt", f"{own}lots/")
    pictures = (f"{own}picture.png", f"{own}embed/")
    for reader in (cleo, ada, ben):
        browser = client_for(reader)
        assert {browser.get(each).status_code for each in places} == {200}, reader
        assert {browser.get(each).status_code for each in pictures} == {404}, reader
        assert f'href="{own}"' in browser.get(event.get_absolute_url()).text
        assert api(reader).get(f"matches/{match.pk}/").status == 200
        assert [row["id"] for row in api(reader).get("matches/").json["results"]] == [match.pk]
        assert api(reader).get(f"matches/?player={ada.pk}").json["results"]
    for reader in (None, stranger, judge):
        browser = client_for(reader)
        assert 200 not in {browser.get(each).status_code for each in (*places, *pictures)}, reader
        assert own not in browser.get(event.get_absolute_url()).text
        assert api(reader).get(f"matches/{match.pk}/").status == 404
        assert api(reader).get("matches/").json["results"] == []
    for reader in (None, stranger, cleo):  # lists for everybody name it to nobody
        for address in ("/watch/", "/lobby/", f"/players/{ada.pk}/"):
            assert own not in client_for(reader).get(address).text
    watching.watch(match.pk, cleo, now=noon)
    members.leave(made.key, cleo, now=noon)
    assert client_for(cleo).get(own).status_code == client_for(cleo).get("/matches/9/").status_code
    assert client_for(cleo).get(f"{own}version/").status_code == 404
    assert api(cleo).get(f"matches/{match.pk}/").status == 404
    assert list(watch_queries.watched_matches(cleo)) == []
    members.leave(made.key, ben, now=noon)
    assert client_for(ben).get(own).status_code == 200  # still plays there
    matches.resign_match(match.pk, ada, now=noon)
    assert not Message.objects.filter(kind="watched").exists()


@pytest.mark.long
def test_a_guest_of_the_event_sees_their_own_board_alone(club, hold, organiser, client_for, noon):
    made, (ada, ben, cleo), stranger = club
    held = hold([ada, ben, cleo], name="Hidden Cup", club_id=made.pk, at_once=True, least=2)
    invitations.invite(held.pk, organiser, stranger.name, invitations.ENTER, now=noon)
    persons.enter(held.pk, stranger, now=noon)
    running.advance(held.pk, now=noon + DAY, make_seed=seeds)
    browser = client_for(stranger)
    mine = set(Match.objects.filter(seats__player=stranger).values_list("pk", flat=True))
    assert (len(mine), Match.objects.count()) == (3, 6)
    seen = {pk for pk in Match.objects.values_list("pk", flat=True)
            if browser.get(f"/matches/{pk}/").status_code == 200}  # fmt: skip
    assert seen == mine
    page = browser.get(held.get_absolute_url()).text
    linked = {pk for pk in Match.objects.values_list("pk", flat=True) if f'/matches/{pk}/"' in page}
    assert linked <= mine


def test_members_follow_a_private_board_and_hear_how_it_ends(club, event, noon):
    _made, (ada, _ben, cleo), stranger = club
    match = Match.objects.get()
    refused("no_such_match", watching.watch, match.pk, stranger, now=noon)
    watching.watch(match.pk, cleo, now=noon)
    matches.resign_match(match.pk, ada, now=noon)
    told = Message.objects.filter(kind="watched").values_list("player", flat=True)
    assert list(told) == [cleo.pk]
    assert [each.pk for each in player_queries.finished_matches(ada, cleo, 9)] == [match.pk]
    assert player_queries.finished_matches(ada, stranger, 9) == []
    assert player_queries.finished_matches(ada, None, 9) == []


@pytest.mark.long
def test_whoever_joins_later_sees_what_runs_and_a_public_club_hides_nothing(
    club, event, hold, organiser, client_for, noon
):
    made, (ada, ben, _cleo), stranger = club
    match = Match.objects.get()
    take_in(made, organiser, stranger, now=noon)
    assert client_for(stranger).get(match.get_absolute_url()).status_code == 200
    members.remove(made.key, organiser, stranger.pk, now=noon)
    assert not Listener.objects.filter(player=stranger).exists()
    lock_open_club = found(organiser, noon, name="Open Circle")
    take_in(lock_open_club, organiser, ada, ben, now=noon)
    held = hold([ada, ben], name="Open Cup", club_id=lock_open_club.pk, least=2)
    running.advance(held.pk, now=noon + DAY, make_seed=seeds)
    public = Match.objects.exclude(pk=match.pk).get()
    assert (public.private, public.audience) == (False, "")


@pytest.mark.long
def test_members_see_attempts_at_a_contest_when_it_is_over(club, hold, client_for, noon):
    made, (ada, ben, cleo), stranger = club
    puzzle = {"name": "Hidden Cup", "club_id": made.pk, "puzzles": ("cross",)}
    contest, begun = hold([ada, ben], **FIELDS | puzzle), noon + DAY
    advance(contest, begun)
    attempts = [begin(contest, player, 1, begun) for player in (ada, ben)]
    own = attempts[0].get_absolute_url()
    play_line(attempts[0], CROSS, begun + DAY)
    assert client_for(cleo).get(own).status_code != 200
    assert own not in client_for(cleo).get(contest.get_absolute_url()).text
    play_line(attempts[1], CROSS, begun + DAY)
    advance(contest, begun + 2 * DAY)
    assert client_for(cleo).get(own).status_code == 200
    assert f'href="{own}"' in client_for(cleo).get(contest.get_absolute_url()).text
    for nobody in (None, stranger):
        assert client_for(nobody).get(own).status_code != 200
    set_attempts_hidden(contest, hidden=True)
    assert client_for(cleo).get(own).status_code != 200
    set_attempts_hidden(contest, hidden=False)
    assert client_for(cleo).get(own).status_code == 200
    assert client_for(stranger).get(own).status_code != 200
