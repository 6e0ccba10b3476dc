"""The e-mail of ours that is answered. Its lines are commands, so that a quote read as typed shows."""

from inbound.reading import DELIMITER

_TEXTS = {
    "en": (
        "Write your answer above this line.",
        "Hello {name},",
        "It is your turn against Anna. Anna played c4 and writes: “resign”. You have three days,"
        " which"
        " is until Thursday, 26 November 2026, 10:12 (Europe/Zurich); after that the match is lost.",
        "Answer with one of these moves, or one of these words:",
        "You are getting this e-mail because “It is your turn” is switched on in your e-mail settings.",
    ),
    "de": (
        "Schreib deine Antwort über diese Zeile.",
        "Hallo {name},",
        "du bist am Zug gegen Anna. Anna hat c4 gespielt und schreibt: „aufgeben“. Du hast drei"
        " Tage,"
        " also bis Donnerstag, 26. November 2026, 10:12 (Europe/Zurich); danach ist die Partie verloren.",
        "Antworte mit einem dieser Züge oder einem dieser Wörter:",
        "Du bekommst diese E-Mail, weil „Du bist am Zug“ in deinen Einstellungen eingeschaltet ist.",
    ),
    "fr": (
        "Écrivez votre réponse au-dessus de cette ligne.",
        "Bonjour {name},",
        "C’est à vous de jouer contre Anna. Anna a joué c4 et écrit : « abandon ». Vous avez"
        " trois jours,"
        " jusqu’au jeudi 26 novembre 2026 à 10:12 (Europe/Zurich) ; ensuite la partie est perdue.",
        "Répondez par un de ces coups ou un de ces mots :",
        "Vous recevez cet e-mail parce que « C’est à vous » est activé dans vos réglages.",
    ),
    "it": (
        "Scrivi la tua risposta sopra questa riga.",
        "Ciao {name},",
        "tocca a te contro Anna. Anna ha giocato c4 e scrive: «abbandono». Hai tre giorni, cioè"
        " fino a"
        " giovedì 26 novembre 2026, 10:12 (Europe/Zurich); dopo, la partita è persa.",
        "Rispondi con una di queste mosse o una di queste parole:",
        "Ricevi questa e-mail perché «Tocca a te» è attivato nelle tue impostazioni.",
    ),
}
_BOARD = ("4 . . G", "3 . R .", "2 . . .", "1 . . .", "  a b c")
_MOVES = ("a3", "b3", "c1", "resign", "if a1 then c1", "leave 2027-02-01 2027-02-05")


def text(language: str, name: str, *, marked: bool = True) -> str:
    above, hello, news, answer, why = _TEXTS[language]
    return "\n".join(
        [
            *([f"{DELIMITER} {above}", ""] if marked else []),
            hello.format(name=name),
            "",
            news,
            "",
            *_BOARD,
            "",
            answer,
            *_MOVES,
            "",
            "https://post.example/m/42/",
            "",
            "-- ",
            "Ampelpost · https://post.example",
            why,
        ]
    )


def html(language: str, name: str) -> str:
    """The same, in the tables of our frame and without its styles."""
    above, hello, news, answer, why = _TEXTS[language]
    moves = "".join(
        f"<p><a href=3D>{each}</a></p>".replace("=3D", '="https://x"') for each in _MOVES
    )
    return (
        f'<div role="main" lang="{language}"><table role="presentation"><tr><td>'
        f"<p>{DELIMITER} {above}</p><h1>Ampelpost</h1><p>{hello.format(name=name)}</p><p>{news}</p>"
        f'<p><img src="cid:board" alt="R b3" width="360"></p><pre>{chr(10).join(_BOARD)}</pre>'
        f"<p>{answer}</p>{moves}<p>{why}</p></td></tr></table></div>"
    )
