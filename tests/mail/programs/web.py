"""GMX and WEB.DE, Yahoo, Proton Mail; Mail on Samsung phones; providers in France, Italy, Germany."""

from html import escape

from tests.mail.programs.build import Reply, folded, head, joined, part, quote
from tests.mail.programs.words import (
    HEADS,
    ORIGINAL,
    clock,
    clock12,
    day,
    long_date,
    month,
    slashed,
)

_SAMSUNG = {
    "en": "Sent from my Galaxy",
    "de": "Von meinem Galaxy gesendet",
    "fr": "Envoyé depuis mon appareil Galaxy",
    "it": "Inviato dal mio Galaxy",
}
_YAHOO = {
    "en": "Sent from Yahoo Mail on Android",
    "de": "Von Yahoo Mail auf Android gesendet",
    "fr": "Envoyé à partir de Yahoo Mail pour Android",
    "it": "Inviato da Yahoo Mail su Android",
}
_PROTON = {
    "en": ("Sent with ", " secure email."),
    "de": ("Gesendet mit der sicheren E-Mail von ", "."),
    "fr": ("Envoyé avec la messagerie sécurisée ", "."),
    "it": ("Inviato con l'email sicura ", "."),
}
_APP = {
    "en": "Sent with the mobile mail app from GMX",
    "de": "Diese Nachricht wurde von meinem Android Mobiltelefon mit WEB.DE Mail gesendet.",
    "fr": "Envoyé avec l'application mobile GMX Mail",
    "it": "Inviato con la app GMX Mail",
}


def gmx(reply: Reply) -> bytes:
    """HTML alone."""
    names = HEADS[reply.language]
    when = f"{long_date(reply.at, reply.language)} um {clock(reply.at)} Uhr"
    style = "margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5;"
    html = (
        '<html><head></head><body><div style="font-family: Verdana;font-size: 12.0px;">'
        f'{reply.typed_html()}<div>&nbsp;\n<div>&nbsp;\n<div name="quote" style="{style}">\n'
        f'<div style="margin:0 0 10px 0;"><b>{names[1]}</b>&nbsp;{when}<br/>\n<b>{names[0]}</b>&nbsp;'
        f'"{reply.ours}" &lt;{reply.token}&gt;<br/>\n<b>{names[2]}</b>&nbsp;{reply.address}<br/>\n'
        f'<b>{names[3]}</b>&nbsp;{reply.subject}</div>\n<div name="quoted-content">'
        f"{reply.quoted_html}</div></div></div></div></div></body></html>"
    )
    return head(
        reply, f"Aw: {reply.subject}", f"<trinity-{reply.number}-3c@3c-app-gmx-bs10>"
    ).encode() + part(html, "text/html; charset=UTF-8", "utf-8", "quoted-printable")


def gmx_plain(reply: Reply) -> bytes:
    """The web page set to plain text: headers, then the quote with marks."""
    names = HEADS[reply.language]
    when = f"{long_date(reply.at, reply.language)} um {clock(reply.at)} Uhr"
    fields = [
        f"{names[1]} {when}",
        f'{names[0]} "{reply.ours}" <{reply.token}>',
        f"{names[2]} {reply.address}",
        f"{names[3]} {reply.subject}",
    ]
    quoted = quote(reply.quoted) if reply.below else reply.quoted
    block = "\n".join(fields) + f"\n\n{quoted}"
    text = f"{block}\n\n{reply.typed}\n" if reply.below else f"{reply.typed}\n\n\n{block}\n"
    return head(
        reply, f"Aw: {reply.subject}", f"<trinity-{reply.number}-4d@3c-app-webde>"
    ).encode() + part(text, "text/plain; charset=UTF-8", "utf-8", "quoted-printable")


def webde_app(reply: Reply) -> bytes:
    app = _APP[reply.language]
    at = reply.at
    who = f"{reply.ours} <{reply.token}>"
    lead = {
        "en": f"On {at:%d/%m/%Y}, {clock(at)} {who} wrote:",
        "de": f"Am {at:%d.%m.%y}, {clock(at)} schrieb {who}:",
        "fr": f"Le {at:%d/%m/%Y}, {clock(at)}, {who} a écrit :",
        "it": f"Il {at:%d/%m/%y}, {clock(at)}, {who} ha scritto:",
    }[reply.language]
    html = (
        f'<html><head></head><body>{reply.typed_html()}<div class="mail_android_signature">-- <br>{app}'
        f'</div><div class="mail_android_quote" style="line-height: 1; padding: 0.3em">{escape(lead)}'
        f'<blockquote class="gmail_quote" style="margin: 0.8ex 0pt 0pt 0.8ex;">{reply.quoted_html}'
        "</blockquote></div></body></html>"
    )
    return head(reply, f"Aw: {reply.subject}", f"<app-{reply.number}@web.de>").encode() + joined(
        "multipart/alternative",
        f"----{reply.number}XYZ",
        part(
            f"{reply.typed}\n-- \n{app}\n\n{lead}\n\n{quote(reply.quoted)}\n",
            "text/plain; charset=utf-8",
        ),
        part(html, "text/html; charset=utf-8"),
    )


def _yahoo_lead(reply: Reply, *, app: bool) -> str:
    at, language = reply.at, reply.language
    who = f"{reply.ours}{'' if app else ' '}<{reply.token}>"
    if language == "en":
        hour = clock12(at, " ") if app else f"{at:%I:%M:%S %p} GMT+1"
        return f"On {long_date(at, 'en')} at {hour}, {who} wrote:"
    if language == "de":
        return f"Am {long_date(at, 'de')} um {at:%H:%M:%S} MEZ hat {who} Folgendes geschrieben:"
    if language == "fr":
        return f"Le {long_date(at, 'fr')} à {at:%H:%M:%S} UTC+1, {who} a écrit\u00a0:"
    return f"Il {long_date(at, 'it')} alle ore {at:%H:%M:%S} CET, {who} ha scritto:"


def _yahoo(reply: Reply, advert: str) -> bytes:
    lead = _yahoo_lead(reply, app=bool(advert))
    # The quote has no marks in plain text, only blanks before it.
    text = f"{reply.typed}\n\n{advert}\n \n    {lead}  \n \n " + reply.quoted.replace("\n", "\n ")
    signature = (
        f'<div class="ydp9f8e7d6csignature"><a href="x">{advert}</a></div>' if advert else ""
    )
    html = (
        '<html><head></head><body><div class="ydp1a2b3c4dyahoo-style-wrap" style="font-size:16px;">'
        f'<div dir="ltr" data-setdir="false">{reply.typed_html()}</div><div><br></div>{signature}</div>'
        '<div id="ydp5e6f7a8byahoo_quoted_0123456789" class="ydp5e6f7a8byahoo_quoted"><div>'
        f"<div>{escape(lead)}</div><div><br></div><div><br></div><div>{reply.quoted_html}</div></div>"
        "</div></body></html>"
    )
    return head(
        reply, f"Re: {reply.subject}", f"<{reply.number}.1234.1700000@mail.yahoo.com>"
    ).encode() + joined(
        "multipart/alternative",
        f"----=_Part_{reply.number}_1234.1700000",
        part(text, "text/plain; charset=UTF-8"),
        part(html, "text/html; charset=UTF-8"),
    )


def yahoo(reply: Reply) -> bytes:
    return _yahoo(reply, "")


def yahoo_app(reply: Reply) -> bytes:
    return _yahoo(reply, _YAHOO[reply.language])


def proton(reply: Reply) -> bytes:
    at = reply.at
    before, after = _PROTON[reply.language]
    who = f"{reply.ours} <{reply.token}>"
    lead = {
        "en": f"On {day(at, 'en')}, {month(at, 'en')} {at.day}th, {at.year} at {clock12(at, ' ')}, {who} wrote:",
        "de": f"{day(at, 'de')}, {at.day}. {month(at, 'de')} {at.year} {clock(at)}, {who} schrieb:",
        "fr": f"Le {day(at, 'fr')} {at.day} {month(at, 'fr')} {at.year} à {clock(at)}, {who} a écrit :",
        "it": f"{day(at, 'it')} {at.day} {month(at, 'it')} {at.year} {clock(at)}, {who} ha scritto:",
    }[reply.language]
    html = (
        f'<div style="font-family: Arial, sans-serif; font-size: 14px;">{reply.typed_html()}</div>'
        '<div class="protonmail_signature_block" style="font-size: 14px;"><div class="protonmail_signature'
        '_block-user protonmail_signature_block-empty"></div><div class="protonmail_signature_block-proton">'
        f'{before}<a href="https://proton.me/">Proton Mail</a>{after}</div></div>'
        f'<div class="protonmail_quote">{escape(lead)}<br><blockquote class="protonmail_quote" type="cite">'
        f"{reply.quoted_html}</blockquote><br></div>"
    )
    advert = f"{before}[Proton Mail](https://proton.me/){after}"
    text = f"{reply.typed}\n\n{advert}\n\n{lead}\n\n{quote(reply.quoted)}\n"
    return head(reply, f"Re: {reply.subject}", f"<x{reply.number}=@proton.me>").encode() + joined(
        "multipart/alternative",
        f"b1_{reply.number}abc",
        part(text, "text/plain; charset=utf-8", "utf-8", "base64"),
        part(html, "text/html; charset=utf-8", "utf-8", "base64"),
    )


def samsung(reply: Reply) -> bytes:
    names = HEADS[reply.language]
    sent = _SAMSUNG[reply.language]
    rule = f"-------- {ORIGINAL[reply.language]} --------"
    fields = [
        f"{names[0]} {reply.ours} <{reply.token}>",
        f"{names[4]} {slashed(reply.at, reply.language)} {clock(reply.at)} (GMT+01:00)",
        f"{names[2]} {reply.name} <{reply.address}>",
        f"{names[3]} {reply.subject}",
    ]
    text = (
        f"{reply.typed}\n\n\n\n{sent}\n\n\n{rule}\n" + "\n".join(fields) + f"\n\n{reply.quoted}\n"
    )
    rows = "".join(f"<div>{escape(line)} </div>" for line in [rule, *fields])
    html = (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"></head>'
        f'<body dir="auto">{reply.typed_html()}<div dir="auto"><br></div><div id="composer_signature"'
        f' dir="auto"><div style="font-size:12px;color:#575757" dir="auto">{sent}</div></div>'
        f'<div dir="auto"><br></div><div align="left" dir="auto" style="color:#000000">{rows}</div>'
        f'<div dir="auto"><br></div>{reply.quoted_html}</body></html>'
    )
    return head(
        reply, f"Re: {reply.subject}", f"<s{reply.number}.170@email.android.com>"
    ).encode() + joined(
        "multipart/alternative",
        f"--_com.samsung.android.email_{reply.number}",
        part(text, "text/plain; charset=utf-8", "utf-8", "base64"),
        part(html, "text/html; charset=utf-8", "utf-8", "base64"),
    )


def provider(reply: Reply) -> bytes:
    """The pages of T-Online, Orange, Libero and BT: as plain text."""
    at, who = reply.at, f"{reply.ours} <{reply.token}>"
    text = {
        "en": f'{reply.typed}\n\n------ Original Message ------\nFrom: "{reply.ours}" <{reply.token}>\n'
        f"To: {reply.address}\nSent: {long_date(at, 'en')} At {clock(at)}\nSubject: {reply.subject}\n\n"
        f"{reply.quoted}",
        "de": f"{reply.typed}\n\n-----Original-Nachricht-----\nBetreff: {reply.subject}\n"
        f'Datum: {at:%Y-%m-%dT%H:%M:%S}+0100\nVon: "{reply.ours}" <{reply.token}>\nAn: {reply.address}'
        f"\n\n\n{reply.quoted}",
        "fr": f'{reply.typed}\n\n\n\n> Message du {at:%d/%m/%y %H:%M}\n> De : "{reply.ours}" <{reply.token}>'
        f"\n> A : {reply.address}\n> Copie à : \n> Objet : {reply.subject}\n>\n{quote(folded(reply.quoted))}",
        "it": f"{reply.typed}\n\nIl {at:%d/%m/%Y %H:%M} CET {who} ha scritto:\n\n \n"
        f"{quote(reply.quoted)}",
    }[reply.language]
    return head(
        reply, f"Re: {reply.subject}", f"<{reply.number}.web@provider.example>"
    ).encode() + part(text + "\n", "text/plain; charset=iso-8859-1", "cp1252", "8bit")
