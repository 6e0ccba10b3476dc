"""The steps to a new tournament: cards, only what applies, the plan in words, every error."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation

from games import clocks
from tests.markup import text_of
from tests.sampling import sampled
from tests.tournaments.test_pages import FORM
from tests.web.filling import form_with
from tournaments.models import Tournament
from tournaments.services.entry_words import EntryTerms
from tournaments.services.summaries import PartialPlan, summary
from tournaments.web.plan_templates import CARDS, FORMATS

pytestmark = pytest.mark.django_db
NEW = "/tournaments/new/"
GAME = "traffic_lights.4x3"
START = datetime(2026, 11, 24, 12, tzinfo=UTC)
SWISS = PartialPlan(
    format="swiss",
    ruleset=GAME,
    options={"legs": 2},
    control=clocks.PRESETS["three_days"],
    rated=True,
    least=6,
    most=12,
    starts_at=START,
    rounds=4,
    round_days=7,
)


@pytest.fixture
def browser(client_for, organiser):
    return client_for(organiser)


def terms(browser, kind, game=GAME):
    return browser.get(f"{NEW}?format={kind}&ruleset={game}")


@pytest.mark.long
def test_the_steps_lead_from_format_cards_to_games_to_the_terms(browser):
    first = text_of(browser.get(NEW))
    assert {card.key for card in CARDS} == {key for key, _name in FORMATS}
    for card in CARDS:
        assert f'href="?format={card.key}"' in first
    assert "?template=league" in first
    games = text_of(browser.get(f"{NEW}?format=pods"))
    assert "ruleset=tri_plan" in games
    assert "ruleset=chess" not in games
    assert "Choose a game" in text_of(browser.get(f"{NEW}?format=pods&ruleset=chess"))
    assert "Choose a format" in text_of(browser.get(f"{NEW}?format=nonsense&ruleset=chess"))
    assert 'value="swiss"' in text_of(terms(browser, "swiss"))


FIELDS = [
    (
        "swiss",
        GAME,
        {"rounds", "forbidden", "late_entry", "legs"},
        {"boards", "qualifiers", "withdrawals"},
    ),
    ("ladder", "mill", {"most"}, {"round_days", "at_once", "points", "promoted"}),
    ("team_swiss", "chess", {"boards", "rounds"}, {"twice", "division_size", "at_once"}),
    ("round_robin", "goose", {"division_size", "withdrawals"}, {"rated", "table"}),
    ("knockout", "chess", {"through"}, {"legs", "rounds", "division_size", "tie_breaks"}),
    ("groups", GAME, {"division_size", "qualifiers", "through"}, {"promoted", "rounds"}),
    ("team_match", "chess", {"boards", "alternates"}, {"least", "most", "bots_fill"}),
    ("pods", "mensch", {"table", "rounds"}, {"boards", "through", "forbidden"}),
]


@pytest.mark.parametrize(("kind", "game", "there", "absent"), sampled(FIELDS, 4))
def test_only_what_applies_to_format_and_game_is_asked(browser, kind, game, there, absent):
    page = terms(browser, kind, game).content.decode()
    fields = set(form_with(page, "format"))
    names = set(page.split('name="shown" value="')[1].split('"')[0].split(","))
    assert there <= names
    assert not names & absent
    assert not fields & absent


TIE_BREAKS = [
    ("round_robin", "chess", {"koya", "direct_encounter"}, {"buchholz", "board_weight"}),
    ("team_swiss", "chess", {"board_points", "olympiad", "buchholz"}, {"leg_points"}),
    ("swiss", GAME, {"buchholz", "leg_points"}, {"board_points", "olympiad"}),
    ("team_league", "chess", {"board_weight"}, {"leg_points", "olympiad", "buchholz"}),
    ("pods", "mensch", {"wins", "average_rating"}, {"direct_encounter", "koya"}),
]


@pytest.mark.parametrize(("kind", "game", "there", "absent"), sampled(TIE_BREAKS, 2))
def test_only_tie_breaks_of_the_format_are_offered(browser, kind, game, there, absent):
    form = terms(browser, kind, game).context["form"]
    offered = {key for _group, some, _index in next(iter(form["tie_breaks"])).data["optgroups"]
               for key in (each["value"] for each in some)}  # fmt: skip
    assert there <= offered
    assert not offered & absent
    assert form.usual_order


NEEDED = [
    ("swiss", {"Name", "Number of rounds", "Days per round", "Minimum number of entrants"}),
    ("groups", {"Name", "Entrants per group"}),
    ("mcmahon", {"Name", "Number of rounds", "Ratings for start points"}),
    ("team_swiss", {"Name", "Boards per team", "Number of rounds"}),
]


@pytest.mark.parametrize(("kind", "needed"), sampled(NEEDED, 2))
def test_fields_that_must_be_filled_in_say_so(browser, kind, needed):
    page = text_of(terms(browser, kind))
    for label in needed:
        assert f'{label} <small class="help">required</small>' in page
    assert 'Announcement <small class="help">required' not in page


def test_a_game_has_its_own_options_only(browser):
    page = terms(browser, "round_robin", "chess").content.decode()
    assert "barriers" not in page
    assert 'value="dice"' not in page
    assert 'value="untimed"' not in page
    assert 'value="dice"' in terms(browser, "pods", "mensch").content.decode()


def test_what_was_typed_stays_when_one_goes_back_and_changes_format_or_game(browser):
    start = (timezone.now() + timedelta(days=9)).strftime("%Y-%m-%dT%H:%M")
    fields = form_with(terms(browser, "swiss").content.decode(), "format")
    fields |= {"name": ["Cup & <b>"], "text": ["One.\nTwo."], "starts_at": [start]}
    fields |= {"rounds": ["7"], "round_days": ["5"], "late_entry": ["on"], "rated": []}
    back = browser.post(NEW, fields | {"step": "format"})
    assert "Choose a format" in text_of(back)
    kept = form_with(back.content.decode(), "round_days")
    assert kept["step"] == ["onward"]
    other = browser.post(NEW, kept | {"format": "knockout"}).content.decode()
    sent = form_with(other, "format")
    assert sent["format"] == ["knockout"]
    assert (sent["name"], sent["round_days"]) == (["Cup & <b>"], ["5"])
    assert sent["text"][0].splitlines() == ["One.", "Two."]
    assert sent["starts_at"] == [start]
    assert "rated" not in sent
    assert "rounds" not in sent
    games = browser.post(NEW, sent | {"step": "game"})
    assert "Choose a game" in text_of(games)
    kept = form_with(games.content.decode(), "round_days")
    final = form_with(browser.post(NEW, kept | {"ruleset": "mill"}).content.decode(), "format")
    assert (final["ruleset"], final["round_days"], final["name"]) == (
        ["mill"], ["5"], ["Cup & <b>"],
    )  # fmt: skip
    done = browser.post(NEW, final)
    assert done.status_code == 303
    made = Tournament.objects.get()
    assert (made.format, made.ruleset, made.round_days, made.rated) == (
        "knockout",
        "mill",
        5,
        False,
    )


def test_all_mistakes_are_told_at_once(browser):
    wrong = {
        "format": "swiss", "name": "", "round_days": "0", "points": "0 1", "starts_when_full": "",
        "most": "2", "tie_breaks": ["wins", "wins"], "rounds": "",
    }  # fmt: skip
    answer = browser.post(NEW, FORM | wrong)
    assert answer.status_code == 422
    expected = {"name", "round_days", "points", "starts_at", "most", "tie_breaks", "rounds"}
    assert set(answer.context["form"].errors) == expected
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York"])
def test_a_start_at_the_ends_of_the_calendar_is_no_fault_of_ours(browser, organiser, zone):
    organiser.time_zone = zone
    organiser.save(update_fields=["time_zone"])
    for start in ("0001-01-01T00:00Z", "0001-01-01T00:00", "9999-12-31T23:59Z", "9999-12-31T23:59"):
        typed = {**FORM, "format": "swiss", "starts_at": start, "round_dates": "2030-01-01"}
        assert browser.post(NEW, typed | {"step": "summary"}).status_code == 200
        answer = browser.post(NEW, typed)
        assert answer.status_code == 422
        assert answer.context["form"].errors


@pytest.mark.long
def test_the_summary_answers_while_somebody_types(browser):
    fields = form_with(terms(browser, "swiss").content.decode(), "format")
    fields |= {"rounds": ["4"], "round_days": ["7"], "least": ["6"], "most": ["12"]}
    said = browser.post(NEW, fields | {"step": "summary"})
    assert said.status_code == 200
    assert "<html" not in said.content.decode()
    line = "Swiss system, 4 rounds of 7 days, 6–12 people, "
    assert line in text_of(said)
    broken = browser.post(NEW, fields | {"step": "summary", "rounds": "x", "control": "?"})
    assert "rounds of 7 days" in text_of(broken)
    for step in ("summary", "terms", "format", "game", "onward", "nonsense"):
        assert browser.post(NEW, {"step": step}).status_code == 200
    contest = browser.post(f"{NEW}contest/", {"step": "summary", "fresh": "8 9", "round_days": "3"})
    assert "2 puzzles in 3 days" in text_of(contest)
    entry = {"access": ["approval"], "rating_from": ["1400"], "answer_days": ["1"]}
    said = text_of(browser.post(NEW, fields | entry | {"step": "summary"}))
    assert "To enter: approval by the organiser, rating of at least 1400 in Traffic Lights." in said
    assert "A free place must be accepted within 1 day." in said


def said(language="en", **changed):
    with translation.override(language), timezone.override(UTC):
        return summary(PartialPlan(**{**vars(SWISS), **changed}))


def test_a_plan_in_words():
    assert said() == (
        "Swiss system, 4 rounds of 7 days, 24 November to 22 December 2026, 6–12 people, "
        "Traffic Lights 4×3, 2 legs, 3 days per move, rated"
    )
    assert said(starts_at=None, starts_when_full=True).split(", ")[2] == "starts when full"
    assert said(format="knockout", most=16).split(", ")[1] == "3–4 rounds of 7 days"
    assert said(format="round_robin", most=None).split(", ")[1] == "rounds of 7 days"
    assert said(format="round_robin", at_once=True).split(", ")[1:3] == [
        "all rounds at once in 7 days",
        "24 November to 1 December 2026",
    ]
    assert said(format="ladder").split(", ")[:2] == ["Ladder", "from 24 November 2026"]
    days = [START + timedelta(days=each) for each in (0, 12, 19)]
    assert said(round_dates=days[:2]).split(", ")[1] == "4 rounds of 7–12 days"
    assert said(round_dates=days, rounds=2).split(", ")[1] == "2 rounds of 7–12 days"
    assert said(round_dates=days[:2], rounds=1).split(", ")[1] == "1 round of 12 days"
    assert said(round_dates=days[1:]).split(", ")[1] == "4 rounds of 7 days"
    league = said(format="round_robin", division_size=7, promoted=2, most=None, repeats=True)
    assert league.startswith("Round robin in divisions of 7, 2 up and down, 7 rounds of 7 days")
    assert league.endswith("with further seasons")
    teams = said(format="team_match", boards=4, least=None, most=None)
    assert teams.startswith("Team match, 1 round of 7 days")
    assert "2 teams on 4 boards" in teams
    entry = EntryTerms(GAME, access="invited", finished_least=1, answer_days=3, asks_silent=True)
    assert said(entry=entry).split(". ")[1:] == [
        "To enter: an invitation by the organiser, 1 finished match",
        "A free place must be accepted within 3 days",
        "Inactive players are asked before the start.",
    ]


@pytest.mark.parametrize("language", ["de", "fr", "it"])
def test_a_plan_in_words_of_every_language(language):
    line = said(language)
    for english in ("rounds", "people", "to 22", "rated,", "per move"):
        assert english not in line


def test_the_page_of_a_draft_shows_what_was_decided(browser, organiser, plan, noon):
    from tournaments.services.seasons import announcing

    draft = announcing.draft_tournament(
        organiser,
        plan(format="groups", division_size=4, qualifiers=1, through="lots", repeats=True,
             running_limit=7, most=8, access="approval", reliability_least=80, answer_days=2,
             asks_silent=True),
        seed="ab" * 32,
        now=noon,
    )  # fmt: skip
    page = text_of(browser.get(draft.get_absolute_url()))
    assert "Groups, then play-off (groups of 4, the best 1 advance)" in page
    for row in (
        "<dt>Entrants per group</dt><dd>4</dd>",
        "<dt>If a knock-out match is drawn</dt><dd>by random draw</dd>",
        "<dt>Maximum other running matches</dt><dd>7</dd>",
        "<dt>Open the next season automatically</dt><dd>yes</dd>",
        "<dt>To enter</dt><dd>approval by the organiser<br>reliability of at least 80%</dd>",
        "<dt>Days to accept a free place</dt><dd>2</dd>",
        "<dt>Ask inactive players before the start</dt><dd>yes</dd>",
    ):
        assert row in page, row
