"""Precedents: final rulings, published without names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games import match_queries
from games.services.wording import game_words
from tournaments.referees.models import Ruling
from tournaments.referees.queries import cases as case_queries, rulings as ruling_queries
from tournaments.referees.services import case_words

LETTERS = "ABCDEFGH"


@dataclass(frozen=True)
class Precedent:
    number: int
    kind: str
    game: str
    sentence: str
    paragraph: str
    reason: str
    upheld: bool
    year: int


def precedents(rulings: Iterable[Ruling]) -> list[Precedent]:
    """Return rulings as precedents, without names; the year is the only date."""
    return [_precedent(ruling) for ruling in rulings]


def _precedent(ruling: Ruling) -> Precedent:
    """Replace the names of everyone involved by letters."""
    case = ruling.case
    people = case_queries.people_concerned(case)
    seats = match_queries.seated_players(case.match)
    order = [*seats, *(each for each in people if each not in seats)]
    letters = {player.name: "–" for player in order}
    letters |= {player.name: letter for player, letter in zip(order, LETTERS, strict=False)}
    letters[ruling.by.name] = _("the referee")
    if event := case_words.event_name(case):
        letters[event] = _("the event")
    whom = letters.get(ruling.player.name, "–") if ruling.player else ""
    return Precedent(
        number=ruling.number,
        kind=case_words.kind_names()[case.kind],
        game=game_words.ruleset_name(case.match.ruleset) if case.match else "",
        sentence=mask_names(
            case_words.act_sentence(ruling, [letters[seat.name] for seat in seats], whom), letters
        ),
        paragraph=mask_names(ruling.paragraph, letters),
        reason=mask_names(ruling.reason, letters),
        upheld=ruling_queries.was_upheld(ruling),
        year=ruling.at.year,
    )


def mask_names(text: str, letters: Mapping[str, str]) -> str:
    """Return the text with every name replaced, longest first, ignoring case."""
    if not letters:
        return text
    names = sorted(letters, key=len, reverse=True)
    by_key = {name.casefold(): letter for name, letter in letters.items()}
    pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names)
    return re.sub(
        pattern, lambda found: by_key.get(found[0].casefold(), "–"), text, flags=re.IGNORECASE
    )
