"""Keywords of all commands in four languages; folded: lower case, no accents."""

from __future__ import annotations

from typing import Final

from games.orders import offers
from inbound.grammar.values import Verb

_TABLE: Final = {
    Verb.RESIGN: offers.RESIGN,
    Verb.TIE: offers.TIE,
    Verb.ACCEPT: (
        "accept, i accept, accepted, accepts, agree, i agree, agreed, yes, annehmen, ich "
        "nehme an, nehme an, angenommen, akzeptieren, ich akzeptiere, akzeptiert, "
        "einverstanden, ich bin einverstanden, ja, zusagen, ich sage zu, annahme, akzeptiere, "
        "ich stimme zu, accepter, j'accepte, accepte, d'accord, je suis d'accord, oui, "
        "accetto, accettare, accetta, accettato, d'accordo, sono d'accordo, yes to the draw, "
        "yes to a draw, draw accepted, ja zum remis, remis angenommen, ich bin mit remis "
        "einverstanden, ich bin mit dem remis einverstanden, mit remis einverstanden, mit dem "
        "remis einverstanden, oui a la nulle, oui pour la nulle, nulle acceptee, si alla patta, "
        "patta accettata"
    ),
    Verb.DECLINE: (
        "decline, i decline, declined, refuse, i refuse, reject, no, no thanks, no thank you, "
        "ablehnen, ich lehne ab, lehne ab, abgelehnt, nein, nein danke, absagen, ich sage ab, "
        "ablehnung, refuser, je refuse, decliner, je decline, refus, non, non merci, rifiuto, "
        "rifiutare, rifiuta, declino, declinare, no grazie, no draw, draw declined, kein remis, "
        "remis abgelehnt, pas de nulle, nulle refusee, niente patta, patta rifiutata"
    ),
    Verb.NOTE: "note, private note, notiz, notieren, anmerkung, nota, appunto",
    Verb.MSG: (
        "msg, message, chat, tell, say, nachricht, mitteilung, sage, sag, message a "
        "l'adversaire, dis, messaggio, di"
    ),
    Verb.LEAVE: (
        "leave, on leave, vacation, holiday, holidays, i am on leave, i'm on leave, take "
        "leave, book leave, urlaub, ich habe urlaub, abwesend, ich bin im urlaub, im urlaub, "
        "ferien, conge, conges, vacances, je suis en conge, en conge, je suis en vacances, en "
        "vacances, absence, ferie, vacanza, vacanze, in ferie, sono in ferie, sono in vacanza"
    ),
    Verb.STATUS: (
        "status, my matches, my games, overview, stand, meine partien, ubersicht, uebersicht, "
        "etat, statut, mes parties, stato, le mie partite, situazione, situation"
    ),
    Verb.BOARD: (
        "board, show board, show the board, position, brett, stellung, spielbrett, zeig das "
        "brett, brett zeigen, plateau, tablier, echiquier, damier, tavola, tavoliere, "
        "scacchiera, posizione, tabellone"
    ),
    Verb.MOVES: (
        "moves, legal moves, possible moves, list moves, zuge, zuege, mogliche zuge, "
        "moegliche zuege, zugliste, coups, coups possibles, liste des coups, mosse, mosse "
        "possibili, elenco mosse"
    ),
    Verb.HELP: (
        "help, help me, ?, commands, hilfe, befehle, aide, commandes, aiuto, comandi, a l'aide, i "
        "need help, bitte um hilfe, ich bitte um hilfe, hilf mir, hilf mir bitte, bitte hilf mir, "
        "ich brauche hilfe, aidez-moi, aide-moi, j'ai besoin d'aide, aiutami, aiutatemi, ho "
        "bisogno di aiuto"
    ),
    Verb.RULES: (
        "rules, the rules, rules of, the rules of, show rules, show the rules, regeln, die regeln, "
        "spielregeln, die spielregeln, regeln von, regles, les regles, regles de, regle du jeu, "
        "regles du jeu, les regles du jeu, regole, le regole, regole del gioco, le regole del gioco"
    ),
    Verb.ENTER: (
        "enter, i enter, join, i join, sign up, sign me up, count me in, register, anmelden, "
        "ich melde mich an, melde mich an, teilnehmen, ich nehme teil, mitmachen, ich mache "
        "mit, ich bin dabei, anmeldung, mitspielen, ich spiele mit, inscription, s'inscrire, "
        "je m'inscris, inscrire, inscris-moi, inscrivez-moi, participer, je participe, "
        "iscrizione, iscrivimi, iscrivermi, mi iscrivo, iscriversi, partecipo, partecipare"
    ),
    Verb.WITHDRAW: (
        "withdraw, i withdraw, withdrawal, pull out, zuruckziehen, zurueckziehen, abmelden, "
        "ich melde mich ab, abmeldung, ich ziehe zuruck, ich ziehe mich zuruck, ruckzug, ich "
        "ziehe mich zurueck, rueckzug, retrait, me retirer, je me retire, retirer, se "
        "retirer, ritiro, mi ritiro, ritirarmi, ritirarsi, desinscription, se desinscrire, "
        "disiscrizione, disiscrivi, disiscrivimi"
    ),
    Verb.CLAIM: (
        "claim, i claim, anspruch, ich beanspruche, beanspruchen, reclamation, reclamer, je "
        "reclame, reclamo, reclamare"
    ),
    Verb.APPEAL: (
        "appeal, i appeal, berufung, einspruch, ich lege berufung ein, berufung einlegen, "
        "recours, faire appel, je fais appel, appel, ricorso, appello, faccio ricorso"
    ),
    Verb.STOP: (
        "stop, unsubscribe, fewer e-mails, fewer emails, stop e-mails, stop emails, stopp, "
        "abbestellen, weniger e-mails, weniger mails, keine e-mails mehr, keine mails mehr, "
        "arreter, arret, desabonner, se desabonner, moins d'e-mails, basta, "
        "meno e-mail, ferma"
    ),
    Verb.PLAIN: (
        "plain, plain text, plain text only, text only, no html, no pictures, nur text, reiner "
        "text, klartext, kein html, ohne bilder, texte seul, texte brut, texte seulement, sans "
        "images, solo testo, testo semplice, senza immagini"
    ),
    Verb.HTML: (
        "html, pictures, with pictures, mit bildern, bilder, avec images, images, con immagini, "
        "immagini"
    ),
    Verb.CANCEL_LEAVE: (
        "cancel leave, cancel my leave, end leave, end my leave, urlaub absagen, urlaub "
        "streichen, urlaub beenden, urlaub abbrechen, annuler conge, annuler le conge, annuler "
        "mon conge, annuler mes conges, annulla ferie, annullare ferie, annulla le ferie, "
        "annullare le ferie"
    ),
    Verb.ORDERS: (
        "orders, my orders, show orders, list orders, conditional moves, standing orders, "
        "anweisungen, meine anweisungen, bedingte zuge, bedingte zuege, daueranweisungen, ordres, "
        "mes ordres, coups conditionnels, ordini, i miei ordini, mosse condizionate"
    ),
    Verb.CANCEL_ORDERS: (
        "cancel orders, cancel order, cancel my orders, cancel all orders, withdraw orders, "
        "withdraw order, anweisungen streichen, anweisung streichen, alle anweisungen streichen, "
        "meine anweisungen streichen, streiche anweisung, streiche anweisungen, anweisungen "
        "zurucknehmen, anweisungen zuruecknehmen, annuler ordres, annuler ordre, annuler les "
        "ordres, annuler mes ordres, annuler tous les ordres, annulla ordini, annulla ordine, "
        "annulla gli ordini, annulla i miei ordini, annulla tutti gli ordini, annullare ordini, "
        "annullare gli ordini"
    ),
    Verb.NOTES: (
        "notes, my notes, show notes, read notes, private notes, notizen, meine notizen, mes "
        "notes, appunti, i miei appunti, miei appunti, le mie note"
    ),
    Verb.NEWS_ON: (
        "news on, tournament news on, tell me about new tournaments, neuigkeiten an, neuigkeiten "
        "ein, turniere melden, neue turniere melden, annonces oui, nouvelles oui, annonces "
        "de tournois oui, novita si, annunci si"
    ),
    Verb.NEWS_OFF: (
        "news off, no news, tournament news off, neuigkeiten aus, keine neuigkeiten, "
        "turniere nicht "
        "melden, keine turniere melden, annonces non, nouvelles non, annonces de tournois non, "
        "novita no, annunci no"
    ),
    Verb.START: (
        "start, start e-mails, start emails, subscribe, subscribe again, all e-mails, all emails, "
        "more e-mails, more emails, abonnieren, wieder abonnieren, mehr e-mails, mehr mails, alle "
        "e-mails, alle mails, abonner, reabonner, se reabonner, reprendre, tous les e-mails, "
        "riattiva, riprendi, tutte le e-mail"
    ),
    Verb.CHALLENGE: (
        "challenge, i challenge, herausfordern, fordere heraus, defier, je defie, sfida, sfido, "
        "sfidare"
    ),
    Verb.REMATCH: (
        "rematch, a rematch, offer rematch, offer a rematch, revanche, revanche anbieten, eine "
        "revanche, une revanche, la revanche, proposer une revanche, rivincita, la rivincita, una "
        "rivincita, propongo la rivincita, chiedo la rivincita"
    ),
    Verb.STANDINGS: (
        "standings, show standings, show the standings, ranking, rankings, league table, tabelle, "
        "die tabelle, tabelle zeigen, zeig die tabelle, tabellenstand, zwischenstand, rangliste, "
        "classement, le classement, classifica, la classifica, graduatoria"
    ),
    Verb.TAKE_BACK: (
        "take back, take-back, takeback, take back my move, take back my last move, take my move "
        "back, take my last move back, take back the move, take the move back, may i take back my "
        "move, may i take my move back, can i take back my move, can i take my move back, zug "
        "zurucknehmen, zug zuruecknehmen, den zug zurucknehmen, den zug zuruecknehmen, meinen zug "
        "zurucknehmen, meinen zug zuruecknehmen, letzten zug zurucknehmen, letzten zug "
        "zuruecknehmen, meinen letzten zug zurucknehmen, meinen letzten zug zuruecknehmen, darf "
        "ich meinen zug zurucknehmen, darf ich meinen zug zuruecknehmen, ich mochte meinen zug "
        "zurucknehmen, ich moechte meinen zug zuruecknehmen, ich nehme meinen zug zuruck, ich "
        "nehme meinen zug zurueck, zugrucknahme, zugruecknahme, reprendre mon coup, reprendre mon "
        "dernier coup, reprendre le coup, reprendre un coup, je reprends mon coup, puis-je "
        "reprendre mon coup, je voudrais reprendre mon coup, je voudrais reprendre mon dernier "
        "coup, annuler mon coup, ritirare la mossa, ritirare la mia mossa, ritirare l'ultima "
        "mossa, ritiro la mossa, ritiro la mia mossa, posso ritirare la mossa, posso ritirare la "
        "mia mossa, vorrei ritirare la mossa, vorrei ritirare la mia mossa, annulla la mossa, "
        "annulla la mia mossa"
    ),
    Verb.PAUSE: (
        "pause, propose a pause, propose pause, i propose a pause, pause the clocks, pause "
        "vorschlagen, ich schlage eine pause vor, proposer une pause, je propose une pause, pausa, "
        "propongo una pausa, proporre una pausa"
    ),
    Verb.LANGUAGE: (
        "language, my language, set language, change language, sprache, meine sprache, sprache "
        "wechseln, sprache andern, sprache aendern, langue, ma langue, changer de langue, lingua, "
        "la mia lingua, cambia lingua, cambiare lingua"
    ),
}
KEYWORDS: Final[dict[Verb, tuple[str, ...]]] = {
    verb: tuple(phrases.split(", ")) for verb, phrases in _TABLE.items()
}

# What can be claimed, with or without an article.
CLAIM_WORDS: Final[dict[str, str]] = {
    word: wanted
    for wanted, words in {
        "win": "win, victory, gewinn, sieg, victoire, gain, vittoria, vincita",
        "tie": "tie, draw, remis, unentschieden, nulle, nul, patta, pareggio",
        "time": "time, zeit, temps, tempo",
    }.items()
    for word in words.split(", ")
}
ARTICLES: Final = (
    "the", "a", "more", "den", "das", "die", "ein", "mehr", "la", "le", "une", "un", "du", "il",
    "una", "piu",
)  # fmt: skip

# Connectives within a line, by the games' spelling.
CONNECTIVES: Final[dict[str, tuple[str, ...]]] = {
    "if": ("if", "wenn", "falls", "si", "se"),
    "then": ("then", "dann", "so", "alors", "allora"),
    "next": (
        "next", "nachster", "naechster", "nachste", "naechste", "danach", "suivant", "suivante",
        "ensuite", "prossima", "prossimo", "poi",
    ),
    "auto-draft": (
        "auto-draft", "autodraft", "auto-wahl", "autowahl", "auto-choix", "autochoix",
        "auto-scelta", "autoscelta",
    ),
}  # fmt: skip

# The site's languages by their names in all four languages.
LANGUAGES: Final[dict[str, str]] = {
    word: code
    for code, words in {
        "de": "de, deutsch, german, allemand, tedesco",
        "en": "en, english, englisch, anglais, inglese",
        "fr": "fr, francais, franzosisch, franzoesisch, french, francese",
        "it": "it, italiano, italienisch, italian, italien",
    }.items()
    for word in words.split(", ")
}

STANDALONE_VERBS: Final = frozenset(
    {
        Verb.RESIGN, Verb.TIE, Verb.ACCEPT, Verb.DECLINE, Verb.STATUS, Verb.BOARD, Verb.MOVES,
        Verb.HELP, Verb.ENTER, Verb.WITHDRAW, Verb.STOP, Verb.PLAIN, Verb.HTML, Verb.CANCEL_LEAVE,
        Verb.ORDERS, Verb.NOTES, Verb.NEWS_ON, Verb.NEWS_OFF, Verb.START, Verb.REMATCH,
        Verb.STANDINGS, Verb.TAKE_BACK, Verb.RULES,
    }
)  # fmt: skip
FREE_TEXT_VERBS: Final = frozenset({Verb.NOTE, Verb.MSG, Verb.CLAIM, Verb.APPEAL})
QUERY_VERBS: Final = frozenset(
    {Verb.TIE, Verb.STATUS, Verb.BOARD, Verb.MOVES, Verb.HELP, Verb.ORDERS, Verb.NOTES}
    | {Verb.REMATCH, Verb.STANDINGS, Verb.TAKE_BACK, Verb.RULES}
)  # may be phrased as a question

# Everyday words that start free text only before a colon.
COLON_ONLY: Final = frozenset({"tell", "say", "sage", "sag", "dis", "di", "absence", "chat"})

# Everyday words that are commands only if alone on a line.
EVERYDAY_WORDS: Final = frozenset(
    {"yes", "no", "ja", "nein", "oui", "non", "register", "arret", "position", "situation", "stand",
     "stop", "stopp", "basta", "dis", "start", "reprendre", "riprendi", "abonner"}
)  # fmt: skip

PLEASE: Final = (
    "please", "pls", "bitte", "s'il vous plait", "s'il te plait", "svp", "stp", "per favore",
    "per piacere", "prego", "my", "the", "all",
)  # fmt: skip

# What "accept" and "decline" may refer to: "accept the draw".
_SUBJECT_WORDS: Final = {
    "tie": "draw tie remis unentschieden nul nulle egalite patta parita pareggio",
    "take_back": "take-back takeback rucknahme ruecknahme zugrucknahme zugruecknahme",
    "pause": "pause pausa",
    "challenge": "challenge herausforderung defi sfida",
    "invitation": "invitation einladung invito",
}
SUBJECTS: Final = {word: key for key, words in _SUBJECT_WORDS.items() for word in words.split()}

# Harmless words after these commands: "withdraw from the tournament".
_OBJECT_WORDS: Final = (
    "offer proposal game match tournament season request angebot partie turnier saison spiel "
    "vorschlag proposition offre tournoi jeu demande offerta proposta richiesta "
    "partita torneo stagione e-mails emails mails the this your from of for my die das den "
    "dem der vom aus zum beim am dein deine diese le la les du de des ce cette votre ton ta "
    "il lo dal dalla al alla del della questa questo tua to with a mit zu pour con sulla per"
)
OBJECTS: Final = frozenset(_OBJECT_WORDS.split()) | SUBJECTS.keys()

# Phrases that may precede a move; connectives are already in the games' spelling.
LEADING_WORDS: Final = (
    "my move", "my move is", "i play", "i move", "move", "my turn", "play", "i'll play", "i choose",
    "mein zug", "mein zug ist", "ich spiele", "ich ziehe", "zug", "ich setze", "ich nehme", "ziehe",
    "mon coup", "mon coup est", "je joue", "coup", "joue", "je choisis",
    "la mia mossa", "mia mossa", "gioco", "mossa", "la mia mossa e", "muovo", "scelgo",
    "my next move", "mein next zug", "mon prochain coup", "la mia next mossa",
)  # fmt: skip

# Words that turns consist of, besides squares.
_NOTATION_WORDS: Final = (
    "pass skip roll take bid slide enter hit home front rear safe hold huff o-o o-o-o 0-0 0-0-0"
    " n e s w r y g"
)
NOTATION: Final = frozenset(_NOTATION_WORDS.split())
