"""Thunderbird, mutt, Evolution, Roundcube, K-9 Mail."""

from html import escape

from tests.mail.programs.build import Reply, folded, head, joined, part, quote
from tests.mail.programs.words import clock, clock12, long_date, month, short_month, slashed

_K9 = {
    "en": "Sent from my Android device with K-9 Mail. Please excuse my brevity.",
    "de": "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "fr": "Envoyé de mon appareil Android avec Courriel K-9 Mail. Veuillez excuser ma brièveté.",
    "it": "Inviato dal mio dispositivo Android con K-9 Mail. Perdonate la brevità.",
}


def _placed(reply: Reply, quoted: str) -> str:
    pieces = (quoted, reply.typed) if reply.below else (reply.typed, quoted)
    return "\n\n".join(pieces) + "\n"


def _bird_lead(reply: Reply) -> str:
    date = slashed(reply.at, reply.language)
    return {
        "en": f"On {date} {clock12(reply.at, ' ')}, {reply.ours} wrote:",
        "de": f"Am {date} um {clock(reply.at)} schrieb {reply.ours}:",
        "fr": f"Le {date} à {clock(reply.at)}, {reply.ours} a écrit\u00a0:",
        "it": f"Il {date} {clock(reply.at)}, {reply.ours} ha scritto:",
    }[reply.language]


def thunderbird(reply: Reply) -> bytes:
    """Plain text, format=flowed: lines that go on end with a blank."""
    quoted = quote(folded(reply.quoted, 70)).replace("> -- ", "> --")
    flowed = "\n".join(_flow(line) for line in reply.lines)
    typed = Reply(**{**reply.__dict__, "lines": tuple(flowed.split("\n"))})
    text = _placed(typed, f"{_bird_lead(reply)}\n{quoted}")
    return head(
        reply,
        f"Re: {reply.subject}",
        f"<{reply.number}a1b2c3-4d5e@sender.example>",
        "User-Agent: Mozilla Thunderbird",
        f"Content-Language: {reply.language}",
    ).encode() + part(text, "text/plain; charset=UTF-8; format=flowed", "utf-8", "8bit")


def _flow(line: str) -> str:
    broken = folded(line, 66).split("\n")
    stuffed = [f" {each}" if each.startswith((" ", ">", "From ")) else each for each in broken]
    return "\n".join([*(f"{each} " for each in stuffed[:-1]), stuffed[-1]])


def thunderbird_html(reply: Reply) -> bytes:
    """HTML alone; the signature below, as set by default."""
    cite = (
        f'<div class="moz-cite-prefix">{escape(_bird_lead(reply))}<br></div>'
        f'<blockquote type="cite" cite="mid:7.seat0@post.example">{reply.quoted_html}</blockquote>'
    )
    typed = reply.typed_html("p")
    signature = '<pre class="moz-signature" cols="72">-- \nresign is not what I do\nTel. 079 123 45 67</pre>'
    inner = f"{cite}{typed}{signature}" if reply.below else f"{typed}{signature}{cite}"
    html = (
        '<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8">'
        f"</head><body>{inner}</body></html>"
    )
    return head(
        reply,
        f"Re: {reply.subject}",
        f"<{reply.number}ffe0-9abc@sender.example>",
        "User-Agent: Mozilla Thunderbird",
    ).encode() + part(html, "text/html; charset=UTF-8", "utf-8", "8bit")


def mutt(reply: Reply) -> bytes:
    at = reply.at
    lead = {
        "en": f"On {at:%a, %b %d, %Y at %I:%M:%S%p} +0100, {reply.ours} wrote:",
        "de": f"* {reply.ours} <{reply.token}> [{at:%Y-%m-%d %H:%M}]:",
        "fr": f"Le {at:%d-%m-%Y}, à {at:%H:%M:%S} +0100, {reply.ours} a écrit :",
        "it": f"Il {at:%d %b %Y} alle {at:%H:%M}, {reply.ours} scrive:",
    }[reply.language]
    text = _placed(reply, f"{lead}\n{quote(folded(reply.quoted))}")
    signature = "-- \nBen\nif you can read this, resign\n"
    return head(
        reply, f"Re: {reply.subject}", f"<20261123.GA{reply.number}@sender.example>"
    ).encode() + part(f"{text}\n{signature}", "text/plain; charset=iso-8859-1", "cp1252")


def evolution(reply: Reply) -> bytes:
    at = reply.at
    lead = {
        "en": f"On {at:%a, %Y-%m-%d} at {at:%H:%M} +0100, {reply.ours} wrote:",
        "de": f"Am {long_date(at, 'de').split(',')[0]}, dem {at:%d.%m.%Y} um {at:%H:%M} +0100"
        " schrieb"
        f" {reply.ours}:",
        "fr": f"Le {long_date(at, 'fr')} à {at:%H:%M} +0100, {reply.ours} a écrit :",
        "it": f"Il giorno {at:%d/%m/%Y} alle {at:%H:%M} +0100, {reply.ours} ha scritto:",
    }[reply.language]
    text = _placed(reply, f"{lead}\n{quote(reply.quoted)}")
    return head(
        reply, f"Re: {reply.subject}", f"<evo{reply.number}.camel@sender.example>"
    ).encode() + part(text, 'text/plain; charset="UTF-8"', "utf-8", "base64")


def roundcube(reply: Reply) -> bytes:
    at = reply.at
    lead = {
        "en": f"On {at:%Y-%m-%d %H:%M}, {reply.ours} wrote:",
        "de": f"Am {at:%d.%m.%Y %H:%M}, schrieb {reply.ours}:",
        "fr": f"Le {at:%Y-%m-%d %H:%M}, {reply.ours} a écrit :",
        "it": f"Il {at:%d-%m-%Y %H:%M} {reply.ours} ha scritto:",
    }[reply.language]
    text = _placed(reply, f"{lead}\n{quote(folded(reply.quoted))}")
    html = (
        "<html><head><meta http-equiv='Content-Type' content='text/html; charset=UTF-8'"
        " /></head><body>"
        f'{reply.typed_html("p")}<p id="reply-intro">{escape(lead)}</p><blockquote type="cite"'
        f' style="padding: 0 0.4em; border-left: #1010ff 2px solid">{reply.quoted_html}</blockquote>'
        "</body></html>"
    )
    return head(
        reply, f"Re: {reply.subject}", f"<{reply.number}d5c@webmail.sender.example>"
    ).encode() + (
        part(text, "text/plain; charset=UTF-8; format=flowed", "utf-8")
        if reply.below
        else joined(
            "multipart/alternative",
            f"=_{reply.number}ab",
            part(text, "text/plain; charset=UTF-8"),
            part(html, "text/html; charset=UTF-8"),
        )
    )


def k9(reply: Reply) -> bytes:
    at, who = reply.at, f"{reply.ours} <{reply.token}>"
    lead = {
        "en": f"On {at.day} {month(at, 'en')} {at.year} {at:%H:%M:%S} CET, {who} wrote:",
        "de": f"Am {at.day}. {month(at, 'de')} {at.year} {at:%H:%M:%S} MEZ schrieb {who}:",
        "fr": f"Le {at.day} {month(at, 'fr')} {at.year} {at:%H:%M:%S} GMT+01:00, {who} a écrit\u00a0:",
        "it": f"Il {at.day} {short_month(at, 'it')} {at.year} {at:%H:%M:%S} CET, {who} ha scritto:",
    }[reply.language]
    text = f"{reply.typed}\n-- \n{_K9[reply.language]}\n\n{lead}\n{quote(reply.quoted, '>')}\n"
    if reply.below:
        text = f"{lead}\n{quote(reply.quoted, '>')}\n\n{reply.typed}\n-- \n{_K9[reply.language]}\n"
    return head(
        reply,
        f"Re: {reply.subject}",
        f"<{reply.number}A-F00D@sender.example>",
        "User-Agent: K-9 Mail for Android",
    ).encode() + part(text, "text/plain;\r\n charset=utf-8")
