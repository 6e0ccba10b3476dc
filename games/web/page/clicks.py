"""Choosing a move click by click, as a tree of prefixes: what may follow, and where it leads."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from games.diagrams.base import Diagram
from games.diagrams.words import Words
from games.families.clicks import clicks
from games.families.phrases import family_words
from games.rules.base import AnyState
from games.web.page.preview import Choice

BUTTONS_AT_MOST = 12


@dataclass(frozen=True)
class Button:
    """One click that may follow: in words, and where it leads."""

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
    ) -> None:
        """Lay out the choices of a ruleset in a state; `taken` are the clicks made so far.

        `root` are those of the steps before this one, in games whose turns have steps.
        """
        self.key, self.url, self.taken, self.root = key, url, taken, root
        self.ways = [(clicks(key, choice.text, state), choice) for choice in choices]

    def _after(self, prefix: tuple[str, ...]) -> list[tuple[tuple[str, ...], Choice]]:
        return [(way, choice) for way, choice in self.ways if way[: len(prefix)] == prefix]

    @property
    def is_dead(self) -> bool:
        """Whether no move begins with the clicks made."""
        return bool(self.taken) and not self._after(self.taken)

    @property
    def sole(self) -> str:
        """The move that the clicks have settled; empty while several are possible."""
        left = self._after(self.taken) if self.taken else []
        whole = [choice for way, choice in left if way == self.taken]
        if len(left) == 1:
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
        if len(left) == 1:
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

    def buttons(self, diagram: Diagram, words: Words) -> list[Button]:
        """Return what may follow as buttons: a few within a move, else what no place shows."""
        family, following = family_words(self.key), self.following(self.taken)
        if family.lists_moves and not self.taken:
            return [Button(choice.words, choice.url, quiet=True) for _way, choice in self.ways]
        on_board = set(diagram.by_name) | {slot.move for slot in diagram.slots}
        few = len(self.taken) > len(self.root) and len(following) <= BUTTONS_AT_MOST
        return [
            Button(family.onward(click, self.taken[len(self.root) :], words), url)
            for click, url in following.items()
            if few or click not in on_board
        ]
