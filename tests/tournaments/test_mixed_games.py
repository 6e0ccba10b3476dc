"""Events of several games: rounds, or boards of teams, play them in turn, each in its own pool."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Match, Rating
from games.rules import registry
from games.services.audit import replay_matches
from games.services.errors import Refused
from games.services.play.matches import resign_match
from games.services.play.play import play_turn
from games.services.ratings.rating_replay import replay_ratings
from tests.markup import text_of
from tests.tournaments.seeds import seeds
from tests.tournaments.test_rehearsal_checks import found, played
from tournaments.models import Fixture, Tournament
from tournaments.services import event_games
from tournaments.services.emails import terms
from tournaments.services.entries import teams
from tournaments.services.files import interchange
from tournaments.services.revisions import revising
from tournaments.services.seasons import running
from tournaments.services.summaries import partial_plan_of, summary

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def move_and_resign(match, now):
    """Play one move and let the other side give up, so that the match is rated."""
    seat = match.seats.get(awaited_since__isnull=False)
    rules = registry.get(match.ruleset)
    move = rules.moves(rules.load(match.state), seat.number)[0]
    play_turn(
        match.pk, seat.number, rules.spell(move), seen=match.ply_count, now=now, source="page"
    )
    other = match.seats.exclude(number=seat.number).get()
    resign_match(match.pk, other.player, now=now)


@pytest.mark.long
def test_rounds_play_the_games_in_turn_and_each_game_is_rated_on_its_own(
    hold, people, noon, client
):
    event = hold(people(4), at_once=True, further_games=("mill",))
    assert (
        "Round 1: Traffic Lights: simple game (2 legs, no tie-break), Round 2: Mill, 3"
        in summary(partial_plan_of(event))
    )
    assert [label for label, _value in terms.facts(event)][1:3] == ["Round 1:", "Round 2:"]
    running.advance_all(now=noon + DAY, make_seed=seeds)
    played = {
        fixture.round.number: fixture.match.ruleset
        for fixture in Fixture.objects.select_related("round", "match")
    }
    assert played == {1: "traffic_lights.simple", 2: "mill", 3: "traffic_lights.simple"}
    page = text_of(client.get(event.get_absolute_url()))
    assert ">Mill</a>" in page
    assert "Round 2 · Mill" in page
    assert "Round 3 · Traffic Lights" in page
    assert "Traffic Lights: simple game, Mill" in text_of(client.get("/tournaments/"))
    written: Any = interchange.to_plain_json(event)["further_games"]
    assert written[0]["ruleset"] == "mill"
    for match in Match.objects.all():
        move_and_resign(match, noon + 2 * DAY)
    running.advance_all(now=noon + 2 * DAY, make_seed=seeds)
    pools = {registry.get(each).pool for each in ("mill", "traffic_lights.simple")}
    assert set(Rating.objects.values_list("pool", flat=True)) == pools
    assert len(pools) == 2
    event.refresh_from_db()
    assert event.status == "finished"
    assert replay_ratings() == []
    assert list(replay_matches(Match.objects.all())) == []


@pytest.mark.long
def test_boards_of_teams_play_the_games_in_turn(hold, people, noon):
    players = people(6)
    event = hold([], format="team_match", boards=3, further_games=("chess",), twice=True)
    for name, crew in (("Reds", players[:3]), ("Blues", players[3:])):
        key = f"{name}-{'k' * 20}"
        teams.found_team(event.pk, crew[0], name, key=key, now=noon)
        for player in crew[1:]:
            teams.join_team(key, player, now=noon)
    for now in (noon + DAY, noon + 3 * DAY):
        running.advance_all(now=now, make_seed=seeds)
    boards = Fixture.objects.order_by("board").values_list("match__ruleset", flat=True)
    assert list(boards) == ["traffic_lights.simple", "chess", "traffic_lights.simple"]
    assert [turn.place for turn in event_games.game_schedule_of(event)] == ["Board 1", "Board 2"]


def test_options_of_the_first_game_count_for_others_that_know_them(plan):
    made = plan(format="swiss", rounds=2, further_games=("traffic_lights.4x3", "chess"))
    first, second = event_games.terms_of(made.terms, made.further_games)
    assert first.options["legs"] == made.terms.options["legs"] == 2
    assert "legs" not in second.options
    assert second.control == made.terms.control


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"format": "ladder", "further_games": ("chess",)}, "one_game_only"),
        ({"further_games": ("no such game",)}, "game_does_not_fit"),
        ({"further_games": ("tri_plan",)}, "game_does_not_fit"),
        ({"further_games": ("goose",)}, "game_does_not_fit"),
        ({"further_games": ("chess",) * 12}, "too_many_games"),
    ],
)
def test_what_cannot_be_mixed_is_refused_at_its_field(plan, fields, reason):
    with pytest.raises(Refused) as refused:
        plan(**fields)
    assert refused.value.params["field"] == "further_games"
    assert refused.value.params["reason"] == reason


def test_only_bots_that_play_all_games_come(hold, people, plan, noon):
    event = hold(people(2), further_games=("mill",))
    assert event_games.can_play_all(event, ["mill", "traffic_lights.simple", "chess"])
    assert not event_games.can_play_all(event, ["traffic_lights.simple"])


def test_an_event_of_several_games_and_one_in_groups_by_rating_can_be_changed(
    hold, people, organiser, noon
):
    for fields in (
        {"further_games": ("mill",)},
        {"format": "mcmahon", "bands": (1700,), "rounds": 3},
    ):
        event = hold(people(3) if "further_games" in fields else [], **fields)
        seen = revising.propose(event.pk, organiser, {"most": 12}, now=noon)
        assert seen.after == {"most": 12}


@pytest.mark.long
@pytest.mark.parametrize("event", ["mixed", "thematic"])
def test_whole_events_are_found_right_by_the_second_computation(event, noon):
    made = played(event, 4, noon, {})
    assert found(made) == []
    made.opening = ["nothing"]
    assert any("not with the opening" in each for each in found(made))
    made.opening, made.ruleset = Tournament.objects.get(pk=made.pk).opening, "chess"
    assert any("should play chess" in each for each in found(made))
