"""What people write around a command out of politeness; nothing of it asks for anything."""

from __future__ import annotations

import re
from typing import Final

_GREETING: Final = (
    r"hi|hello|hey|dear|good (morning|day|afternoon|evening)|greetings|hallo|hi|liebe[rs]?"
    r"|lieber|moin"
    r"( moin)?|servus|gruss gott|gruess gott|gruezi|hoi|salu|sali|guten (morgen|tag|abend)"
    r"|sehr geehrte[rs]?"
    r"|mahlzeit|tag|bonjour|bonsoir|salut|coucou|cher|chere|chers|ciao|buongiorno|buonasera|salve"
    r"|buon giorno|buona sera|caro|cara|gentile|egregio|ehi"
)
_THANKS: Final = (
    r"thanks|thank you|many thanks|thx|ty|cheers|danke(schon|schoen)?|vielen dank|besten dank"
    r"|herzlichen dank"
    r"|merci|un grand merci|mille mercis|grazie( mille)?|mille grazie|ti ringrazio|je te remercie"
    r"|je vous remercie|tante grazie|merci vielmals|dank"
)
_CLOSING: Final = (
    r"(best|kind|warm|many|with (best|kind))? ?(regards|wishes)|best|cheers|yours( sincerely"
    r"| truly)?"
    r"|sincerely|take care|see you( soon| later)?|bye( bye)?|all the best|have a (nice|good"
    r"|great) .{1,20}"
    r"|so long|until next time|talk soon|love|xoxo|br|rgds|kr"
    r"|(viele|liebe|beste|herzliche|schone|schoene|freundliche|mit (freundlichen|besten|lieben"
    r"|herzlichen"
    r"|vielen))? ?(grusse?n?|gruesse?n?)( aus \w+| vom? \w+| an \w+| und .{1,30})?|grussle|gruss"
    r"|lg|mfg|vg|bg"
    r"|glg|hg|gruezi|bis (bald|dann|spater|spaeter|demnachst|morgen|nachstes mal)|tschuss"
    r"|tschuess|ciao"
    r"|alles (gute|liebe)|ade|servus|(einen )?schonen (tag|abend|sonntag|gruss)( noch)?"
    r"|schones wochenende|hochachtungsvoll|euer|eure|dein|deine|ihr|ihre"
    r"|(bien )?cordialement|(bien )?a (toi|vous)|amicalement|amities|bises|bisous"
    r"|salutations( .{1,30})?"
    r"|(meilleures|cordiales|sinceres) salutations|a (bientot|plus|plus tard|demain"
    r"|la prochaine)|a\+"
    r"|bonne (journee|soiree|fin de semaine)|bon (week-end|weekend|dimanche)|bien a (toi|vous)"
    r"|au revoir"
    r"|sinceres salutations|respectueusement|adieu|tchao"
    r"|(cordiali|distinti|cari|un caro|tanti|molti) salut[io]|saluti|un saluto|cordialmente"
    r"|a presto"
    r"|a domani|arrivederci|alla prossima|buona (giornata|serata|domenica)|buon (weekend"
    r"|fine settimana)"
    r"|un abbraccio|baci|con affetto|tuo|tua"
)
_WISHES: Final = (
    r"(good|best of) luck|nice (move|one|game|try)|good (move|game|one|play)|great (move|game)"
    r"|well played"
    r"|have fun|enjoy|gg|gl|hf|glhf|wow|oops|hm+|haha+|hehe+|ok|okay|lol|your (move|turn)"
    r"|over to you"
    r"|here (is|comes) my (move|turn|answer)|here you go|my move|sorry( for .{1,40})?"
    r"|no (problem|worries)"
    r"|it('s| is) (a )?(nice|good|great|fun|exciting) .{1,20}|i like (this|the) game|interesting"
    r"|viel (gluck|glueck|spass|erfolg)|guter zug|(sehr )?(schoner|schoener|starker|toller) zug"
    r"|gut gespielt|schone partie|schoene partie|gutes spiel|du bist (dran|am zug)"
    r"|hier (ist )?mein zug"
    r"|mein zug|spannend( .{1,20})?|na dann|also( gut)?|so|nun|los geht'?s|entschuldig(e"
    r"|ung)( .{1,40})?"
    r"|bonne chance|bien joue|beau coup|joli coup|bonne partie|amuse-toi( bien)?|a toi( de jouer)?"
    r"|a vous( de jouer)?|voici mon coup|mon coup|desole( .{1,40})?|bien|super|genial|courage"
    r"|buona fortuna|in bocca al lupo|bella mossa|ben giocato|bella partita|buona partita"
    r"|buon divertimento"
    r"|tocca a te|ecco la mia mossa|la mia mossa|scusa( .{1,40})?|bene|complimenti|bravo|brava"
    r"|auguri"
    r"|how are you|how's it going|hope you('re| are) .{1,20}|wie geht('s| es) .{0,12}"
    r"|(comment )?ca va"
    r"|comment (vas-tu|allez-vous)|come (stai|va|sta)|spero .{1,20}|j'espere .{1,20}"
    r"|ich hoffe .{1,20}"
    r"|prosit|viva|top|klasse|prima|perfekt|perfect|parfait|perfetto|gern|gerne|congratulations"
    r"|glueckwunsch"
    r"|gluckwunsch|felicitations|(happy|frohe|joyeux|buon) .{1,20}(year|neues jahr|noel|natale"
    r"|weihnachten)?"
)
_WORDS: Final = r"(?:[ ,;:.!…–/|-]+[^\W\d_][\w'.-]*)"

GREETING: Final = re.compile(rf"(?:{_GREETING}){_WORDS}{{0,5}}[ ,;:.!…-]*")
THANKS: Final = re.compile(rf"(?:{_THANKS}){_WORDS}{{0,10}}[ ,;:.!…-]*")
CLOSING: Final = re.compile(rf"(?:{_CLOSING})(?:{_WORDS}{{0,5}})[ ,;:.!…-]*")
WISH: Final = re.compile(rf"[(]?(?:{_WISHES})(?:{_WORDS}{{0,4}})[ ,;:.!?)…-]*")
SMILEY: Final = re.compile(r"(?:[:;=8xX][-o']?[)(DPpO|/\\*3]|<3|\^\^|xD|[.!…,;:–-])+")

CLOSES: Final = re.compile(rf"(?:{_CLOSING})\b")
CONTACT: Final = re.compile(
    r"(tel|phone|fon|telefon|mobil|mobile|handy|cell|fax|e-?mail|mail|web|www|http|address"
    r"|adresse)\b.*"
    r"|([tmfpe][.:]? ?)?[+(]?\d[\d /().-]{5,}([|·,].*)?|\S+@\S+( ?[|·,].*)?|https?://\S+|www\.\S+"
    r"|.*\b(gmbh|ag|ltd|inc|sarl|s\.r\.l|llc"
    r"|e\.v)\b.*"
    r"|.*(strasse|str\.|weg|platz|street|road|avenue|rue|via|piazza)\b.*\d.*|\d{4,5} [a-z].*"
    r"|[a-z]-\d{4,5} .*"
)
