"""Phrases that mail programs add around a reply, in four languages and a few more.

Texts are folded: lower case without accents (`inbound.reading.text.fold_text`).
"""

from __future__ import annotations

import re
from typing import Final

# The first line of our own e-mails, even if altered in transit.
OWN_DELIMITER: Final = re.compile(r"#\\?#\s?-\s?ampelpost\s?-", re.I)

# "On Monday Anna wrote:" --------------------------------------------------------------------------
WRITING_VERB: Final = re.compile(
    r"\b(wrote|writes|schrieb(en)?|geschrieben|schreibt|a ecrit|ecrit|ecrivait|ha scritto|scrive"
    r"|scritto|schreef|escribio|escreveu|skrev|napisal|said|a dit|ha detto|sagte)\b"
)
ADDRESS: Final = re.compile(r"[\w.+=~%-]+@[\w-]+(\.[\w-]+)+")
DATE_OR_TIME: Final = re.compile(
    r"\b(\d{1,2}[:.h]\d{2}|(19|20)\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})\b"
)

# "-----Original Message-----" ---------------------------------------------------------------------
_RULE: Final = r"[-_=*\u2010-\u2015 ]{2,}"
ORIGINAL_MESSAGE: Final = re.compile(
    rf"{_RULE}\s*(original( (message|e-?mail|appointment))?|reply message|forwarded (message|by .*)"
    r"|urspr(u|ue)ngliche (nachricht|mitteilung|e-?mail)|originalnachricht|original-nachricht"
    r"|weitergeleitete (nachricht|e-?mail)|message (d'origine|d'origine transfere|original|initial"
    r"|transfere|de depart)|e-?mail d'origine|(courriel|mail) (original|d'origine|transfere)"
    r"|messaggio (originale|inoltrato)"
    rf"|originale|doorgestuurd bericht|oorspronkelijk bericht|mensaje original)\s*{_RULE}"
)
FORWARDED: Final = re.compile(
    r"(begin forwarded message|anfang der weitergeleiteten (nachricht|e-?mail)"
    r"|debut du message (reexpedie|transfere)|inizio messaggio inoltrato"
    r"|(start|beginn) der weitergeleiteten (nachricht|e-?mail))\s*:?"
)
LONG_RULE: Final = re.compile(r"[_\u2014]{16,}|-{24,}|={24,}")

# "From: … Sent: … To: … Subject: …" ---------------------------------------------------------------
_FROM: Final = r"from|von|de|da|expediteur|mittente|absender|van"
_SENT: Final = (
    r"sent|date|gesendet( am)?|datum|verschickt|envoye( le)?|date d'envoi|inviato( il)?"
    r"|data( invio)?"
    r"|verzonden"
)
_TO: Final = (
    r"to|an|a|pour|cc|kopie|copie|copia|destinataire|destinatario|empfanger|aan|reply-to|antwort an"
)
_SUBJECT: Final = r"subject|betreff|objet|oggetto|sujet|betrifft|onderwerp"
HEADER: Final = re.compile(
    rf"[*_> ]*(?:(?P<from>{_FROM})|(?P<sent>{_SENT})|(?P<to>{_TO})|(?P<subject>{_SUBJECT})"
    r"|(importance|prioritat|wichtigkeit|importanza|priorite|attachments|anlagen|allegati"
    r"|pieces jointes))[*_ ]*:[*_]*(?=\s|$|<|\")"
)
# eM Client omits the colons directly below "------ Original Message ------".
BARE_HEADER: Final = re.compile(
    rf"(?:(?P<from>{_FROM})|(?P<sent>{_SENT})|(?P<to>{_TO})|(?P<subject>{_SUBJECT}))(?= |$)"
)

# What people type: it begins with a keyword for free text -----------------------------------------
FREE_TEXT_KEYWORD: Final = re.compile(
    r"[*\"'•· –-]*(msg|message|nachricht|mitteilung|messaggio|chat|note|notiz|nota|appunto"
    r"|claim|i claim|anspruch|ich beanspruche|reclamation|je reclame|reclamo|appeal|i appeal"
    r"|berufung|einspruch|recours|appel|ricorso|appello|faccio ricorso)\b"
    r"(?! ?(has been|was|is|wurde|ist|a ete|est|e stat[ao]|that|this|di|legale)\b)"
)

# Signatures ---------------------------------------------------------------------------------------
SIGNATURE: Final = re.compile(
    r"--|-- |—|--- ?|_{2,}|-{3,}|={3,}|\*{3,}|~{3,}|– ?–|[\u2500-\u2501]{2,}"
)
_DEVICE: Final = (
    r"iphone|ipad|ipod|apple watch|android|samsung|galaxy|huawei|pixel|xiaomi|blackberry|smartphone"
    r"|handy|mobile?( device| phone)?|mobilgerat|mobiltelefon|telefono|telephone|portable|cellulare"
    r"|tablet|outlook|mail fur windows|mail for windows|courrier pour windows|posta per windows"
    r"|windows"
    r"|yahoo|proton ?mail|gmx|web\.de|k-?9|k-@ mail|thunderbird|fairemail|bluemail|spark"
    r"|tutanota|tuta"
    r"|aquamail|nine|mymail|libero|orange|laposte|free|bluewin|swisscom|t-online|freenet|gmail"
    r"|mail app"
    r"|aol|icloud|mailbox\.org|posteo|canary|edison|airmail|mailspring|evolution|workspace"
    r"|e-?mail-app"
)
ADVERT: Final = re.compile(
    rf"((sent|gesendet|envoye|inviato|verzonden|verschickt|verfasst|geschrieben|mobil gesendet"
    rf"|enviado|scritto|ecrit|provenance) ?:?\b.{{0,40}}?\b({_DEVICE})\b.{{0,80}}"
    rf"|(von|vom|aus|uber|mit|diese (nachricht|e-?mail|mail) wurde( von)?).{{0,60}}?\b({_DEVICE})\b"
    r".{0,60}\b(gesendet|verschickt|geschrieben|verfasst|versendet)\b.{0,20}"
    rf"|.{{0,20}}\b({_DEVICE})\b.{{0,30}}(gesendet|verschickt)[.!]?"
    r"|(sent|mailed|written|posted|typed) (from|with|via|using|by|on) .{1,60}"
    r"|(gesendet|verschickt|verfasst|geschrieben) (von|mit|uber|aus|via|per|vom|unterwegs) .{1,60}"
    r"|(von|vom|aus|uber) .{1,60} (gesendet|verschickt)[.!]?|(mobil|unterwegs|sicher) (gesendet"
    r"|verfasst).{0,60}"
    r"|(kurz und )?(mobil|unterwegs|(vom|am) (handy|smartphone|telefon)) getippt.{0,40}"
    r"|tape (sur|depuis|avec) (mon|ma) .{1,40}|digitato (dal|sul|con il) (mio )?.{1,40}"
    r"|kostenlos bei (gmx|web\.de|freenet).{0,80}|wys[\u0142l]ane (z|przez) .{1,40}"
    r"|\u043e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e (\u0441|\u0438\u0437) .{1,40}"
    r"|.{1,20}\u304b\u3089\u9001\u4fe1|(skickat|sendt) fr(an|a) (min )?.{1,40}"
    r"|(secured|securise|powered|protected) (by|par) .{1,40}|(hergestellt|erstellt) mit .{1,60}"
    r"|(p )?(please )?(think green|save paper|think before you print).{0,80}|n'imprimez .{1,80}"
    r"|p please consider .{1,80}"
    r"|(envoye|transmis|redige|ecrit) (de|du|depuis|avec|a partir|via|par) .{1,60}"
    r"|(inviato|scritto|spedito) (da|dal|dalla|con|tramite|via|dallo|col) .{1,60}"
    r"|(get|hol(en sie sich)?|telecharge[rz]?|obtenir|obtenez|scarica|ottieni) (outlook|yahoo"
    r"|gmx|proton"
    r"|bluemail|spark|die|das|l'app|l'application|l'applicazione).{0,80}"
    r"|yahoo mail ?[:-].{0,80}|l'absence de virus .{0,160}"
    rf"|({_DEVICE})\b.{{0,30}}(beziehen|herunterladen|obtenir|scaricare)"
    r"|((this|dieses?|cet?|cette|questo|questa) .{0,20})?(message|nachricht|e-?mail|courriel"
    r"|messaggio)"
    r" .{0,30}(has been|was|wurde|a ete|e stat[ao]) .{0,40}(virus|avast|avg|kaspersky"
    r"|norton).{0,80}"
    r"|.{0,20}(virus-?free|virenfrei|garanti sans virus|sans virus|privo di virus"
    r"|senza virus).{0,80}"
    r"|(bitte )?(denken|prufen) sie.{0,40}(umwelt|drucken|ausdrucken).{0,80}"
    r"|(please )?consider the environment.{0,80}"
    r"|(pensez|avant d'imprimer|merci de penser).{0,20}(environnement|imprimer).{0,80}"
    r"|(prima di stampare|pensa all'ambiente|rispetta l'ambiente).{0,80}"
    r"|(excuse|pardon|please excuse|sorry for|entschuldige|bitte entschuldige).{0,30}"
    r"(brevity|typos|tippfehler|kurze|autocorrect).{0,80}"
    r"|(gmx|web\.de|freemail|freenet|t-online).{0,60}(kostenlos|gratis|jetzt|app|testen).{0,80}"
    r"|(classification|sensitivity|klassifizierung|einstufung|vertraulichkeit|confidentialite"
    r"|classificazione|riservatezza) ?: ?.{0,10}(intern|public|offentlich|vertraulich|confiden"
    r"|restricted|pubblic|riservat).{0,40}"
    r"|[\[(*]+ ?(extern(al|e)?|esterno)( e-?mail| sender| message)? ?[\])*]+.{0,120})"
)
DISCLAIMER: Final = re.compile(
    r"(?:[*_ ]*)(this (e-?mail|message|communication|transmission)|the (information|contents?"
    r"|above)"
    r"|the sender|any (views|unauthori[sz]ed|use)|if you (are not|have received|received|believe)"
    r"|confidential|disclaimer|important( notice)?\b|notice|legal|privacy|please (note|notify"
    r"|delete)"
    r"|dies(e|es|er)\b|der inhalt|die (in dieser|informationen)|der absender|vertraulich|haftungs"
    r"|hinweis|datenschutz|rechtlicher|wichtiger hinweis|falls sie|sollten sie|wenn sie (nicht"
    r"|diese)"
    r"|ce (message|courriel|mail|document)|cet e-?mail|cette? (communication|correspondance)"
    r"|le (present|contenu)|les informations|l'(integrite|expediteur)|si vous|avis|avertissement"
    r"|confidentiel|merci de|toute (utilisation|diffusion)|questo (messaggio|documento|indirizzo)"
    r"|questa (e-?mail|comunicazione)|il (presente|contenuto|mittente)|la presente|le informazioni"
    r"|(avviso|nota) (di|legale)|riservat|informativa|ai sensi|qualora|se (non|avete|ha|hai) )"
)
DISCLAIMER_WORDS: Final = re.compile(
    r"(confidenti(al|el)|intended|recipient|privileged|proprietary|unauthori[sz]ed|liabilit|legally"
    r"|vertraulich|bestimmt|empfanger|adressat|anhang|anlagen|irrtumlich|unbefugt|haftung|geschutzt"
    r"|destinatai|destinatar|pieces? jointes?|par erreur|privilegie|riservat|allegat|per errore"
    r"|gdpr|rgpd|dsgvo|2016/679|privacy|disclaimer)"
)

# Adverts, labels and disclaimers that start with a keyword for free text.
_LABEL: Final = re.compile(
    rf"(message|nachricht|mitteilung|messaggio) (((von|vom|aus|uber|mit) .{{0,40}}?\b({_DEVICE})\b"
    r".{0,30}\b(gesendet|verschickt|geschrieben|verfasst|versendet)[.!]?"
    r"|(sent|written|gesendet|verschickt|verfasst|envoye|transmis|redige|ecrit|inviato|scritto"
    rf"|spedito) .{{0,40}}?\b({_DEVICE})\b.{{0,60}})"
    r"|((is |ist |garanti )?(virus-?free|virenfrei|sans virus)|(privo di|senza) virus)[. :<(]*"
    r"(www\.|https?:|avast|avg|kaspersky|norton).{0,80}"
    r"|(classification|sensitivity|klassifizierung|einstufung|classificazione) ?: ?.{0,60})"
)
_PRINTING: Final = re.compile(r"\b(print(ing|out)?|(aus)?drucken|imprimer|stampare)\b")
_NOTICE: Final = re.compile(
    r"(message|nachricht|mitteilung|messaggio|note|nota) ?(:? ?(the (information|contents?)|this"
    r" (e-?mail|message|communication)|diese? (e-?mail|nachricht|mitteilung)|der inhalt"
    r"|die in dieser|ce (message|courriel|mail)|cet e-?mail|les informations|le contenu|questo"
    r" messaggio|questa (e-?mail|comunicazione)|il contenuto|le informazioni)"
    r"|(strictement |streng |strettamente )?(confidentiel|vertraulich|confidential|riservato)) "
)


def is_advert(start: str) -> bool:
    """Whether a line by itself is an advert, a disclaimer or a company's legal footer."""
    known = ADVERT.fullmatch(start) or _PRINTING.search(start) or is_label(start)
    return bool(known or is_imprint(start) or DISCLAIMER_WORDS.search(start))


def is_label(start: str) -> bool:
    """Whether a line is an advert, label or disclaimer although it starts like free text."""
    if _LABEL.fullmatch(start):
        return True
    head = _NOTICE.match(start)
    return head is not None and DISCLAIMER_WORDS.search(start, head.end(1)) is not None


def can_be_label(start: str) -> bool:
    """Whether a line that starts like free text, not with "msg", may still be an advert."""
    says = FREE_TEXT_KEYWORD.match(start)
    if says is None or says[1] in ("msg", "chat"):
        return False
    rest = start[says.end() :].lstrip(" :")
    return any(ADVERT.fullmatch(each) for each in (start, rest))


_IMPRINT: Final = re.compile(
    r"\b(gmbh|e\.?k\.?|amtsgericht|hr[ab] ?\d+|handelsregister|geschaftsfuhr(er|erin|ung)|vorstand"
    r"|aufsichtsrat|sitz( der gesellschaft)?|ust-?id(nr)?|che-\d|registered (in|office|no)"
    r"|company (no|number)|vat (no|number|reg)|ltd|llp|siret|siren|rcs|sarl|capital (de|social)"
    r"|siege social|s\.?r\.?l|p\. ?iva|partita iva|cap(itale)? soc|sede legale|c\.f)\b"
)


def is_imprint(start: str) -> bool:
    """Whether a line looks like a company's legal footer: it has two or more of its terms."""
    return len({found[0] for found in _IMPRINT.finditer(start)}) >= 2


# Away ---------------------------------------------------------------------------------------------
AWAY_SUBJECT: Final = re.compile(
    r"(automatic reply|auto(matic)?[- ]?(reply|response|antwort)|autoreply|auto: "
    r"|out of (the )?office"
    r"|ooo\b|automatische (antwort|e-?mail)|abwesenheit|abwesend|ausser haus|nicht im (buro|haus)"
    r"|reponse automatique|(message )?d?'?absence (du|de)|message d'absence|absent du"
    r"|risposta automatica|assenza dall|fuori (ufficio|sede)|messaggio di assenza)"
)
MAYBE_AWAY_SUBJECT: Final = re.compile(
    r"(urlaub|vacation|holiday|on leave|i am (out|away|on)|ich bin|absen(t|ce)|je suis absent"
    r"|en conge"
    r"|en vacances|assen(te|za)|in ferie|sono)"
)
AWAY_TEXT: Final = re.compile(
    r"(out of (the )?office|away from (my|the) (office|desk|e-?mail)|limited access to"
    r"|on annual leave"
    r"|will (be back|return|reply|respond)|nicht im (buro|haus)|abwesend|bin ich wieder|im urlaub"
    r"|nicht erreichbar|wenden sie sich|nicht weitergeleitet|absente? (du|jusqu|actuellement"
    r"|de mon)"
    r"|de retour le|en conges?|en cas d'urgence|contacter|fuori (ufficio|sede)|in ferie|assente"
    r"|saro di ritorno|tornero|per urgenze|automatisch|automatically|automatiquement"
    r"|automaticamente"
    r"|automatic|automatique|automatica)"
)

# What a program writes for somebody who has chosen a picture instead of an answer -----------------
REACTION: Final = re.compile(
    r".{1,80} (reacted (to your message|via gmail)|hat (auf (ihre|deine) nachricht"
    r"|uber gmail) reagiert"
    r"|a reagi (a (votre|ton) message|via gmail)"
    r"|ha reagito (al tuo messaggio|tramite gmail)) ?[:.]?"
)
