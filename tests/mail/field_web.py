"""More replies of single programs: free ones, web mail, and providers' own forms."""

from tests.mail.sending import sent


def free():
    yield (
        "thunderbird-below-signature",
        sent(
            "f1", "en",
            "On 11/23/26 20:12, {us} wrote:\n{quoted}\n\nb2\nmsg Sorry for the delay, the trains were late\n  again.\n\n-- \nBen Miller\nGPG 0xDEADBEEF\n",
            flowed="; format=flowed",
        ),
        "after_text",
    )  # fmt: skip
    yield (
        "thunderbird-flowed-message",
        sent(
            "f2", "en",
            "On 11/23/26 20:12, {us} wrote:\n{quoted}\n\nb2\nmsg Sorry for the delay, the trains were late \nagain.\n\n-- \nBen Miller\nGPG 0xDEADBEEF\n",
            flowed="; format=flowed",
        ),
        ["b2", "msg Sorry for the delay, the trains were late again."],
    )  # fmt: skip
    yield (
        "thunderbird-between",
        sent(
            "f3", "de",
            "Moin,\n\nAm 23.11.26 um 20:12 schrieb {us}:\n> Hallo Jörg,\n>\n> du bist am Zug gegen Anna. Anna"
            " hat c4 gespielt\n\nDanke, gesehen!\n\n> Antworte mit einem dieser Züge:\n> a3\n> b3\n\nDann nehme"
            " ich\nb2\n\n> aufgeben\n\nGruß\nJörg\n",
            who="Jörg Weiß",
        ),
        "not_understood",
    )  # fmt: skip
    yield (
        "mutt-own-attribution",
        sent(
            "f4", "en",
            "* {us} <{to}> [2026-11-23 20:12 +0100]:\n{quoted}\n\nb2\n\n-- \nBen\n",
            "", "User-Agent: Mutt/2.2.12 (2023-09-09)", charset="us-ascii", encoding="7bit",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "mutt-latin9",
        sent(
            "f5", "de",
            "On Mon, Nov 23, 2026 at 08:12:13PM +0100, {us} wrote:\n> du bist am Zug gegen Anna.\n\nwenn a1"
            " dann b2\n\n> Antworte mit einem dieser Züge oder einem dieser Wörter:\n> a3\n> b3\n\nSchöne"
            " Grüße,\nJörg\n",
            "", "User-Agent: NeoMutt/20231103", charset="iso-8859-15", encoding="8bit", who="Jörg Weiß",
        ),
        ["if a1 then b2"],
    )  # fmt: skip
    yield (
        "kmail",
        sent(
            "f6", "en",
            "On Monday, 23 November 2026 20:12:13 Central European Standard Time {us} \nwrote:\n{quoted}\n\n"
            "Resign.\n\n",
            "", "User-Agent: KMail/6.2.0", encoding="7bit", charset="us-ascii",
        ),
        ["resign"],
    )  # fmt: skip
    yield (
        "fairemail",
        sent(
            "f7", "de",
            "b2\n\nAm 23. November 2026 20:12:13 MEZ schrieb {us} <{to}>:\n{wide}\n",
            '<!DOCTYPE html><html><body><p>b2</p><div fairemail="reply"><p>Am 23. November 2026 20:12:13'
            ' MEZ schrieb {us} &lt;{to}&gt;:</p><blockquote style="margin:0;border-left:3px solid #ccc;'
            'padding-left:3px">{page}</blockquote></div></body></html>',
            who="Jörg Weiß",
        ),
        ["b2"],
    )  # fmt: skip


def web():
    yield (
        "gmx-page",
        sent(
            "w1", "de", "",
            '<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;"><div>Hallo Anna,'
            '</div>\n<div>&nbsp;</div>\n<div>ich nehme b2</div>\n<div>&nbsp;</div>\n<div class="signature">LG'
            ' Jörg<br>--<br>Diese Nachricht wurde mit GMX gesendet</div>\n<div>&nbsp;\n<div name="quote"'
            ' style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;"><div style="margin:0 0 10px 0;">'
            "<b>Gesendet:</b>&nbsp;Montag, 23. November 2026 um 20:12<br/><b>Von:</b>&nbsp;&quot;{us}&quot;"
            " &lt;{to}&gt;<br/><b>An:</b>&nbsp;ben@sender.example<br/><b>Betreff:</b>&nbsp;[4×3] Anna – Ben,"
            ' 7</div><div name="quoted-content">{page}</div></div></div></div></body></html>',
            who="Jörg Weiß",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "webde-app",
        sent(
            "w2", "de",
            "b2\nNachricht: Bis morgen!\n-- \nDiese Nachricht wurde von meinem Android-Gerät mit WEB.DE Mail"
            " gesendet.\nAm 23.11.26, 20:12 schrieb {us} <{to}>:\n{wide}\n",
            who="Käthe Grün",
        ),
        ["b2", "msg Bis morgen!"],
    )  # fmt: skip
    yield (
        "yahoo-indented",
        sent(
            "w3", "en",
            " b2\n    On Monday, November 23, 2026 at 08:12:13 PM GMT+1, {us} <{to}> wrote:  \n \n {bare}\n  ",
            '<html><head></head><body><div class="ydp3fa1b2c3yahoo-style-wrap"><div></div><div dir="ltr" data'
            '-setdir="false">b2</div><div><br></div></div><div id="ydp99aa88bbyahoo_quoted_1234567890" class="'
            'ydp99aa88bbyahoo_quoted"><div><div>On Monday, November 23, 2026 at 08:12:13 PM GMT+1, {us} &lt;'
            '{to}&gt; wrote:</div><div><br></div><div><div id="ydp99aa88bbyiv1">{page}</div></div></div></div>'
            "</body></html>",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "yahoo-iphone-french",
        sent(
            "w4", "fr",
            "je joue b2\n\n\nEnvoyé de Yahoo Mail pour iPhone\n\n\nLe lundi, novembre 23, 2026, 8:12 PM, {us}"
            " <{to}> a écrit :\n\n{bare}\n",
            "<html><body>je joue b2<br><br><br><a href=\"https://mail.onelink.me/107872968?pid=nativeplacement"
            '">Envoyé de Yahoo Mail pour iPhone</a><br><br><p class="yahoo-quoted-begin" style="font-size:'
            ' 15px">Le lundi, novembre 23, 2026, 8:12 PM, {us} &lt;{to}&gt; a écrit :</p><blockquote'
            ' class="iosymail"><div>{page}</div></blockquote></body></html>',
            who="Zoé Lefèvre",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "proton-advert",
        sent(
            "w5", "en",
            "b2\n\nSent with [Proton Mail](https://proton.me/mail/home) secure email.\n\nOn Monday, November"
            " 23rd, 2026 at 8:12 PM, {us} <{to}> wrote:\n\n{wide}\n",
            '<div style="font-family: Arial; font-size: 14px;">b2</div><div style="font-family: Arial;"><br>'
            '</div><div class="protonmail_signature_block" style="font-family: Arial;"><div class="protonmail'
            '_signature_block-user protonmail_signature_block-empty"></div><div class="protonmail_signature'
            '_block-proton">Sent with <a target="_blank" href="https://proton.me/mail/home">Proton Mail</a>'
            ' secure email.</div></div><div class="protonmail_quote">On Monday, November 23rd, 2026 at 8:12'
            ' PM, {us} &lt;{to}&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">{page}'
            "</blockquote><br></div>",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "proton-mobile",
        sent(
            "w6", "de",
            "Remis angenommen? Nein: b2\n\nGesendet von Proton Mail für Android.\n\n-------- Ursprüngliche"
            " Nachricht --------\nAm Montag, 23.11.26 um 20:12 {us} <{to}> schrieb:\n\n{wide}\n",
            who="Jörg Weiß",
        ),
        "words_after",
    )  # fmt: skip
    yield (
        "tuta",
        sent(
            "w7", "de",
            "b2\n\n\nLG\n-- \nSicher versendet mit Tuta Mail: https://tuta.com/free-email\n\n\n23. Nov. 2026, 20:12"
            " von {to}:\n\n{wide}\n",
            '<html><body><div dir="auto">b2<br></div><div dir="auto"><br></div><div dir="auto">LG</div><div>--'
            ' <br></div><div>Sicher versendet mit Tuta Mail: <br></div><div><a href="https://tuta.com/free-email">'
            "https://tuta.com/free-email</a><br></div><div><br></div><div><br></div><div>23. Nov. 2026, 20:12"
            ' von {to}:<br></div><blockquote class="tutanota_quote" style="border-left: 1px solid #93A3B8;'
            ' padding-left: 10px; margin-left: 5px;">{page}</blockquote></body></html>',
            who="Jörg Weiß",
        ),
        ["b2"],
    )  # fmt: skip


def providers():
    yield (
        "zimbra",
        sent(
            "p1", "fr",
            "Bonsoir,\n\nb2\n\nMerci et à bientôt\n\n----- Mail original -----\nDe: \"{us}\" <{to}>\nÀ: \"Zoé"
            " Lefèvre\" <ben@sender.example>\nEnvoyé: Lundi 23 Novembre 2026 20:12:13\nObjet: [4×3] Anna –"
            " Ben, 7\n\n{bare}\n",
            who="Zoé Lefèvre",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "orange",
        sent(
            "p2", "fr", "",
            "<html><body>abandon<br><br><br><blockquote style=\"border-left:2px solid #FF6600;padding-left:8px;"
            'margin:0px"><p>envoyé&nbsp;: 23 novembre 2026 à 20:12<br>de&nbsp;: {us} &lt;{to}&gt;<br>à&nbsp;:'
            " ben@sender.example<br>objet&nbsp;: [4×3] Anna – Ben, 7</p><div>{page}</div></blockquote></body>"
            "</html>",
            who="Jean-François Né",
        ),
        ["resign"],
    )  # fmt: skip
    yield (
        "t-online",
        sent(
            "p3", "de",
            "b2\n\nViele Grüße\nJörg Weiß\n\n-----Original-Nachricht-----\nBetreff: [4×3] Anna – Ben, 7\nDatum:"
            " 2026-11-23T20:12:13+0100\nVon: \"{us}\" <{to}>\nAn: \"ben@sender.example\" <ben@sender.example>"
            "\n\n{bare}\n",
            who="Jörg Weiß",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "libero",
        sent(
            "p4", "it",
            "Ciao,\n\nferie dal 3 al 10 gennaio 2027\n\n> Il 23/11/2026 20:12 CET {us} <{to}> ha scritto:\n> \n>"
            " \n{wide}\n",
            '<!doctype html><html><body><div class="default-style">Ciao,</div><div class="default-style">&nbsp;'
            '</div><div class="default-style">ferie dal 3 al 10 gennaio 2027</div><blockquote type="cite"><div>'
            "Il 23/11/2026 20:12 CET {us} &lt;{to}&gt; ha scritto:</div><div>&nbsp;</div><div>&nbsp;</div>"
            "{page}</blockquote></body></html>",
            who="Niccolò Bellù",
        ),
        ["leave 2027-01-03 2027-01-10"],
    )  # fmt: skip
    yield (
        "qq-mail",
        sent(
            "p5", "en",
            "b2\n\n\n\n\n------------------ Original ------------------\nFrom: \"{us}\" <{to}>;\nDate: Mon, Nov 23,"
            " 2026 08:12 PM\nTo: \"Ben\"<ben@sender.example>;\nSubject: [4x3] Anna - Ben, 7\n\n{bare}\n",
            '<div>b2</div><div><br></div><div><includetail><!--<![endif]--></includetail></div><div><br></div>'
            '<div style="font-size: 12px;font-family: Arial Narrow;padding:2px 0 2px 0;">------------------'
            "&nbsp;Original&nbsp;------------------</div><div style=\"font-size: 12px;background:#efefef;"
            'padding:8px;"><div><b>From: </b>&nbsp;"{us}" &lt;{to}&gt;;</div><div><b>Date:</b>&nbsp;Mon, Nov'
            " 23, 2026 08:12 PM</div><div><b>To:</b>&nbsp;\"Ben\"&lt;ben@sender.example&gt;;</div><div>"
            "<b>Subject:</b>&nbsp;[4x3] Anna - Ben, 7</div></div><div><br></div>{page}",
            charset="gb18030", encoding="base64",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "notes",
        sent(
            "p6", "de",
            "b2\n\nMit freundlichen Grüßen / Kind regards\nHans Muster\n\n\n\nVon:    {us} <{to}>\nAn:     Hans"
            " Muster <ben@sender.example>\nDatum:  23.11.2026 20:12\nBetreff:        [4×3] Anna – Ben, 7\n\n\n\n"
            "{bare}\n\n\n\nMuster Maschinenbau GmbH, Sitz: Ulm, Amtsgericht Ulm HRB 496000\nGeschäftsführer:"
            " Hans Muster\n",
            who="Hans Muster", charset="iso-8859-1",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "after-quote-disclaimer",
        sent(
            "p7", "de",
            "b2\n\nAm 23.11.2026 um 20:12 schrieb {us}:\n{quoted}\n\n\nMuster Maschinenbau GmbH, Sitz: Ulm,"
            " Amtsgericht Ulm HRB 496000\nGeschäftsführer: Hans Muster\n",
            who="Hans Muster",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "spark",
        sent(
            "p8", "it", "",
            '<html><head><meta charset="utf-8"></head><body><div name="messageBodySection" style="font-size:'
            ' 14px;"><div dir="auto">b2<br /><br />Un saluto,<br />Niccolò</div></div><div name="message'
            'ReplySection">Il 23 nov 2026, 20:12 +0100, {us} &lt;{to}&gt;, ha scritto:<br /><blockquote type='
            '"cite" class="spark_quote">{page}</blockquote></div></body></html>',
            who="Niccolò Bellù",
        ),
        ["b2"],
    )  # fmt: skip
    yield (
        "foxmail-polish",
        sent(
            "p9", "en",
            "b2\n\nW dniu 23.11.2026 o 20:12, {us} pisze:\n{quoted}\n\n-- \nPozdrawiam, Łukasz\n",
            who="Łukasz Żak", charset="cp1250", encoding="8bit",
        ),
        ["b2"],
    )  # fmt: skip
