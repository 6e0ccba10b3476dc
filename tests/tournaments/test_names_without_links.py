"""No name of a tournament, team, club or series becomes a link in an e-mail."""

from __future__ import annotations

import pytest

from accounts.naming import BIDI
from games.services.errors import Refused
from tests.api.conftest import api
from tests.markup import text_of
from tests.sampling import sampled
from tournaments.models import Series, Tournament
from tournaments.services.clubs.founding import ClubSettings, change_club, found_club
from tournaments.services.entries import teams
from tournaments.services.organisers.series import SeriesSettings, change_series, found_series
from tournaments.services.revisions import revising
from tournaments.services.seasons.announcing import draft_tournament

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
SENTENCE = "A name cannot contain a web address. If yours has none, put a space after the dot."


@pytest.mark.parametrize("name", NAMES)
def test_clubs_series_and_tournaments_have_no_address_for_a_name(name, plan):
    with pytest.raises(Refused, match="link_in_name"):
        ClubSettings(name).checked()
    with pytest.raises(Refused, match="link_in_name"):
        SeriesSettings(name, [3, 2, 1]).checked()
    with pytest.raises(Refused) as refused:
        plan(name=name)
    assert refused.value.params["reason"] == "link_in_name"


@pytest.mark.parametrize("sign", sampled([chr(each) for each in sorted(BIDI)], 2))
def test_what_turns_the_direction_is_not_kept(plan, hold, organiser, noon, sign):
    name, text = f"Win at evil.com{sign}Cup", f"Bring {sign}cake."
    plain = ("Win at evil.comCup", "Bring cake.")
    drafted = draft_tournament(organiser, plan(name=name, text=text), seed="ef" * 32, now=noon)
    assert (drafted.name, drafted.text) == plain
    event, wanted = hold([]), {"name": name, "text": text}
    token = revising.propose(event.pk, organiser, wanted, now=noon).preview_token
    revising.revise(event.pk, organiser, wanted, preview_token=token, now=noon)
    event.refresh_from_db()
    assert (event.name, event.text) == plain


def test_a_team_has_no_address_for_a_name(hold, alice, noon):
    league = hold([], format="team_league", boards=2, rounds=1)
    with pytest.raises(Refused, match="link_in_name"):
        teams.found_team(league.pk, alice, NAMES[0], key="k", now=noon)
    assert teams.found_team(league.pk, alice, "Rooks etc.", key="k", now=noon)


ADDRESS, ODD = "Hamburg.online 2026", "Hamburg\N{ZERO WIDTH SPACE}Open"
OPEN, RUNNING = Tournament.Status.OPEN, Tournament.Status.RUNNING
KNOWN = [(OPEN, ADDRESS), (RUNNING, ODD), (OPEN, ODD), (RUNNING, ADDRESS)]


@pytest.mark.parametrize(("status", "name"), sampled(KNOWN, 2))
def test_a_tournament_keeps_the_name_that_it_has(hold, people, organiser, noon, name, status):
    event = hold(people(4))
    Tournament.objects.filter(pk=event.pk).update(name=name, status=status)
    preview_token = revising.propose(
        event.pk, organiser, {"text": "Bring cake."}, now=noon
    ).preview_token
    assert revising.revise(
        event.pk, organiser, {"text": "Bring cake."}, preview_token=preview_token, now=noon
    )
    with pytest.raises(Refused, match="bad_plan"):
        revising.propose(event.pk, organiser, {"name": f"{name} B"}, now=noon)


@pytest.mark.parametrize(("status", "name"), sampled(KNOWN, 1))
def test_a_name_that_was_changed_is_put_back(hold, people, organiser, noon, name, status):
    event, wanted = hold(people(4)), {"name": "Hamburg"}
    Tournament.objects.filter(pk=event.pk).update(name=name, status=status)
    token = revising.propose(event.pk, organiser, wanted, now=noon).preview_token
    line = revising.revise(event.pk, organiser, wanted, preview_token=token, now=noon)
    token = revising.propose_undo(event.pk, organiser, line.pk, now=noon).preview_token
    revising.undo(event.pk, organiser, line.pk, preview_token=token, now=noon)
    event.refresh_from_db()
    assert event.name == name


def test_a_club_and_a_series_keep_the_names_that_they_have(organiser, noon):
    club = found_club(organiser, ClubSettings("Post club"), secret="k" * 22, now=noon)
    series = found_series(organiser, SeriesSettings("Spring", [3, 2, 1]), now=noon)
    for name in ("Post\ufe00 club", "Hamburg.online"):
        type(club).objects.filter(pk=club.pk).update(name=name)
        change_club(club.key, organiser, ClubSettings(name), secret="s", now=noon)
    Series.objects.filter(pk=series.pk).update(name="Spring.online")
    charter = ClubSettings("Hamburg.online", text="New.")
    assert change_club(club.key, organiser, charter, secret="s", now=noon).text == "New."
    statutes = SeriesSettings("Spring.online", [3, 2, 1], "New.")
    assert change_series(series.pk, organiser, statutes).text == "New."
    with pytest.raises(Refused, match="link_in_name"):
        change_series(series.pk, organiser, SeriesSettings("Autumn.online", [3, 2, 1]))


def test_page_and_api_say_so(organiser, client_for, api, noon):
    page = client_for(organiser).post("/clubs/new/", {"name": NAMES[0]})
    assert page.status_code == 422
    assert SENTENCE in text_of(page)
    answer = api(organiser).post("clubs/", {"name": NAMES[0]})
    assert answer.brief == (422, "link_in_name")
    assert not Tournament.objects.exists()
