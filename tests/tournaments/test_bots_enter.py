"""Where bots may enter they do: the organiser lets them in, on the page and by the API."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Match
from games.services.bots.bots import create_bot
from games.services.errors import Refused
from tests.api.conftest import api
from tournaments.models import Entrant
from tournaments.services.entries import bot_entries
from tournaments.services.seasons import running

pytestmark = pytest.mark.django_db
__all__ = ["api"]
SIMPLE = "traffic_lights.simple"


@pytest.fixture
def bots(noon):
    """Return three bots, the last of which does not know the game."""
    return [
        create_bot(name, "random", timetable="* * * * *", rulesets=rulesets, now=noon).player
        for name, rulesets in (("Ada", [SIMPLE]), ("Ben", [SIMPLE]), ("Cem", ["chess"]))
    ]


def names_in(tournament):
    playing = Entrant.objects.playing().filter(tournament=tournament)
    return sorted(playing.values_list("player__name", flat=True))


def refused(verb, *said):
    with pytest.raises(Refused) as caught:
        verb(*said)
    return caught.value.code


def test_the_organiser_lets_bots_in_and_takes_them_out_on_the_page(
    hold, people, organiser, bots, client_for, noon
):
    cup = hold(people(2), bots_welcome=True)
    client, url = client_for(organiser), cup.get_absolute_url()
    page = client.get(url).content.decode()
    assert "Add bot" in page
    assert '<option value="Ada">' in page
    assert "Cem" not in page
    for name in ("Ada", "Ben"):
        answer = client.post(f"{url}bots/", {"bot": name}, follow=True)
        assert f"{name} has entered." in answer.content.decode()
    assert "No other bot plays this game." in client.get(url).content.decode()
    client.post(f"{url}bots/withdraw/", {"bot": "Ben"})
    assert names_in(cup) == ["Ada", "Player01", "Player02"]
    client.post(f"{url}bots/", {"bot": "Ben"})
    running.advance_all(now=noon + timedelta(days=1), make_seed=lambda: "cd" * 32)
    assert Match.objects.count() == 2
    assert "Add bot" not in client.get(url).content.decode()


def test_bots_fill_a_cup_that_starts_when_it_is_full(hold, people, organiser, bots, noon):
    cup = hold(people(1), bots_welcome=True, starts_at=None, starts_when_full=True, most=3)
    for name in ("ada", "BEN"):
        bot_entries.enter_bot(cup.pk, organiser, name, now=noon)
    running.advance_all(now=noon, make_seed=lambda: "cd" * 32)
    cup.refresh_from_db()
    assert cup.is_running


def test_who_may_not_let_a_bot_in_hears_why(hold, people, organiser, bots, noon):
    crew = people(2)
    cup = hold(crew, bots_welcome=True)

    def enter(who, name, event=cup):
        return refused(lambda: bot_entries.enter_bot(event.pk, who, name, now=noon))

    assert enter(crew[0], "Ada") == "not_your_tournament"
    for name in ("Cem", "Player01", "nobody", "", "a\x00", "x" * 5000):
        assert enter(organiser, name) == "no_such_bot"
    assert enter(organiser, "Ada", hold(crew, name="Humans")) == "bots_not_welcome"
    duel = hold([], name="Teams", format="team_match", boards=2, bots_welcome=True)
    assert enter(organiser, "Ada", duel) == "teams_enter"
    bot_entries.enter_bot(cup.pk, organiser, "Ada", now=noon)
    assert enter(organiser, "Ada") == "already_entered"
    assert refused(lambda: bot_entries.remove_bot(cup.pk, organiser, "Ben", now=noon)) == (
        "no_such_bot"
    )
    running.advance_all(now=noon + timedelta(days=1), make_seed=lambda: "cd" * 32)
    assert enter(organiser, "Ben") == "entries_closed"
    assert refused(lambda: bot_entries.remove_bot(cup.pk, organiser, "Ada", now=noon)) == (
        "already_started"
    )


@pytest.mark.long
def test_bots_come_late_to_a_ladder(hold, people, organiser, bots, client_for, noon):
    ladder = hold(people(3), format="ladder", bots_welcome=True)
    running.advance_all(now=noon + timedelta(days=1), make_seed=lambda: "cd" * 32)
    client, url = client_for(organiser), ladder.get_absolute_url()
    assert "Add bot" in client.get(url).content.decode()
    client.post(f"{url}bots/", {"bot": "Ada"})
    assert Entrant.objects.get(player=bots[0]).number == 4


def test_programs_let_bots_in_too(api, hold, people, organiser, bots):
    crew = people(2)
    cup = hold(crew, bots_welcome=True)
    one, caller = f"tournaments/{cup.pk}/bots/", api(organiser)
    entered = caller.post(one, {"bot": "Ada"}).json["entrants"]
    assert [each["player"]["name"] for each in entered] == ["Player01", "Player02", "Ada"]
    unknown = caller.post(one, {"bot": "Zoe"})
    assert unknown.brief == (422, "no_such_bot")
    assert "Ben" in unknown.json["detail"]
    assert caller.post(one, {"name": "Ada"}).brief == (400, "invalid")
    assert api(crew[0]).post(one, {"bot": "Ben"}).brief == (403, "not_your_tournament")
    assert caller.post(one + "withdraw/", {"bot": "Ada"}).status == 200
    assert names_in(cup) == ["Player01", "Player02"]
