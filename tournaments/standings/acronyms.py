"""Acronyms of tie-breaks (those of FIDE C.07 where they exist), and their spellings in files."""

from __future__ import annotations

import re

ACRONYMS = {
    "direct_encounter": "DE",
    "wins": "WIN",
    "games_won": "WON",
    "sonneborn_berger": "SB",
    "sonneborn_berger_cut1": "SB-C1",
    "buchholz": "BH",
    "buchholz_cut1": "BH-C1",
    "buchholz_cut2": "BH-C2",
    "median_buchholz": "BH-M1",
    "median_buchholz2": "BH-M2",
    "sosos": "SOSOS",
    "koya": "KS",
    "progressive": "PS",
    "average_rating": "ARO",
    "leg_points": "LP",
    "leg_difference": "LD",
    "board_points": "BP",
    "board_weight": "BW",
    "olympiad": "OSB",
}
KEYS_BY_ACRONYM = {acronym: key for key, acronym in ACRONYMS.items()}
SPELLING_PATTERN = re.compile(r"([A-Z]+?)(?:[\s/:#!-]*([CM]\d))?")
SYNONYMS = {"GE": "REP", "MBH": "BH-M1"}
SWISS_ONLY = frozenset({"BH", "FB", "AOB", "SOSOS"})


def is_swiss_only(acronym: str) -> bool:
    """Whether a tie-break, with or without cuts, is meaningless in a round robin."""
    return acronym.partition("-")[0] in SWISS_ONLY


def normalize_acronym(word: str) -> str:
    """Return an acronym in our spelling: BH/C1, BH C1 and BHC1 become BH-C1."""
    found = SPELLING_PATTERN.fullmatch(word.strip().upper())
    if not found:
        return word.strip().upper()
    name, cut = SYNONYMS.get(found[1], found[1]), found[2]
    return f"{name}-{cut}" if cut else name
