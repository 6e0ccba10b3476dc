"""The games as tiles with search and filters: picture, players, length, difficulty."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as _, ngettext

from games.diagrams.base import Diagram
from games.families.registry import family_of
from games.families.showcase import Tile
from games.rules import registry
from games.services.solo.solo import is_solo
from games.services.wording import game_words

MAX_SHORT_MOVES, MAX_MEDIUM_MOVES = 12, 30  # moves per player
DIFFICULTIES = {1: _("easy"), 2: _("medium"), 3: _("hard")}
SECONDS_PER_MOVE = 15  # per move, if both players are at the board
MAX_EXACT_MINUTES, MAX_DAYS = (
    10,
    28,
)  # minutes above are multiples of five; days above are given in weeks


@dataclass(frozen=True)
class GameTile:
    key: str
    name: str
    diagram: Diagram
    fewest: int
    most: int
    has_chance: bool
    tile: Tile | None
    solo: bool

    @property
    def length(self) -> str:
        """Whether a match is "short", "medium" or "long"; "" if unknown."""
        if self.tile is None or self.solo:
            return ""
        return (
            "short"
            if self.tile.moves <= MAX_SHORT_MOVES
            else "medium"
            if self.tile.moves <= MAX_MEDIUM_MOVES
            else "long"
        )

    @property
    def minutes(self) -> str:
        """The duration of a live match, rounded."""
        number = max(1, round(2 * self._moves * SECONDS_PER_MOVE / 60))
        number = number if number < MAX_EXACT_MINUTES else 5 * round(number / 5)
        said = ngettext("%(number)s minute", "%(number)s minutes", number)
        return said % {"number": number}

    @property
    def days(self) -> str:
        """The duration by correspondence, at about a move a day for each player."""
        if self._moves > MAX_DAYS:
            number = round(self._moves / 7)
            return ngettext("%(number)s week", "%(number)s weeks", number) % {"number": number}
        number = max(1, self._moves)
        return ngettext("%(number)s day", "%(number)s days", number) % {"number": number}

    @property
    def _moves(self) -> int:
        return self.tile.moves if self.tile else 0

    @property
    def dots(self) -> str:
        """The difficulty as full and empty dots."""
        depth = self.tile.depth if self.tile else 0
        return "●" * depth + "○" * (3 - depth) if depth else ""

    @property
    def difficulty(self) -> str:
        """The difficulty in a word."""
        return str(DIFFICULTIES.get(self.tile.depth, "")) if self.tile else ""


class TilesForm(forms.Form):
    """The search among the games; every field is optional."""

    q = forms.CharField(label=_("Search"), required=False, max_length=40, widget=forms.SearchInput)
    seats = forms.ChoiceField(
        label=_("Players"),
        required=False,
        choices=[("", _("any number")), *((str(each), str(each)) for each in (2, 3, 4))],
    )
    length = forms.ChoiceField(
        label=_("Length"),
        required=False,
        choices=[
            ("", _("any length")),
            ("short", _("short")),
            ("medium", _("medium")),
            ("long", _("long")),
        ],
    )
    depth = forms.ChoiceField(
        label=_("Difficulty"),
        required=False,
        choices=[
            ("", _("any difficulty")),
            *((str(key), said) for key, said in DIFFICULTIES.items()),
        ],
    )
    chance = forms.ChoiceField(
        label=_("Chance"),
        required=False,
        choices=[
            ("", _("with or without")),
            ("no", _("without chance")),
            ("yes", _("with chance")),
        ],
    )

    def found(self, keys: Collection[str] | None = None) -> list[GameTile]:
        """Return the games that match, in the site's order, limited to ``keys`` if given."""
        wanted = self.cleaned_data if self.is_valid() else {}
        tiles = [tile_of(key) for key in registry.offered_keys() if keys is None or key in keys]
        return [tile for tile in tiles if _fits(tile, wanted)]


def tile_of(key: str) -> GameTile:
    rules, family = registry.get(key), family_of(key)
    return GameTile(
        key=key,
        name=game_words.ruleset_name(key),
        diagram=family.cover(key),
        fewest=min(rules.seats),
        most=max(rules.seats),
        has_chance=rules.draws_lots,
        tile=family.tile(key) if family.tile else None,
        solo=is_solo(key),
    )


def _fits(tile: GameTile, wanted: dict[str, str]) -> bool:
    """Whether a game matches the search."""
    text, seats = wanted.get("q", "").casefold(), wanted.get("seats", "")
    length, chance = wanted.get("length", ""), wanted.get("chance", "")
    depth = wanted.get("depth", "")
    return (
        all(word in tile.name.casefold() for word in text.split())
        and (not seats or tile.fewest <= int(seats) <= tile.most)
        and (not length or tile.length == length)
        and (not chance or tile.has_chance == (chance == "yes"))
        and (not depth or (tile.tile is not None and tile.tile.depth == int(depth)))
    )
