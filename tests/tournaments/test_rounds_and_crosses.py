"""Rounds unfold one by one, cross tables lead to matches, divisions and seasons to each other."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Player
from games.models import Match
from games.services.play.matches import resign_match
from tests.markup import text_of
from tests.tournaments import large
from tests.tournaments.test_large_pages import announced
from tests.tournaments.test_teams import gather
from tournaments.models import Entrant, Fixture, FixtureSeat, Round, Tournament
from tournaments.services.seasons import running
from tournaments.services.tables.views import division_views

__all__ = ["announced", "gather"]
pytestmark = pytest.mark.django_db
ROUND = re.compile(r'<details class="round"( open)?>.*?Round (\d+)', re.DOTALL)


@pytest.fixture
def league(announced: Any, noon: Any) -> Tournament:
    """Return two divisions of four: two rounds are over, the third is being played."""
    return large.league(announced(division_size=4, promoted=1), 2, 4, noon)


def rounds_in(page: str) -> list[tuple[int, bool]]:
    """Return the rounds of a page, and which are unfolded."""
    return [(int(number), bool(is_open)) for is_open, number in ROUND.findall(page)]


def lines_of(page: str) -> list[str]:
    """Return the lines of the first cross table."""
    table = page.partition('<table class="cross">')[2].partition("</table>")[0]
    return table.split("<tr")[2:]


def test_only_the_round_that_is_played_is_unfolded(league, client_for):
    page = client_for(None).get(f"/tournaments/{league.pk}/?division=division-1").text
    assert rounds_in(page) == [(1, False), (2, False), (3, True)]
    Round.objects.filter(number=3).update(closed_at=league.started_at)
    page = client_for(None).get(f"/tournaments/{league.pk}/?division=division-1").text
    assert rounds_in(page) == [(1, False), (2, False), (3, True)], "the last one, between rounds"
    Round.objects.update(closed_at=None)
    page = client_for(None).get(f"/tournaments/{league.pk}/?division=division-1").text
    assert all(is_open for _number, is_open in rounds_in(page)), "all are played at once"


def test_names_lead_to_players_and_the_own_lines_are_marked(league, client_for, person):
    me = Player.objects.get(name="Player 001")
    page = client_for(None).get(f"/tournaments/{league.pk}/?division=division-1").text
    rounds = page.split('<details class="round"', 1)[1]
    assert f'href="/players/{me.pk}/">Player 001</a>' in rounds
    assert 'class="is-me"' not in page
    reader = person("Reader")
    Entrant.objects.filter(player=me).update(player=reader)
    page = client_for(reader).get(f"/tournaments/{league.pk}/?division=division-1").text
    assert page.split('<details class="round"', 1)[1].count('<tr class="is-me">') == 3
    assert sum('class="is-me"' in line for line in lines_of(page)) == 1


def test_every_cell_of_the_cross_table_leads_to_its_match(league, client_for):
    first = Fixture.objects.filter(round__division__number=1)
    forfeit, running_one = first.filter(round__number=1)[0], first.filter(round__number=3)[0]
    Fixture.objects.filter(pk=forfeit.pk).update(kind="forfeit")
    FixtureSeat.objects.filter(fixture=forfeit, seat=0).update(place=1, points=2)
    FixtureSeat.objects.filter(fixture=forfeit, seat=1).update(place=None, points=0)
    played = first.filter(round__number=2)[0]
    FixtureSeat.objects.filter(fixture=played, seat=0).update(place=1, points=3)
    FixtureSeat.objects.filter(fixture=played, seat=1).update(place=2, points=1)
    page = client_for(None).get(f"/tournaments/{league.pk}/?division=division-1").text
    lines = lines_of(page)

    def url(match: Match | None) -> str:
        assert match is not None
        return match.get_absolute_url()

    assert f'<a href="{url(running_one.match)}"><i>r</i></a>' in "".join(lines)
    cells = re.findall(rf'<a href="{url(forfeit.match)}">([^<]+)<i>f</i></a>', "".join(lines))
    assert len(cells) == 2, "without play: a letter beside the points, in both lines"
    assert len(set(cells)) == 2
    legs = re.findall(rf'<a href="{url(played.match)}">([^<]+) <small>\((.*?)\)', "".join(lines))
    assert sorted(each.replace("\xa0", " ") for _points, each in legs) == ["1 – 3", "3 – 1"]
    assert len(lines) == 4
    for line in lines:
        assert line.count('<a href="/matches/') == 3
        assert line.count('<th scope="row">') == 1
    assert "r: still running; f: without play; w: withdrawn." in page


def test_those_tied_share_a_place_in_the_cross_table_as_in_the_table(league, client_for):
    FixtureSeat.objects.filter(fixture__round__number__lt=3).update(place=1, points=2)
    Tournament.objects.update(tie_breaks=[])
    page = client_for(None).get(f"/tournaments/{league.pk}/?division=division-1").text
    places = re.findall(r'<td class="place">(\d+)</td>', page.partition('class="cross"')[0])
    assert len(places) == 4
    assert len(set(places)) < 4
    crossed = re.findall(r'<th scope="row">\s*<span class="num">(\d+)</span>', page)
    assert crossed == places
    heads = re.findall(r'class="num"><abbr title="[^"]+">(\d+)</abbr>', page)
    assert heads == places


def test_divisions_and_seasons_are_tabs(league, client_for, noon):
    again = Tournament.objects.get(pk=league.pk)
    again.pk, again.season, again.previous_id = None, 2, league.pk
    again.save()
    third = Tournament.objects.get(pk=again.pk)
    third.pk, third.season, third.previous_id, third.status = None, 3, again.pk, "draft"
    third.save()
    page = client_for(None).get(f"/tournaments/{again.pk}/").text
    seasons = page.split('aria-label="Seasons"')[1].split("</nav>")[0]
    assert seasons.count("<li>") == 2, "a draft is nobody else's business"
    assert f'href="/tournaments/{league.pk}/">Season 1' in seasons
    seasons = " ".join(seasons.split())
    assert f'href="/tournaments/{again.pk}/" aria-current="page">Season 2' in seasons
    page = client_for(None).get(f"/tournaments/{league.pk}/?division=division-2").text
    tabs = page.split('aria-label="Divisions"')[1].split("</nav>")[0]
    assert '?division=division-2" aria-current="page">Division 2' in tabs
    assert tabs.count("aria-current") == 1
    assert f'<a href="/tournaments/{league.pk}/">All divisions</a>' in tabs


@pytest.mark.long
def test_meetings_of_teams_unfold_and_their_cells_lead_to_them(
    hold, gather, people, client_for, noon
):
    crew = people(4)
    event = hold([], format="team_match", boards=2)
    gather(event, "Reds", crew[:2])
    gather(event, "Blues", crew[2:])
    for day in (1, 2, 3, 4):
        running.advance_all(now=noon + timedelta(days=day), make_seed=lambda: "cd" * 32)
    page = client_for(None).get(f"/tournaments/{event.pk}/").text
    assert (1, True) in rounds_in(page)
    cells = "".join(lines_of(page))
    anchors = set(re.findall(r'<a href="#(meeting-\d+)"><i>r</i></a>', cells))
    assert anchors
    assert all(f'id="{each}"' in page for each in anchors)
    member = Entrant.objects.filter(tournament=event, fixture_seats__isnull=False).first().player
    rounds = client_for(member).get(f"/tournaments/{event.pk}/").text
    meetings = rounds.split('<details class="round"', 1)[1]
    assert '<tr class="is-me">' in meetings
    assert f'<a href="/players/{member.pk}/">{member.name}</a>' in meetings


def test_the_result_of_a_match_is_shown_with_the_places_it_leads_to(hold, people, client_for, noon):
    event = hold(people(4))
    running.advance_all(now=event.starts_at, make_seed=lambda: "ab" * 32)
    match = Match.objects.order_by("pk")[0]
    resign_match(match.pk, match.seats.all()[0].player, now=event.starts_at)
    page = text_of(client_for(None).get(match.get_absolute_url()))
    card = page.partition('id="ending-title"')[2].partition("</section>")[0]
    plain = re.sub("[\u2068\u2069]", "", card)
    event.refresh_from_db()
    places = {row.player.name: row.place for row in division_views(event)[0].rows}
    for seat in match.seats.all():
        assert f"{seat.player.name}: place {places[seat.player.name]} of 4" in plain
