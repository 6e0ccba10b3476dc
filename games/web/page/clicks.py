"""Choosing a move click by click, with a tree of prefixes."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.text import capfirst

from games.diagrams.base import Diagram, TouchTargets
from games.diagrams.words import Words
from games.families.clicks import clicks
from games.families.phrases import family_texts
from games.rules.base import AnyState
from games.services.wording.notation import capitalize_move
from games.web.page.preview import Choice

MAX_BUTTONS = 12
TRACK = "track"  # its pawns have buttons instead


@dataclass(frozen=True)
class Button:
    words: str
    url: str
    quiet: bool = False


class ClickTree:
    """All legal moves of a position as click sequences, at the clicks made so far."""

    def __init__(
        self,
        key: str,
        choices: list[Choice],
        url: str,
        taken: tuple[str, ...],
        state: AnyState = None,
        root: tuple[str, ...] = (),
        *,
        in_full: bool = False,
    ) -> None:
        """Build the tree of ``choices``; ``taken`` are the clicks made so far.

        ``root`` are the clicks of completed steps, in games whose turns have steps. ``in_full``
        requires every click of a move, even if the first ones determine it.
        """
        self.key, self.url, self.taken, self.root, self.in_full = key, url, taken, root, in_full
        self.ways = [(clicks(key, choice.text, state), choice) for choice in choices]

    def _after(self, prefix: tuple[str, ...]) -> list[tuple[tuple[str, ...], Choice]]:
        return [(way, choice) for way, choice in self.ways if way[: len(prefix)] == prefix]

    @property
    def is_dead(self) -> bool:
        """Whether no move begins with the clicks made."""
        return bool(self.taken) and not self._after(self.taken)

    @property
    def meant(self) -> str:
        """The illegal move that dead clicks would make, spelled like a legal one; "" if none."""
        for way, choice in self.ways:
            if len(way) != len(self.taken):
                continue
            spelled, rest = "", choice.text
            for own, click in zip(way, self.taken, strict=True):
                before, found, rest = rest.partition(own)
                if not found:
                    break
                spelled += before + click
            else:
                return spelled + rest
        return ""

    @property
    def sole(self) -> str:
        """The move determined by the clicks; "" while several are possible."""
        left = self._after(self.taken) if self.taken else []
        whole = [choice for way, choice in left if way == self.taken]
        if len(left) == 1 and not self.in_full:
            return left[0][1].text
        return whole[0].text if whole else ""

    def following(self, prefix: tuple[str, ...]) -> dict[str, str]:
        """Return the clicks that may follow a prefix, with their URLs."""
        found: dict[str, str] = {}
        at = len(prefix)
        for way, _choice in self._after(prefix):
            if len(way) > at and way[at] not in found:
                found[way[at]] = self._address(way[: at + 1])
        return found

    def _address(self, prefix: tuple[str, ...]) -> str:
        """Return the URL of a prefix: that of the preview if only one move is left."""
        left = self._after(prefix)
        if len(left) == 1 and (left[0][0] == prefix or not self.in_full):
            return left[0][1].url
        return self._prefixed(prefix)

    def _prefixed(self, prefix: tuple[str, ...]) -> str:
        sign = "&" if "?" in self.url else "?"
        return f"{self.url}{sign}{urlencode({'clicks': ','.join(prefix)}, safe=',')}"

    def links(self, chosen: str) -> dict[str, str]:
        """Return the URL behind each place: the next click, or another first click.

        With a move chosen, alternatives to its last click are included, but not that click itself.
        """
        way = self._way(chosen)
        prefix = self.taken if way is None else way[:-1]
        onward = self.following(prefix) | (self.following(way) if way else {})
        links = self.following(self.root) | onward
        for click in (way or self.taken)[len(self.root) :]:
            if click not in onward:
                links.pop(click, None)
        if way:
            links.pop(way[-1], None)
        return links

    def _way(self, chosen: str) -> tuple[str, ...] | None:
        return next((way for way, choice in self.ways if choice.text == chosen), None)

    def back(self, chosen: str) -> str:
        """Return the URL without the last click; "" before the second one."""
        clicked = self._way(chosen) or self.taken
        return self._prefixed(clicked[:-1]) if len(clicked) > 1 else ""

    def touch(self, chosen: str, diagram: Diagram) -> TouchTargets | None:
        """Return targets for taps elsewhere and for drops;

        None if moves are not chosen on the board.
        """
        places = diagram.by_name
        drawn = places.keys() | {store.name for store in diagram.stores}
        begins = any({way[0], way[0].partition(" ")[0]} & drawn for way, _choice in self.ways)
        if diagram.ground == TRACK or not begins:
            return None
        way, start = self._way(chosen), len(self.root)
        prefix = self.taken if way is None else way[:-1]
        drags = {
            each[start]: self._prefixed(each[: start + 1])
            for each, _choice in self._after(self.root)
            if len(each) > start + 1 and each[start + 1] in places
        }
        back = {}
        if len(prefix) > start:
            back[prefix[-1]] = self._prefixed(prefix[:-1]) if len(prefix) > 1 else self.url
            if any(click in places for click in self.following(prefix)):
                drags[prefix[-1]] = self._prefixed(prefix)
        if way:
            if len(way) > start + 1:
                drags[way[-1]] = self._prefixed(prefix)
            back.setdefault(way[-1], self._prefixed(prefix) if prefix else self.url)
        return TouchTargets(self._prefixed((*prefix, "")), back, drags)

    @property
    def whole(self) -> str:
        """The URL of the move that the clicks complete; "" if more may follow."""
        if self.following(self.taken):
            return ""
        return next((choice.url for way, choice in self.ways if way == self.taken), "")

    def longest(self, clicks: tuple[str, ...]) -> tuple[str, ...]:
        """Return the longest prefix of the clicks that begins a move."""
        while clicks and not self._after(clicks):
            clicks = clicks[:-1]
        return clicks

    def buttons(self, diagram: Diagram, words: Words) -> list[Button]:
        """Return the next clicks as buttons: all if they are few, else those not on the board."""
        family, following = family_texts(self.key), self.following(self.taken)
        if family.has_move_buttons and not self.taken:
            listed = [(capitalize_move(choice.words), choice.url) for _way, choice in self.ways]
            return [Button(said, url, quiet=True) for said, url in listed]
        on_board = set(diagram.by_name) | {slot.move for slot in diagram.slots}
        few = len(self.taken) > len(self.root) and len(following) <= MAX_BUTTONS
        beside = not few and not on_board.isdisjoint(following)  # the board comes first
        found = []
        for click, url in following.items():
            said = family.next_click_label(click, self.taken[len(self.root) :], words)
            if click not in on_board:
                found.append(Button(capfirst(said), url, quiet=beside))
            elif few:
                found.append(Button(said, url))
        return found
