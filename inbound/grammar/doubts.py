"""Words with which people retract what they have just written; folded, in four languages.

They are searched for even in names and signatures beside a command.
"""

from __future__ import annotations

import re
from typing import Final

from inbound.grammar.footers import mentions_office, strip_footers

_DOUBTS: Final = (
    # English
    r"but|not|never|no|none|nope|\w+n't|(ai|are|ca|could|did|does|do|had|has|have|is|must|need"
    r"|should|was|were|wo|would)nt|cannot|neither|nor|without|unless|until|till|later|tomorrow"
    r"|yesterday|tonight|today|wait\w*|hold|stop\w*|instead|rather|actually|maybe|perhaps|possibly"
    r"|probably|almost|if|when|although|though|however|except|only|just|jok\w*|kid|kidd\w+|prank"
    r"|fool\w*|test\w*|mistak\w*|errors?|wrong\w*|typos?|oops|whoops|ups|sorry|ignor\w*|disregard"
    r"|cancel\w*|undo|revert|revok\w*|retract\w*|forget|delete|scratch|correct\w*|chang\w*|mean"
    r"|meant|mind|nevermind|reconsider\w*|regret\w*|doubt\w*|unsure|other|another|different"
    r"|nah|psych|gotcha|april|would|could|should|might|haha\w*|hehe\w*|lol|rofl|lmao|next|week|monday|tuesday"
    r"|wednesday|thursday|friday|saturday|sunday|once|soon|before|after|scrap|strike|fake|bluff\w*"
    # Deutsch
    r"|aber|nicht|nichts|nie|niemals|nein|nee|kein\w*|ohne|doch|sondern|falls|wenn|wann|vielleicht"
    r"|eventuell|moglicherweise|moeglicherweise|spater|spaeter|morgen|ubermorgen|gestern|heute"
    r"|erst|warte\w*|moment|halt|statt|stattdessen|lieber|eher|eigentlich|nur|bloss|fast|spass\w*"
    r"|scherz\w*|witz\w*|quatsch|unsinn|blodsinn|bloedsinn|fehler\w*|versehen\w*|irrtum\w*"
    r"|irrtuml\w*|vertan|vertipp\w*|tippfehler|falsch\w*|verkehrt\w*|vergiss|vergess\w*"
    r"|ignorier\w*|losch\w*|loesch\w*|streich\w*|zuruck\w*|zurueck\w*|korrektur\w*|korrigier\w*"
    r"|meinte|gemeint|andere\w*|anders|hoppla|huch|mist|bereu\w*|unsicher|zweifel\w*|ungultig"
    r"|stornier\w*|probe|missverst\w*|montag|dienstag|mittwoch|donnerstag|freitag|samstag"
    r"|sonnabend|sonntag|sobald|solange|sofern|bevor|nachdem|unter|vorbehalt\w*|reingelegt"
    r"|angeschmiert|denkste|verarscht"
    # français
    r"|mais|pas|ne|non|jamais|rien|aucun\w*|sans|sauf|plutot|finalement|peut-etre|si|quand|plus"
    r"|tard|demain|hier|attend\w*|attention|arret\w*|blag\w*|plaisant\w*|rigol\w*|humour|poisson"
    r"|faux|fausse\w*|erreurs?|tromp\w*|mauvais\w*|oubli\w*|annul\w*|corrig\w*|autres?|desole\w*"
    r"|oups|zut|doute\w*|presque|seulement|juste|lundi|mardi|mercredi|jeudi|vendredi|samedi"
    r"|dimanche|avant|apres|pourvu|deconn\w*|avril"
    # italiano
    r"|ma|mai|anzi|niente|nessun\w*|senza|pero|invece|piuttosto|forse|se|quando|dopo|domani|ieri"
    r"|aspett\w*|ferm[ao]\w*|sbagli\w*|errore|errori|dimentic\w*|correzion\w*|corregg\w*|altr[aeio]"
    r"|ops|scus\w*|quasi|solo|soltanto|prova\w*|dubbi\w*|fint[ao]|fals[aio]|lunedi|martedi"
    r"|mercoledi|giovedi|venerdi|sabato|domenica|appena|purche|finche|prima|burla|aprile"
)
_DOUBT: Final = re.compile(_DOUBTS)
_NAMED_DAYS: Final = (
    "monday tuesday wednesday thursday friday saturday sunday montag dienstag mittwoch donnerstag"
    " freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche lunedi"
    " martedi mercoledi giovedi venerdi sabato domenica"
)
_WEEKDAYS: Final = frozenset(_NAMED_DAYS.split())
_TIME_WORDS: Final = _WEEKDAYS | {
    "until",
    "till",
    "after",
    "before",
    "only",
    "nur",
    "seulement",
    "solo",
}
_SURNAMES: Final = frozenset({"april", "avril", "chang", "lieber"})
_TAKES_BACK: Final = re.compile(  # does not occur in adverts or disclaimers
    r"\b(jok(e|ing)|kidding|oops|whoops|(ignore|disregard) (that|it|the above|my .{1,20})"
    r"|(ignore|disregard|cancel|forget) (this|that|it|the last|everything)"
    r"(?! (e-?mail|mail|message|com|transm))"
    r"|my mistake|changed my mind|i meant|no,? wait|wait,? no|not really"
    r"|(scratch|undo|revert) (that|it)|on second thoughts?|take (it|that) back"
    r"|never ?mind(?! (the (gap|bollocks)|what|how|why|who|where)\b)"
    r"|i (did not|didn't|do not|don't|never) (mean|want)"
    r"|(?<!we )(do not|don't) (play(?! (with|by|around|games|god|dumb|safe|it))|do (it|that|this))"
    r"|(was|is) (a|by) mistake|actually,? no|(?<!why )(?<!if )not (now|today)(?=[ .!]*$)"
    r"|wrong (move|button|match|game|square|field|one)|(nur|war) (ein )?spass|scherz"
    r"|vergiss (es|das)|vertan|quatsch|vertippt|verklickt|ich meinte|(lieber|besser) doch"
    r"|doch (nicht|lieber|kein\w*)|bitte nicht|nicht ziehen"
    r"|(ignorier|vergiss|streich)\w* (das|es|den|die|mein\w*|alles)\b"
    r"|(anders|nochmals?) uberlegt|(es|das|zug|oben|alles) (bitte )?ignorieren"
    r"|nicht (so|ernst) gemeint|war ein (versehen|irrtum)"
    r"|(ich )?(nehm|zieh)e? (es|das|den zug|alles) zuruck|nein,? (warte|halt|moment|doch|lieber)"
    r"|(halt|stopp?|warte),? (nein|doch|nicht(?! (auf|bis|lang)))|blague"
    r"|falsch(er|es|e) (zug|feld|partie|knopf)"
    r"|plaisant(e|ais)|rigol(e|ais)|oups|je me suis trompee?|je voulais dire|je ne voulais pas"
    r"|mauvais(e)? (coup|case|partie)|change d'avis|attends|finalement,? (non|pas|je)|pour rire"
    r"|(oublie|ignore|annule|efface)[zr]? (ca|cela|tout|(ce|mon|le) coup|la partie)|pas serieux"
    r"|ne tiens pas|c'(etait|est) une erreur|je (le |la )?retire|scherz(o|avo)"
    r"|sbagliat[oa]|volevo dire|non (volevo|intendevo)|anzi,? no|(no|ferma),? aspett\w+"
    r"|aspetta,? no|cambiato idea|ripensato|lascia (perdere|stare)|come non detto"
    r"|(ignora|annulla|dimentica|cancella(?!(te)? quest\w* (messaggio|e-?mail|mail|comunicazion)))"
    r"(te)? (tutto|quest\w*|quell\w*|(la|mia) mossa))\b"
)
_REFUSES: Final = re.compile(  # refusals of binding commands, even in long lines
    r"\b((do not|don't) (resign|accept|withdraw|enter)|nicht (aufgeben|annehmen)"
    r"|n'abandonne pas)\b"
)
_DOUBT_PHRASES: Final = re.compile(  # phrases for "the match goes on", and mockery
    r"\b((play|game|carry|dream|come|hold|hang|read) on|as if|(fat|no) chance|no way|bring it on"
    r"|von wegen|nix da|mitnichten|pustekuchen|atsch|aetsch|weiter geht'?s|(spielen?|geht) weiter"
    r"|ou pas|tu parles|en reve|on continue|macche|ma va|figurati|per sogno|si (continua|gioca))\b"
)
_FIRST_PERSON: Final = re.compile(r"\b(I|[Ii]ch|[Jj]e|[Ii]o)(['’]\w+)? [a-zà-ÿ]|\b[Jj]['’][a-zà-ÿ]")
_WORD: Final = re.compile(r"[^\W\d_][^\W\d_'-]*(?:['-][^\W\d_]+)*")


def is_doubt_word(word: str) -> bool:
    """Whether a word may retract something, also as a part of "n'abandonne" and the like."""
    parts = (word.strip("."), *word.strip(".").split("'"))
    return any(part == "n" or _DOUBT.fullmatch(part) for part in parts)


def can_be_surname(word: str) -> bool:
    """Whether a word that may retract something is also a common surname."""
    return word in _SURNAMES


def has_doubt_in_name(start: str) -> bool:
    """Whether a folded name contains a word that may retract something, surname excepted."""
    words = _WORD.findall(start[:400])
    if words and can_be_surname(words[-1]):
        words.pop()
    return any(is_doubt_word(word) for word in words)


def has_doubt(start: str) -> bool:
    """Whether folded text contains a word that may retract something."""
    text = strip_footers(start[:400])
    words = _WORD.findall(text)
    days = sum(word in _WEEKDAYS for word in words)
    if days and mentions_office(start):
        words = [word for word in words if word not in _TIME_WORDS]
    elif days > 1:  # "Monday to Thursday"
        words = [word for word in words if word not in _WEEKDAYS]
    return any(is_doubt_word(word) for word in words) or _DOUBT_PHRASES.search(text) is not None


def is_retraction(start: str, *, binds: bool) -> bool:
    """Whether folded text clearly retracts something; ``binds``: refusals count, too."""
    text = strip_footers(start[:400])
    refused = binds and _REFUSES.search(text) is not None
    return refused or _TAKES_BACK.search(text) is not None


def is_first_person(text: str) -> bool:
    """Whether the text is in the first person, as few signatures are."""
    return _FIRST_PERSON.search(text[:400]) is not None
