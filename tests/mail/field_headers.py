"""Replies of a program whose header of a quote has no colons: eM Client."""

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
