"""Clubs and what surrounds them: tables, terms of events, teams, programs, e-mails, files."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from config.personal.collection import PARTS
from notifications.addresses import About, Matter, reply_address
from tests.api.conftest import api
from tests.inbound.conftest import newest, receive, written
from tests.markup import text_of
from tests.sampling import at_length
from tests.tournaments.test_clubs import club, event_form, found, role_of, take_in
from tournaments.models import ClubLine, Entrant, Tournament
from tournaments.services.clubs import invitations, news, standing
from tournaments.standings import clubs as pure
from tournaments.standings.clubs import FinalPlace, MatchPlace

__all__ = ["api", "club", "receive"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def test_the_table_counts_places_titles_and_series():
    finals = [
        FinalPlace(1, 10, 1, True),
        FinalPlace(1, 20, 2, True),
        FinalPlace(1, 30, 1, False),  # a lower division
        FinalPlace(2, 10, 1, True),
        FinalPlace(2, 20, None, True),
        FinalPlace(3, 10, 3, True),
        FinalPlace(3, 20, 1, True),
    ]
    boards = [
        MatchPlace(1, 10, 1), MatchPlace(1, 20, 2),
        MatchPlace(2, 10, 1), MatchPlace(2, 99, 2),
        MatchPlace(3, 10, 1), MatchPlace(3, 20, 1),
        MatchPlace(4, 20, 1), MatchPlace(4, 10, 2),
    ]  # fmt: skip
    rows = {row.player: row for row in pure.club_table(finals, boards)}
    assert [row.player for row in pure.club_table(finals, boards)] == [10, 20, 30]
    one = rows[10]
    assert (one.points, one.titles, one.title_series, one.podiums, one.events) == (25, 2, 2, 3, 3)
    assert (one.played, one.won, one.drawn, one.series) == (4, 2, 1, 2)
    two = rows[20]
    assert (two.points, two.titles, two.won, two.drawn, two.series) == (17, 1, 1, 1, 1)
    assert (rows[30].points, rows[30].titles, rows[30].place) == (0, 0, 3)
    table = list(rows.values())
    assert pure.record_holders(table, "titles") == (2, [10])
    assert pure.record_holders([], "titles") == (0, [])


def test_the_page_shows_the_table_over_finished_events_and_the_records(
    club, organiser, people, hold, run, client_for, api, noon
):
    players = people(3 if at_length() else 2)
    take_in(club, organiser, *players, now=noon)
    event = hold(players, club_id=club.pk, access="club", least=2)
    run(event, noon)
    event.refresh_from_db()
    assert event.status == "finished"
    found_ = standing.all_time_standings(club)
    order = {each.player_id: each.final_place or 0 for each in Entrant.objects.all()}
    assert {row.player: row.points for row, _player in found_.rows} == {
        pk: pure.POINTS_BY_PLACE[place - 1] for pk, place in order.items()
    }
    assert sum(row.played for row, _player in found_.rows) == len(players) * (len(players) - 1)
    page = text_of(client_for().get("/clubs/chess-friends/"))
    assert "Most titles" in page
    assert "won by" in page
    assert "Drawn" in text_of(client_for().get("/clubs/chess-friends/table/"))
    table = api().get("clubs/chess-friends/table/").json
    assert table["rows"][0]["points"] == 10
    assert api().get("clubs/chess-friends/").json["events"][0]["winner"]


def test_usual_terms_begin_the_form_and_only_leaders_use_the_name_of_the_club(
    organiser, people, client_for, noon
):
    terms = {"format": "swiss", "ruleset": "mill", "rounds": 4, "round_days": 9, "access": "club"}
    club = found(organiser, noon, terms=terms)
    member = people(1)[0]
    take_in(club, organiser, member, now=noon)
    page = client_for(organiser).get("/tournaments/new/?club=chess-friends")
    assert "An event of Chess Friends" in text_of(page)
    assert re.search(r'name="rounds"[^>]*value="4"', page.text)
    assert re.search(r'name="round_days"[^>]*value="9"', page.text)
    step = client_for(organiser).get("/tournaments/new/?club=chess-friends&format=none")
    assert "?format=knockout&amp;club=chess-friends" in step.text
    other = client_for(member).get("/tournaments/new/?club=chess-friends&format=swiss&ruleset=mill")
    assert "An event of" not in text_of(other)
    sent = client_for(member).post("/tournaments/new/", event_form())
    assert sent.status_code == 422
    assert "Only the owner and the officers of the club can do this." in text_of(sent)
    sent = client_for(member).post("/tournaments/new/", event_form(club="", access="club"))
    assert sent.status_code == 422
    sent = client_for(member).post("/tournaments/new/", event_form(club="nothing"))
    assert "There is no such club." in text_of(sent)
    assert not club.tournaments.exists()
    browser, at = client_for(organiser), "/clubs/chess-friends/settings/"
    shown = browser.get(at)
    assert re.search(r'value="swiss" selected', shown.text)
    changed = {"name": "Chess Friends", "format": "knockout", "rated": "no", "most": "8"}
    assert browser.post(at, changed).status_code == 303
    club.refresh_from_db()
    assert club.terms == {"format": "knockout", "rated": False, "most": 8}
    assert ClubLine.objects.filter(act="changed").count() == 1


def test_a_team_plays_for_its_club_and_only_members_play_in_an_event_for_members(
    club, organiser, people, hold, client_for, noon
):
    captain, mate, stranger = people(3)
    take_in(club, organiser, captain, mate, now=noon)
    event = hold([], format="team_match", boards=2, least=2, club_id=club.pk, access="club")
    at = f"/tournaments/{event.pk}/teams/"
    assert client_for(stranger).post(at, {"name": "Strangers"}).status_code == 403
    browser = client_for(captain)
    assert "chess-friends" in browser.get(event.get_absolute_url()).text
    assert browser.post(at, {"name": "Us", "club": "nothing"}).status_code == 404
    assert browser.post(at, {"name": "Us", "club": "chess-friends"}).status_code == 303
    team = club.teams.get()
    assert "Chess Friends" in text_of(client_for().get(team.get_absolute_url()))
    assert "Us" in text_of(client_for().get("/clubs/chess-friends/"))
    link = f"/tournaments/join/{team.key}/"
    assert client_for(stranger).post(link).status_code == 403
    assert client_for(mate).post(link).status_code == 303


def test_a_program_founds_a_club_and_another_joins_it(organiser, people, api):
    (ada,) = people(1)
    me, her = api(organiser), api(ada)
    made = me.post("clubs/", {"name": "Mine", "terms": {"rated": False}})
    assert (made.status, made.json["key"], made.json["role"]) == (201, "mine", "owner")
    assert me.post("clubs/mine/invite/", {"player": ada.name}).status == 200
    assert her.post("clubs/mine/answer/", {"accept": True}).json["key"] == "mine"
    assert [each["key"] for each in her.get("clubs/?mine=true").json["results"]] == ["mine"]


@pytest.mark.long
def test_programs_found_and_lead_clubs(organiser, people, api, noon):
    ada, ben = people(2)
    me, her = api(organiser), api(ada)
    assert api().post("clubs/", {"name": "Mine"}).brief == (401, "not_authenticated")
    assert me.post("clubs/", {"name": "x"}).brief == (422, "bad_club_name")
    assert me.post("clubs/", {"name": "Mine", "boss": 1}).brief == (400, "invalid")
    assert me.post("clubs/", {"name": "Mine", "terms": {"least": 900}}).status == 422
    made = me.post("clubs/", {"name": "Mine", "terms": {"rated": False}})
    assert (made.status, made.json["key"], made.json["role"]) == (201, "mine", "owner")
    one = "clubs/mine/"
    assert me.post(f"{one}invite/", {"player": "Nobody"}).status in (404, 422)
    invited = me.post(f"{one}invite/", {"player": ada.name}).json["invited"]
    assert [each["player"]["name"] for each in invited] == [ada.name]
    assert her.get(one).json["invited"] == []
    for _time in range(2):  # whoever accepts twice is told the same
        assert her.post(f"{one}answer/", {"accept": True}).json["key"] == "mine"
    assert her.post(f"{one}answer/", {"accept": False}).brief == (409, "not_invited")
    assert [each["key"] for each in her.get("clubs/?mine=true").json["results"]] == ["mine"]
    assert api().get("clubs/?mine=true").brief == (401, "not_authenticated")
    asked = me.post(f"{one}invite/", {"player": ben.name}).json["invited"][0]["id"]
    assert me.post(f"{one}invite/withdraw/", {"invitation": asked}).json["invited"] == []
    assert her.post(f"{one}news/", {"title": "A", "text": "B"}).brief == (403, "not_your_club")
    assert me.post(f"{one}news/", {"title": "A", "text": "B"}).status == 201
    assert [each["title"] for each in api().get(f"{one}news/").json["results"]] == ["A"]
    role = {"player": ada.pk, "role": "officer"}
    assert her.post(f"{one}members/role/", role).brief == (403, "not_your_club")
    assert me.post(f"{one}members/role/", role).json["members"][1]["role"] == "officer"
    assert me.post(f"{one}hand-over/", {"player": ada.pk}).json["role"] == "officer"
    assert me.post(f"{one}leave/").json["key"] == "mine"
    assert me.post(f"{one}leave/").brief == (409, "not_in_club")
    assert me.post(f"{one}join/").brief == (403, "club_by_invitation")
    opened = her.put(one, {"name": "Mine", "open_to_all": True})
    assert opened.json["open_to_all"] is True
    assert me.post(f"{one}join/").json["role"] == "member"
    assert her.post(f"{one}members/remove/", {"player": organiser.pk}).status == 200
    assert her.post(f"{one}leave/").brief == (409, "owner_stays")
    assert her.post(f"{one}close/").json["closed_at"]
    assert api().get("clubs/").json["results"] == []
    assert api().get("clubs/nothing/").brief == (404, "no_such_club")


@pytest.mark.long
def test_an_e_mail_answers_an_invitation_and_says_who_may_enter(
    club, organiser, alice, person, hold, receive, noon
):
    bea = person("Bea")
    for player in (alice, bea):
        asked = invitations.invite(club.key, organiser, player.name, now=noon)
        address = reply_address(Matter(About.CLUB_INVITATION, player.pk, asked.pk))
        word = "accept" if player == alice else "decline"
        receive(written(f"{word}\n", address, f"{player.name.lower()}@example.org"))
    answers = [" ".join(newest(each, "answer").body.split()) for each in (alice, bea)]
    assert "You are now a member of “Chess Friends”." in answers[0]
    assert "You have declined the invitation." in answers[1]
    assert (role_of(club, alice), role_of(club, bea)) == ("member", "")
    event = hold([], club_id=club.pk, access="club")
    for player, said in ((bea, "Only members of Chess Friends"), (alice, "You have entered")):
        address = reply_address(Matter(About.TOURNAMENT, player.pk, event.pk))
        receive(written("enter\n", address, f"{player.name.lower()}@example.org"))
        assert said in " ".join(newest(player, "answer").body.split())
    assert Entrant.objects.get().player == alice


@pytest.mark.long
def test_the_page_of_a_club_asks_few_questions_however_many_belong_to_it(
    club, organiser, people, hold, client_for, django_assert_max_num_queries, noon
):
    players = people(8)
    take_in(club, organiser, *players, now=noon)
    for number_ in range(4):
        hold([], club_id=club.pk, name=f"Event {number_}")
    for who in (None, players[0], organiser):
        browser = client_for(who)
        for page in ("", "members/", "table/", "news/"):
            with django_assert_max_num_queries(25):
                assert browser.get(f"/clubs/{club.key}/{page}").status_code == 200


@pytest.mark.long
def test_the_next_season_belongs_to_the_same_club(club, organiser, people, hold, run, noon):
    players = people(3)
    take_in(club, organiser, *players, now=noon)
    event = hold(players, club_id=club.pk, access="club", repeats=True)
    run(event, noon)
    following = club.tournaments.get(previous=event)
    assert (following.club, following.access) == (club, "club")


def test_the_file_of_a_person_tells_their_clubs(club, organiser, noon):
    news.announce(club.key, organiser, "Hello", "All.", now=noon)
    rows = list(PARTS["clubs"](organiser))
    assert {row["club__name"] for row in rows} == {"Chess Friends"}
    assert (rows[0]["role"], rows[1]["title"]) == ("owner", "Hello")


@pytest.mark.long
def test_templates_contests_and_copies_stay_with_the_club_one_came_from(
    hold, organiser, person, client_for, noon
):
    club = found(organiser, noon)
    other = found(organiser, noon, "Other Friends")
    copied, stranger = hold([]), person("Stranger")
    Tournament.objects.filter(pk=copied.pk).update(club=other)
    browser, new = client_for(organiser), "/tournaments/new/"
    from_club = browser.get(f"{new}?club={club.key}").text
    typed = {"step": "format", "club": club.key, "format": "swiss", "name": "Spring"}
    changed = browser.post(new, typed).text
    for page in (from_club, changed):
        for link in (
            f"/tournaments/new/contest/?template=contest&amp;club={club.key}",
            f"/tournaments/new/contest/?&amp;club={club.key}",
            f"?template=league&amp;club={club.key}",
            f"?like={copied.pk}&amp;club={club.key}",
        ):
            assert f'href="{link}"' in page
    assert "will be lost" in changed
    assert "will be lost" not in from_club
    mine = f'name="club" value="{club.key}"'
    assert mine in browser.get(f"{new}?like={copied.pk}&club={club.key}").text
    assert f'value="{other.key}"' in browser.get(f"{new}?like={copied.pk}").text
    assert mine not in client_for(stranger).get(f"{new}?like={copied.pk}&club={club.key}").text
    draft = hold([])
    Tournament.objects.filter(pk=draft.pk).update(status="draft")
    at = f"/tournaments/{draft.pk}/change/"
    assert "?template=" not in browser.post(at, {"step": "format", "format": "swiss"}).text
