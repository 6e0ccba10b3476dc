"""The rules pages: four games in four languages, drawings that the rules themselves vouch for."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template.loader import get_template

from games.families.registry import family_of
from games.rules import registry
from games.rules.base import Options
from games.rules.series import as_series
from games.services.wording.rules_text import LANGUAGES
from tests.markup import text_of
from tests.sampling import sampled
from tests.web.lobby_helpers import bot

KEYS = registry.offered_keys()
PAGES = [(key, language) for key in KEYS for language in LANGUAGES]
TEXTS = Path(settings.BASE_DIR) / "templates/games/rules"
NOTATION = {"mensch": "<code>17</code>", "goose": "<code>roll</code>"}
pytestmark = pytest.mark.django_db


def test_the_list_shows_every_game(client: Any) -> None:
    page = text_of(client.get("/rules/"))
    for key in KEYS:
        assert f'href="/rules/{key}/"' in page


@pytest.mark.parametrize(("key", "language"), sampled(PAGES, PAGES[::5]))
def test_every_game_is_explained_in_every_language(client: Any, key: str, language: str) -> None:
    page = client.get(f"/rules/{key}/", headers={"accept-language": language})
    family, _dot, variant = key.partition(".")
    variant = "bag" if key.endswith(".bag") else variant or family
    assert page.context["text"] == f"games/rules/{family}/{variant}.{language}.html"
    html = text_of(page)
    assert f'<html lang="{language}">' in html
    assert re.search(NOTATION.get(family, r"<code>[a-z][0-9]"), html)
    alone = max(registry.get(key).seats) == 1
    assert ('action="/solo/"' if alone else f"/play/?ruleset={key}") in html
    assert html.count('class="diagram"') >= (5 if family == "traffic_lights" else 2)


@pytest.mark.parametrize("key", sampled(KEYS, KEYS[::4]))
def test_all_languages_show_the_same_drawings_and_headings(client: Any, key: str) -> None:
    shapes = set()
    for language in LANGUAGES:
        html = client.get(f"/rules/{key}/", headers={"accept-language": language}).content.decode()
        article = html.partition("<article")[2].partition("</article>")[0]
        drawn = re.findall(r"<rect class=\"d-board[^>]*>|d-line|d-last", article)
        shapes.add((article.count("<h2"), article.count("<h3"), article.count("<p"), *drawn))
    assert len(shapes) == 1


@pytest.mark.parametrize("language", sampled(LANGUAGES, 1))
@pytest.mark.parametrize("key", ["traffic_lights.4x3", "traffic_lights.slider"])
def test_the_table_of_points_agrees_with_the_rules(client: Any, key: str, language: str) -> None:
    html = text_of(client.get(f"/rules/{key}/", headers={"accept-language": language}))
    rows = re.findall(r'<th scope="row">(.*?)</th><td class="num">(\d)</td>', html)
    told = {"".join(re.findall(r">([RYG])</span>", chips)): int(points) for chips, points in rows}
    series = as_series(registry.get(key))
    assert series is not None
    patterns: Any = getattr(series.inner, "patterns", None)
    assert set(told) == {"RRR", "YYY", "GGG", "RYG"}
    assert told == {name: patterns[name] for name in told}


def test_the_worked_example_completes_two_lines_worth_four_points() -> None:
    drawn = family_of("traffic_lights.4x3").pictures("traffic_lights.4x3")
    assert drawn["before"].lines == ()
    series = as_series(registry.get("traffic_lights.4x3"))
    assert series is not None
    leg: Any = series.inner
    before = leg.load({"board": "Y../R.R/.Y./.G.", "turn": 0})
    after = leg.play(before, 0, leg.parse("b3"))
    assert leg.outcome(after).points == (4, 0)
    assert drawn["after"].lines == tuple(line.cells for line in leg.outcome(after).lines)


def test_the_slide_of_the_example_completes_three_reds() -> None:
    drawn = family_of("traffic_lights.slider").pictures("traffic_lights.slider")
    assert drawn["before"].lines == ()
    assert drawn["after"].lines == (("b3", "c3", "s1"),)
    assert drawn["barred"].lines == ()
    assert [drawn[f"side_{side}"].strip for side in "NESW"] == list("NESW")


def test_the_winning_lines_win_and_the_other_does_not() -> None:
    drawn = family_of("traffic_lights.intro").pictures("traffic_lights.intro")
    for name in ("win_red", "win_yellow", "win_green", "win_lights", "intro_win"):
        assert len(drawn[name].lines) == 1, name
    assert drawn["intro_no_win"].lines == ()


def test_the_game_can_be_played_from_its_page(client: Any) -> None:
    assert 'action="/play-a-bot/"' not in text_of(client.get("/rules/traffic_lights.simple/"))
    bot()
    page = text_of(client.get("/rules/traffic_lights.simple/"))
    assert '<option value="traffic_lights.simple" selected>' in page
    assert 'action="/play-a-bot/"' in page


@pytest.mark.parametrize("key", ["chess960", "traffic_lights", "mensch.four", ".."])
def test_unknown_rules_are_not_found(client: Any, key: str) -> None:
    assert client.get(f"/rules/{key}/").status_code == 404


def test_the_drawings_of_the_bag_show_what_the_text_says() -> None:
    drawn = family_of("traffic_lights.4x3.bag").pictures("traffic_lights.4x3.bag")
    assert drawn["win"].lines == (("a3", "b2", "c1"),)
    assert [name for name in ("draft", "before", "after", "stuck") if drawn[name].lines] == []
    series = as_series(registry.get("traffic_lights.simple.bag"))
    assert series is not None
    leg: Any = series.inner
    stuck = {"board": "R.R/.../.R.", "turn": 0, "hands": ["GGG", "RRY"], "pool": "RY"}
    stuck |= {"bag": "R" * 2 + "Y" * 6 + "G" * 5, "picks": 6, "passes": 0, "redrafts": 0}
    assert [leg.spell(move) for move in leg.moves(leg.load(stuck), 0)] == ["pass"]


def test_every_text_exists_in_all_languages() -> None:
    found: dict[str, set[str]] = {}
    for path in TEXTS.glob("*/*.html"):
        name, language, _html = path.name.rsplit(".", 2)
        found.setdefault(name, set()).add(language)
        get_template(str(path.relative_to(Path(settings.BASE_DIR) / "templates")))
    assert found
    assert all(spoken == set(LANGUAGES) for spoken in found.values()), found


def test_the_drawings_of_the_races_show_what_the_texts_say() -> None:
    drawn = family_of("mensch").pictures("mensch")
    assert drawn["captured"].last == {"22"}
    assert [drawn[name].by_name["22"].piece for name in ("capture", "captured")] == ["G", "Y"]
    assert drawn["entered"].last == {"0"}
    assert drawn["homecoming"].last == {"Yb"}
    assert drawn["enter"].die.face == 6
    geese = family_of("goose").pictures("goose")
    assert [geese[name].last for name in ("sent", "back", "caught")] == [{"19"}, {"57"}, {"27"}]


def test_the_drawings_of_walls_leave_no_other_move() -> None:
    walls: tuple[tuple[str, Options, str, list[str]], ...] = (
        ("mensch", {"mode": "four", "barriers": True}, "barrier", ["4"]),
        ("mensch.team", {}, "wall", ["15"]),
        ("mensch.team", {}, "violation", ["enter"]),
    )
    for key, options, name, legal in walls:
        rules = registry.get(key)
        drawn = family_of(key).pictures(key)[name]
        colours = [[-1, -1, -1, -1] for _ in "YGRB"]
        for cell in drawn.cells:
            for piece in filter(None, (cell.piece, *cell.others)):
                colour = "YGRB".index(piece)
                if cell.name.isdigit():
                    colours[colour].remove(-1)
                    colours[colour].append((int(cell.name) - 10 * colour) % 40)
        turn = "YGRB".index(drawn.die.tint)
        written = {"pawns": [sorted(own) for own in colours], "turn": turn, "roll": drawn.die.face}
        state: Any = rules.load(rules.dump(rules.start(4, options)) | written)
        assert rules.moves(state, turn) == tuple(legal), name


def test_a_bot_that_always_answers_can_be_played_from_the_rules_of_its_game(
    client: Any, noon: Any
) -> None:
    from games.models import Match
    from games.services.bots.bots import create_bot

    assert "/play-a-bot/" not in text_of(client.get("/rules/mensch/"))
    for strategy, timetable in (("racer", "* * * * *"), ("standing", "0 8 * * *")):
        create_bot(strategy, strategy, timetable=timetable, rulesets=["mensch"], now=noon)
    page = text_of(client.get("/rules/mensch/"))
    assert re.findall(r'<option value="(racer|standing|random)"', page) == ["racer"]
    sent = client.post("/play-a-bot/", {"ruleset": "mensch", "strategy": "racer"})
    assert sent["Location"] == Match.objects.get(ruleset="mensch").get_absolute_url()
    refused = client.post("/play-a-bot/", {"ruleset": "mensch", "strategy": "standing"})
    assert refused["Location"] == "/"
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("key", "language", "words"),
    [
        (
            "mensch",
            "en",
            ("have one roll as long as you could move a black", "no black pawn is huffed"),
        ),
        ("mensch", "de", ("hast nur einen Wurf, solange", "keine schwarze wird geblasen")),
        ("mensch", "fr", ("n’avez qu’un lancer", "aucun pion noir n’est soufflé")),
        ("mensch", "it", ("hai un solo tiro", "nessuna nera viene soffiata")),
        ("tri_plan", "en", ("starting with green", "an equal bid is enough")),
        ("tri_plan", "de", ("Von Grün an", "genügt das gleiche Gebot")),
        ("tri_plan", "fr", ("en commençant par vert", "Une offre égale suffit")),
        ("tri_plan", "it", ("a cominciare dal verde", "basta un’offerta uguale")),
    ],
)
def test_the_pages_tell_of_neutral_pawns_and_the_open_auction(
    client: Any, key: str, language: str, words: tuple[str, ...]
) -> None:
    page = text_of(client.get(f"/rules/{key}/", headers={"accept-language": language}))
    for each in words:
        assert each in page
