"""One message put together from what a program writes."""

from datetime import datetime, timedelta, timezone
from html import escape

from tests.mail.programs import original
from tests.mail.programs.build import Reply, folded, head, joined, part, quote

AT = datetime(2026, 11, 23, 21, 7, 9, tzinfo=timezone(timedelta(hours=1)))
TO = "play+AbC-def_123456@post.example"
US = "Anna – Ampelpost"


def sent(
    name: str, language: str, text: str, html: str = "", *more: str,
    charset: str = "utf-8", encoding: str = "quoted-printable", who: str = "Ben Miller",
    flowed: str = "",
) -> bytes:  # fmt: skip
    """Put a message together; ``{quoted}`` has marks, ``{bare}`` none, ``{page}`` is HTML."""
    first = who.split(maxsplit=1)[0]
    bare = original.text(language, first)
    words = {"{quoted}": quote(folded(bare)), "{bare}": bare, "{to}": TO, "{us}": US}
    words["{wide}"] = quote(bare)
    words["{page}"] = original.html(language, first)
    words["{indented}"] = quote(bare, "    ")
    words["{shown}"] = escape(bare, quote=False).replace("\n", "<br>\n")
    for key, value in words.items():
        text, html = text.replace(key, value), html.replace(key, value)
    reply = Reply(language, who, "ben@sender.example", (), AT, 1)
    start = head(reply, f"Re: {reply.subject}", f"<{name}@sender.example>", *more).encode()
    plain = part(text, f"text/plain; charset={charset}{flowed}", charset, encoding)
    page = part(html, f"text/html; charset={charset}", charset, encoding)
    if text and html:
        return start + joined("multipart/alternative", f"b_{name}", plain, page)
    return start + (plain if text else page)
