"""No name of a tournament, team, club or series becomes a link in an e-mail."""

from __future__ import annotations

import pytest

from games.services.errors import Refused
from tests.api.conftest import api
from tests.markup import text_of
from tournaments.models import Tournament
from tournaments.services.clubs.founding import Charter
from tournaments.services.entries import teams
from tournaments.services.organisers.series import Statutes

__all__ = ["api"]

pytestmark = pytest.mark.django_db
NAMES = (
    "Win big at http://win.example",
    "https://win.example",
    "Win at WWW.win.example",
    "Free coins bit.ly/abc",
    "evil.top",
    "(evil.com.)",
)
SENTENCE = "A name cannot contain a web address."


@pytest.mark.parametrize("name", NAMES)
def test_clubs_series_and_tournaments_have_no_address_for_a_name(name, plan):
    with pytest.raises(Refused, match="link_in_name"):
        Charter(name).checked()
    with pytest.raises(Refused, match="link_in_name"):
        Statutes(name, [3, 2, 1]).checked()
    with pytest.raises(Refused) as refused:
        plan(name=name)
    assert refused.value.params["reason"] == "link_in_name"


def test_a_team_has_no_address_for_a_name(hold, alice, noon):
    league = hold([], format="team_league", boards=2, rounds=1)
    with pytest.raises(Refused, match="link_in_name"):
        teams.found_team(league.pk, alice, NAMES[0], key="k", now=noon)
    assert teams.found_team(league.pk, alice, "Rooks etc.", key="k", now=noon)


def test_page_and_api_say_so(organiser, client_for, api, noon):
    page = client_for(organiser).post("/clubs/new/", {"name": NAMES[0]})
    assert page.status_code == 422
    assert SENTENCE in text_of(page)
    answer = api(organiser).post("clubs/", {"name": NAMES[0]})
    assert answer.brief == (422, "link_in_name")
    assert not Tournament.objects.exists()
