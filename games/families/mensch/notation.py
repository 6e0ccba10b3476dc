"""Notation of Mensch ärgere Dich nicht: every move, and every accepted way to write it."""

from typing import Final

from games.families.mensch.cross import TRACK

PASS: Final = "pass"  # noqa: S105 - the word of a move
ROLLS: Final = tuple(f"roll {face}" for face in range(1, 7))


def _vocabulary() -> dict[str, str]:
    """Return the spelling of every accepted text, in lower case without spaces."""
    fields = [str(number) for number in range(TRACK)]
    goals = ["a", "b", "c"]
    words = [*fields, *(f"{field}-" for field in fields), *goals, "enter"]
    neutral = [f"B {word}" if word == "enter" else f"B{word}" for word in words]
    huffs = [f"huff {place}" for place in (*fields, *goals, "d")]
    known = [*words, *neutral, *huffs, *ROLLS, PASS]
    table = {"".join(word.split()).lower(): word for word in known}
    return table | {"e": "enter", "be": "B enter"}


WORDS: Final = _vocabulary()
# The field of a move, for use if its position is not known.
FIELDS: Final = {
    word: (field,)
    for field in map(str, range(TRACK))
    for word in (field, f"{field}-", f"B{field}", f"B{field}-", f"huff {field}")
}
