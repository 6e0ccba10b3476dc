"""Replies of people in four languages: what they type, and what it asks for on a 4×3 board."""

from datetime import datetime, timedelta, timezone
from itertools import cycle

from tests.mail.programs import apple, free, google, microsoft, web
from tests.mail.programs.build import Reply

PROGRAMS = (
    google.gmail, google.gmail_android, google.gmail_inline,
    microsoft.outlook_windows, microsoft.outlook_plain, microsoft.outlook_web,
    microsoft.outlook_mobile, microsoft.outlook_mac,
    apple.apple_mail, apple.ios, apple.apple_wrapped,
    free.thunderbird, free.thunderbird_html, free.mutt, free.evolution, free.roundcube, free.k9,
    web.gmx, web.gmx_plain, web.webde_app, web.yahoo, web.yahoo_app, web.proton, web.samsung,
    web.provider,
)  # fmt: skip
BELOW = (
    google.gmail, google.gmail_android, apple.apple_mail, free.thunderbird, free.thunderbird_html,
    free.mutt, free.evolution, free.k9, web.gmx_plain,
)  # fmt: skip
PEOPLE = {
    "en": (("Ben Miller", "ben@sender.example"), ("Olivia O'Neil", "o.oneil@uni.example")),
    "de": (("Jörg Weiß", "joerg@sender.example"), ("Frau Käthe Grün", "kaethe@verein.example")),
    "fr": (("Zoé Lefèvre", "zoe@sender.example"), ("Jean-François Né", "jf.ne@club.example")),
    "it": (("Niccolò Bellù", "nico@sender.example"), ("Città Verità", "scacchi@circolo.example")),
}
TYPED = {
    "en": (
        (("b2",), ["b2"]),
        (("Hi Anna,", "", "b2", "", "Thanks,", "Ben"), ["b2"]),
        (("B2", "msg Nice move! 👍"), ["B2", "msg Nice move! 👍"]),
        (("if a1 then b2", "note think about c3"), ["if a1 then b2", "note think about c3"]),
        (("leave 3 January 2027 - 10 January 2027",), ["leave 2027-01-03 2027-01-10"]),
        (("I resign.", "", "Well played!"), ["resign"]),
        (("- b2",), ["b2"]),
        (("Thanks for the game!", "b2, draw?"), ["b2", "tie"]),
        ((), "nothing_typed"),
        (("What do you think about the weather?",), "not_understood"),
    ),
    "de": (
        (("b2",), ["b2"]),
        (("Hallo Anna,", "", "b2", "", "Viele Grüße", "Jörg"), ["b2"]),
        (("b2", "Nachricht: Schöner Zug, übrigens! 😀"), ["b2", "msg Schöner Zug, übrigens! 😀"]),
        (("wenn a1 dann b2",), ["if a1 then b2"]),
        (("Urlaub vom 3. bis 10. Januar 2027",), ["leave 2027-01-03 2027-01-10"]),
        (("Ich gebe auf. Danke!",), ["resign"]),
        (("Mein Zug: b2", "LG Käthe"), ["b2"]),
        (("b2", "remis?"), ["b2", "tie"]),
        ((), "nothing_typed"),
        (("Nein, ich gebe niemals auf",), "not_understood"),
    ),
    "fr": (
        (("b2",), ["b2"]),
        (("Bonjour Anna,", "", "b2", "", "Cordialement,", "Zoé Lefèvre"), ["b2"]),
        (("b2", "message : Bien joué, à bientôt !"), ["b2", "msg Bien joué, à bientôt !"]),
        (("si a1 alors b2",), ["if a1 then b2"]),
        (("congé du 3 au 10 janvier 2027",), ["leave 2027-01-03 2027-01-10"]),
        (("J’abandonne.", "Merci pour la partie"), ["resign"]),
        (("Je joue b2", "Bises", "Zoé"), ["b2"]),
        (("état", "aide"), ["status", "help"]),
        ((), "nothing_typed"),
        (("Je n’abandonne jamais",), "not_understood"),
    ),
    "it": (
        (("b2",), ["b2"]),
        (("Ciao Anna,", "", "b2", "", "Cordiali saluti", "Niccolò"), ["b2"]),
        (("b2", "messaggio: però, bella mossa!"), ["b2", "msg però, bella mossa!"]),
        (("se a1 allora b2",), ["if a1 then b2"]),
        (("ferie dal 3 al 10 gennaio 2027",), ["leave 2027-01-03 2027-01-10"]),
        (("Abbandono", "Grazie mille"), ["resign"]),
        (("mossa: b2", "A presto"), ["b2"]),
        (("b2", "patta?"), ["b2", "tie"]),
        ((), "nothing_typed"),
        (("Perché no? Forse più tardi",), "not_understood"),
    ),
}
START = datetime(2026, 11, 23, 10, 12, 13, tzinfo=timezone(timedelta(hours=1)))


def replies():
    """Yield name, bytes, typed lines and what they ask for (an error's code if a text)."""
    kinds = {language: cycle(found) for language, found in TYPED.items()}
    number = 0
    for below in (False, True):
        for program in BELOW if below else PROGRAMS:
            for language in TYPED:
                number += 1
                lines, asked = next(kinds[language])
                name, address = PEOPLE[language][number // 4 % 2]
                at = START + timedelta(hours=7 * number, minutes=number)
                reply = Reply(language, name, address, lines, at, number, below)
                title = f"{program.__name__}-{language}{'-below' if below else ''}"
                yield title, program(reply), [line for line in lines if line], asked
