"""No line that people write may have control characters: not on pages, not through the API."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.urls import get_resolver
from rest_framework import serializers

from accounts.naming import has_controls, has_invisible, normalize_name
from accounts.services import keys
from accounts.web.passkeys import RenamePasskeyForm
from config.admin import OutageForm
from config.moderation import services as moderation
from games import clocks
from games.api.common.base import StrictSerializer
from games.services.challenges.challenges import issue_challenge
from games.services.errors import Refused
from games.services.play import matches
from games.services.play.offers import Offer
from games.services.play.terms import Terms
from games.services.time import outages
from tests.games.conftest import start
from tests.tournaments.conftest import hold, organiser, people, plan
from tournaments.services import plan_refusals
from tournaments.services.admission import keys as links
from tournaments.services.clubs import news
from tournaments.services.clubs.founding import ClubSettings, found_club
from tournaments.services.entries import teams
from tournaments.services.organisers.series import SeriesSettings

__all__ = ["hold", "organiser", "people", "plan", "start"]
CONTROLS = ("\x07", "\x1b", "\x7f", "\x9b")
BELL = "Spring\x07cup"


@pytest.mark.parametrize("sign", [*CONTROLS, "\x00", "\n", "\ud800", "\uffff", "\ufdd0"])
def test_what_no_header_may_have_is_a_control_character(sign):
    assert has_controls(f"a{sign}b")


@pytest.mark.parametrize("line", ["Spring cup", "Ünïcode – “ok”…", "👩\u200d🚀", "a\u00a0b", ""])
def test_what_people_write_is_none(line):
    assert not has_controls(line)


def refusal(act) -> str:
    """Return the code with which something is refused."""
    with pytest.raises(Refused) as caught:
        act()
    return str(caught.value.params.get("reason", caught.value.code))


INVISIBLE = (
    *("\u200b", "\ufeff", "\u2060", "\u200d", "\U000e0041", "\u115f", "\u3164", "\u2065"),
    *("\ufe00", "\ufe0e", "\ufe0f", "\u180b", "\u180f", "\U000e0100", "\U000e01ef", "\ufff0"),
)
JOINED_TO_NOTHING = (
    *("Open-\u200d2026", "U-\u200c20 Open", "A (\u200dB)", "Cup’\u200ds", "Cafe\u0301\u200d Cup"),
    *("★\u200d★ Cup", "👩\u200dCup", "杯\u200d杯", "می\u200c Cup", "Open\u2800x", "🏴\U000e0067x"),
    *("Cup 1\ufe0f", "A+\ufe0f", "Cup\ufe0f ❤", "❤\ufe0f\ufe0f"),
)


@pytest.mark.parametrize(
    "name", [*(f"Spring{each}cup" for each in INVISIBLE), "\u200bCup", *JOINED_TO_NOTHING]
)
def test_what_nobody_sees_is_invisible(name):
    assert has_invisible(name)


@pytest.mark.parametrize(
    "name",
    [
        *("👩\u200d🚀 Cup", "❤\ufe0f\u200d🔥", "👩🏽\u200d⚕\ufe0f", "🧔\u200d♂\ufe0f"),
        *("1\ufe0f\u20e3 Cup", "↔\ufe0f", "‼\ufe0f", "Cup 🏔\ufe0f"),
        *("می\u200cخواهم", "क्\u200dष", "גביע\u200f 2026", "Schach\u00adverein"),
        "Cup 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)
def test_what_changes_what_one_sees_is_not(name):
    assert not has_invisible(name)


@pytest.mark.django_db
@pytest.mark.parametrize("sign", INVISIBLE)
def test_no_name_of_an_event_series_or_club_has_any(plan, sign):
    name = f"Spring{sign}cup"
    assert refusal(lambda: plan(name=name)) == "invisible_characters"
    assert refusal(lambda: SeriesSettings(name, [3, 2, 1]).checked()) == "invisible_characters"
    assert refusal(lambda: ClubSettings(name).checked()) == "bad_club_name"


@pytest.mark.django_db
def test_soft_hyphens_from_word_processors_are_left_out(hold, person, noon):
    name = "Schach\u00adverein"
    event = hold([], name=name, format="team_match", boards=2, least=2, most=2)
    assert event.name == SeriesSettings(name, [3, 2, 1]).checked().name == "Schachverein"
    assert ClubSettings(name).checked().name == normalize_name(name) == "Schachverein"
    team = teams.found_team(event.pk, person("Anna"), name, key="k" * 22, now=noon)
    assert team.name == "Schachverein"
    assert refusal(lambda: hold([], name="\u00ad")) == "missing"


@pytest.mark.django_db
@pytest.mark.parametrize("sign", CONTROLS)
def test_the_name_of_a_tournament_has_none(plan, sign):
    assert refusal(lambda: plan(name=f"Spring{sign}cup")) == "control_characters"
    assert "control_characters" in plan_refusals.PLAN_MESSAGES


@pytest.mark.django_db
def test_no_line_that_a_service_takes_has_any(hold, people, organiser, start, noon):
    one, two = people(2)
    match = start(one, two)
    tournament = hold([])
    crews = hold([], format="team_match", boards=2, least=2, most=2)
    club = found_club(organiser, ClubSettings("Post club"), secret="k" * 22, now=noon)
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=False)
    acts = {
        "chat": lambda: matches.send_chat_message(match.pk, one, BELL, now=noon),
        "greeting": lambda: issue_challenge(one, terms, Offer(greeting=BELL), now=noon),
        "series": lambda: SeriesSettings(BELL, [3, 2, 1]).checked(),
        "news": lambda: news.announce(club.key, organiser, BELL, "Text", now=noon),
        "team": lambda: teams.found_team(crews.pk, one, BELL, key="k" * 22, now=noon),
        "link": lambda: links.create_link(
            tournament.pk, organiser, key="l" * 22, note=BELL, now=noon
        ),
    }
    assert refusal(lambda: ClubSettings(BELL).checked()) == "bad_club_name"
    assert {name: refusal(act) for name, act in acts.items()} == dict.fromkeys(
        acts, "control_characters"
    )


@pytest.mark.django_db
def test_neither_has_the_name_of_an_api_key_or_a_report(noon, person):
    one, two = person("Anna"), person("Bert")
    with pytest.raises(keys.KeyRefused) as refused:
        keys.issue_key(one.user, keys.KeyRequest(BELL, "play"), chance=SimpleNamespace(), now=noon)
    assert refused.value.code == "key_name_controls"
    with pytest.raises(moderation.ReportRefused) as reported:
        moderation.report_player(two, "name", BELL, by=one, now=noon)
    assert reported.value.code == "controls"


@pytest.mark.django_db
def test_neither_has_the_note_of_an_outage(noon):
    until = noon + timedelta(hours=1)
    enter = {"note": BELL, "by": None, "now": noon}
    assert refusal(lambda: outages.enter_outage(noon, until, **enter)) == "control_characters"
    form = OutageForm({"since": noon, "until": until, "note": BELL})
    assert form.errors["note"] == ["Remove the control characters."]


def test_neither_has_the_name_of_a_passkey():
    instance = SimpleNamespace(wrap=lambda: SimpleNamespace(name="phone"))
    for sign in CONTROLS:
        form = RenamePasskeyForm({"name": f"my{sign}phone"}, instance=instance)
        assert form.errors == {"name": ["Remove the control characters from this line."]}
    assert RenamePasskeyForm({"name": "my phone"}, instance=instance).is_valid()


def text_fields() -> Iterator[tuple[type[StrictSerializer], str]]:
    """Yield every text field that a body or a query of the API has."""
    assert get_resolver().url_patterns  # imports all views
    left = [StrictSerializer]
    while left:
        shape = left.pop()
        left += shape.__subclasses__()
        for name, field in shape().fields.items():
            text = getattr(field, "child", field)
            if type(text) is serializers.CharField and text.trim_whitespace:
                yield shape, name


def test_no_text_field_of_the_api_takes_any():
    found = list(text_fields())
    assert len(found) > 30
    taking = []
    for shape, name in found:
        field = shape().fields[name]
        wrong = "ab\x07c" if type(field) is serializers.CharField else ["ab\x07c"]
        asked = shape(data={name: wrong})
        asked.is_valid()
        codes = str(asked.errors.get(name))
        if "control_characters" not in codes:
            taking.append((shape.__name__, name, codes))
    assert taking == []
