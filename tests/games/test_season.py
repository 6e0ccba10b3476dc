"""Whole matches of every variant through the services, then every ledger and rating refolded."""

from __future__ import annotations

import contextlib
import importlib.util
import random
from collections import Counter
from datetime import timedelta

import pytest

from accounts.models import Player
from config.catalogues import ROOT
from games import clocks, queries
from games.families import strategies
from games.models import Match, Ply, Rating, RatingEntry
from games.rules import registry
from games.rules.base import BadOption
from games.services.audit import replay_matches
from games.services.bots import bots
from games.services.play.matches import start_match
from games.services.play.terms import Terms
from games.services.ratings.rating_replay import replay_ratings
from games.web.match.ledger import ledger_text
from tests.sampling import sampled

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
MATCHES, SOME, FEW, ONE = 60, 12, 3, 1
LIGHTS = [key for key in registry.offered_keys() if key.startswith("traffic_lights.")]
OTHERS = [key for key in registry.offered_keys() if key not in LIGHTS]
ELSEWHERE = {"halma", "tri_plan", "mensch", "mensch.team", "goose", "chess"}  # other tests do
SLOW = {"triad", "five", "draughts", "ampel", "mill"}
BAGS = [key for key in LIGHTS if key.endswith(".bag")]
SEASONS = [(key, ONE) for key in LIGHTS]
WHOLE = [pytest.param(key, MATCHES, marks=pytest.mark.long) for key in LIGHTS]
USUAL = "traffic_lights.slider.bag"
LONG = {"triad", "mill", "five", "ampel"}


@pytest.mark.parametrize(
    ("ruleset", "matches"),
    [*sampled(SEASONS, [(USUAL, ONE)]), *WHOLE],
)
def test_a_season_of_bots_refolds_without_difference(ruleset, matches, noon):
    rng = random.Random(ruleset)
    chance = bots.RandomSources(rng, lambda: rng.randbytes(32).hex())
    machines = [
        bots.create_bot(f"Bot {n}", key, timetable="* * * * *", rulesets=[ruleset], now=noon)
        for n, key in enumerate(strategies.for_ruleset(ruleset) * 2)
    ]
    presets = [key for key, control in clocks.PRESETS.items() if not control.untimed]
    for number in range(matches):
        pair = rng.sample(machines, 2)
        allowed = registry.get(ruleset).options["legs"].allowed
        usual = 2 if number % 4 == 0 else min(allowed)  # the small games are played singly, too
        legs = rng.choice(allowed) if number % 20 == 0 and matches > ONE else usual
        terms = Terms.checked(
            ruleset, {"legs": legs}, clocks.PRESETS[rng.choice(presets)], rated=legs != 1
        )
        start_match(
            [bot.player for bot in pair], terms, seed=chance.make_seed(), now=noon, by_lot=True
        )
    now = noon
    while Match.objects.running().exists():
        now += timedelta(seconds=rng.randrange(1, 900))
        bots.run_due_bots(now=now, chance=chance)
        assert now < noon + timedelta(days=2), "the season does not end"
    assert list(replay_matches(Match.objects.all())) == []
    assert replay_ratings() == []
    confirm_lots()
    rated = Match.objects.filter(rated=True, status="finished").count()
    assert RatingEntry.objects.count() == 2 * rated
    assert sum(Rating.objects.values_list("games", flat=True)) == 2 * rated
    cap = registry.get(ruleset).cap
    assert max(Match.objects.values_list("ply_count", flat=True)) <= cap
    endings = Counter(Match.objects.values_list("ending", flat=True))
    print(f"{ruleset}: {Ply.objects.count()} plies, {dict(endings)}")
    assert Player.objects.filter(kind="bot").count() == len(machines)


def confirm_lots():
    """Let the published script confirm every lot of every match from its public record alone."""
    spec = importlib.util.spec_from_file_location("verify_lots", ROOT / "docs" / "verify_lots.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    for match in Match.objects.filter(lots_drawn__gt=0):
        position = queries.position_for(None, match.pk)
        assert position is not None
        record = ledger_text(position, "https://example.org/")
        assert script.verify(record) == match.lots_drawn, match.pk


def values_for(rules, seats):
    """List the values of every option with which so many can play."""
    found: dict[str, list] = {}
    for name, option in rules.options.items():
        found[name] = []
        for value in option.allowed:
            with contextlib.suppress(BadOption):
                rules.start(seats, {name: value})
                found[name].append(value)
        if name == "edge":
            found[name] = found[name][:3]
    return found


def options_for(rules, seats, rng):
    """Draw a value for every option, again until they fit together."""
    values = values_for(rules, seats)
    while True:
        agreed = {name: rng.choice(each) for name, each in values.items()}
        with contextlib.suppress(BadOption):
            rules.start(seats, agreed)
            return agreed


@pytest.mark.parametrize(
    ("ruleset", "matches"),
    [
        pytest.param(
            key,
            ONE if key in SLOW else FEW,
            marks=[pytest.mark.long] if key in LONG else [],
        )
        for key in OTHERS
        if key not in ELSEWHERE
    ]
    + [pytest.param(key, SOME, marks=pytest.mark.long) for key in OTHERS],
)
def test_matches_of_the_other_games_refold_without_difference(ruleset, matches, noon):
    rng = random.Random(ruleset)
    chance = bots.RandomSources(rng, lambda: rng.randbytes(32).hex())
    keys = ["random"] * 3 + strategies.for_ruleset(ruleset)[:2][-1:]
    machines = [
        bots.create_bot(f"Bot {n}", key, timetable="* * * * *", rulesets=[ruleset], now=noon)
        for n, key in enumerate(keys)
    ]
    rules = registry.get(ruleset)
    sizes = list(rules.seats) if rules.draws_lots else [min(rules.seats)]
    for number in range(matches):
        seats = sizes[number % len(sizes)]
        agreed = options_for(rules, seats, rng)
        rated = rules.pool is not None
        terms = Terms.checked(
            ruleset, agreed, clocks.PRESETS["three_days"], rated=rated, seats=seats
        )
        strong = number == 1  # the last bot thinks, and takes its time
        table = machines[-seats:] if strong else machines[:seats]
        players = [bot.player for bot in table]
        start_match(players, terms, seed=chance.make_seed(), now=noon, by_lot=True)
    now = noon
    while Match.objects.running().exists():
        now += timedelta(seconds=rng.randrange(1, 900))
        bots.run_due_bots(now=now, chance=chance)
        assert now < noon + timedelta(days=9 + matches), "the season does not end"
    assert list(replay_matches(Match.objects.all())) == []
    assert replay_ratings() == []
    confirm_lots()
    assert set(Match.objects.values_list("status", flat=True)) == {"finished"}
    assert max(Match.objects.values_list("ply_count", flat=True)) <= registry.get(ruleset).cap
