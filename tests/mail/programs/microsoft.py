"""Outlook: for Windows, in the browser, on phones, for Mac; with HTML and as plain text."""

from html import escape

from tests.mail.programs.build import Reply, folded, head, joined, part
from tests.mail.programs.words import HEADS, ORIGINAL, REPLY, clock, clock12, long_date

_GET = {
    "en": ("Get", "Outlook for iOS", ""),
    "de": ("", "Outlook für iOS", "beziehen"),
    "fr": ("Obtenir", "Outlook pour Android", ""),
    "it": ("Scarica", "Outlook per iOS", ""),
}


def _fields(reply: Reply, *, mac: bool = False) -> list[tuple[str, str]]:
    names = HEADS[reply.language]
    hour = clock12(reply.at, " ") if reply.language == "en" else clock(reply.at)
    joint = {"en": " ", "de": " um ", "fr": " à ", "it": " alle "}[reply.language] if mac else " "
    return [
        (names[0], f"{reply.ours} <{reply.token}>"),
        (names[4 if mac else 1], long_date(reply.at, reply.language) + joint + hour),
        (names[2], f"{reply.name} <{reply.address}>"),
        (names[3], reply.subject),
    ]


def _plain(reply: Reply, rule: str, *, mac: bool = False) -> str:
    fields = "\n".join(f"{name} {value}" for name, value in _fields(reply, mac=mac))
    return f"{reply.typed}\n\n{rule}{fields}\n\n{reply.quoted}\n"


def _bold(reply: Reply, *, mac: bool = False) -> str:
    fields = _fields(reply, mac=mac)
    return "<br>".join(f"<b>{escape(name)}</b> {escape(value)}" for name, value in fields)


def _send(reply: Reply, text: str, html: str, *more: str, charset: str = "utf-8") -> bytes:
    subject = f"{REPLY[reply.language]} {reply.subject}"
    message_id = f"<DB9PR01MB{reply.number}A{reply.at:%H%M%S}@DB9PR01MB1.eurprd01.prod.outlook.com>"
    return head(
        reply, subject, message_id, "Thread-Topic: 4x3", "Thread-Index: AQHb1234567890", *more
    ).encode() + joined(
        "multipart/alternative",
        f"_000_DB9PR01MB{reply.number}_",
        part(text, f'text/plain; charset="{charset}"', charset),
        part(html, f'text/html; charset="{charset}"', charset),
    )


def outlook_windows(reply: Reply) -> bytes:
    """Word writes the HTML."""
    typed = "".join(
        f'<p class="MsoNormal">{escape(line) or "<o:p>&nbsp;</o:p>"}<o:p></o:p></p>\n'
        for line in reply.lines
    )
    html = (
        '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta http-equiv="Content-Type"'
        ' content="text/html; charset=iso-8859-1"><style><!--\n/* resign */\np.MsoNormal {margin:0cm;}\n'
        '--></style></head><body lang="DE-CH" link="#0563C1"><div class="WordSection1">'
        f'{typed}<p class="MsoNormal"><o:p>&nbsp;</o:p></p>'
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
        f'<p class="MsoNormal">{_bold(reply)}<o:p></o:p></p></div>'
        f"{reply.quoted_html}</div></body></html>"
    )
    return _send(
        reply, _plain(reply, ""), html, "X-Mailer: Microsoft Outlook 16.0", charset="cp1252"
    )


def outlook_plain(reply: Reply) -> bytes:
    text = _plain(reply, f"-----{ORIGINAL[reply.language]}-----\n")
    return head(
        reply,
        f"{REPLY[reply.language]} {reply.subject}",
        f"<003101da$aa{reply.number}$fe@sender.example>",
        "X-Mailer: Microsoft Outlook 16.0",
        "Content-Language: de",
    ).encode() + part(folded(text, 76), 'text/plain;\r\n\tcharset="utf-8"', "utf-8", "base64")


def _reference(reply: Reply) -> str:
    return (
        '<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">'
        f'<font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">{_bold(reply)}</font>'
        f"<div>&nbsp;</div></div>{reply.quoted_html}"
    )


def outlook_web(reply: Reply) -> bytes:
    typed = reply.typed_html().replace(
        "<div>", '<div class="elementToProof" style="color:rgb(0,0,0)">'
    )
    html = (
        '<html><head><style type="text/css" style="display:none;">P {margin-top:0;}</style></head>'
        f'<body dir="ltr">{typed}<div id="appendonsend"></div>{_reference(reply)}</body></html>'
    )
    return _send(reply, _plain(reply, "_" * 32 + "\n"), html)


def outlook_mobile(reply: Reply) -> bytes:
    before, link, after = _GET[reply.language]
    advert = f"{before} {link}<https://aka.ms/o0ukef> {after}".strip()
    html = (
        f'<html><head></head><body><div dir="auto">{reply.typed_html()}</div><div><br></div>'
        '<div id="ms-outlook-mobile-signature" dir="auto"><div>'
        f'{before} <a href="https://aka.ms/o0ukef">{link}</a> {after}</div></div>'
        '<div id="mail-editor-reference-message-container" class="ms-outlook-mobile-reference-message">'
        f"{_reference(reply)}</div></body></html>"
    )
    text = _plain(reply, f"{advert}\n{'_' * 32}\n")
    return _send(reply, text, html)


def outlook_mac(reply: Reply) -> bytes:
    html = (
        f'<html><body><div class="WordSection1">{reply.typed_html("p")}<p>&nbsp;</p>'
        '<div id="x_OLK_SRC" style="border:none;border-top:solid #B5C4DF 1.0pt;padding:3.0pt 0cm">'
        f"<p>{_bold(reply, mac=True)}</p></div>{reply.quoted_html}</div></body></html>"
    )
    return _send(reply, _plain(reply, "", mac=True), html, "User-Agent: Microsoft-MacOutlook/16.90")
