"""Choosing a move click by click, as a tree of prefixes: what may follow, and where it leads."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.text import capfirst

from games.diagrams.base import Diagram, Touch
from games.diagrams.words import Words
from games.families.clicks import clicks
from games.families.phrases import family_words
from games.rules.base import AnyState
from games.services.wording.notation import capitalize_move
from games.web.page.preview import Choice

MAX_BUTTONS = 12
TRACK = "track"  # pawns on it have buttons of their own


@dataclass(frozen=True)
class Button:
    """One possible next click: its words and its address."""

    words: str
    url: str
    quiet: bool = False


class ClickTree:
    """All legal moves of a position as ways of clicks, and how far the reader has gone."""

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
        """Lay out the choices of a ruleset in a state; `taken` are the clicks made so far.

        `root` are those of the steps before this one, in games whose turns have steps. `in_full`
        asks for every click of a move, even where the first ones leave only one.
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
        """The move that clicks leading nowhere would make, spelled as a legal one; else empty."""
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
        """The move that the clicks have settled; empty while several are possible."""
        left = self._after(self.taken) if self.taken else []
        whole = [choice for way, choice in left if way == self.taken]
        if len(left) == 1 and not self.in_full:
            return left[0][1].text
        return whole[0].text if whole else ""

    def following(self, prefix: tuple[str, ...]) -> dict[str, str]:
        """Return the clicks that may follow a prefix, with the address that each leads to."""
        found: dict[str, str] = {}
        at = len(prefix)
        for way, _choice in self._after(prefix):
            if len(way) > at and way[at] not in found:
                found[way[at]] = self._address(way[: at + 1])
        return found

    def _address(self, prefix: tuple[str, ...]) -> str:
        """Return where a prefix leads: to the preview once it leaves one move only."""
        left = self._after(prefix)
        if len(left) == 1 and (left[0][0] == prefix or not self.in_full):
            return left[0][1].url
        return self._prefixed(prefix)

    def _prefixed(self, prefix: tuple[str, ...]) -> str:
        sign = "&" if "?" in self.url else "?"
        return f"{self.url}{sign}{urlencode({'clicks': ','.join(prefix)}, safe=',')}"

    def links(self, chosen: str) -> dict[str, str]:
        """Return where a click on each place leads: on from here, or to another beginning.

        With a move chosen its own last click is left out, and what could stand there instead
        leads to the preview of that.
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
        """Return where the position without the last click is; empty before the second one."""
        clicked = self._way(chosen) or self.taken
        return self._prefixed(clicked[:-1]) if len(clicked) > 1 else ""

    def touch(self, chosen: str, diagram: Diagram) -> Touch | None:
        """Return where taps on other places and drops lead; None where no move is chosen on it."""
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
        return Touch(self._prefixed((*prefix, "")), back, drags)

    @property
    def whole(self) -> str:
        """Where the clicks made lead as a whole move; empty where something may follow."""
        if self.following(self.taken):
            return ""
        return next((choice.url for way, choice in self.ways if way == self.taken), "")

    def longest(self, clicks: tuple[str, ...]) -> tuple[str, ...]:
        """Return the longest beginning of the clicks that begins a move."""
        while clicks and not self._after(clicks):
            clicks = clicks[:-1]
        return clicks

    def buttons(self, diagram: Diagram, words: Words) -> list[Button]:
        """Return the next clicks as buttons: a few within a move, else those without a place."""
        family, following = family_words(self.key), self.following(self.taken)
        if family.lists_moves and not self.taken:
            listed = [(capitalize_move(choice.words), choice.url) for _way, choice in self.ways]
            return [Button(said, url, quiet=True) for said, url in listed]
        on_board = set(diagram.by_name) | {slot.move for slot in diagram.slots}
        few = len(self.taken) > len(self.root) and len(following) <= MAX_BUTTONS
        beside = not few and not on_board.isdisjoint(following)  # what one taps comes first
        found = []
        for click, url in following.items():
            said = family.next_click_label(click, self.taken[len(self.root) :], words)
            if click not in on_board:
                found.append(Button(capfirst(said), url, quiet=beside))
            elif few:
                found.append(Button(said, url))
        return found
