"""Replies that take back, in the next words, what they have just asked for: nothing may be done."""

from datetime import timedelta
from itertools import cycle

from tests.mail.programs.build import Reply
from tests.mail.replies import PEOPLE, PROGRAMS, START

_RETRACTED = {
    "en": """\
resign, thanks, but only joking
Resign, thank you, not today
accept, thanks but not now
accept, thanks, next time
b2, thanks but I would rather wait
I resign, sorry, wrong match
draw, thanks, maybe later
resign|Sorry for that, please ignore it
resign|Thanks but no
resign|Okay, not really
resign|haha
withdraw|haha, just kidding
b2|Oops, wrong square
b2|Hmm, maybe not
b2|Sorry for the wrong move
b2|Best|Only joking
b2|Thanks,|Wait, c3 instead
accept|stop
resign|no
challenge Bob, no wait, not him
draw|Interesting idea, but no
b2|Good luck with that mistake of mine
Hi Anna,|resign|Kind regards|Ben|Please disregard the above""",
    "de": """\
Ich gebe auf, danke, war nur Spaß
Remis, danke, lieber doch nicht
Aufgeben, vielen Dank, aber nicht heute
aufgeben|Gruß an alle, die das nie tun
b2|Entschuldigung, falscher Zug
b2|Sorry, Tippfehler
b2|Danke, Irrtum
annehmen, danke, später vielleicht
annehmen|Okay, doch nicht
zurückziehen|Na dann, war ein Scherz
aufgeben|Liebe Grüße|Jörg|Nur Spaß
b2|Also gut, lieber c3
aufgeben|nein
remis|Gern, aber erst morgen""",
    "fr": """\
J'abandonne, merci, je plaisante
J’abandonne, merci, mais pas aujourd’hui
accepter, merci, plus tard peut-être
b2|Désolé, mauvais coup
b2|Pardon, erreur
nulle|Bien, finalement non
retrait|Merci, c’était une blague
abandonner|Bonne soirée|Je rigole
abandonner|non
accepter|Merci, mais pas cette semaine
b2|Bien joué, mais c’est faux""",
    "it": """\
Abbandono, grazie, scherzavo
Abbandono, grazie, ma non oggi
accetto, grazie, magari dopo
b2|Scusa, mossa sbagliata
b2|Scusami, ho sbagliato
patta|Bene, anzi no
ritiro|Grazie, era uno scherzo
abbandono|A presto|Scherzo
abbandono|no
accetto|Grazie, ma non adesso
b2|Bella partita, però aspetta""",
}  # fmt: skip
_POLITE = {
    "en": """\
b2, good luck Anna!
I resign, well played
b2|Sorry for the late reply
b2|Thank you for the quick reply, have a nice weekend
accept|Looking forward to the game!
b2|Nice one, good game so far
b2|See you next week""",
    "de": """\
aufgeben|Danke für das Spiel, das hat Spaß gemacht!
b2|Viele liebe Grüße und bis bald
b2|Entschuldigung für die späte Antwort
b2|Vielen Dank für die schöne Partie!
Hallo Anna,|b2|Bis nächste Woche, schöne Grüße aus Zürich""",
    "fr": """\
J’abandonne, merci pour cette belle partie !
b2|Merci, à toi de jouer
b2|Désolé pour le retard
accepter, avec plaisir""",
    "it": """\
Mi arrendo, complimenti!
b2|Grazie per la bella partita, a presto
b2|Scusa il ritardo
b2|Un caro saluto da Milano""",
}  # fmt: skip
_ASKED = {"J’": "resign", "I ": "resign", "Mi": "resign", "au": "resign", "ac": "accept"}


def _texts():
    for language, texts in _RETRACTED.items():
        for number, text in enumerate(texts.split("\n"), start=1):
            yield f"retraction-{language}-{number:02}", language, text, "a question"
    for language, texts in _POLITE.items():
        for number, text in enumerate(texts.split("\n"), start=1):
            yield f"polite-{language}-{number:02}", language, text, [_ASKED.get(text[:2], "b2")]


def retractions():
    """Yield name, bytes and what each asks for: a question to the writer, or one command."""
    programs = cycle(PROGRAMS)
    for number, (name, language, text, asks) in enumerate(_texts(), start=1):
        who, address = PEOPLE[language][number % 2]
        at = START + timedelta(hours=3 * number, minutes=number)
        lines = tuple(text.split("|"))
        yield name, next(programs)(Reply(language, who, address, lines, at, number, False)), asks
