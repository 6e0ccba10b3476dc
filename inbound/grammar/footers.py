"""Boilerplate below e-mails: office hours, disclaimers, mottos; folded.

It never retracts a command, although its words may look like it.
"""

from __future__ import annotations

import re
from typing import Final

_SENTENCE: Final = re.compile(r"(?<=[.!?;]) ")
_WRONG_READER: Final = re.compile(  # "If you are not the intended recipient, please ignore it"
    r"\b(if you (are not|have|received)|(falls|sollten|wenn) sie|si vous"
    r"|se (non siete|avete|ha|hai|lo avete|l'avete))\b"
)
_READER: Final = re.compile(
    r"\b(recipient|addressee|empfanger|adressat|destinatai|destinatar"
    r"|received .{0,40}(in error|by mistake)|(irrtumlich|versehentlich) (erhalten|bekommen)"
    r"|recu .{0,40}par erreur|ricevuto .{0,40}per errore)"
)
_FOOTERS: Final = re.compile(
    r"\b((please )?(do not|don't) (print|reply|forward|copy|share|hesitate)\b"
    r"|(do|does|can) ?not (and (do|does|can) ?not )?(accept|assume) (any |no |legal )*(service"
    r"|liab|respons|claim|order|instruction|payment|cash|booking|application|attachment"
    r"|document|unsolicited|new|call|e-?mail)\w*"
    r"|(do not|don't|never) enter (your|any|personal|passw\w*)"
    r"|bitte (diese? [\w-]+ |die [\w-]+ )?nicht (unnotig |direkt |(auf|an) diese [\w-]+ )*"
    r"((aus)?drucken|(be)?antworten|weiterleiten|weitergeben)"
    r"|keine (haftung|gewahr)\w*|ne pas (imprimer|repondre)|n'(imprimez|hesitez) pas"
    r"|(n'acceptons|n'assumons) aucune|non (stampa(re|te)|risponde(re|te)|esita(re|te))"
    r"|(do not|don't) (usually |normally )?work|not (usually |normally )?(in the office|working)"
    r"|not on (mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|nicht im (buro|haus|dienst)|arbeite (\w+ )?nicht|ne travaille pas|pas au bureau|non lavoro"
    r"|non sono in ufficio|never stop (explor|learn|dream|grow|creat)\w*|if not now,? when)\b"
)
_OFFICE: Final = re.compile(
    r"\b(work|working|office|part[ -]time|opening hours|arbeit\w*|buro\w*|sprech(stunde|zeit)\w*"
    r"|offnungszeit\w*|teilzeit|travaill\w*|bureau|temps partiel|mi-temps|horaires|lavor\w*"
    r"|ufficio|orari[oa]?)\b"
)
_OFTEN: Final = r"(usually |normally |generally |currently |mostly |only |do not |don't )*"
_ABOUT_WRITER: Final = re.compile(
    rf"(i {_OFTEN}(work|teach|live|study|love|speak)"
    rf"|i('m| am) {_OFTEN}(in (the|my) office|at (my desk|the office|work)|working|part[ -]time)"
    r"|ich (arbeite|unterrichte|lehre|lebe|wohne|studiere|liebe|spreche)"
    r"|ich bin ((in|nur|jeweils|meist|meistens|immer|nicht|am|\w+tags?) )*"
    r"(teilzeit|im (buro|haus|dienst))"
    r"|je (travaille|ne travaille pas|vis|enseigne|parle)|j'(aime|adore|habite|enseigne)"
    r"|je (ne )?suis (pas )?(au bureau|a temps partiel|a mi-temps)"
    r"|io (non )?(lavoro|insegno|vivo|amo)|io (non )?sono in ufficio)\b"
)
_ABOUT_MATCH: Final = re.compile(
    r"\b(on|play\w*|games?|match\w*|mov\w+|boards?|draws?|fight\w*|think\w*|this|that|it|spiel\w*"
    r"|parti\w*|zug\w*|remis|weiter\w*|kampf\w*|es|das|jou\w*|jeu|coups?|nulle|continu\w*|cela|ca"
    r"|gioc\w*|partit\w*|moss[ae]|patta|quest\w*)\b"
)
_DAYS_OFF: Final = re.compile(r"\bon ((mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?)\b")


def strip_footers(start: str) -> str:
    """Return folded text without boilerplate."""
    kept = (each for each in _SENTENCE.split(start) if not _is_for_wrong_reader(each))
    return _FOOTERS.sub(" ", " ".join(kept))


def _is_for_wrong_reader(sentence: str) -> bool:
    return _WRONG_READER.search(sentence) is not None and _READER.search(sentence) is not None


def mentions_office(start: str) -> bool:
    """Whether folded text mentions an office or working days."""
    return _OFFICE.search(start[:400]) is not None


def is_about_writer(start: str) -> bool:
    """Whether a folded line is about the writer's work or life and does not mention a match."""
    about = _ABOUT_WRITER.match(start)
    return about is not None and not _ABOUT_MATCH.search(_DAYS_OFF.sub(" ", start))
