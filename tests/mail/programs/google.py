"""Gmail in the browser and on Android."""

from html import escape

from tests.mail.programs.build import Reply, folded, head, joined, part, quote
from tests.mail.programs.words import clock, clock12, short_day, short_month


def _lead(reply: Reply, *, android: bool) -> str:
    at, language = reply.at, reply.language
    who = f"{reply.ours} <{reply.token}>"
    date = f"{short_day(at, language)} {at.day} {short_month(at, language)} {at.year}"
    if language == "en":
        day = f"{short_day(at, 'en')}, {short_month(at, 'en')} {at.day}, {at.year}"
        between = ", " if android else " at "
        return f"On {day}{between}{clock12(at)} {who} wrote:"
    if language == "de":
        day = f"{short_day(at, 'de')}, {at.day}. {short_month(at, 'de')} {at.year}"
        if android:
            return f"{who} schrieb am {day}, {clock(at)}:"
        return f"Am {day} um {clock(at)}\u202fUhr schrieb {who}:"
    if language == "fr":
        return f"Le {date}{', ' if android else ' à '}{clock(at)}, {who} a écrit\u00a0:"
    if android:
        return f"Il {date}, {clock(at)} {who} ha scritto:"
    return f"Il giorno {date} alle ore {clock(at)} {who} ha scritto:"


def _html(reply: Reply, lead: str, direction: str) -> str:
    typed = f'<div dir="{direction}">{reply.typed_html()}</div>'
    style = "margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"
    below = typed if reply.below else ""
    return (
        f"{'' if reply.below else typed + '<br>'}"
        '<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">'
        f"{escape(lead)}<br></div>"
        f'<blockquote class="gmail_quote" style="{style}">{reply.quoted_html}</blockquote>'
        f"{below}</div>\n"
    )


def _send(reply: Reply, *, android: bool) -> bytes:
    lead = _lead(reply, android=android)
    quoted = f"{folded(lead)}\n\n{quote(folded(reply.quoted))}"
    pieces = (quoted, reply.typed) if reply.below else (reply.typed, quoted)
    boundary = f"0000000000{reply.number:06x}abcdef"
    return head(
        reply, f"Re: {reply.subject}", f"<CAK{reply.number}x+yZ=abc@mail.gmail.com>"
    ).encode() + joined(
        "multipart/alternative",
        boundary,
        part(folded("\n\n".join(pieces), 78) + "\n", 'text/plain; charset="UTF-8"'),
        part(_html(reply, lead, "auto" if android else "ltr"), 'text/html; charset="UTF-8"'),
    )


def gmail(reply: Reply) -> bytes:
    return _send(reply, android=False)


def gmail_android(reply: Reply) -> bytes:
    return _send(reply, android=True)


def gmail_inline(reply: Reply) -> bytes:
    """Somebody answers in the middle of the quote, which Gmail then cuts in two."""
    lead = _lead(reply, android=False)
    first, second = reply.quoted.split("\n\n", 1)
    text = f"{folded(lead)}\n\n{quote(folded(first))}\n\n{reply.typed}\n\n{quote(folded(second))}\n"
    block = '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex">'
    html = (
        '<div dir="ltr"><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{escape(lead)}<br></div>{block}<p>{escape(first)}</p>'
        f"</blockquote>{reply.typed_html()}{block}{reply.quoted_html}</blockquote></div></div>"
    )
    return head(
        reply, f"Re: {reply.subject}", f"<CAI{reply.number}@mail.gmail.com>"
    ).encode() + joined(
        "multipart/alternative",
        f"000000000000{reply.number:04x}inline",
        part(text, 'text/plain; charset="UTF-8"'),
        part(html, 'text/html; charset="UTF-8"'),
    )
