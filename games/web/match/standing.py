"""The standing order on the match page, and the form for a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from games.orders.standing import ANY, EXAMPLE, FACES, StandingOrder, parse_standing
from games.services.wording.standing_words import OFFERED_RULES, choice_text, standing_words

FIELD_PREFIX = "roll_"


@dataclass(frozen=True)
class RollChoice:
    """A choice for a roll."""

    value: str
    words: str
    chosen: bool


@dataclass(frozen=True)
class FaceRow:
    """One roll in the form: its face (0 for any other), field name and choices."""

    face: int
    field: str
    choices: list[RollChoice]


@dataclass
class StandingOrderView:
    """The reader's standing order and its public number."""

    text: str = ""
    pk: int = 0
    typed: str = ""

    @cached_property
    def order(self) -> StandingOrder | None:
        """The saved order, if any."""
        return parse_standing(self.text) if self.text else None

    @cached_property
    def sentences(self) -> list[str]:
        return standing_words(self.order) if self.order else []

    @property
    def example(self) -> str:
        return self.typed or self.text or EXAMPLE

    @cached_property
    def rows(self) -> list[FaceRow]:
        """The rows of the form; "any other roll" is last."""
        kept = dict(self.order.choices) if self.order else {}
        return [_face_row(face, " ".join(kept.get(face, ()))) for face in FACES]


def _face_row(face: str, kept: str) -> FaceRow:
    """Return the row of one face, with a saved rule that is not among the usual choices."""
    values = [*OFFERED_RULES, kept] if kept and kept not in OFFERED_RULES else list(OFFERED_RULES)
    choices = [RollChoice(value, choice_text(value.split()), value == kept) for value in values]
    number = 0 if face == ANY else int(face)
    return FaceRow(number, f"{FIELD_PREFIX}{number}", choices)


def standing_order_text(post: Mapping[str, object]) -> str:
    """Return the form's choices in the grammar of standing orders; "" if nothing was chosen."""
    said = []
    for face in FACES:
        choice = str(post.get(f"{FIELD_PREFIX}{0 if face == ANY else face}", "")).strip()
        if choice:
            said.append(f"{face}: {choice}")
    return "; ".join(said)
