"""Replies with a name, an advert or second thoughts below what was asked for."""

from tests.mail.sending import sent

_LEADS = {
    "en": "On 23/11/2026 20:12, {us} wrote:\n{quoted}\n",
    "de": "Am 23.11.2026 um 20:12 schrieb {us}:\n{quoted}\n",
    "fr": "Le 23/11/2026 à 20:12, {us} a écrit :\n{quoted}\n",
    "it": "Il 23/11/2026 20:12, {us} ha scritto:\n{quoted}\n",
}
_NAMES = """\
fr b2|Cordialement,|Vincent Dupont
fr Bonjour Laurent,|b2
en Hello Grant,|b2
en b2|Thanks, Kent
en b2|Regards,|Clement
en Hi April,|b2
de b2|LG|April
de b2|MfG|Dr. Lieber
en b2|Best|Michael Chang
"""
_ADVERTS = """\
de b2||Nachricht mit BlueMail gesendet
en b2||Message virus-free. www.avast.com
fr b2||message sans virus www.avast.com
fr b2||Message envoyé depuis mon iPhone
it b2||Messaggio inviato da iPhone
en b2||Message Classification: Internal
fr b2||Message confidentiel destiné exclusivement à la personne ou à l'entité nommée
en b2||Note: the information contained in this e-mail is confidential and for you alone.
"""
_SIGNED = """\
de b2||Von meinem iPhone gesendet||Schachklub Zug: Spaß nur mit uns, Montag bis Freitag
en b2|---|Ben Miller|Leeds
en b2||Sent from my iPhone||Office: Monday to Friday, not on holidays
"""
_BACK = """\
en resign||Sent from my iPhone||Don't resign!
en resign||Sent from my iPhone||no, I won't
en resign||Sent from my iPhone||I changed my mind
en resign||Sent from my iPhone||No, don't do that
en resign|---|wait, no
en resign|---|not really
de aufgeben||Von meinem iPhone gesendet||Ich meinte natürlich nicht aufgeben
de aufgeben||Von meinem iPhone gesendet||Stopp, doch nicht!
fr abandon||Envoyé de mon iPhone||non, je me suis trompé
en accept||Sent from my iPhone||No, sorry, I meant decline
en draw||Sent from my iPhone||please ignore my last line
en withdraw|---|please cancel that
en b2||Sent from my iPhone||Oops, wrong square
en b2||Sent from my iPhone||no wait, a1 instead
de b2||Von meinem iPhone gesendet||Lieber c3!
it leave 2027-01-03 2027-01-10||Inviato da iPhone||Ho sbagliato, scusa
en b2||Sent from my iPhone. Oops, wrong game
en b2||message virus-free at last
"""
_CLOSED = """\
de aufgeben|LG Anna|Reingelegt!
de aufgeben|LG|Denkste
de aufgeben|Gruß|Sobald Bob gezogen hat
de aufgeben|Viele Grüße|Gib mir noch einen Tag
en resign|Best|As soon as Bob has played
en resign|Best regards|Scrap that
en resign|Best,|Hang on
en resign thanks|Anna|Strike that
de accept|Viele Grüße|Unter Vorbehalt
fr abandon|Bises|Je déconne
fr abandon|Bises|En fait on continue
it abbandono|Ciao|Pesce d'aprile
"""
_RESIGNED = """\
en resign|Best regards|Ben van der Meer|University, Leeds|+44 113 496 0000
de aufgeben|LG|Jean-Pierre
fr abandon|Amicalement|Zoé d'Arc
"""
_KINDS = (
    ("name", _NAMES, ["b2"]),
    ("advert", _ADVERTS, ["b2"]),
    ("signed", _SIGNED, ["b2"]),
    ("closed", _CLOSED, "not_understood"),
    ("one-line", "en accept, thanks, Once Bob Agrees", "words_after"),
    ("resigned", _RESIGNED, ["resign"]),
    ("reacted", "en msg Bob reacted to your message", ["msg Bob reacted to your message"]),
    ("back", _BACK, "below_signature"),
)


def _read(table):
    for number, line in enumerate(table.splitlines(), start=1):
        language, _blank, text = line.partition(" ")
        yield number, language, text.replace("|", "\n")


def below():
    """Yield name, bytes and what each asks for (an error's code if a text)."""
    for kind, table, asks in _KINDS:
        for number, language, text in _read(table):
            name = f"{kind}-{number:02}"
            yield f"below-{name}", sent(name, language, f"{text}\n\n{_LEADS[language]}"), asks
