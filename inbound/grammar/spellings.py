"""The spelling of each command that help texts and replies use, by language."""

from __future__ import annotations

from typing import Final

from inbound.grammar.values import Verb

_TABLE: Final = {
    "en": "if a1 then b2 | draw | resign | msg … | note … | claim … | appeal … | enter"
    " | withdraw | accept | decline | leave 2027-01-03 2027-01-10 | status | board"
    " | moves | stop | help | rules | plain | html | cancel leave | 6: e; 5: hit front; *: rear"
    " | auto-draft RYG | orders | cancel orders | notes | news on | news off | start"
    " | challenge … | rematch | standings | take back"
    " | pause until 2027-01-10 | language English",
    "de": "wenn a1 dann b2 | remis | aufgeben | Nachricht … | Notiz … | Anspruch … | Berufung …"
    " | anmelden | zurückziehen | annehmen | ablehnen | Urlaub 3.1.2027 10.1.2027 | Stand"
    " | Brett | Züge | abbestellen | Hilfe | Regeln | nur Text | HTML | Urlaub absagen"
    " | 6: rein; 5: schlagen vorn; *: hinten | auto-wahl RYG | Anweisungen"
    " | Anweisungen streichen | Notizen | Neuigkeiten an | Neuigkeiten aus | abonnieren"
    " | herausfordern … | Revanche | Tabelle"
    " | Zug zurücknehmen | Pause bis 10.1.2027 | Sprache Deutsch",
    "fr": "si a1 alors b2 | nulle | abandonner | message … | note … | réclamation … | recours …"
    " | inscription | retrait | accepter | refuser | congé 3/1/2027 10/1/2027 | état"
    " | plateau | coups | désabonner | aide | règles | texte seul | HTML | annuler congé"
    " | 6: entrer; 5: prendre devant; *: dernier | auto-choix RYG | ordres"
    " | annuler ordres | notes | annonces oui | annonces non | abonner | défier …"
    " | revanche | classement | reprendre mon coup"
    " | pause jusqu’au 10/1/2027 | langue français",
    "it": "se a1 allora b2 | patta | abbandono | messaggio … | nota … | reclamo … | ricorso …"
    " | iscrizione | ritiro | accetto | rifiuto | ferie 3/1/2027 10/1/2027 | stato"
    " | tavola | mosse | basta | aiuto | regole | solo testo | HTML | annulla ferie"
    " | 6: entra; 5: mangia davanti; *: ultima | auto-scelta RYG | ordini"
    " | annulla ordini | appunti | novità sì | novità no | riattiva | sfida … | rivincita"
    " | classifica | ritirare la mossa | pausa fino al 10/1/2027 | lingua italiano",
}
_VERBS: Final = (
    Verb.IF, Verb.TIE, Verb.RESIGN, Verb.MSG, Verb.NOTE, Verb.CLAIM, Verb.APPEAL, Verb.ENTER,
    Verb.WITHDRAW, Verb.ACCEPT, Verb.DECLINE, Verb.LEAVE, Verb.STATUS, Verb.BOARD, Verb.MOVES,
    Verb.STOP, Verb.HELP, Verb.RULES, Verb.PLAIN, Verb.HTML, Verb.CANCEL_LEAVE, Verb.STANDING,
    Verb.DRAFT, Verb.ORDERS, Verb.CANCEL_ORDERS, Verb.NOTES, Verb.NEWS_ON, Verb.NEWS_OFF,
    Verb.START, Verb.CHALLENGE, Verb.REMATCH, Verb.STANDINGS, Verb.TAKE_BACK, Verb.PAUSE,
    Verb.LANGUAGE,
)  # fmt: skip
COMMAND_SPELLINGS: Final[dict[str, dict[Verb, str]]] = {
    language: dict(zip(_VERBS, words.split(" | "), strict=True))
    for language, words in _TABLE.items()
}

# A move that ends a leg, and the first move of the next leg.
NEXT_LEG_EXAMPLES: Final = {
    "en": "b2; next a1",
    "de": "b2; danach a1",
    "fr": "b2; ensuite a1",
    "it": "b2; poi a1",
}


def command_spellings(language: str) -> dict[Verb, str]:
    """Return the spelling of each command in a language, English if it is not supported."""
    return COMMAND_SPELLINGS.get(language, COMMAND_SPELLINGS["en"])
