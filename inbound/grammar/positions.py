"""Job titles below a name, such as "Directrice commerciale".

Capitalised ones may pass for names; these lists are for titles with lower-case words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from inbound.grammar.moves import IsMove, is_turn
from inbound.reading.text import fold_text

_STEMS: Final = re.compile(
    # English
    r"manager|director|head|engineer|developer|designer|consultant|assistant|associate|officer"
    r"|teacher|lecturer|professor|researcher|scientist|analyst|architect|accountant|lawyer|nurse"
    r"|attorney|solicitor|secretary|president|chair(man|woman|person)?|editor|journalist|librarian"
    r"|translator|specialist|coordinator|supervisor|technician|administrator|adviser|advisor|founder"
    r"|co-founder|owner|partner|executive|representative|physician|doctor|student|trainer|intern"
    # Deutsch
    r"|\w*(leiter|leitung|ingenieur|entwickler|berater|assistent|referent|lehrer|professor|dozent"
    r"|forscher|anwalt|arzt|pfleger|techniker|verkaufer|kauffrau|kaufmann|sekretar|redakteur"
    r"|architekt|buchhalter|sachbearbeiter|direktor|prasident|geschaftsfuhrer|vorsitzende|inhaber"
    r"|beauftragte|mitarbeiter|koordinator|schriftfuhrer|kassier|kassierer|vertreter|bibliothekar|ubersetzer|praktikant)(in|r)?"
    r"|\w*(anwaltin|arztin)"
    # français
    r"|direct(eur|rice)|responsable|ingenieure?|developpeu(r|se)|charge|chargee|chef|cheffe"
    r"|conseill(er|ere)|assistante?|enseignante?|professeure?|chercheu(r|se)|avocate?|medecin"
    r"|infirmi(er|ere)|secretaire|comptable|juriste|redact(eur|rice)|presidente?|geran(t|te)"
    r"|consultante?|technicien(ne)?|architecte|traduct(eur|rice)|attachee?|adjointe?|etudiante?"
    r"|fondat(eur|rice)|coordinat(eur|rice)|gestionnaire|bibliothecaire"
    # italiano
    r"|direttore|direttrice|responsabile|ingegnere|sviluppat(ore|rice)|progettista|consulente"
    r"|assistente|insegnante|professore|professoressa|ricercat(ore|rice)|avvocat[oa]|medico"
    r"|infermier[ea]|segretari[oa]|contabile|redat(tore|trice)|presidente|titolare|tecnic[oa]"
    r"|architetto|tradut(tore|trice)|impiegat[oa]|addett[oa]|dirigente|amministrat(ore|rice)"
    r"|coordinat(ore|rice)|bibliotecari[oa]|fondat(ore|rice)|studente|studentessa"
    # workplaces
    r"|department|faculty|university|institute|school|college|\w*abteilung|\w*institut|fakultat"
    r"|universitat|hochschule|\w*schule|\w*verein|departement|service|universite|faculte|ecole"
    r"|dipartimento|istituto|universita|facolta|scuola|ufficio|servizio|circolo|club|clinic|klinik"
)
_SENTENCE_WORDS: Final = re.compile(  # words of sentences, not of job titles
    r"i|me|my|you|your|he|she|we|our|it|is|are|was|be|has|have|had|will|can|may|let|give|ask|asks|say"
    r"|says|said|agrees?|wants?|needs?|as|than|that|this|so|first|please|ich|mich|mir|mein\w*|du|dich"
    r"|dir|dein\w*|er|sie|wir|es|ist|sind|war|hat|habe|wird|kann|darf|soll|gib|frag\w*|sag\w*|will"
    r"|muss|bitte|je|j|moi|mon|ma|mes|tu|toi|ton|ta|il|elle|on|nous|vous|est|sont|etait|ai|va|dit"
    r"|veut|doit|peut|demand\w*|io|mi|mio|mia|tu|tuo|tua|lui|lei|noi|e'|sono|era|ha|ho|dice|vuole|deve"
    r"|puo|chied\w*|per favore"
)
_WORD: Final = re.compile(r"[^\W\d_][^\W\d_'-]*(?:['-][^\W\d_]+)*")
_ORDINAL: Final = re.compile(r"\s*\d\. +(?=[^\W\d_])")  # "1. Vorsitzende"
_DETAILS: Final = frozenset({"geb.", "c/o", "nato", "nata", "nee", "born", "elo"})
_DIGIT: Final = re.compile(r"\d")
_MAX_WORDS: Final = 7  # words
_MAX_LENGTH: Final = 80


def has_sentence_word(words: Iterable[str]) -> bool:
    """Whether one of these folded words is typical of a sentence."""
    return any(_SENTENCE_WORDS.fullmatch(word) for word in words)


def is_personal_detail(text: str, start: str, is_move: IsMove | None) -> bool:
    """Whether a line with digits is an address, a birth date or a rating, not a move."""
    words = start.replace("|", " ").split()
    known = text[:1].isupper() or words[0] in _DETAILS
    if not known or len(words) > _MAX_WORDS + 1 or has_sentence_word(words):
        return False
    counted = [word.strip(".,;:()") for word in words if _DIGIT.search(word)]
    return len(counted) < len(words) and not any(is_turn(word, is_move) for word in counted)


def is_job_title(text: str) -> bool:
    """Whether a line is a job title or workplace and not a sentence."""
    text = _ORDINAL.sub("", text, count=1)
    if len(text) > _MAX_LENGTH or text.rstrip().endswith(("!", "?")) or _DIGIT.search(text):
        return False
    words = _WORD.findall(fold_text(text))
    if not words or len(words) > _MAX_WORDS or has_sentence_word(words):
        return False
    named = [any(map(_STEMS.fullmatch, re.split(r"['-]", word))) for word in words]
    return named[0] or (any(named) and text[:1].isupper())
