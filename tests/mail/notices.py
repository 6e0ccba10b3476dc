"""Notices of absence without a header that says so, and people who write of an absence."""

from tests.mail.programs.build import part

_HEAD = (
    "Return-Path: <ben@sender.example>\r\nFrom: Ben Miller <ben@sender.example>\r\n"
    "To: <play+AbC@post.example>\r\nSubject: {subject}\r\n"
    "Date: Tue, 24 Nov 2026 08:00:00 +0100\r\nMessage-ID: <{name}@sender.example>\r\n"
    "In-Reply-To: <7.seat0@post.example>\r\nReferences: <7.seat0@post.example>\r\n"
    "MIME-Version: 1.0\r\n"
)
_RE = "Re: [4x3] Anna - Ben, your move 7"
_NOTICES = (
    ("out-of-office-en", _RE, "Out of Office: I am away until 3 January. In urgent cases write to Bob."),
    ("away-en", _RE, "I am away until 3 January. In urgent cases write to Bob."),
    ("thanks-en", _RE, "Thank you for your e-mail.\n\nI am currently out of the office with limited access to e-mail.\nI will reply on my return.\n\nKind regards\nBen Miller"),
    ("vacation-en", _RE, "Hello,\n\nI'm on vacation from 21 December 2026 to 3 January 2027.\nFor urgent matters please contact my colleague Bob.\n\nBest regards\nBen"),
    ("leave-en", _RE, "Thank you for your message. I am on annual leave until Monday."),
    ("back-en", "Out of Office Re: [4x3] Anna - Ben", "Gone fishing. Back on Monday."),
    ("subject-en", "Automatic reply: [4x3] Anna - Ben", "Ben no longer works here."),
    ("office-de", _RE, "Sehr geehrte Damen und Herren,\n\nich bin bis zum 3. Januar nicht im Büro.\nIn dringenden Fällen wenden Sie sich bitte an Bob.\n\nMit freundlichen Grüßen\nBen Miller"),
    ("holiday-de", _RE, "Vielen Dank für Ihre Nachricht.\nIch bin im Urlaub vom 21.12.2026 bis 3.1.2027.\nMit freundlichen Grüßen"),
    ("away-de", _RE, "Ich bin bis 3. Januar abwesend."),
    ("again-de", _RE, "Hallo, ich bin ab dem 4. Januar wieder erreichbar. Ihre E-Mail wird nicht weitergeleitet."),
    ("travel-de", _RE, "Ich befinde mich auf Dienstreise und habe nur eingeschränkten Zugriff auf meine E-Mails."),
    ("subject-de", "Abwesenheitsnotiz: [4x3] Anna - Ben", "Ben Miller arbeitet nicht mehr in unserem Haus."),
    ("office-fr", _RE, "Bonjour,\n\nJe suis absent du bureau jusqu'au 3 janvier.\nEn cas d'urgence, veuillez contacter Bob.\n\nCordialement\nBen"),
    ("leave-fr", _RE, "Merci pour votre message. Je suis en congé du 21 décembre 2026 au 3 janvier 2027.\nJe serai de retour le 4 janvier."),
    ("away-fr", _RE, "Je suis actuellement en vacances et vous répondrai à mon retour."),
    ("limited-fr", _RE, "En déplacement, j'ai un accès limité à ma messagerie. Pour toute urgence : Bob."),
    ("subject-fr", "Réponse automatique : [4x3] Anna - Ben", "À bientôt en janvier."),
    ("office-it", _RE, "Buongiorno,\n\nsono fuori ufficio fino al 3 gennaio.\nPer urgenze contattare Bob.\n\nCordiali saluti\nBen"),
    ("leave-it", _RE, "Grazie per il messaggio. Sono in ferie dal 21 dicembre 2026 al 3 gennaio 2027.\nSarò di ritorno il 4 gennaio."),
    ("away-it", _RE, "Sono attualmente assente e tornerò lunedì."),
    ("not-there-it", _RE, "Non sono raggiungibile; in casi urgenti rivolgersi al mio collega Bob."),
    ("subject-it", "Risposta automatica: [4x3] Anna - Ben", "Ci sentiamo a gennaio."),
)  # fmt: skip
_UNSURE = (  # by people, and yet like notices: their writers are asked
    ("pause-de", _RE, "Ich bin nächste Woche im Urlaub, geht eine Pause?"),
    ("flag-de", _RE, "Bin bis Sonntag nicht erreichbar, bitte nicht flaggen"),
    ("how-de", _RE, "Wie beende ich das? Ich bin auf Geschäftsreise"),
    ("back-en", _RE, "I'll be back on Monday, please wait for me - urgent"),
    ("claim-en", _RE, "Can I claim? He is out of the office"),
    ("pause-en", _RE, "Hi,\n\nI'm away from Monday until 10 January, can you please pause my games?\n\nThanks\nBen"),
    ("pause-fr", _RE, "Je serai absent jusqu'à lundi, puis-je avoir une pause ?"),
    ("pause-it", _RE, "Sarò assente fino a lunedì, si può fare una pausa?"),
    ("subject-it", "Fuori sede", "Tornerò lunedì, aspettami per favore."),
)  # fmt: skip
_LEAVES = (
    ("bin-de", "Ich bin vom 3. bis 10. Januar 2027 im Urlaub."),
    ("first-de", "Vom 3.1.2027 bis 10.1.2027 bin ich verreist"),
    ("werde-de", "Ich werde vom 3. bis 10. Januar 2027 nicht da sein"),
    ("vacation-en", "I am on vacation from 3 to 10 January 2027."),
    ("away-en", "Hi Anna,\nI'll be away 3-10 January 2027, thanks"),
    ("unavailable-en", "I am unavailable from 3 to 10 January 2027"),
    ("serai-fr", "Je serai en congé du 3 au 10 janvier 2027."),
    ("first-fr", "Du 3 au 10 janvier 2027 je serai absente"),
    ("not-fr", "Je ne serai pas disponible du 3 au 10 janvier 2027"),
    ("saro-it", "Sarò in ferie dal 3 al 10 gennaio 2027"),
    ("not-it", "Non sarò raggiungibile dal 3 al 10 gennaio 2027"),
)
_PEOPLE = (
    ("move-en", _RE, "b2\nmsg I am away until 3 January, please do not wait.", ["b2", "msg I am away until 3 January, please do not wait."]),
    ("leave-en", _RE, "I am on leave from 21 December 2026 to 3 January 2027.", ["leave 2026-12-21 2027-01-03"]),
    ("one-day-en", _RE, "I am on leave until 3 January.", "two_dates"),
    ("chat-en", _RE, "See you when I am back, what a game!", "not_understood"),
    ("urgent-en", _RE, "This is urgent, where do I click?", "not_understood"),
    ("after-absence-en", "Out of office: Re: [4x3] Anna - Ben", "b2", ["b2"]),
    ("holiday-de", _RE, "Urlaub vom 21. Dezember 2026 bis 3. Januar 2027\nmsg Ich bin dann im Urlaub.", ["leave 2026-12-21 2027-01-03", "msg Ich bin dann im Urlaub."]),
    ("until-de", _RE, "Bis Montag kann ich nicht ziehen.", "not_understood"),
    ("leave-fr", _RE, "Je suis en congé du 21 décembre 2026 au 3 janvier 2027.", ["leave 2026-12-21 2027-01-03"]),
    ("appeal-en", _RE, "appeal The flag fell although I had told my opponent.\n\nI am away until 3 January, and the clock should have stood still.", "after_text"),
    ("appeal-de", _RE, "Berufung Das Urteil ist falsch.\n\nIch war krank und nicht erreichbar, das wusste Anna.", "after_text"),
    ("claim-en", _RE, "claim My opponent does not move.\n\nHe wrote that he is out of the office.", "after_text"),
    ("resign-en", _RE, "I give up, I am on vacation!", "words_after"),
    ("resign-de", _RE, "Aufgeben, bin im Urlaub", "words_after"),
    ("draw-en", _RE, "draw please, I'm travelling and have no time", "words_after"),
    ("msg-de", _RE, "Nachricht: Bin im Urlaub,\n\nbis Sonntag!", "after_text"),
    ("not-away-en", _RE, "I am not on leave from 3 to 10 January 2027\nb2", "not_understood"),
    ("leave-it", _RE, "sono in ferie dal 21 dicembre 2026 al 3 gennaio 2027", ["leave 2026-12-21 2027-01-03"]),
)  # fmt: skip


def _message(name: str, subject: str, text: str) -> bytes:
    head = _HEAD.format(name=name, subject=_encoded(subject))
    return head.encode() + part(text, "text/plain; charset=utf-8")


def _encoded(subject: str) -> str:
    return subject if subject.isascii() else f"=?utf-8?q?{_quoted(subject)}?="


def _quoted(text: str) -> str:
    return "".join(
        chr(each) if chr(each).isalnum() and each < 128 else f"={each:02X}"
        for each in text.encode()
    )


def notices():
    """Yield name, bytes and what must be read: a notice, or what a person asks for."""
    for name, subject, text in _NOTICES:
        yield f"notice-{name}", _message(f"notice-{name}", subject, text), {"kind": "notice"}
    for name, subject, text in _UNSURE:
        yield f"unsure-{name}", _message(f"unsure-{name}", subject, text), {"kind": "notice"}
    days = ["leave 2027-01-03 2027-01-10"]
    people = [*_PEOPLE, *((f"from-to-{name}", _RE, text, days) for name, text in _LEAVES)]
    for name, subject, text, asks in people:
        said = {"kind": "person", "absent": asks}
        yield f"absent-{name}", _message(f"absent-{name}", subject, text), said
