"""The terms of a match and games with dice: colours and sizes, ratings, times of their own."""

from __future__ import annotations

from typing import Any

import pytest

from games.web.challenges.forms_terms import TermsForm

pytestmark = pytest.mark.django_db
SENT = {"legs": "2", "max_extra_pairs": "3", "starter": "lots", "control": "day"}


def form(**sent: str) -> TermsForm:
    """Return a form as it comes from the page, unrated unless said otherwise."""
    return TermsForm(SENT | sent)


@pytest.mark.parametrize(
    ("sent", "seats", "mode"),
    [
        ({"ruleset": "mensch"}, 2, "two_by_two"),
        ({"ruleset": "mensch", "seats": "3"}, 3, "neutral3"),
        ({"ruleset": "mensch", "seats": "4"}, 4, "four"),
        ({"ruleset": "mensch", "mode": "four"}, 4, "four"),
        ({"ruleset": "mensch", "mode": "two_colours"}, 2, "two_colours"),
        ({"ruleset": "mensch.team"}, 4, "team"),
        ({"ruleset": "mensch.team", "mode": "four", "forced_capture": "huff"}, 4, "team"),
    ],
)
def test_colours_and_number_of_players_go_together(
    sent: dict[str, str], seats: int, mode: str
) -> None:
    found = form(**sent)
    assert found.is_valid(), found.errors
    terms = found.cleaned_data["terms"]
    assert (terms.seats, terms.options["mode"]) == (seats, mode)


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"ruleset": "mensch", "mode": "four", "seats": "3"}, "seats"),
        ({"ruleset": "mensch.team", "forced_capture": "off"}, "forced_capture"),
        ({"ruleset": "goose", "rated": "on"}, "rated"),
        ({"ruleset": "mill", "control": "advent"}, "control"),
    ],
)
def test_what_does_not_go_together_is_said_at_its_field(sent: dict[str, str], field: str) -> None:
    found = form(**sent)
    assert not found.is_valid()
    assert list(found.errors) == [field]


@pytest.mark.parametrize("ruleset", ["", "no such game", "\x00"])
def test_a_time_for_dice_without_a_game_is_a_fault_of_the_game_alone(
    client_for: Any, alice: Any, ruleset: str
) -> None:
    answer = client_for(alice).post(
        "/tournaments/new/", SENT | {"control": "dice", "ruleset": ruleset}
    )
    assert answer.status_code == 422
    assert "ruleset" in answer.context["form"].errors
