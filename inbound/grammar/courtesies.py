"""Polite phrases around a command that ask for nothing.

This is an allow list: any other word might take back the command beside it. Texts are folded.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from inbound.grammar.doubts import can_be_surname, is_doubt_word
from inbound.reading.text import fold_text

_GREETING: Final = (
    r"hi( there)?|hello( there)?|hey|dear|good (morning|day|afternoon|evening)|greetings|hallo"
    r"|liebe[rs]?|moin( moin)?|servus|gruss gott|gruess gott|gruezi|hoi|salu|sali"
    r"|guten (morgen|tag|abend)|sehr geehrte[rs]?|mahlzeit|tag|bonjour|bonsoir|salut|coucou"
    r"|cher|chere|chers|cheres|ciao|buongiorno|buonasera|salve|buon giorno|buona sera|caro|cara"
    r"|cari|gentile|gentili|egregio|ehi"
)
_THANKS: Final = (
    r"thanks( (a lot|again|so much|very much|in advance))?"
    r"|thank you( (again|so much|very much|in advance))?|many thanks|thx|ty|cheers"
    r"|danke(schon|schoen)?( (schon|schoen|sehr|nochmals?|im voraus|dir|euch))?"
    r"|ich danke (dir|euch)"
    r"|(vielen|besten|herzlichen|lieben) dank( im voraus)?|dank"
    r"|merci( (beaucoup|bien|encore|d'avance|vielmals))?|un grand merci|mille mercis"
    r"|grazie( (mille|tante|ancora|infinite|in anticipo))?|mille grazie|tante grazie"
    r"|(ti|vi|la) ringrazio|je (te|vous) remercie"
)
_CLOSING: Final = (
    r"(best|kind|kindest|warm|many|with (best|kind))? ?(regards|wishes)|all the best|best"
    r"|yours( sincerely| truly| faithfully)?|sincerely|take care|bye( bye)?|so long"
    r"|see you( (soon|later|around|then|tomorrow|next (week|time)))?"
    r"|until next time|talk soon|love|xoxo|br|rgds|kr"
    r"|have a (nice|good|great|lovely) (day|evening|night|week|weekend|time|one|sunday)"
    r"|(mit )?((ganz|viele|liebe|beste|herzliche|schone|schoene|freundliche)n? )*"
    r"(grusse?n?|gruesse?n?)|grussle|gruss|lg|mfg|vg|bg|glg|hg|gruezi"
    r"|bis (bald|dann|spater|spaeter|demnachst|morgen|(zum )?nachste[ns]? mal|(nachste|naechste)"
    r" woche)|tschuss|tschuess"
    r"|alles (gute|liebe)|ade|(einen )?schonen (tag|abend|sonntag|gruss)( noch)?"
    r"|schones wochenende|hochachtungsvoll|euer|eure|dein|deine|ihr|ihre"
    r"|(bien )?cordialement|(bien )?a (toi|vous)|amicalement|amities|bises|bisous"
    r"|((meilleures|cordiales|sinceres) )?salutations( distinguees)?"
    r"|a (bientot|plus|plus tard|demain|la prochaine)|a\+"
    r"|bonne (journee|soiree|nuit|fin de semaine|semaine)|bon (week-end|weekend|dimanche)"
    r"|au revoir|respectueusement|adieu|tchao"
    r"|(cordiali|distinti|cari|un caro|tanti|molti) salut[io]|saluti|un saluto|cordialmente"
    r"|(recevez|(je vous prie|veuillez),? (d'|de )?(agreer|recevoir))(,? (madame|monsieur|mesdames"
    r"|messieurs))*,? (l'expression de )?(mes|nos) ((meilleures|cordiales|sinceres) )?"
    r"salutations( distinguees| cordiales)?"
    r"|((ti|vi|le) )?porgo (i (miei|piu) )?(cordiali|distinti|cari) saluti"
    r"|ciao|servus|tschau|a presto|a domani|arrivederci|alla prossima"
    r"|buona (giornata|serata|notte|domenica)"
    r"|buon (weekend|fine settimana)|un abbraccio|baci|con affetto|tuo|tua"
)
_WISHES: Final = (
    r"(good|best of|lots of) luck|(nice|good|great|strong|fine) (move|game|match|one|try|play)"
    r"|well (done|played)|have fun|enjoy|gg|gl|hf|glhf|your (move|turn)( now| next)?"
    r"|over to you|here you go"
    r"|what a (great |good |nice )?(game|match|move)|i hope (this|my e-?mail) finds you well"
    r"|i wish you (all )?an? (very )?(nice|good|great|lovely|pleasant) (day|evening|week|weekend)"
    r"|here (is|comes) my (next )?(move|turn|answer)"
    r"|i like (this|the|your) (game|move)|congratulations"
    r"|(it|this|that)('s| is| was| has been) (a |such a |so |very |really )*(nice|good|great|fun"
    r"|exciting|interesting|close|tough|pleasure|lovely)"
    r"|looking forward( to (it|(the|this|our|your) (game|match|move|answer|reply|tournament)))?"
    r"|viel (gluck|glueck|spass|erfolg)|guter zug|gut gespielt|gutes spiel"
    r"|(sehr )?(schoner|schoener|starker|toller) zug|(schone|schoene|tolle|spannende) partie"
    r"|((jetzt|nun) bist du|du bist( jetzt)?) (dran|am zug|an der reihe)|los geht'?s"
    r"|hier ((ist|kommt) )?mein ((nachster|naechster) )?zug|bleib(t| sie)? (schon )?gesund"
    r"|(ich )?(wunsche|wuensche) (dir|euch|ihnen) (noch )?(einen?|ein) (schonen?|schones|schoenen?"
    r"|schoenes|guten?|gutes|angenehmen?|angenehmes) (tag|abend|woche|wochenende|sonntag)"
    r"|(es |das )?(hat|macht) ((sehr )?(viel|grossen) )?spass( gemacht)?"
    r"|(ich )?freue? mich( (schon|sehr))*( (darauf|drauf|auf (die|das|unsere?|deinen?|ihren?"
    r"|euren?|eure) ((nachsten?|naechsten?) )?(partie|spiel|turnier|antwort|zug)))?"
    r"|bonne (chance|partie)|bien joue|beau coup|joli coup|amuse-toi( bien)?|amusez-vous( bien)?"
    r"|dans l'attente de (votre|ton|ta) (prochain )?(coup|reponse)|bonnes? fetes?"
    r"|je (te|vous) souhaite (une?|de) (tres )?(bonn?e?s?|belle|excellente?) (journee|soiree"
    r"|semaine|fin de semaine|week-end|weekend|dimanche|partie)"
    r"|a (toi|vous) de jouer|voici mon (prochain )?coup|courage|au plaisir"
    r"|buona (fortuna|partita)|in bocca al lupo|bella (mossa|partita)|ben giocato"
    r"|(ti|vi|le) auguro (una|un) (buona|buon|bella) (giornata|serata|settimana|domenica|partita"
    r"|weekend|fine settimana)"
    r"|((resto|rimango) )?in attesa (di|della) (una )?(tua|vostra|sua) (prossima )?(mossa|risposta)"
    r"|((resto|rimango) )?in attesa di (un )?(tuo|vostro|suo) (cortese )?(riscontro|cenno)"
    r"|buon divertimento|tocca a te|ecco la mia (prossima )?mossa|complimenti|bravo|brava|auguri"
    r"|gl(ue|u)ckwunsch|felicitations"
    r"|(happy|frohes|frohe|gutes|joyeux|joyeuses|joyeuse|bonne|buona|buone|buon) (birthday|pasqua"
    r"|feste|fetes|compleanno|anniversaire|new year|holidays|neues jahr|neues"
    r"|weihnachten|fest|noel|annee|natale|anno|christmas|easter|ostern|paques|pasqua)"
)
_FILLERS: Final = (  # not followed by names
    r"wow|hm+|ok|okay|interesting|spannend|my (next )?(move|turn)|mein ((nachster|naechster) )?zug"
    r"|mon (prochain )?coup|la mia (prossima )?mossa"
    r"|no (problem|worries)|na dann|also( gut)?|so|nun|bien|super|genial|bene|prosit|viva|top"
    r"|(message|note) (well )?received|(nachricht|mail) (gut )?(erhalten|angekommen|bekommen)"
    r"|(message|courriel|mail) (bien )?recue?|(messaggio|mail) ricevut[oa]"
    r"|klasse|prima|perfekt|perfect|parfait|perfetto|(sehr )?gerne?|with pleasure|mit vergnugen"
    r"|avec plaisir|volontiers|con piacere|volentieri"
    r"|please|pls|bitte|svp|stp|prego|per favore|s'il (te|vous) plait"
)
_INQUIRIES: Final = (
    r"how are you( doing)?|how's it going|hope (you('re| are)|all is) (doing )?(well|fine|ok|good)"
    r"|i hope (you('re| are)|all is) (doing )?(well|fine|ok|good)"
    r"|wie geht(('s| es)( (dir|euch|ihnen))?)?"
    r"|ich hoffe,? (es geht (dir|euch|ihnen) gut|(dir|euch|ihnen) geht(s| es) gut)"
    r"|(comment )?ca va( bien)?|comment (vas-tu|allez-vous)"
    r"|j'espere que (tu vas|vous allez|tout va) bien|come (stai|va|sta|state)"
    r"|spero( che)? (tu stia|stiate|vada tutto|tutto) bene"
)
_APOLOGIES: Final = (
    r"(entschuldige|entschuldigt|entschuldigen sie)( bitte)? (die|meine) (lange )?(verspatung"
    r"|verspaetung|verzogerung|verzoegerung|wartezeit|spate antwort|spaete antwort)"
    r"|(veuillez( bien)?|je (te|vous) prie (d'|de bien vouloir )) ?excuser (mon|ce|le) (long )?"
    r"(retard|silence|delai)|"
    r"(sorry|(my )?apologies) (for|about) (the |my |being |such |so |a |this |long )*"
    r"(delays?|wait|late|slow|silence|(late|slow|delayed) (reply|response|answer|move))"
    r"|sorry again|(sorry|entschuldigung|entschuldige|verzeihung|tut mir leid)"
    r"(,? (fur|fuer|wegen) (die|der|das|meine|meiner) (lange |lang(en|er) )?"
    r"(verspatung|verspaetung|verzogerung|verzoegerung"
    r"|wartezeit|warten|(spate|spaete|spaten|spaeten|verspatete|langsame)n? (antwort|zug))"
    r"|,? dass es (so |etwas )?(lange|langer|laenger) gedauert hat)?"
    r"|(desolee?|pardon|excuse[rz]?-moi)( (pour|de) (le|la|mon|ma|ce|cette) (retard|delai|attente"
    r"|silence|reponse tardive)| d'avoir (tant |autant )?tarde)?"
    r"|(scus[ai]|scusami|scusate|mi scuso)( (per )?(il|la|l'|il mio) ?(ritardo|attesa|silenzio"
    r"|risposta tardiva))?"
)
_LISTED: Final = (
    # English
    "for the a your this these our of in from with to on at and all you everyone everybody both"
    " it is was that it's that's very so much really again too nice good great lovely wonderful"
    " exciting interesting fun quick fast kind game games match move moves message reply answer"
    " patience help invitation challenge tournament opponent play playing waiting everything day"
    " evening morning luck greetings friend friends sir madam team folks there well new year"
    " advance far best regards"
    # Deutsch
    " fur fuer das dein deine deinen deiner die der den dem des ein eine einen dir dich euch"
    " ihnen sie es ist war und an aus von vom zu zum zur im alle allen sehr viel viele schon"
    " schone schones schoner schonen schoene gute gutes guter guten tolle toller tolles"
    " spannende spannend partie spiel zug zuge zuege nachricht antwort schnelle rasche geduld"
    " hilfe mail e-mail email einladung herausforderung turnier gegner noch auch nochmals"
    " herzlich herzliche weiterhin damen herren mir uns"
    # français
    " pour la le les l un une d du de ton ta tes votre vos notre nos cette ce cet belle beau"
    " bon bonne super jolie joli grande grand rapide reponse courriel coup coups jeu jouer defi"
    " tournoi adversaire et tous toutes toi vous beaucoup bien tres encore c etait est plaisir"
    " journee soiree chance merci mesdames messieurs madame monsieur"
    # italiano
    " per il lo gli i uno del della dei delle da dal al alla con e tuo tua tuoi suo sua"
    " vostro vostra questo questa bella bello bel buona buono buon partita partite mossa mosse"
    " gioco risposta messaggio pazienza aiuto invito sfida torneo avversario molto molta tante"
    " tanti mille tutti tutto voi te rapida veloce divertente stata stato era piacere giornata"
    " serata fortuna ancora grazie signore signora"
)
_WORDS: Final = frozenset(_LISTED.split())
_WORD_END: Final = r"(?![\w'])"
_POLITE: Final = "|".join((_THANKS, _WISHES, _CLOSING, _FILLERS, _APOLOGIES))
_OPENER: Final = re.compile(
    rf"[(]?(?:(?P<asks>(?:{_INQUIRIES}){_WORD_END})|(?P<wish>(?:{_WISHES}){_WORD_END})"
    rf"|(?P<named>(?:{_GREETING}|{_CLOSING}){_WORD_END})|(?P<thanks>(?:{_THANKS}){_WORD_END})"
    rf"|(?:{_FILLERS}|{_APOLOGIES}){_WORD_END})"
)
_NEXT: Final = re.compile(rf"(?:{_POLITE}){_WORD_END}")
_SEPARATORS: Final = re.compile(r"[ ,;:.!…–/|)-]+")
_WORD: Final = re.compile(r"[^\W\d_][^\W\d_'.-]*(?:['.-][^\W\d_]+)*")
_MAX_WORDS: Final = 30  # words of a courtesy
_MAX_NAME_WORDS: Final = 3  # words that may be names

SMILEY: Final = re.compile(r"(?:[:;=8xX][-o']?[)(DPpO|/\\*3]|<3|\^\^|xD|[.!…,;:–-])+")
LAUGHTER: Final = re.compile(r"[😂🤣😜😝😛🤪😉🙃😹😆]|;-?[)D]|(?<![\w:])[xX:]-?[DPp](?!\w)")

CLOSING_PHRASE: Final = re.compile(rf"(?:{_CLOSING}){_WORD_END}")
CONTACT: Final = re.compile(
    r"(tel|phone|fon|telefon|mobil|mobile|handy|cell|natel|port(?=\.? ?:)|fax|e-?mail|mail"
    r"|web|www|http|address|adresse)\b.*"
    r"|([tmfpe][.:]? ?)?[+(]?\d[\d /().-]{5,}([|·,].*)?|\S+@\S+( ?[|·,].*)?|https?://\S+|www\.\S+"
    r"|.*\b(gmbh|ag|ltd|inc|sarl|s\.r\.l|llc"
    r"|e\.v)\b.*"
    r"|\d{1,4} ?[a-z]?,? (rue|avenue|boulevard|bd|place|chemin|quai|route|street|road)\b.*"
    r"|(room|raum|zimmer|bureau|salle|stanza|ufficio|p\. ?iva|siret|siren|ust-?id(nr)?)\b.*\d.*"
    r"|.*(strasse|str|weg|platz|street|road|avenue|rue|via|piazza)\b.*\d.*|\d{4,5} [a-z].*"
    r"|[a-z]{1,2}-\d{4,5} .*|[^\d|·]{1,60}[|·] ?[+(]?\d[\d /().-]{5,}"
)


def is_courtesy(text: str, names: Collection[str] = ()) -> bool:
    """Whether a text starts with a polite phrase and every word of it is listed.

    A few words after a greeting, thanks or a closing may be names; ``names`` are the writer's.
    """
    start = fold_text(text)
    opener = _OPENER.match(start)
    if opener is None or ("?" in start and not opener["asks"]):
        return False
    written = iter(_WORD.findall(text))
    spare = _MAX_NAME_WORDS if opener["named"] or opener["thanks"] or opener["wish"] else 0
    at, known = opener.end(), opener.end()
    for count, word in enumerate(_WORD.finditer(start)):
        shown = next(written, "")
        if word.start() < known:
            continue
        if count >= _MAX_WORDS or not _SEPARATORS.fullmatch(start, at, word.start()):
            return False
        further = _NEXT.match(start, word.start())
        if further is None and not _is_listed(word[0], names):
            capital = shown[:1].isupper()
            doubt = is_doubt_word(word[0]) and not (capital and _ends_name(opener, word))
            if not spare or doubt or not (capital or _follows(opener, word)):
                return False
            spare -= 1
        at = known = further.end() if further is not None else word.end()
    return _SEPARATORS.fullmatch(start.rstrip("?) ") + " ", at) is not None or at >= len(start)


def is_friendly(text: str, names: Collection[str] = ()) -> bool:
    """Whether a text consists only of thanks, praise, regards or a goodbye."""
    start = fold_text(text)
    opener = _OPENER.match(start)
    kind = opener is not None and (opener["wish"] or opener["thanks"])
    return bool(kind or CLOSING_PHRASE.match(start)) and is_courtesy(text, names)


def _is_listed(word: str, names: Collection[str]) -> bool:
    return word in names or all(part in _WORDS for part in word.rstrip(".").split("'"))


def _follows(opener: re.Match[str], word: re.Match[str]) -> bool:
    """Whether a word directly follows a greeting or closing, where names may be in lower case."""
    return bool(opener["named"]) and word.start() <= opener.end() + 2


def _ends_name(opener: re.Match[str], word: re.Match[str]) -> bool:
    """Whether a word is the surname of the person greeted, at the end of the text."""
    last = not _WORD.search(word.string, word.end())
    return bool(opener["named"]) and last and can_be_surname(word[0])
