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
    ("wrapped-en", "en", f"b2\n{_LONG_EN}\nPlease note that my wife is the intended recipient of the next cake.\ndraw\n\n{_ON}",
     ["b2", f"{_LONG_EN} Please note that my wife is the intended recipient of the next cake.", "tie"]),
    ("wrapped-fr", "fr", f"b2\n{_LONG_FR}\nSi vous voulez, la salle privée est libre, j'ai reçu la clé par erreur hier.\nnulle\n\n{_LE}",
     ["b2", f"msg {_LONG_FR[8:]} Si vous voulez, la salle privée est libre, j'ai reçu la clé par erreur hier.", "tie"]),
    ("wrapped-it", "it", f"b2\n{_LONG_IT}\nSe hai fretta, la sala (privacy garantita!) è libera domani sera.\npatta\n\n{_IL}",
     ["b2", f"msg {_LONG_IT[10:]} Se hai fretta, la sala (privacy garantita!) è libera domani sera.", "tie"]),
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
    ("wrapped-quote", "en", "On 23/11/2026 20:12, {us} wrote:\n> It is your turn against Anna. She wrote that you should\nresign\n> by then.\n",
     "unmarked_quote"),
    ("between-quotes", "en", "On 23/11/2026 20:12, {us} wrote:\n> Do you accept the draw that was offered at move 12?\naccept\n> And then?\n",
     ["accept"]),
    ("unended-de", "de", f"b2\n{_LONG_DE[:-1]}, und bin nicht bereit für ein\nremis\n\n{_AM}", "after_text"),
    ("unended-en", "en", f"{_LONG_EN[:-1]} but I will not\nresign\n\n{_ON}", "after_text"),
    ("unended-fr", "fr", f"{_LONG_FR[:-1]}, et je ne vais pas\nabandonner.\n\n{_LE}", "after_text"),
    ("unended-it", "it", f"{_LONG_IT[:-1]}, e non ho ancora pensato a\nb2\n\n{_IL}", "after_text"),
    ("unended-apart", "en", f"{_LONG_EN[:-1]} and I\n\nresign\n\n{_ON}", [f"{_LONG_EN[:-1]} and I", "resign"]),
)  # fmt: skip


def aside():
    """Yield name, bytes and what each asks for (an error's code if a text)."""
    for number, (name, language, text, asks) in enumerate(_TYPED):
        yield f"aside-{name}", sent(f"aside{number}", language, text), asks
    unended = f"{_LONG_EN[:-1]} but I will not resign"
    flowed = unended.replace("not resign", "not \nresign")
    for name, text in (
        ("flowed", f"{flowed}\n\n{_ON}"),
        ("own-line", f"{unended[:-7]}\nresign\n\n{_ON}"),
    ):
        raw = sent(f"aside-{name}", "en", text, flowed="; format=flowed")
        yield f"aside-{name}", raw, [unended] if name == "flowed" else [unended[:-7], "resign"]
    page = f"<div>{unended}</div><div>{{page}}</div>"
    yield (
        "aside-beside-html",
        sent("aside-page", "en", flowed.replace("not ", "not") + f"\n\n{_ON}", page),
        [unended],
    )
    page = f"<pre>{unended[:-7]}\nresign</pre><div>{{page}}</div>"
    yield "aside-in-pre", sent("aside-pre", "en", "", page), "after_text"
