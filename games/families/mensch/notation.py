"""Every move of Mensch ärgere Dich nicht as it is written, and as it may be written."""

from typing import Final

from games.families.mensch.cross import TRACK

PASS: Final = "pass"  # noqa: S105 - the word of a move
ROLLS: Final = tuple(f"roll {face}" for face in range(1, 7))


def _vocabulary() -> dict[str, str]:
    """Map every readable move, without blanks and in small letters, to its spelling."""
    fields = [str(number) for number in range(TRACK)]
    goals = ["a", "b", "c"]
    words = [*fields, *(f"{field}-" for field in fields), *goals, "enter"]
    neutral = [f"B {word}" if word == "enter" else f"B{word}" for word in words]
    huffs = [f"huff {place}" for place in (*fields, *goals, "d")]
    known = [*words, *neutral, *huffs, *ROLLS, PASS]
    table = {"".join(word.split()).lower(): word for word in known}
    return table | {"e": "enter", "be": "B enter"}


WORDS: Final = _vocabulary()
# The field that a move is known by where nobody knows its position any more.
FIELDS: Final = {
    word: (field,)
    for field in map(str, range(TRACK))
    for word in (field, f"{field}-", f"B{field}", f"B{field}-", f"huff {field}")
}
