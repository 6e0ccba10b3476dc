"""Headers of quotes that only single programs write, with answers above and below them."""

from tests.mail.sending import sent

_EM_CLIENT = {
    "en": """------ Original Message ------
From "{us}" <{to}>
To "Ben Miller" <ben@sender.example>
Date 11/23/2026 8:12:13 PM
Subject [4×3] Anna – Ben, 7""",
    "de": """------ Originalnachricht ------
Von "{us}" <{to}>
An "Ben Miller" <ben@sender.example>
Datum 23.11.2026 20:12:13
Betreff [4×3] Anna – Ben, 7""",
    "fr": """------ Message d'origine ------
De "{us}" <{to}>
À "Ben Miller" <ben@sender.example>
Date 23/11/2026 20:12:13
Objet [4×3] Anna – Ben, 7""",
    "it": """------ Messaggio originale ------
Da "{us}" <{to}>
A "Ben Miller" <ben@sender.example>
Data 23/11/2026 20:12:13
Oggetto [4×3] Anna – Ben, 7""",
}


def em_client():
    """Yield replies above and below a quote whose header has no colons."""
    for language, lead in _EM_CLIENT.items():
        name = f"em-client-{language}"
        yield name, sent(name, language, f"{lead}\n\n{{quoted}}\n\nb2\n"), ["b2"]
        name = f"em-client-above-{language}"
        yield name, sent(name, language, f"b2\n\n\n{lead}\n\n{{bare}}\n"), ["b2"]


def proton():
    """Yield replies with an attribution right below "Original Message", and an unknown header."""
    lead = "------- Original Message -------\nOn Monday, November 23rd, 2026 at 20:12, {us} <{to}> wrote:"
    quoted = f"{lead}\n\n{{quoted}}\n\n"
    yield "proton-below", sent("proton-below", "en", f"{quoted}b2\n"), ["b2"]
    text = f"resign\n\n{quoted}no wait\n"
    yield "proton-both", sent("proton-both", "en", text), "not_understood"
    head = "Von: {us}\nGesendet: Montag\nAn: Ben\nBetreff: Zug\nSigniert von: {us}"
    text = f"aufgeben\n\n{head}\n> Hallo Ben,\n> du bist am Zug.\n\nNein, warte\n"
    yield "unknown-header-both", sent("unknown-header", "de", text), "below_signature"
    for name, typed in (("Apple-Mail", "No, wait!"), ("ms-outlook-mobile-", "please ignore this")):
        page = f'<div>resign</div><div id="{name}signature">Sent from my iPhone<br>{typed}</div>'
        yield f"inside-{name}signature", sent(name, "en", "", page), "below_signature"
