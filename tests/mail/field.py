"""Replies written down line by line as single programs send them, each beside the usual forms."""

from tests.mail.field_aside import aside
from tests.mail.field_below import below
from tests.mail.field_far import far
from tests.mail.field_headers import em_client, proton
from tests.mail.field_web import free, providers, web
from tests.mail.sending import sent


def _google():
    yield (
        "gmail-signature-above",
        sent(
            "g1", "en",
            "b2\n\nCheers\n\n-- \nBen Miller\nChess & Go club, Leeds\n+44 113 496 0000\n\n\n"
            "On Mon, 23 Nov 2026 at 20:12, {us} <{to}>\nwrote:\n\n{quoted}\n>\n",
            '<div dir="ltr"><div>b2</div><div><br></div><div>Cheers</div><br clear="all"></div><br>'
            '<span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature"'
            ' data-smartmail="gmail_signature"><div dir="ltr">Ben Miller<div>Chess &amp; Go club, Leeds'
            "</div><div>+44 113 496 0000</div></div></div><br>"
            '<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, 23'
            ' Nov 2026 at 20:12, {us} &lt;<a href="mailto:{to}">{to}</a>&gt; wrote:<br></div>'
            '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">{page}</blockquote></div>',
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "gmail-android-wish-behind",
        sent(
            "g2", "de",
            "c3, viel Spaß! 😊\n\n{us} <{to}> schrieb am Mo., 23. Nov. 2026, 20:12:\n\n{quoted}\n",
            '<div dir="auto">c3, viel Spaß! 😊</div><br><div class="gmail_quote gmail_quote_container">'
            '<div dir="ltr" class="gmail_attr">{us} &lt;{to}&gt; schrieb am Mo., 23. Nov. 2026, 20:12:'
            '<br></div><blockquote class="gmail_quote">{page}</blockquote></div>',
            who="Jörg Weiß",
        ),
        ["c3"],
    )  # fmt: skip
    yield (
        "gmail-between",
        sent(
            "g3", "fr",
            "Le lun. 23 nov. 2026 à 20:12, {us} <{to}> a\nécrit :\n\n> Bonjour Zoé,\n>\n> C’est à vous"
            " de jouer contre Anna.\n\nVoici mon coup :\n\na2\n\n> Répondez par un de ces coups ou un de"
            " ces mots :\n> a3\n> b3\n>\n\nBonne soirée\nZoé\n",
            '<div dir="ltr"><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Le lun. 23 nov. 2026'
            " à 20:12, {us} &lt;{to}&gt; a écrit :<br></div><blockquote class=\"gmail_quote\"><div>Bonjour"
            " Zoé,</div><div><br></div><div>C’est à vous de jouer contre Anna.</div></blockquote><div><br>"
            "</div><div>Voici mon coup :</div><div><br></div><div>a2</div><div><br></div>"
            '<blockquote class="gmail_quote"><div>Répondez par un de ces coups ou un de ces mots :</div>'
            "<div>a3</div><div>b3</div></blockquote><div><br></div><div>Bonne soirée</div><div>Zoé</div>"
            "</div></div>",
            who="Zoé Lefèvre",
        ),
        ["a2"],
    )  # fmt: skip
    yield (
        "gmail-confidential-below",
        sent(
            "g4", "it",
            "b3\n\nIl giorno lun 23 nov 2026 alle ore 20:12 {us} <{to}>\nha scritto:\n\n{quoted}\n\n-- \n"
            "Le informazioni contenute nella presente comunicazione e i relativi allegati\npossono essere"
            " riservate e sono, comunque, destinate esclusivamente alle\npersone sopra indicate.\n",
            '<div dir="ltr">b3</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Il'
            " giorno lun 23 nov 2026 alle ore 20:12 {us} &lt;{to}&gt; ha scritto:<br></div>"
            '<blockquote class="gmail_quote">{page}</blockquote></div>\n\n<br>\n<span style="font-size:9px">'
            "-- <br>Le informazioni contenute nella presente comunicazione e i relativi allegati possono"
            " essere riservate e sono, comunque, destinate esclusivamente alle persone sopra indicate."
            "</span>",
            who="Niccolò Bellù",
        ),
        ["b3"],
    )  # fmt: skip
    yield (
        "gmail-hebrew",
        sent(
            "g5", "en",
            "b2\n\n\u202bבתאריך יום ב׳, 23 בנוב׳ 2026 ב-20:12 מאת \u202a{us}\u202c\u200f <\u202a{to}"
            "\u202c\u200f>:\u202c\n\n{quoted}\n",
            '<div dir="rtl"><div dir="ltr">b2</div></div><br><div class="gmail_quote gmail_quote_container">'
            '<div dir="rtl" class="gmail_attr">\u202bבתאריך יום ב׳, 23 בנוב׳ 2026 ב-20:12 מאת \u202a{us}'
            "\u202c\u200f &lt;\u202a{to}\u202c\u200f&gt;:\u202c<br></div>"
            '<blockquote class="gmail_quote">{page}</blockquote></div>',
            who="Noa Levi",
        ),
        ["b2"],
    )  # fmt: skip


def _microsoft():
    fields = (
        "<b>From:</b> {us} &lt;{to}&gt;<br><b>Sent:</b> Monday, November 23, 2026 8:12 PM<br>"
        "<b>To:</b> Ben Miller &lt;ben@sender.example&gt;<br><b>Subject:</b> [4×3] Anna – Ben, 7"
    )
    warned = (
        "[You don't often get email from {to}. Learn why this is important at"
        " https://aka.ms/LearnAboutSenderIdentification ]\n\nCAUTION: This email originated from"
        " outside of the organisation. Do not click links unless you recognise the sender.\n\n"
    )
    yield (
        "outlook-caution",
        sent(
            "m1", "en",
            "b2\n\nKind regards,\nBen\n________________________________\nFrom: {us} <{to}>\nSent: Monday,"
            " November 23, 2026 8:12 PM\nTo: Ben Miller <ben@sender.example>\nSubject: [4×3] Anna – Ben, 7"
            f"\n\n{warned}{{bare}}\n",
            '<html><body dir="ltr"><div class="elementToProof">b2</div><div class="elementToProof"><br></div>'
            '<div class="elementToProof">Kind regards,</div><div class="elementToProof">Ben</div>'
            '<hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">'
            f"<font>{fields}</font><div>&nbsp;</div></div><div>{warned}</div>{{page}}</body></html>",
        ),
        ["b2"],
    )  # fmt: skip
    sig = (
        "Freundliche Grüsse", "Hans Muster", "", "Muster Treuhand AG", "Hans Muster, Partner",
        "Bahnhofstrasse 1, CH-8001 Zürich", "T +41 44 496 00 00 | M +41 79 496 00 00",
        "hans.muster@muster-treuhand.example | www.muster-treuhand.example",
    )  # fmt: skip
    word = "".join(f'<p class="MsoNormal">{line or "&nbsp;"}<o:p></o:p></p>' for line in sig)
    sender = "Von: {us} <{to}>\nGesendet: Montag, 23. November 2026 20:12\nAn: Hans Muster <ben@sender.example>\nBetreff: [4×3] Anna – Ben, 7"
    yield (
        "outlook-office-signature",
        sent(
            "m2", "de",
            "Guten Abend\n\nb2\n\n" + "\n".join(sig) + f"\n\n{sender}\n\n{{bare}}\n",
            '<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang="DE-CH"><div'
            ' class="WordSection1"><p class="MsoNormal">Guten Abend<o:p></o:p></p><p class="MsoNormal">'
            '<o:p>&nbsp;</o:p></p><p class="MsoNormal">b2<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;'
            f"</o:p></p>{word}<div><div style=\"border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt\">"
            '<p class="MsoNormal"><b>Von:</b> {us} &lt;{to}&gt; <br><b>Gesendet:</b> Montag, 23. November'
            " 2026 20:12<br><b>An:</b> Hans Muster &lt;ben@sender.example&gt;<br><b>Betreff:</b> [4×3] Anna"
            " – Ben, 7<o:p></o:p></p></div></div>{page}</div></body></html>",
            who="Hans Muster",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "outlook-accept",
        sent(
            "m3", "fr",
            "Bonjour,\n\nJ'accepte.\n\nBien cordialement,\nZoé Lefèvre\n\nDe : {us} <{to}>\nEnvoyé : lundi 23"
            " novembre 2026 20:12\nÀ : Zoé Lefèvre <ben@sender.example>\nObjet : [4×3] Anna – Ben, 7\n\n"
            "{bare}\n",
            '<html><body lang="FR"><div class="WordSection1"><p class="MsoNormal">Bonjour,</p>'
            '<p class="MsoNormal">&nbsp;</p><p class="MsoNormal">J\'accepte.</p><p class="MsoNormal">&nbsp;</p>'
            '<p class="MsoNormal">Bien cordialement,</p><p class="MsoNormal">Zoé Lefèvre</p>'
            '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>De&nbsp;:</b>'
            " {us} &lt;{to}&gt; <br><b>Envoyé&nbsp;:</b> lundi 23 novembre 2026 20:12<br><b>À&nbsp;:</b>"
            " Zoé Lefèvre<br><b>Objet&nbsp;:</b> [4×3] Anna – Ben, 7</p></div>{page}</div></body></html>",
            charset="cp1252", who="Zoé Lefèvre",
        ),
        ["accept"],
    )  # fmt: skip
    yield (
        "outlook-withdraw",
        sent(
            "m4", "it",
            "Ritiro dal torneo, grazie.\n\nDa: {us} <{to}>\nInviato: lunedì 23 novembre 2026 20:12\nA:"
            " Città Verità <ben@sender.example>\nOggetto: [4×3] Anna – Ben, 7\n\n{bare}\n",
            "", charset="iso-8859-1", who="Città Verità",
        ),
        ["withdraw"],
    )  # fmt: skip
    yield (
        "outlook-see-below",
        sent(
            "m5", "en",
            "Please see my answers below in red.\n\nFrom: {us} <{to}>\nSent: Monday, November 23, 2026 8:12"
            " PM\nTo: Ben Miller <ben@sender.example>\nSubject: [4×3] Anna – Ben, 7\n\nb2\n\n{bare}\n",
            '<html><body><p class="MsoNormal">Please see my answers below in red.</p>'
            f'<div style="border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal">{fields}</p></div>'
            '<p class="MsoNormal"><span style="color:red">b2</span></p>{page}</body></html>',
        ),
        "not_understood",
    )  # fmt: skip
    yield (
        "outlook-ios",
        sent(
            "m6", "en",
            "B2\n\nSent from Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom:"
            " {us} <{to}>\nSent: Monday, November 23, 2026 8:12:13 PM\nTo: Ben <ben@sender.example>\nSubject:"
            " [4×3] Anna – Ben, 7\n\n{bare}\n",
            '<html><body><div dir="ltr" style="font-family: Aptos">B2</div><div id="ms-outlook-mobile-body'
            '-separator-line" dir="ltr"><br></div><div class="ms-outlook-mobile-signature" id="ms-outlook'
            '-mobile-signature"><p>Sent from <a href="https://aka.ms/o0ukef">Outlook for iOS</a></p></div>'
            '<div id="mail-editor-reference-message-container"><hr><div class="ms-outlook-mobile-reference'
            f'-message skipProofing" id="divRplyFwdMsg">{fields}</div>{{page}}</div></body></html>',
        ),
        ["B2"],
    )  # fmt: skip
    yield (
        "outlook-arabic",
        sent(
            "m7", "en",
            "b2\n\nمن: {us} <{to}>\nتم الإرسال: الاثنين، 23 نوفمبر 2026 08:12 م\nإلى: Ben"
            " <ben@sender.example>\nالموضوع: [4×3] Anna – Ben, 7\n\n{bare}\n",
            '<html><body dir="rtl"><div class="elementToProof">b2</div><div id="appendonsend"></div><hr>'
            '<div id="divRplyFwdMsg" dir="rtl"><b>من:</b> {us} &lt;{to}&gt;<br><b>تم الإرسال:</b> الاثنين،'
            " 23 نوفمبر 2026 08:12 م<br><b>إلى:</b> Ben<br><b>الموضوع:</b> [4×3] Anna – Ben, 7</div>{page}"
            "</body></html>",
        ),
        ["b2"],
    )  # fmt: skip


def _apple():
    yield (
        "apple-below-flowed",
        sent(
            "a1", "en",
            "> On 23 Nov 2026, at 20:12, {us} <{to}> wrote:\n> \n{quoted}\n\nHello Anna,\n\nif a1 then b2\n\nBest"
            " wishes,\nOlivia\n",
            who="Olivia O'Neil", flowed="; format=flowed; delsp=yes",
        ),
        ["if a1 then b2"],
    )  # fmt: skip
    yield (
        "apple-cite",
        sent(
            "a2", "de",
            "Servus Anna,\n\nZug: b2\n\nLiebe Grüße aus Wien\nKäthe\n\n> Am 23.11.2026 um 20:12 schrieb {us}"
            " <{to}>:\n> \n{wide}\n",
            '<html><head></head><body style="overflow-wrap: break-word;">Servus Anna,<div><br></div><div>'
            "Zug: b2</div><div><br></div><div>Liebe Grüße aus Wien</div><div>Käthe</div><div><br>"
            '<blockquote type="cite"><div>Am 23.11.2026 um 20:12 schrieb {us} &lt;{to}&gt;:</div>'
            '<br class="Apple-interchange-newline"><div>{page}</div></blockquote></div></body></html>',
            who="Käthe Grün",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "ios-draw",
        sent(
            "a3", "fr",
            "Nulle ?\n\nEnvoyé de mon iPhone\n\n> Le 23 nov. 2026 à 20:12, {us} <{to}> a écrit :\n> \n{wide}\n",
            '<html><body dir="auto">Nulle ?<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Envoyé'
            ' de mon iPhone</div><div dir="ltr"><br><blockquote type="cite">Le 23 nov. 2026 à 20:12, {us}'
            ' &lt;{to}&gt; a écrit :<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">{page}'
            "</div></blockquote></body></html>",
            who="Zoé Lefèvre",
        ),
        ["tie"],
    )  # fmt: skip
    yield (
        "ios-italian",
        sent(
            "a4", "it",
            "Buonasera, b2. Grazie!\nInviato da iPhone\n\n> Il giorno 23 nov 2026, alle ore 20:12, {us}"
            " <{to}> ha scritto:\n> \n> \ufeff\n{wide}\n",
            '<html><body dir="auto">Buonasera, b2. Grazie!<br id="lineBreakAtBeginningOfSignature"><div'
            ' dir="ltr">Inviato da iPhone</div><div dir="ltr"><br><blockquote type="cite">Il giorno 23 nov'
            " 2026, alle ore 20:12, {us} &lt;{to}&gt; ha scritto:<br><br></blockquote></div>"
            '<blockquote type="cite"><div dir="ltr">\ufeff{page}</div></blockquote></body></html>',
            who="Niccolò Bellù",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "ios-dictated",
        sent(
            "a5", "en",
            "I’ll play b2.\n\nSent from my iPad\n\n> On Nov 23, 2026, at 8:12\u202fPM, {us} <{to}> wrote:\n> \n"
            "{wide}\n",
        ),
        ["b2"],
    )  # fmt: skip


def field():
    """Yield name, bytes and what each asks for (an error's code if a text)."""
    programs = (
        _google(),
        _microsoft(),
        _apple(),
        free(),
        web(),
        providers(),
        far(),
        em_client(),
        proton(),
    )
    for found in (*programs, aside(), below()):
        yield from found
