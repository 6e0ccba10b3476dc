"""Every page of a large tournament takes a few queries, however many divisions and players."""

from __future__ import annotations

import gzip
import html
import re
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import Player, User
from tests.sampling import at_length, sampled
from tests.tournaments import large
from tournaments.models import Entrant, Fixture, Round, Tournament
from tournaments.services.revisions import removing

pytestmark = pytest.mark.django_db
MAX_QUERIES = 25
MAX_BYTES = 60_000  # compressed


@pytest.fixture
def announced(organiser, plan, noon):
    """Return a maker of tournaments that take entries."""
    from tournaments.services.seasons import announcing

    def make(**fields: Any) -> Tournament:
        found = announcing.draft_tournament(organiser, plan(**fields), seed="ab" * 32, now=noon)
        announcing.announce_tournament(found.pk, organiser, now=noon)
        return found

    return make


def pages_of(tournament: Tournament) -> dict[str, str]:
    """Return the addresses of everything about a tournament that anybody may look at."""
    own, api = f"/tournaments/{tournament.pk}", f"/api/v1/tournaments/{tournament.pk}"
    return {
        "page": f"{own}/",
        "one division": f"{own}/?division=division-1",
        "statistics": f"{own}/statistics/",
        "embedded": f"{own}/embed/",
        "feed": f"{own}/feed.atom",
        "tables as CSV": f"{own}/table.csv",
        "everything as JSON": f"{own}/tournament.json",
        "report files": f"{own}/tournament.trf",
        "calendar": f"{own}/calendar.ics",
        "random draws": f"{own}/lots/",
        "API": f"{api}/",
        "tables in the API": f"{api}/tables/",
        "rounds in the API": f"{api}/rounds/",
    }


def look(client: Any, tournament: Tournament, counting: Any) -> None:
    """Ask for every page within the bounds."""
    for name, address in pages_of(tournament).items():
        bounded(client, address, counting, name)


def bounded(client: Any, address: str, counting: Any, name: str = "") -> str:
    """Return a page that takes few queries and few bytes."""
    name = name or address
    with counting(MAX_QUERIES, info=name):
        answer = client.get(address)
    assert answer.status_code == 200, name
    size = len(gzip.compress(answer.content, 6))
    assert size <= MAX_BYTES, f"{name}: {size} bytes"
    return str(answer.content.decode(errors="replace"))


@pytest.mark.long
@pytest.mark.parametrize("divisions", sampled([6, 40], 1))
def test_a_league_of_many_divisions(
    divisions, announced, noon, client_for, alice, referee, django_assert_max_num_queries
):
    made = announced(name="League", division_size=10, promoted=1, at_once=True)
    league = large.league(made, divisions, 10, noon)
    look(client_for(alice), league, django_assert_max_num_queries)
    desk = f"/referee/tournaments/{league.pk}/"
    bounded(client_for(referee), desk, django_assert_max_num_queries)


@pytest.fixture(params=sampled([120, 400], 1))
def crowd(request) -> int:
    """Return how many play: more than a page shows, and under --long far more."""
    return int(request.param)


@pytest.fixture
def crowded(announced, noon, crowd) -> Tournament:
    """Return a Swiss of many in its ninth and last round."""
    made = announced(name="Open", format="swiss", rounds=9, round_days=10)
    event = large.swiss(made, crowd, 9, noon)
    Round.objects.update(engine_input="012 Open\n" * 5000)
    return event


def test_the_desk_of_a_swiss_of_many_where_names_are_typed(
    crowded, client_for, referee, alice, django_assert_max_num_queries
):
    judge, own = client_for(referee), f"/referee/tournaments/{crowded.pk}/"
    desk = bounded(judge, own, django_assert_max_num_queries)
    first = Round.objects.get(number=1)
    assert f'<a href="?round={first.pk}#round-{first.pk}">' in desk
    assert "012 Open" not in desk, "the pairing input engine is shown on demand"
    assert desk.count('class="queue desk-rounds"') == 1
    chosen = bounded(judge, f"{own}?round={first.pk}", django_assert_max_num_queries)
    assert chosen.count('class="queue desk-rounds"') == 2
    assert "012 Open" in chosen
    assert judge.get(f"{own}?round=x").status_code == 200
    for act in ("change_pairing", "extend", "award_bye", "exclude", "substitute"):
        page = bounded(judge, f"{own}rule/?act={act}", django_assert_max_num_queries)
        assert page.count("<option") < 40, act
        assert f'hx-get="{own}names/?field=' in page, act
    suggested = bounded(
        judge, f"{own}names/?field=what&what=player+017", django_assert_max_num_queries
    )
    assert suggested.count("<option") == 1
    words = html.unescape(suggested.split('value="')[1].split('"')[0])
    board = Fixture.objects.get(round__number=9, seats__entrant__player__name="Player 017")
    assert words.startswith(f"Round 9, {board.board}: ")
    assert judge.get(f"{own}names/?field=entrant&entrant=").text.strip() == ""
    assert judge.get(f"{own}names/?field=text&text=Player").text.strip() == ""
    assert judge.get(f"{own}names/?field=entrant&entrant=player").text.count("<option") == 12
    assert client_for(alice).get(f"{own}names/?field=what&what=017").status_code == 403
    given = {"act": "extend", "step": "preview", "days": "3", "paragraph": "C-11", "reason": "Away"}
    ways = (words.upper(), "player 017", f"fixture:{board.pk}")
    for text in ways if at_length() else ways[:1]:
        page = judge.post(f"{own}rule/", {**given, "what": text})
        assert page.status_code == 200, text
        assert 'name="step" value="sign"' in page.text, text
    several = judge.post(f"{own}rule/", {**given, "what": "Player 01"})
    assert "Several match. Please be more specific: Round 9, " in several.text
    nobody = judge.post(f"{own}rule/", {**given, "what": "Nobody at all"})
    assert "Nothing found for “Nobody at all”." in nobody.text


def test_the_pages_of_organisers_of_large_events(
    announced, crowded, crowd, organiser, noon, client_for, django_assert_max_num_queries
):
    still_open = announced(
        name="Next", format="swiss", rounds=9, starts_at=noon + timedelta(days=9)
    )
    large.enrol(still_open, crowd, noon)
    own = client_for(organiser)
    for event in (crowded, still_open) if at_length() else (crowded,):
        for page in ("", "people/", "revise/", "links/", "board/", "organisers/", "message/"):
            bounded(own, f"/tournaments/{event.pk}/{page}", django_assert_max_num_queries)
    bounded(own, f"/tournaments/{still_open.pk}/order/", django_assert_max_num_queries)


@pytest.mark.long
def test_the_admin_of_large_events(crowded, client_for, alice, django_assert_max_num_queries):
    User.objects.filter(pk=alice.user_id).update(is_staff=True, is_superuser=True)
    looking = client_for(Player.objects.get(pk=alice.pk))
    for model in ("tournament", "entrant", "round", "fixture", "revision", "team"):
        address = f"/admin/tournaments/{model}/"
        bounded(looking, address, django_assert_max_num_queries)
    bounded(
        looking,
        f"/admin/tournaments/tournament/{crowded.pk}/change/",
        django_assert_max_num_queries,
    )


@pytest.mark.long
def test_the_pages_of_organisers_take_no_more_for_whom_they_have_removed(
    crowded, organiser, noon, client_for, django_assert_max_num_queries
):
    for gone in crowded.entrants.order_by("number")[:3]:
        args = (crowded.pk, organiser, gone.pk)
        preview_token = removing.propose(*args, now=noon).preview_token
        removing.remove(*args, reason="Insults.", preview_token=preview_token, now=noon)
    own, page = client_for(organiser), f"/tournaments/{crowded.pk}/"
    for terms in ({}, {"late_entry": True, "access": "approval", "reviewed": True}):
        Tournament.objects.filter(pk=crowded.pk).update(**terms)
        shown = bounded(own, page, django_assert_max_num_queries)
        assert shown.count("was removed from the tournament.") == 3
        bounded(own, f"{page}people/", django_assert_max_num_queries)


@pytest.mark.long
def test_a_swiss_of_many(announced, crowd, noon, client_for, alice, django_assert_max_num_queries):
    made = announced(name="Open", format="swiss", rounds=9, round_days=10)
    look(client_for(alice), large.swiss(made, crowd, 9, noon), django_assert_max_num_queries)
    assert Fixture.objects.count() == 9 * crowd // 2


def test_of_many_divisions_one_is_shown_in_full(announced, noon, client_for, alice):
    made = announced(name="League", division_size=4, promoted=1)
    league = large.league(made, 9, 4, noon + timedelta(days=1))
    whole = client_for(alice).get(f"/tournaments/{league.pk}/").text
    assert "Cross table" not in whole
    assert "Player 035" in whole
    assert f"/tournaments/{league.pk}/?division=division-9" in whole
    last = client_for(alice).get(f"/tournaments/{league.pk}/?division=division-9").text
    assert "Cross table" in last
    assert "Player 001" not in last
    assert client_for(alice).get(f"/tournaments/{league.pk}/?division=99").status_code == 404


@pytest.mark.long
def test_a_long_table_is_turned_page_by_page_and_the_files_are_whole(
    crowded, crowd, client_for, person
):
    own = f"/tournaments/{crowded.pk}/"
    visitor = client_for(None)
    csv = visitor.get(f"{own}table.csv").text.splitlines()[1:]
    assert len(csv) == crowd
    pages = -(-crowd // 100)
    seen = []
    for number in range(1, pages + 1):
        page = visitor.get(f"{own}?page={number}").text
        table = page.partition("<h2 id=")[2].partition("</table>")[0]
        seen += re.findall(r">(Player \d+)</a>", table)
        assert 'class="pager"' in page
    assert seen == [line.split(",")[2] for line in csv]
    reader = person("Reader")
    last = Entrant.objects.filter(tournament=crowded, player__name=seen[-1])
    last.update(player=reader)
    mine = client_for(reader).get(own).text
    assert f'<a href="?page={pages}">Your place: ' in mine
    assert 'class="is-me"' in client_for(reader).get(f"{own}?page={pages}").text
    assert "Your place: " not in client_for(reader).get(f"{own}?page={pages}").text
    assert visitor.get(f"{own}?page=no").status_code == 200
    assert f"{own}?page=2" in visitor.get(f"{own}embed/").text
    norms = visitor.get(f"{own}statistics/?target=1800&page=2").text
    assert norms.count("<tr") == 1 + min(100, crowd - 100)
    other = 3 if pages > 2 else 1
    assert f"?target=1800&amp;page={other}#norms" in norms


@pytest.mark.long
def test_of_many_boards_one_round_at_a_time_is_shown(crowded, client_for):
    own = f"/tournaments/{crowded.pk}/"
    running = client_for(None).get(own).text
    assert running.count('<details class="round"') == 1
    division = crowded.divisions.get().pk
    assert f"?round=3#round-{division}-3" in running
    third = client_for(None).get(f"{own}?round=3").text
    assert third.count('<details class="round" open>') == 1
    assert f'id="round-{division}-3"' in third
    assert f"?round=9#round-{division}-9" in third
    assert client_for(None).get(f"{own}?round=x").status_code == 200


@pytest.mark.long
def test_a_league_shows_as_many_divisions_as_fit_a_page(announced, noon, client_for):
    made = announced(name="League", division_size=10, promoted=1)
    league = large.league(made, 12, 10, noon)
    first = client_for(None).get(f"/tournaments/{league.pk}/").text
    last = client_for(None).get(f"/tournaments/{league.pk}/?page=2").text
    for page, numbers in ((first, range(100)), (last, range(100, 120))):
        shown = {int(each) for each in re.findall(r">Player (\d+)</a>", page)}
        assert shown == set(numbers)
    assert first.count('class="pager"') == 1
