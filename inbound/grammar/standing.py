"""Standing orders for dice rolls and draft lists, in four languages."""

from __future__ import annotations

import re
from typing import Final

from games.orders.standing import is_standing
from inbound.reading.text import fold_text

_WORD_SPELLINGS: Final = {
    "e": "enter rein hinein herein raus heraus einsetzen entrer entre entra entrare inserire",
    "hit": "capture take schlagen schlage schlag prendre prends capturer mangia mangiare cattura",
    "home": "heim ziel haus maison rentrer rentre arrivee casa",
    "front": "first vorn vorne vorderste vorderster tete devant premier davanti testa primo prima",
    "rear": "last hinten hinterste hinterster letzte letzter dernier derriere arriere ultimo ultima"
    " dietro",
    "safe": "safest sicher sicherste sur surete abri sicuro sicura",
    "hold": "ask halt halte warten fragen frag attendre demander demande chiedi chiedere aspetta",
}
_WORD_BY_SPELLING: Final = {
    said: word for word, words in _WORD_SPELLINGS.items() for said in words.split()
}
_FILLER_WORDS: Final = (
    "else or then sonst oder dann sinon ou puis altrimenti o poi with mit avec con"
)
_FILLERS: Final = frozenset(_FILLER_WORDS.split())
_OFF: Final = frozenset({"off", "aus", "keine", "non", "no", "aucun", "nessuno", "spento"})
_WORD: Final = re.compile(r"[^\W\d_]+")


def translate_standing_order(text: str) -> str:
    """Return a standing order in the words of `games.orders`; other lines unchanged."""
    if not is_standing(text):
        return text
    return _WORD.sub(lambda found: _translate_word(found[0]), text)


def _translate_word(written: str) -> str:
    start = fold_text(written)
    return "" if start in _FILLERS else _WORD_BY_SPELLING.get(start, written)


def translate_draft_list(text: str) -> str:
    """Return what follows "auto-draft": "off" in any language, or colours as written."""
    return "off" if fold_text(text) in _OFF else text
