"""Phrases of out-of-office notices that no header identifies, in four languages.

Texts are folded (`inbound.reading.text.fold_text`). One mark proves nothing: people write like
that, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from inbound.reading.phrases import AWAY_SUBJECT, MAYBE_AWAY_SUBJECT
from inbound.reading.text import fold_text

SUBJECT: Final = "subject"
ABSENT: Final = "absent"
BACK: Final = "back"
INSTEAD: Final = "instead"
AUTOMATIC: Final = "automatic"
_MAX_CHECKED_CHARS: Final = 4000  # characters

_DAY: Final = r"(\d|mon|tues|wednes|thurs|fri|satur|sun|next|tomorrow|the \d)"
_ABSENT: Final = (
    r"out of (the )?office|\booo\b",
    (
        r"\b(i am|i'm|i will be|i'll be|i shall be|we are|we will be) ((currently|presently|now"
        r"|still"
        r"|again|also) )?(away|out\b|off\b|on (annual |sick |parental |maternity |paternity "
        r"|my )?leave"
        r"|on (a |my |an )?(annual )?(holidays?|vacation|business trip|break)"
        r"|not (available|reachable|in)\b|unavailable|travell?ing|abroad|absent)"
    ),
    r"\b(limited|no|only sporadic|intermittent) access to (my )?(e-?mails?|internet|messages)",
    r"away from (my|the) (office|desk|e-?mails?|computer)",
    (
        r"nicht im (buro|haus|dienst)|ausser haus|abwesend|abwesenheit|(im|in den|in meinem|in) "
        r"(urlaub|ferien)\b|nicht erreichbar|nicht zu erreichen|auf (dienst|geschafts)reise"
        r"|in (elternzeit|mutterschutz)|nicht an meinem arbeitsplatz"
    ),
    (
        r"(keinen|nur eingeschrankt(en)?|nur gelegentlich(en)?) zugriff auf (meine )?(e-?mails?"
        r"|nachrichten)|lese (ich )?(derzeit |meine )?keine e-?mails"
    ),
    (
        r"\b(je suis|je serai|nous sommes|actuellement) (\w+ ){0,3}(absente?s?|en conges?"
        r"|en vacances"
        r"|en deplacement|indisponibles?)|\babsente? (du|jusqu|actuellement|de mon)|hors du bureau"
        r"|pas au bureau|conge (maladie|maternite|parental)"
    ),
    r"acces (limite|restreint) a (ma messagerie|mes (e-?mails?|courriels|messages))",
    (
        r"fuori (ufficio|sede)|\b(sono|saro|siamo) (\w+ ){0,3}(assente|in ferie|in vacanza"
        r"|in viaggio"
        r"|in congedo)|\bassente (dal|fino)|non (sono|saro) (\w+ )?(in ufficio|disponibile"
        r"|raggiungibile|reperibile)|accesso limitato alla (posta|e-?mail)"
    ),
)
_BACK: Final = (
    (
        r"\b(will|shall|i'll) (be back|return|be returning|reply|respond|answer|get back)\b"
        rf"|\bback (in the office|at work|(on|by) {_DAY})|\b(until|till|through) {_DAY}"
        r"|\buntil (january|february|march|april|may|june|july|august|september|october"
        r"|november|december)"
        r"|(on|upon|after) my return|(when|once|as soon as) i (return|get back|am back)"
    ),
    (
        r"bin ich wieder|wieder (im buro|im haus|erreichbar|fur (sie|dich|euch) da|zuruck|da)\b"
        r"|nach meiner (ruckkehr|rueckkehr)|\b(bis|ab)( zum| dem| einschliesslich| inklusive)? (\d"
        r"|(mon|diens|donners|frei|sams|sonn)tag|mittwoch)|melde mich (\w+ ){0,4}(nach|wieder"
        r"|zuruck)"
    ),
    (
        r"de retour (le|au|a partir|a mon|lundi|mardi|mercredi|jeudi|vendredi|des)|serai de retour"
        r"|jusqu'au|(a|des) mon retour"
    ),
    (
        r"(saro|sono) (di (ritorno|nuovo)|nuovamente)|\btornero|\brientr(o|ero)\b|al mio"
        r" (ritorno|rientro)|fino (al|a|all')\b"
    ),
)
_INSTEAD: Final = (
    (
        r"\b(urgent|emergency|emergencies|urgency)\b|please (contact|call|write to|reach out"
        r"|turn to"
        r"|e-?mail)|contact my|my (colleague|deputy|assistant)|in my absence"
    ),
    (
        r"in (dringenden|eiligen|dringlichen)|in notfallen|im notfall|dringende[nrs]? (fall"
        r"|anliegen"
        r"|anfrage)|wenden sie sich|wende dich|mein(e|en|em|er)? (kolleg|vertretung|stellvertret)"
        r"|vertritt mich|vertreten mich|nicht (automatisch )?(weitergeleitet|gelesen)"
    ),
    (
        r"en cas d'urgence|pour (toute urgence|les urgences|toute (question|demande) urgente"
        r"|tout sujet"
        r" urgent)|contacter|veuillez (\w+ ){0,2}(adresser|ecrire)|adressez-vous|\bm(a"
        r"|on) (collegue"
        r"|remplacant)|en mon absence"
    ),
    (
        r"\b(per|in caso d[i']) ?(le )?urgenz[ae]|in casi? urgent[ei]|per questioni urgenti"
        r"|contattare"
        r"|contattate|rivolg(ersi|etevi|iti)|\b(il mio|la mia) (collega|sostitut)|in mia assenza"
    ),
)
_AUTOMATIC: Final = (
    r"automati(c|sch|que)|auto-?(reply|responder|generated)",
    r"thank(s| you) for (your|the) (e-?mail|message|mail|note)\b",
    r"dank fur (ihre|deine|eure|die) (e-?mail|mail|nachricht)",
    r"merci (de|pour) (votre|ton) (e-?mail|message|courriel|mail)",
    r"grazie per (il|la|aver\w*) (\w+ ){0,2}(messaggio|e-?mail|mail|scritto)",
)
_MARKS: Final = {
    name: re.compile("|".join(patterns))
    for name, patterns in (
        (ABSENT, _ABSENT),
        (BACK, _BACK),
        (INSTEAD, _INSTEAD),
        (AUTOMATIC, _AUTOMATIC),
    )
}


def find_absence_marks(subject: str, typed: Sequence[str]) -> frozenset[str]:
    """Return the marks of an out-of-office notice that a message has."""
    text = fold_text(" ".join(typed)[:_MAX_CHECKED_CHARS])
    found = {name for name, pattern in _MARKS.items() if pattern.search(text)}
    start = fold_text(subject)[:200]
    if AWAY_SUBJECT.match(start) or (found and MAYBE_AWAY_SUBJECT.match(start)):
        found.add(SUBJECT)
    return frozenset(found)


def is_likely_absence(marks: frozenset[str]) -> bool:
    """Whether the marks suffice: one that states an absence, or two other kinds."""
    return ABSENT in marks or SUBJECT in marks or {BACK, INSTEAD} <= marks
