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


def _read(table):
    for number, line in enumerate(table.splitlines(), start=1):
        language, _blank, text = line.partition(" ")
        yield number, language, text.replace("|", "\n")


def below():
    """Yield name, bytes and what each asks for (a fault's code if a text)."""
    for kind, table, asks in (("name", _NAMES, ["b2"]), ("advert", _ADVERTS, ["b2"])):
        for number, language, text in _read(table):
            name = f"{kind}-{number:02}"
            yield f"below-{name}", sent(name, language, f"{text}\n\n{_LEADS[language]}"), asks
