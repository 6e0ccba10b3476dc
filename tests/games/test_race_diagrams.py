"""The boards of the races as SVG, letters and speech."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from games.diagrams.base import Diagram
from games.diagrams.svg import render_svg
from games.diagrams.text import describe_diagram, render_text
from games.families import strategies as bots
from games.families.drawing import diagram_for
from games.rules import registry

TABLES = [
    ("mensch", 4),
    ("mensch", 3),
    ("mensch.team", 4),
    ("halma", 2),
    ("halma", 3),
    ("goose", 4),
]
SVG = "{http://www.w3.org/2000/svg}"


def states(key, seats, seed=1, plies=120):
    """Play the first plies of a match and list its states."""
    rules, chance = registry.get(key), Random(seed)
    options = {"barriers": True} if key == "mensch" else {}
    found = [rules.start(seats, options)]
    while (awaited := rules.awaited(found[-1])) and len(found) < plies:
        (seat,) = awaited
        move = bots.get("random").choose(rules, found[-1], seat, chance)
        found.append(rules.play(found[-1], seat, move))
    return found


def men(diagram: Diagram):
    """List all pieces of a diagram."""
    return [piece for cell in diagram.cells for piece in (cell.piece, *cell.others) if piece]


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_man_is_drawn_once_with_its_letter_and_spoken_with_its_place(key, seats):
    for state in states(key, seats)[::20]:
        diagram = diagram_for(key, state)
        count = {"mensch": 16, "halma": 10 * seats}.get(key.partition(".")[0])
        assert len(men(diagram)) == (count or seats - len(getattr(state, "out", ())))
        svg = ElementTree.fromstring(render_svg(diagram, standalone=True))
        letters = [
            each.text or "" for each in svg.iter(f"{SVG}text") if each.get("font-weight") == "700"
        ]
        assert sorted(letters) == sorted(men(diagram))
        said = describe_diagram(diagram)
        for cell in diagram.cells:
            assert not cell.piece or cell.name in said


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_the_letters_are_those_of_the_rules_and_no_two_places_coincide(key, seats):
    rules, state = registry.get(key), states(key, seats)[-1]
    diagram = diagram_for(key, state)
    assert render_text(diagram) == rules.letters(state)
    assert len({(cell.x, cell.y) for cell in diagram.cells}) == len(diagram.cells)
    assert len(diagram.by_name) == len(diagram.cells)


def test_two_pawns_on_one_field_are_both_drawn():
    rules = registry.get("mensch")
    dumped = rules.dump(rules.start(4, {"barriers": True}))
    pair = rules.load({**dumped, "pawns": [[-1, -1, 5, 5], *dumped["pawns"][1:]]})
    cell = diagram_for("mensch", pair).by_name["5"]
    assert (cell.piece, cell.others) == ("Y", ("Y",))
    assert render_svg(diagram_for("mensch", pair)).count("scale(.46)") == 2


def test_the_last_move_is_marked_where_it_began_or_ended():
    rules = registry.get("mensch")
    state = rules.play(rules.start(4, {}), -1, "roll 3")
    after = rules.play(state, 0, "0")
    assert diagram_for("mensch", after, last="0").last == {"0"}
    assert diagram_for("mensch", state, last="roll 3").last == frozenset()
    halma = registry.get("halma")
    moved = halma.play(halma.start(2, {}), 0, halma.parse("d1-e5"))
    assert diagram_for("halma", moved, last="d1-e5").last == {"d1", "e5"}


def test_what_has_moved_since_is_marked_where_it_stands_now():
    rules = registry.get("mensch")
    start = rules.start(2, {})
    state = start
    for seat, text in ((-1, "roll 3"), (0, "0"), (-1, "roll 5"), (1, "10"), (-1, "roll 1")):
        state = rules.play(state, seat, text)
    assert diagram_for("mensch", state, since=start).last == {"3", "15"}
    goose = registry.get("goose")
    begun = goose.start(2, {})
    run = goose.play(goose.play(begun, 0, 0), -1, 5)
    assert diagram_for("goose", run, since=begun).last == {"5"}


def test_the_die_lies_beside_the_yard_of_whose_turn_it_is():
    rules = registry.get("mensch")
    state = rules.play(rules.start(2, {}), -1, "roll 3")
    die = diagram_for("mensch", state).die
    assert (die.tint, die.face) == ("Y", 3)
    assert "Die for yellow: 3." in describe_diagram(diagram_for("mensch", state))
    svg = render_svg(diagram_for("mensch", state), standalone=True)
    assert svg.count('r="14"') == 3
    assert diagram_for("mensch", rules.play(state, 0, "0")).die is None


def test_a_pawn_before_it_moves_is_shown_with_where_it_goes_and_its_die():
    rules = registry.get("mensch")
    state = rules.play(rules.start(2, {}), -1, "roll 3")
    shown = diagram_for("mensch", state, preview="0")
    assert shown.chosen == {"0", "3"}
    assert shown.die.face == 3
    assert shown.by_name["3"].piece == "Y"


def test_a_preview_is_played_on_the_board():
    halma = registry.get("halma")
    shown = diagram_for("halma", halma.start(2, {}), preview="d1-e5")
    assert shown.chosen == {"d1", "e5"}
    assert shown.by_name["e5"].piece == "Y"


def test_places_where_one_may_act_are_links_with_a_name():
    diagram = diagram_for("halma", registry.get("halma").start(2, {}))
    svg = ElementTree.fromstring(render_svg(diagram, links={"d1": "/go"}))
    (link,) = svg.iter(f"{SVG}a")
    assert link.attrib["aria-label"] == "d1: yellow, click to choose"


def test_the_path_of_the_geese_winds_without_a_gap():
    diagram = diagram_for("goose", registry.get("goose").start(2, {}))
    at = {int(cell.name): (cell.x, cell.y) for cell in diagram.cells}
    assert sorted(at) == list(range(62))
    for square in range(61):
        (x, y), (to_x, to_y) = at[square], at[square + 1]
        assert abs(x - to_x) + abs(y - to_y) == 1


def test_the_squares_of_the_geese_say_what_they_do():
    by_name = diagram_for("goose", registry.get("goose").start(2, {})).by_name
    marks = {
        name: by_name[name].mark for name in ("9", "12", "6", "27", "45", "57", "60", "61", "1")
    }
    assert list(marks.values()) == ["+10", "−4", "−1×", "6?", "+1×", "…", "×", "*", ""]
