"""Replies with typed lines that look like an advert, a rule, a disclaimer, a link or a header."""

from tests.mail.sending import sent

_ON = "On 23/11/2026 20:12, {us} wrote:\n{quoted}\n"
_AM = "Am 23.11.2026 um 20:12 schrieb {us}:\n{quoted}\n"
_LE = "Le 23/11/2026 à 20:12, {us} a écrit :\n{quoted}\n"
_IL = "Il 23/11/2026 20:12, {us} ha scritto:\n{quoted}\n"
_LONG_DE = "Nachricht Ich habe das noch einmal nachgerechnet und glaube, du stehst besser."
_LONG_EN = "msg I am sorry that it takes so long; I had two visitors and no time at all."
_LONG_FR = "message Je regrette beaucoup de répondre si tard, mais ma semaine a été longue."
_LONG_IT = "messaggio Mi dispiace di rispondere così tardi, questa settimana è stata lunghissima."
_TYPED = (
    ("virus-de", "de", "b2\nNachricht Der Norovirus ist weg, ich bin virenfrei.\nremis\n\n" + _AM,
     ["b2", "msg Der Norovirus ist weg, ich bin virenfrei.", "tie"]),
    ("virus-en", "en", "b2\nmsg I am virus-free again, sorry!\ndraw\n\n" + _ON,
     ["b2", "msg I am virus-free again, sorry!", "tie"]),
    ("wrapped-de", "de", f"b2\n{_LONG_DE}\nDiese Stellung ist bestimmt gewonnen, so ehrlich muss ich sein!\nremis\n\n{_AM}",
     ["b2", f"msg {_LONG_DE[10:]} Diese Stellung ist bestimmt gewonnen, so ehrlich muss ich sein!", "tie"]),
    ("wrapped-en", "en", f"b2\n{_LONG_EN}\nPlease note that my wife is the intended recipient of the next cake\ndraw\n\n{_ON}",
     ["b2", f"{_LONG_EN} Please note that my wife is the intended recipient of the next cake", "tie"]),
    ("wrapped-fr", "fr", f"b2\n{_LONG_FR}\nSi vous voulez, la salle privée est libre, j'ai reçu la clé par erreur hier\nnulle\n\n{_LE}",
     ["b2", f"msg {_LONG_FR[8:]} Si vous voulez, la salle privée est libre, j'ai reçu la clé par erreur hier", "tie"]),
    ("wrapped-it", "it", f"b2\n{_LONG_IT}\nSe hai fretta, la sala (privacy garantita!) è libera domani sera\npatta\n\n{_IL}",
     ["b2", f"msg {_LONG_IT[10:]} Se hai fretta, la sala (privacy garantita!) è libera domani sera", "tie"]),
    ("short-de", "de", f"b2\nNachricht Schau mal.\nDiese Stellung ist bestimmt gewonnen für dich, so ehrlich muss ich sein!\nremis\n\n{_AM}",
     "below_signature"),
    ("command-advert", "de", "b2\n\nremis, vom Handy gesendet\n\n" + _AM, "below_signature"),
    ("rule-msg", "en", "b2\n---\nmsg good luck tonight\n\n" + _ON, "below_signature"),
    ("rule-resign", "en", "b2\n___\nresign\n\n" + _ON, "below_signature"),
    ("rule-tie", "en", "msg score so far\n***\ntie\n\n" + _ON, "below_signature"),
    ("below-phone", "en", "b2\n\nSent from my iPhone\n\nmsg sorry for being late\n\n" + _ON, "below_signature"),
    ("below-disclaimer", "de", "b2\n\nDiese E-Mail und ihre Anhänge sind vertraulich und nur für den Empfänger.\n\naufgeben\n\n" + _AM, "below_signature"),
    ("below-header", "de", "msg Hallo Anna!\n\nAm 23.11.2026 um 20:12 schrieb {us}:\n\nb2\n\n{quoted}\n", "below_signature"),
    ("signature-lines", "en", "b2\n\nSent from my iPhone\n\nBen Miller\nLeeds\n\n" + _ON, ["b2"]),
    ("brackets", "en", "[b2]\n\n" + _ON, ["b2"]),
    ("logo", "en", "b2\n\n[Logo]\n\n" + _ON, ["b2"]),
    ("link", "en", "b2\nmsg look at <https://club.example/study> before you move\n\n" + _ON,
     ["b2", "msg look at <https://club.example/study> before you move"]),
)  # fmt: skip


def aside():
    """Yield name, bytes and what each asks for (an error's code if a text)."""
    for number, (name, language, text, asks) in enumerate(_TYPED):
        yield f"aside-{name}", sent(f"aside{number}", language, text), asks
