"""Apple Mail on Macs, and Mail on iPhones."""

from html import escape

from tests.mail.programs.build import Reply, folded, head, joined, part, quote
from tests.mail.programs.words import clock, clock12, short_month

_SENT = {
    "en": "Sent from my iPhone",
    "de": "Von meinem iPhone gesendet",
    "fr": "Envoyé de mon iPhone",
    "it": "Inviato da iPhone",
}


def _lead(reply: Reply) -> str:
    at, who = reply.at, f"{reply.ours} <{reply.token}>"
    date = f"{at.day} {short_month(at, reply.language)} {at.year}"
    return {
        "en": f"On {at.day} {short_month(at, 'en')} {at.year}, at {clock(at)}, {who} wrote:",
        "de": f"Am {at:%d.%m.%Y} um {clock(at)} schrieb {who}:",
        "fr": f"Le {date} à {clock(at)}, {who} a écrit\u00a0:",
        "it": f"Il giorno {date}, alle ore {clock(at)}, {who} ha scritto:",
    }[reply.language]


def apple_mail(reply: Reply) -> bytes:
    lead = _lead(reply)
    quoted = quote(f"{lead}\n\n{reply.quoted}")
    pieces = (quoted, reply.typed) if reply.below else (reply.typed, quoted)
    typed = "<br>".join(escape(line) for line in reply.lines)
    block = (
        f'<div><br><blockquote type="cite"><div>{escape(lead)}</div>'
        f'<br class="Apple-interchange-newline"><div>{reply.quoted_html}</div></blockquote></div>'
    )
    inner = f"{block}<br><div>{typed}</div>" if reply.below else f"{typed}{block}"
    html = (
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head><body'
        ' style="overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;">'
        f'{inner}<br id="lineBreakAtBeginningOfMessage"></body></html>'
    )
    return head(
        reply,
        f"Re: {reply.subject}",
        f"<6F9619FF-{reply.number:04X}-4D01-B42D-00C04FC964FF@sender.example>",
        "X-Mailer: Apple Mail (2.3826.200.121)",
    ).encode() + joined(
        "multipart/alternative",
        f"Apple-Mail=_6F9619FF-{reply.number:04X}",
        part("\n\n".join(pieces) + "\n", "text/plain;\r\n\tcharset=utf-8"),
        part(html, "text/html;\r\n\tcharset=utf-8"),
    )


def ios(reply: Reply) -> bytes:
    at = reply.at
    lead = _lead(reply)
    if reply.language == "en":
        day = f"{short_month(at, 'en')} {at.day}, {at.year}"
        lead = f"On {day}, at {clock12(at)}, {reply.ours} <{reply.token}> wrote:"
    sent = _SENT[reply.language]
    text = f"{reply.typed}\n\n{sent}\n\n" + quote(f"{lead}\n\n\ufeff{reply.quoted}") + "\n"
    typed = "<br>".join(escape(line) for line in reply.lines)
    html = (
        '<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head>'
        f'<body dir="auto">{typed}<br id="lineBreakAtBeginningOfSignature">'
        f'<div dir="ltr">{sent}</div><div dir="ltr"><br><blockquote type="cite">{escape(lead)}<br><br>'
        f'</blockquote></div><blockquote type="cite"><div dir="ltr">\ufeff{reply.quoted_html}</div>'
        "</blockquote></body></html>"
    )
    return head(
        reply,
        f"Re: {reply.subject}",
        f"<{reply.number:08X}-1A2B-4C3D-9E8F-001122334455@sender.example>",
        "X-Mailer: iPhone Mail (22H20)",
        f"Content-Type: multipart/alternative; boundary=Apple-Mail-{reply.number:08X}",
        "Content-Transfer-Encoding: 7bit",
    ).encode() + _bare(
        f"Apple-Mail-{reply.number:08X}",
        part(text, "text/plain; charset=utf-8", "utf-8", "base64"),
        part(html, "text/html; charset=utf-8", "utf-8", "base64"),
    )


def _bare(boundary: str, *parts: bytes) -> bytes:
    """The parts of a multipart whose header has been written."""
    line = f"\r\n--{boundary}\r\n".encode()
    return b"\r\n" + b"".join(line + each for each in parts) + f"\r\n--{boundary}--\r\n".encode()


def apple_wrapped(reply: Reply) -> bytes:
    """Plain text alone, with an attribution over three lines and lines broken as of old."""
    text = f"{reply.typed}\n\n{folded(_lead(reply), 34)}\n\n{quote(folded(reply.quoted))}\n"
    return head(
        reply, f"Re: {reply.subject}", f"<apple.{reply.number}@sender.example>"
    ).encode() + part(text, "text/plain; charset=us-ascii; delsp=yes; format=flowed", "utf-8")
