"""Standing orders for dice: what to do with each roll (6.8).

`6: e; 5: hit front; *: rear`: first the words for the rolled face, then those for `*`; the first
word that yields a move decides. `hold`, or no such word, leaves the choice to the player.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from games.rules.base import MalformedMove

ANY: Final = "*"
HOLD: Final = "hold"  # leaves the choice to the player
FACES: Final = ("6", "5", "4", "3", "2", "1", ANY)  # in canonical order
EXAMPLE: Final = "6: e; 5: hit front; *: rear"
MAX_PREFERENCES: Final = 6  # per face
WORDS: Final = ("e", "hit", "home", "front", "rear", "safe")
CHOICES: Final = (*WORDS, HOLD)

_FACE: Final = re.compile(r"(?<!\S)([1-6](?:-[1-6])?|\*)\s*:")
_SYNONYMS: Final = {"enter": "e"}
_PLACES: Final = frozenset({"a", "b", "c", *(str(number) for number in range(40))})
_KNOWN_WORDS: Final = {*CHOICES, *_PLACES}


class StandingOrder(NamedTuple):
    """The choices for each named face, best first."""

    choices: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def text(self) -> str:
        """The canonical spelling."""
        return "; ".join(f"{face}: {' '.join(words)}" for face, words in self.choices)

    def words_for(self, roll: int) -> tuple[str, ...]:
        """Return the choices for a roll: its own, then those for any roll."""
        found = dict(self.choices)
        return (*found.get(str(roll), ()), *found.get(ANY, ()))


def is_standing(text: str) -> bool:
    """Whether a line looks like a standing order."""
    return _FACE.match(_normalize(text)) is not None


@lru_cache(maxsize=256)
def parse_standing(text: str) -> StandingOrder:
    """Parse a standing order; MalformedMove names the invalid word or face."""
    line = _normalize(text)
    marks = list(_FACE.finditer(line))
    if not marks or marks[0].start():
        raise MalformedMove("standing_needs_face", text=line[:40], example=EXAMPLE)
    choices: dict[str, tuple[str, ...]] = {}
    ends = [mark.start() for mark in marks[1:]] + [len(line)]
    for mark, end in zip(marks, ends, strict=True):
        words = _parse_choices(mark[1], line[mark.end() : end])
        for face in _parse_faces(mark[1]):
            if face in choices:
                raise MalformedMove("standing_twice", face=face)
            choices[face] = words
    return StandingOrder(tuple((face, choices[face]) for face in FACES if face in choices))


def _normalize(text: str) -> str:
    """Replace commas, semicolons and multiple blanks by one blank, dashes by hyphens."""
    return " ".join(re.sub(r"[,;]", " ", text.lower().replace("–", "-")).split())


def _parse_faces(mark: str) -> tuple[str, ...]:
    """Return the faces in "4", "2-5" or "*"."""
    first, _dash, last = mark.partition("-")
    if not last:
        return (first,)
    low, high = sorted((int(first), int(last)))
    return tuple(str(face) for face in range(low, high + 1))


def _parse_choices(face: str, text: str) -> tuple[str, ...]:
    words = tuple(_SYNONYMS.get(word, word) for word in text.split())
    unknown = [word for word in words if word not in _KNOWN_WORDS]
    if unknown:
        raise MalformedMove("standing_word", word=unknown[0][:20], known=CHOICES)
    if not words:
        raise MalformedMove("standing_no_word", face=face)
    if len(words) > MAX_PREFERENCES:
        raise MalformedMove("standing_too_many", face=face, limit=MAX_PREFERENCES)
    return words
