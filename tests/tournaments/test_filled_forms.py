"""The organiser's forms as they stand on the page can be sent: every template, format and game."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import clocks
from games.rules import registry
from games.services.errors import Refused
from games.services.play.absence import has_absence_policy
from games.services.play.terms import Terms
from games.services.solo.solo import is_solo
from tests.sampling import sampled
from tests.web.filling import form_with
from tournaments.models import Tournament
from tournaments.services.plans import Plan
from tournaments.services.seasons import announcing
from tournaments.services.seasons.announcing import PLAIN_COLUMNS
from tournaments.web.plan_templates import FORMATS, TEMPLATE_LABELS, TEMPLATES

pytestmark = pytest.mark.django_db
SAME = {
    *PLAIN_COLUMNS,
    "ruleset",
    "options",
    "control",
    "rated",
    "points",
    "tie_breaks",
    "forbidden",
    "puzzles",
    "bands",
    "further_games",
    "opening",
}
FOUR = "traffic_lights.4x3"
PLANS: dict[str, dict[str, Any]] = {
    "round_robin": {"withdrawals": "finished"},
    "league": {"format": "round_robin", "division_size": 7, "promoted": 2, "repeats": True},
    "double": {"at_once": True, "most": 12, "bots_fill": True, "bots_welcome": True},
    "groups": {"division_size": 4, "qualifiers": 1, "through": "lots"},
    "swiss": {"rounds": 5, "late_entry": True, "tie_breaks": ("buchholz_cut1", "wins")},
    "mcmahon": {"rounds": 4, "bands": (1700, 1500)},
    "accelerated": {"format": "swiss", "rounds": 4, "accelerated": True},
    "knockout": {"points": (), "through": "lots"},
    "double_elim": {"through": "lots", "least": 4},
    "pods of three": {"format": "pods", "seats": 3, "ruleset": "tri_plan", "rounds": 4},
    "pods of four": {
        "format": "pods",
        "seats": 4,
        "ruleset": "mensch",
        "control": "dice",
        "least": 4,
    },
    "ladder": {"running_limit": 7},
    "team_match": {"boards": 3, "alternates": 1},
    "team_league": {
        "boards": 4,
        "boards_least": 2,
        "least": 3,
        "twice": True,
        "withdrawals": "nothing",
    },
    "team_swiss": {"boards": 3, "rounds": 4, "least": 4},
    "several games": {"format": "swiss", "rounds": 4, "further_games": ("chess", FOUR, "mill")},
    "thematic": {
        "format": "swiss",
        "rounds": 4,
        "ruleset": "chess",
        "opening": "1. e4 e5 2. Nf3",
    },
    "own time": {
        "format": "round_robin",
        "control": clocks.TimeControl(
            bank=timedelta(days=9), increment=timedelta(hours=5), stops=frozenset({"night"})
        ),
    },
    "other points": {"format": "round_robin", "points": (3, 0), "rated": False},
    "full": {"format": "knockout", "starts_at": None, "starts_when_full": True, "most": 8},
}


@pytest.fixture
def draft(organiser):
    """Return a maker of drafts whose start lies ahead of today."""

    def make(**fields):
        now = timezone.now()
        start = now.replace(second=0, microsecond=0) + timedelta(days=9)
        fields = {"name": "Cup", "starts_at": start, **fields}
        control = fields.pop("control", "three_days")
        terms = Terms.checked(
            fields.pop("ruleset", FOUR),
            fields.pop("options", {}),
            clocks.PRESETS[control] if isinstance(control, str) else control,
            rated=fields.pop("rated", True),
            seats=fields.get("seats", 2),
        )
        plan = Plan.checked(now=now, terms=terms, **fields)
        return announcing.draft_tournament(organiser, plan, seed="ab" * 32, now=now)

    return make


def terms_of(tournament):
    return {name: getattr(tournament, name) for name in SAME}


def sent_as_it_stands(client, address, field="format", **more):
    page = client.get(address)
    assert page.status_code == 200
    fields = form_with(page.content.decode(), field)
    answer = client.post(address, fields | more)
    assert answer.status_code == 303, answer.context["form"].errors
    return Tournament.objects.get(pk=int(answer["Location"].strip("/").split("/")[-1]))


@pytest.mark.parametrize("key", sampled(sorted(TEMPLATES), ["league", "second_chance"]))
def test_every_template_needs_a_name_and_a_start_and_nothing_else(key, client_for, organiser):
    start = (timezone.now() + timedelta(days=9)).strftime("%Y-%m-%dT%H:%M")
    address = f"/tournaments/new/?template={key}"
    made = sent_as_it_stands(client_for(organiser), address, name="Cup", starts_at=start)
    wanted = dict(TEMPLATES[key])
    if "bands" in wanted:
        wanted["bands"] = [int(each) for each in str(wanted["bands"]).split()]
    assert {name: getattr(made, name) for name in wanted if name != "control"} == {
        name: value for name, value in wanted.items() if name != "control"
    }
    assert clocks.preset_of(made.time_control) == wanted.get("control", "three_days")


def test_every_format_has_a_template():
    assert {each["format"] for each in TEMPLATES.values()} == {key for key, _name in FORMATS}
    assert {key for key, _name in TEMPLATE_LABELS} == set(TEMPLATES)


def test_the_template_of_a_contest_needs_a_name_and_a_start(client_for, organiser):
    client = client_for(organiser)
    address = "/tournaments/new/contest/?template=contest"
    assert address in client.get("/tournaments/new/").content.decode()
    start = (timezone.now() + timedelta(days=9)).strftime("%Y-%m-%dT%H:%M")
    made = sent_as_it_stands(client, address, "fresh", name="Puzzles", starts_at=start)
    assert made.puzzles == ["fresh 8", "fresh 12", "fresh 16", "fresh 20"]
    assert made.round_days == 14


def test_every_format_of_the_form_is_tried():
    tried = {fields.get("format", key) for key, fields in PLANS.items()}
    assert tried == {key for key, _name in FORMATS}


CHANGED = ("round_robin", "knockout", "swiss", "pods of four", "thematic")
REPEATED = ("groups", "mcmahon", "team_league", "several games", "own time", "full")


@pytest.mark.parametrize("key", sampled(PLANS, CHANGED))
def test_a_draft_that_is_sent_as_it_stands_stays_as_it_is(key, client_for, organiser, draft):
    made = draft(**{"format": key, **PLANS[key]})
    again = sent_as_it_stands(client_for(organiser), f"/tournaments/{made.pk}/change/")
    assert again.pk == made.pk
    assert terms_of(again) == terms_of(made)


@pytest.mark.parametrize("key", sampled(PLANS, REPEATED))
def test_another_one_like_it_has_the_same_terms_and_a_start_ahead(
    key, client_for, organiser, draft
):
    made = draft(**{"format": key, **PLANS[key]})
    past = datetime(2026, 2, 3, 18, 30, tzinfo=UTC)
    start = past if made.starts_at else None
    Tournament.objects.filter(pk=made.pk).update(
        status="finished", announced_at=past, finished_at=timezone.now(), starts_at=start
    )
    client = client_for(organiser)
    address = f"/tournaments/new/?like={made.pk}"
    assert address in client.get(made.get_absolute_url()).content.decode()
    again = sent_as_it_stands(client, address)
    assert again.pk != made.pk
    assert terms_of(again) | {"starts_at": None} == terms_of(made) | {"starts_at": None}
    if start is not None:
        assert again.starts_at > timezone.now()
        zone = organiser.zone
        old, new = past.astimezone(zone), again.starts_at.astimezone(zone)
        assert (new.weekday(), new.time()) == (old.weekday(), old.time())


def test_a_contest_is_changed_and_organised_again(client_for, organiser, draft):
    made = draft(
        format="solitaire",
        ruleset="solitaire",
        control=clocks.TimeControl(bank=timedelta(days=14)),
        rated=False,
        seats=1,
        round_days=14,
        puzzles=("cross", "fresh 8", "fresh 12"),
    )
    client = client_for(organiser)
    again = sent_as_it_stands(client, f"/tournaments/{made.pk}/change/", "patterns")
    assert terms_of(again) == terms_of(made)
    Tournament.objects.filter(pk=made.pk).update(status="open", announced_at=timezone.now())
    address = f"/tournaments/new/contest/?like={made.pk}"
    assert address in client.get(made.get_absolute_url()).content.decode()
    assert client.get(f"/tournaments/new/?like={made.pk}")["Location"] == address
    again = sent_as_it_stands(client, address, "patterns")
    assert again.pk != made.pk
    assert terms_of(again) == terms_of(made)


GAMES = [key for key in registry.offered_keys() if not is_solo(key)]
SOME = ("chess", "mensch.team", "traffic_lights.slider.bag", "tri_plan")


@pytest.mark.parametrize("key", sampled(GAMES, SOME))
def test_a_draft_of_every_game_with_unusual_options_stays_as_it_is(
    key, client_for, organiser, draft
):
    rules = registry.get(key)
    made = None
    for seats in sorted(rules.seats):
        options = {
            name: option.allowed[-1]
            for name, option in rules.options.items()
            if name != "seats" and option.allowed
        }
        control = "dice" if has_absence_policy(key) else "three_days"
        form = {"format": "round_robin" if seats == 2 else "pods", "least": 4, "seats": seats}
        try:
            made = draft(ruleset=key, options=options, rated=False, control=control, **form)
        except Refused:
            continue
        break
    assert made is not None
    again = sent_as_it_stands(client_for(organiser), f"/tournaments/{made.pk}/change/")
    assert terms_of(again) == terms_of(made)
