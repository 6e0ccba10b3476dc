"""Replies that take back, in the next words, what they have just asked for: nothing may be done.

The same below an advert, a rule or a disclaimer, beside signatures that take nothing back.
"""

import re
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
_BELOW = {
    "en": """\
resign||Sent from my iPhone|No, wait!
resign||Get Outlook for iOS|Hello|please ignore this
resign||Sent from my iPhone||Hello all,|oops, I did not mean that
b2||Sent from my iPhone||Hi Anna,|resign
b2||Sent from my iPhone||PS:|c3 instead
b2||Sent from my iPhone||PS: c3
resign|___________|Anna Meier|no, I changed my mind
resign||This e-mail and any attachments are confidential and intended for the recipient only.||Regards|No wait, do not resign!
resign|--|Don't! I was joking
b2|--|c3
resign||Sent from my iPhone|Ben|not yet please
accept||Sent from my iPhone|Ben|not today, sorry
resign||Sent from Yahoo Mail for iPhone|I take that back
b2|--|Ben|draw
b2||Sent from my iPhone|c3
Sent from my iPhone|resign
b2||Get Outlook for iOS|Hi Anna, msg nothing|I resign
b2||Sent from my iPhone||Hi Anna,|c3, sorry
resign|***|Ben Miller||Hello|nope
resign||Sent from my iPhone|Ben Miller|+44 113 496 0000|On reflection I play on""",
    "de": """\
aufgeben||Von meinem iPhone gesendet|Nein, warte!
aufgeben||Gesendet von Outlook für iOS|Hallo|bitte nicht ausführen
aufgeben||Gesendet von Outlook für iOS|Hallo Anna|das bitte ignorieren
annehmen||Von meinem iPhone gesendet||Hallo Anna,|Stopp, doch nicht
b2||Von meinem iPhone gesendet||Hallo Anna,|ich gebe auf
b2||Von meinem iPhone gesendet||PS:|lieber c3
b2||Von meinem iPhone gesendet||P.S. c3
aufgeben|___________|Jörg Weiß|ich habe es mir anders überlegt
remis||Diese E-Mail und ihre Anhänge sind vertraulich und nur für den Empfänger bestimmt.||Gruß|War ein Versehen, kein Remis!
aufgeben|--|Quatsch, war nur ein Scherz
b2|—|Jörg|Verklickt, c3
aufgeben|--|Jörg Weiß|Nein!""",
    "fr": """\
abandonner||Envoyé de mon iPhone|Non, attends !
abandonner||Obtenez Outlook pour iOS|Bonjour|oublie ça s’il te plaît
nulle||Envoyé de mon iPhone||Bonjour à tous,|oups, ce n’est pas ce que je voulais
b2||Envoyé de mon iPhone||Bonjour Anna,|j’abandonne
b2||Envoyé de mon iPhone||PS :|plutôt c3
b2||Envoyé de mon iPhone||P.-S. : c3
retrait|___________|Zoé Lefèvre|j’ai changé d’avis
abandonner||Ce courriel est confidentiel et destiné exclusivement à son destinataire.||Cordialement|Finalement non, je continue
abandonner|--|Je plaisantais !""",
    "it": """\
abbandono||Inviato da iPhone|No, aspetta!
abbandono||Scarica Outlook per iOS|Ciao|ignora questo per favore
patta||Inviato da iPhone||Ciao a tutti,|ops, non volevo
b2||Inviato da iPhone||Ciao Anna,|abbandono
b2||Inviato da iPhone||PS:|anzi c3
b2||Inviato da iPhone||P.S.: c3
ritiro|___________|Niccolò Bellù|ho cambiato idea
abbandono||Questa e-mail è riservata ed è destinata esclusivamente al destinatario indicato.||Saluti|Anzi no, non abbandonare
abbandono|--|Scherzavo!""",
}  # fmt: skip
_SIGNED = {
    "en": """\
b2|--|Ben Miller|Head of Sales|ACME Ltd|Tel. +44 113 496 0000|Office hours 9 to 5
b2||Sent from my iPhone|Ben Miller|Leeds|not a robot
resign|-- |Ben Miller|I never made a wrong move - Oops
b2|-- |Ben|It was only a joke
resign||Sent from my iPhone|Ben Miller|Leeds University
resign||Sent from my iPhone||This e-mail and any attachments are confidential and may be|privileged. If you are not the intended recipient, you must|not use it; please delete it and tell us about the mistake.|Any views are those of the sender and not of the firm.
enter||Sent from my iPhone|+41 79 55 22 11
b2||Sent from my iPhone|Ben|www.example.org|Unsubscribe at any time, if you do not want our news""",
    "de": """\
b2||Von meinem iPhone gesendet|Jörg Weiß|Musterstraße 5|8000 Zürich|+41 44 123 45 67
b2||Diese E-Mail ist vertraulich und nur für den Empfänger bestimmt.|Wenn Sie nicht der Empfänger sind, löschen Sie sie bitte.||ACME GmbH, Sitz Berlin, HRB 1234|Geschäftsführer: Ben Miller
resign||Diese Nachricht ist vertraulich und nur für den Adressaten bestimmt.|Falls Sie nicht der richtige Empfänger sind, informieren Sie|bitte den Absender und löschen Sie die Nachricht, ohne sie zu|lesen oder weiterzugeben.
b2|—|Anna Meier|Zug, Schweiz""",
    "fr": """\
abandonner||Ce message et ses pièces jointes peuvent contenir des informations|confidentielles. Si vous l'avez reçu par erreur, merci de ne pas|le lire et de le détruire sans délai.
b2|--|Zoé Lefèvre|Directrice commerciale|12 rue du Lac|75001 Paris""",
    "it": """\
abbandono||Questa e-mail è riservata ed è destinata esclusivamente al|destinatario indicato. Se non siete il destinatario, non|leggetela e cancellatela senza copiarla.""",
}  # fmt: skip
_FOOTERS = {
    "en": """\
b2|--|Ben Miller|We do not accept service of documents by e-mail.
b2||Sent from my iPhone||This email is confidential. We do not accept liability for any loss.
accept|--|Ben Miller|I work Monday to Thursday.
enter|--|Ben Miller|I am in the office Monday to Thursday.
resign|--|Ben Miller|I love chess
accept|--|Ben Miller|Never stop exploring
b2|--|Ben Miller|Never mind the gap
accept|--|Ben Miller|I don't work on Fridays.
I resign, well played ;)
I resign. Good game! :D""",
    "de": """\
b2|--|Jörg Weiß|Bitte nicht ausdrucken - der Umwelt zuliebe
b2||Von meinem iPhone gesendet||Bitte nicht antworten
accept|--|Jörg Weiß|Ich bin Teilzeit im Büro
resign|--|Jörg Weiß|Ich arbeite von Montag bis Mittwoch
Aufgeben, danke für die schöne Partie 😉""",
    "fr": """\
accepter|--|Zoé Lefèvre|Je travaille du lundi au jeudi""",
    "it": """\
b2|--|Niccolò Bellù|Cancellate questo messaggio se non siete i destinatari
accept|--|Niccolò Bellù|Io lavoro dal lunedì al giovedì""",
}  # fmt: skip
_LETTERS = {
    "en": """\
b2|Your turn now!
b2|What a game!
b2|Happy birthday!
b2|I wish you a good week.
b2|I hope this finds you well.
b2|Greetings from Leeds
My next move:|b2""",
    "de": """\
b2|Ich freue mich auf deine Antwort.
b2|Ich wünsche dir eine schöne Woche.
Entschuldige bitte die Verspätung!|b2
b2|Jetzt bist du dran!
Hier kommt mein Zug:|b2
Mein nächster Zug:|b2
b2|Bleib gesund!""",
    "fr": """\
Veuillez excuser mon retard.|b2
Je vous prie d’excuser mon retard.|b2
b2|Recevez mes salutations distinguées.
b2|Je vous prie d’agréer, Madame, mes salutations distinguées.
b2|Je vous souhaite une bonne semaine.
b2|Dans l’attente de votre coup,
b2|Bonne fête !
Voici mon prochain coup :|b2""",
    "it": """\
b2|Ti auguro una buona settimana.
b2|Ti auguro una buona serata!
b2|In attesa di una tua mossa,
b2|Resto in attesa di un tuo riscontro.
b2|Porgo cordiali saluti.
b2|Buona Pasqua!""",
}  # fmt: skip
_DETAILS = {
    "en": """\
b2||Best|Ben Miller|Leeds LS1 4AB
b2||Best|Ben (Leeds)
b2||Best|Ben|Chess Club Leeds | 0113 496 0000""",
    "de": """\
b2||Viele Grüße|Jörg Weiß|Hauptstr. 5|CH-8001 Zürich
b2||Viele Grüße|Jörg Weiß|Bahnhofstr. 12a|Postfach 12 34
b2||Viele Grüße|Jörg Weiß|1. Vorsitzender SV Altona|Am Markt 3
b2||LG|Jörg|2. Schriftführer|Elo 1874|ICCF-ID 081234
b2||LG|Jörg|geb. 1954|Fernschachfreund seit 1965
b2||LG|Jörg|c/o Seniorenheim Abendrot, Zimmer 12""",
    "it": """\
b2||Saluti|dott. Niccolò Bellù
b2||Saluti|dott. ing. Niccolò Bellù""",
}  # fmt: skip
_MEANT = {
    "en": "b2||Best|Ben Miller|Make it 5\nresign||Best|Ben Miller|Elo 1874, not yet",
    "de": "b2||Viele Grüße|Jörg|c3\nb2||Viele Grüße|Jörg|Zug c3\nb2|Sorry, c3",
}
_ASKED = {"J’": "resign", "I ": "resign", "Mi": "resign", "au": "resign", "ac": "accept"}
_ASKED |= {"re": "resign", "en": "enter", "ab": "resign", "Au": "resign"}


def _texts():
    for language, texts in _RETRACTED.items():
        for number, text in enumerate(texts.split("\n"), start=1):
            yield f"retraction-{language}-{number:02}", language, text, "a question"
    yield from _polite("polite", _POLITE)
    for language, texts in _BELOW.items():
        for number, text in enumerate(texts.split("\n"), start=1):
            yield f"retraction-below-{language}-{number:02}", language, text, "a question"
    yield from _polite("signed", _SIGNED)
    yield from _polite("footer", _FOOTERS)
    yield from _polite("letter", _LETTERS)
    yield from _polite("detail", _DETAILS)
    for language, texts in _MEANT.items():
        for number, text in enumerate(texts.split("\n"), start=1):
            yield f"meant-{language}-{number:02}", language, text, "a question"


def _polite(kind, table):
    for language, texts in table.items():
        for number, text in enumerate(texts.split("\n"), start=1):
            yield f"{kind}-{language}-{number:02}", language, text, [_ASKED.get(text[:2], "b2")]


def retractions():
    """Yield name, bytes and what each asks for: a question to the writer, or one command."""
    programs = cycle(PROGRAMS)
    for number, (name, language, text, asks) in enumerate(_texts(), start=1):
        who, address = PEOPLE[language][number % 2]
        at = START + timedelta(hours=3 * number, minutes=number)
        lines = tuple(re.split(r"(?<! )\||\|(?! )", text))
        yield name, next(programs)(Reply(language, who, address, lines, at, number, False)), asks
