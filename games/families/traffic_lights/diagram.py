"""Draws the boards of Traffic Lights with their completed lines, and the chips of the bag game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.diagrams.base import Diagram, Store
from games.diagrams.boards import board
from games.families.traffic_lights.bag import BagLeg, BagState, chips_to_letters
from games.families.traffic_lights.legs import Leg, SliderLeg
from games.families.traffic_lights.lines import COLOURS, MAIN_CELLS
from games.rules.series import Series


def draw(leg: Leg | BagLeg, state: Any) -> Diagram:
    if isinstance(leg, BagLeg):
        return replace(draw(leg.leg, state.board), stores=_chip_stores(state))
    pieces = {name: colour.strip(".") for name, colour in leg.colours(state).items()}
    lines = [line.cells for line in leg.completed(state)]
    side = leg.side(state) if isinstance(leg, SliderLeg) else None
    rows = 3 if side or len(leg.cells) == len(MAIN_CELLS) else 4
    return board(3, rows, pieces, side=side, lines=lines)


def _chip_stores(state: BagState) -> tuple[Store, ...]:
    beside = (("starter", "below"), ("other", "above"), ("pool", "beside"))
    hands = zip(beside, (*state.hands, state.pool), strict=True)
    bag = chips_to_letters(state.bag)
    kinds = tuple((letter, bag.count(letter)) for letter in COLOURS[1:] if letter in bag)
    rows = [
        Store(name, tuple((letter, 1) for letter in chips_to_letters(chips)), side)
        for (name, side), chips in hands
    ]
    return (*rows, Store("bag", kinds, "beside"))


def clicks(rules: Series[Any, int], state: Any, move: int) -> tuple[str, ...]:
    """Return the cell and, with the bag, the chip taken as "pool Y"; a slide is a button."""
    leg, places = rules.inner, rules.places(state, move)
    chip = leg.chip_taken(move) if isinstance(leg, BagLeg) else ""
    if len(places) == 1 or chip:
        return (*places, f"pool {chip}") if chip else places
    return (rules.spell(move),)
