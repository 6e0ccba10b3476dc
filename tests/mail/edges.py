"""Messages at the edges: charsets, structures, quotes without marks, signatures, what differs."""

from email.message import EmailMessage
from html import escape

from tests.mail.programs import original
from tests.mail.programs.build import folded, joined, part, quote

HEAD = (
    "From: Ben Miller <ben@sender.example>\r\nTo: <play+AbC@post.example>\r\n"
    "Subject: Re: [4x3] Anna - Ben, 7\r\nDate: Tue, 24 Nov 2026 08:00:00 +0100\r\n"
    "Message-ID: <{name}@sender.example>\r\nIn-Reply-To: <7.seat0@post.example>\r\nMIME-Version:"
    " 1.0\r\n"
)
OURS = original.text("en", "Ben")
UNMARKED = original.text("en", "Ben", marked=False)
LEAD = "On Mon, Nov 23, 2026 at 10:12 AM Anna – Ampelpost <play+AbC@post.example> wrote:"
B2 = ["b2"]


def _text(text: str, charset: str = "utf-8", really: str = "", encoding: str = "8bit") -> bytes:
    return part(text, f"text/plain; charset={charset}", really or charset, encoding)


def _html(text: str) -> bytes:
    return part(text, "text/html; charset=utf-8")


def _both(text: str, html: str) -> bytes:
    return joined("multipart/alternative", "edge", _text(text), _html(html))


def _file(kind: str, name: str, data: str = "AAAA", disposition: str = "attachment") -> bytes:
    return (
        f'Content-Type: {kind}; name="{name}"\r\nContent-Transfer-Encoding: base64\r\n'
        f'Content-Disposition: {disposition}; filename="{name}"\r\n\r\n{data}\r\n'
    ).encode()


def _forwarded() -> bytes:
    inner = EmailMessage()
    inner["From"], inner["Subject"] = "Anna <anna@x.example>", "resign"
    inner.set_content("resign\n")
    return b"Content-Type: message/rfc822\r\nContent-Disposition: inline\r\n\r\n" + inner.as_bytes()


def charsets():
    """Labels that are wrong or unknown, and characters that cannot be seen."""
    umlaut = "b2\nmsg Schöne Grüße – “ja”"
    typed = umlaut.split("\n")
    yield "utf8-as-latin1", _text(umlaut, "iso-8859-1", "utf-8"), typed
    yield "cp1252-as-utf8", _text(umlaut, "utf-8", "cp1252"), typed
    yield "cp1252-as-latin1", _text(umlaut, "iso-8859-1", "cp1252"), typed
    yield "cp1252-as-ascii", _text(umlaut, "us-ascii", "cp1252", "quoted-printable"), typed
    yield "charset-unknown", _text(umlaut, "x-nobody-knows", "cp1252"), typed
    yield "charset-no-text", _text("b2", "punycode", "ascii"), B2
    yield "utf16-base64", _text(umlaut, "utf-16", "utf-16", "base64"), typed
    yield (
        "utf16-unlabelled",
        _text("b2\nmsg hello", "us-ascii", "utf-16-le", "base64"),
        ["b2", "msg hello"],
    )
    yield "utf8-with-mark", _text("\ufeffb2", "utf-8"), B2
    yield "koi8", _text("b2\nmsg Привет", "koi8-r"), ["b2", "msg Привет"]
    yield "japanese", _text("b2\nmsg こんにちは", "iso-2022-jp"), ["b2", "msg こんにちは"]
    yield "rtl-marks", _text("\u200f\u202ab2\u202c\u200e"), B2
    yield "isolates", _text("\u2068b2\u2069\nmsg שלום"), ["b2", "msg שלום"]
    yield "zero-width", _text("b\u200b2\ufeff"), B2
    yield "soft-hyphen", _text("re\u00adsign"), ["resign"]
    yield "narrow-blank", _text("if\u202fa1\u00a0then\u2009b2"), ["if a1 then b2"]
    yield "decomposed", _text("zu\u0308ge"), ["züge"]
    yield "broken-base64", b"Content-Transfer-Encoding: base64\r\n\r\nYjI=\r\n!!!", B2
    yield (
        "broken-printable",
        b"Content-Transfer-Encoding: quoted-printable\r\n\r\nb2=\r\n\r\n=ZZ=",
        ["b2", "=ZZ"],
    )
    yield "no-type", b"\r\nb2\r\n", B2
    yield "carriage-returns", b"Content-Type: text/plain\r\n\r\nb2\rmsg hi\r", ["b2", "msg hi"]


def structures():
    """Parts within parts, files, signatures and secrets."""
    page = "<p>b2</p>"
    image = b"Content-Type: image/png\r\nContent-ID: <board>\r\nContent-Transfer-Encoding: base64\r\n\r\nAAAA"
    yield "html-only", _html(page), B2
    yield "empty-plain", _both("\n \n", page), B2
    yield "empty-html", _both("b2", "<html><body></body></html>"), B2
    yield (
        "attachment",
        joined("multipart/mixed", "m", _text("b2"), _file("application/pdf", "resign.pdf")),
        B2,
    )
    yield (
        "text-attachment",
        joined("multipart/mixed", "m", _text("b2"), _file("text/plain", "a.txt", "cmVzaWdu")),
        B2,
    )
    yield (
        "inline-image",
        joined("multipart/related", "r", _html(page + "<img src=cid:board>"), image),
        B2,
    )
    yield (
        "text-image-text",
        joined("multipart/mixed", "m", _text("b2"), image, _text("msg hi")),
        ["b2", "msg hi"],
    )
    deep = joined("multipart/related", "r", _both("b2", page), image)
    yield "deep", joined("multipart/mixed", "m", deep, _file("application/pdf", "a.pdf")), B2
    yield "forwarded-message", joined("multipart/mixed", "m", _text("b2"), _forwarded()), B2
    signed = _file("application/pgp-signature", "signature.asc")
    yield "pgp-mime", joined("multipart/signed", "s", _text("b2"), signed), B2
    signed_text = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nb2\n- -- \nBen\n-----BEGIN PGP SIGNATURE-----\n\nresign\n"
    yield "pgp-inline", _text(signed_text), B2
    yield (
        "smime-signed",
        joined(
            "multipart/signed", "s", _text("b2"), _file("application/pkcs7-signature", "smime.p7s")
        ),
        B2,
    )
    yield (
        "winmail",
        joined("multipart/mixed", "m", _text("b2"), _file("application/ms-tnef", "winmail.dat")),
        B2,
    )
    flowed = b"Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\nb2\r\nmsg a long  \r\nline  \r\nof words\r\n-- \r\nresign\r\n"
    yield "flowed-delsp", flowed, ["b2", "msg a long line of words"]
    yield (
        "missing-end",
        b"Content-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\n\r\nb2\r\n",
        B2,
    )
    yield "list-in-html", _html("<ul><li>b2</li><li>msg hi</li></ul>"), ["b2", "msg hi"]
    yield "table-in-html", _html("<table><tr><td>b2</td></tr></table>"), B2
    yield "pre-in-html", _html("<pre>b2\nmsg hi</pre>"), ["b2", "msg hi"]
    yield (
        "hidden-in-html",
        _html("b2<div style='display: none'>resign</div><style>resign</style>"),
        B2,
    )
    sheet = "<style>/* a */ .x, p.y {text-decoration: line-through} @media print {.z {display: none}}</style>"
    yield (
        "hidden-by-class",
        _html(
            f"{sheet}<p class=x>resign</p><p class='a y'>c1</p><p class=z>b2</p><p class=w>msg hi</p>"
        ),
        ["b2", "msg hi"],
    )
    yield "tiny-in-html", _html("<p>b2</p><p style='color:#fff;font-size:1px'>resign</p>"), B2
    yield (
        "text-with-a-file-name",
        b'Content-Type: text/plain; charset=utf-8; name="body.txt"\r\n'
        b"Content-Disposition: inline\r\n\r\nb2\r\n",
        B2,
    )
    yield "comment-in-html", _html("b2<!-- resign --><script>resign</script>"), B2
    yield (
        "tag-soup",
        _html("<b><i>b2</b></i><p>msg <u>hi</p></u></td></span><div>"),
        ["b2", "msg hi"],
    )


def quotes():
    """Quotes with other marks or none, forwarded e-mails, inline answers."""
    yield "delimiter-without-marks", _text(f"b2\n\n{OURS}"), B2
    yield "delimiter-in-a-table", _text(f"b2\n\n| {OURS}"), B2
    yield "delimiter-polish", _text(f"b2\n\nW dniu 23.11.2026 o 10:12, Anna pisze:\n\n{OURS}"), B2
    yield (
        "dutch",
        _text(f"b2\n\nOp ma 23 nov 2026 om 10:12 schreef Anna <a@b.example>:\n\n{quote(UNMARKED)}"),
        B2,
    )
    yield "no-delimiter", _text(f"b2\n\n{LEAD}\n\n{UNMARKED}"), B2
    yield "lead-glued", _text(f"b2\n{folded(LEAD, 50)}\n{quote(UNMARKED)}"), B2
    yield "bars", _text(f"b2\n\n{LEAD}\n{quote(UNMARKED, '| ')}"), B2
    yield "initials", _text(f"{LEAD}\n{quote(UNMARKED, 'AB> ')}\n\nb2"), B2
    yield "blank-before-mark", _text(f"b2\n\n{LEAD}\n{quote(UNMARKED, ' > ')}"), B2
    yield "twice-quoted", _text(f"b2\n\n{LEAD}\n{quote(quote(OURS))}\n{quote('resign')}"), B2
    forward = "---------- Forwarded message ---------\nFrom: Anna <a@b.example>\nDate: Mon, 23 Nov 2026\nSubject: x\nTo: Ben"
    yield "forward-gmail", _text(f"b2\n\n{forward}\n\n{UNMARKED}"), B2
    yield (
        "forward-apple",
        _text(f"b2\n\nBegin forwarded message:\n\n{quote('From: Anna' + chr(10) + OURS)}"),
        B2,
    )
    yield (
        "forward-thunderbird",
        _text(
            f"b2\n\n-------- Weitergeleitete Nachricht --------\nBetreff: x\nVon: Anna\n\n{UNMARKED}"
        ),
        B2,
    )
    yield (
        "bold-headers",
        _text(
            f"b2\n\n*Von:* Anna <a@b.example>\n*Gesendet:* Montag\n*An:* Ben\n*Betreff:* x\n\n{UNMARKED}"
        ),
        B2,
    )
    yield (
        "proton-dashes",
        _text(
            f"b2\n\n‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Monday, Anna wrote:\n\n{quote(UNMARKED)}"
        ),
        B2,
    )
    block = f"<blockquote>{escape(UNMARKED)}</blockquote>"
    yield (
        "html-unmarked",
        _html(f"<div>b2</div><div>{escape(LEAD)}</div><div>{escape(UNMARKED)}</div>"),
        B2,
    )
    yield "html-below", _html(f"<div>{escape(LEAD)}</div>{block}<div>b2</div>"), B2
    yield "html-between", _html(f"{block}<p>b2</p>{block}<p>msg hi</p>"), ["b2", "msg hi"]
    yield (
        "outlook-in-blockquote",
        _html("<blockquote><div id=divRplyFwdMsg>x</div>resign</blockquote><p>b2</p>"),
        B2,
    )
    yield "unclosed-blockquote", _html(f"<p>b2</p><blockquote><div>{escape(UNMARKED)}"), B2
    yield "struck", _html("<p><s>resign</s></p><p>b2</p>"), B2


_FOOTERS = {
    "en": "This e-mail and any attachments are confidential and may be privileged. If you resign …",
    "de": "Diese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen.",
    "fr": "Ce message et toutes les pièces jointes sont confidentiels et peuvent contenir …",
    "it": "Questo messaggio e i suoi allegati sono riservati, ai sensi del Regolamento UE 2016/679.",
}
_ADVERTS = (
    "Sent from my iPad", "Von meinem iPad gesendet", "Envoyé de mon iPad", "Inviato da iPad",
    "Sent from Mail for Windows", "Gesendet von Mail für Windows", "Inviato da Posta per Windows",
    "Provenance : Courrier pour Windows", "Gesendet mit der GMX Mail App", "Get Outlook for Android",
    "Holen Sie sich Outlook für Android", "Télécharger Outlook pour iOS", "Ottieni Outlook per Android",
    "Von meinem Samsung Galaxy Smartphone gesendet.", "Envoyé depuis mon smartphone Samsung Galaxy.",
    "Gesendet von Outlook für iOS", "Sent from Proton Mail for iOS", "Von iCloud Mail gesendet",
    "Yahoo Mail: Search, Organize, Conquer", "Gesendet mit der Telekom Mail App",
    "Virenfrei.www.avast.com", "Diese E-Mail wurde von Avast-Antivirussoftware auf Viren geprüft.",
    "L'absence de virus dans ce courrier électronique a été vérifiée par le logiciel antivirus Avast.",
    "Mobil gesendet - bitte Tippfehler entschuldigen",
    "Sent securely with Tuta",
    "Please consider the environment before printing this e-mail.",
    "N'imprimez ce message que si nécessaire.",
    "Mobil gesendet", "Envoyé depuis mon mobile Orange", "Inviato da Libero Mail",
)  # fmt: skip


def signatures():
    """Signatures, adverts and disclaimers."""
    for language, footer in _FOOTERS.items():
        yield f"disclaimer-{language}", _text(f"b2\n\n{footer}\nresign"), B2
    for number, advert in enumerate(_ADVERTS, start=1):
        yield f"advert-{number:02}", _text(f"b2\n\n{advert}\n\n{LEAD}\n{quote(UNMARKED)}"), B2
    yield "dashes", _text("b2\n--\nBen Miller\nresign"), B2
    yield "line-below", _text("b2\n________________\nBen Miller\nresign"), B2
    yield "signature-then-below", _text(f"-- \nBen\n\n{LEAD}\n{quote(UNMARKED)}\n\nb2"), B2
    yield "thanks-then-move", _text("Thanks, that was fun\nb2"), ["Thanks, that was fun", "b2"]
    yield "bullet", _text("- b2\n- msg hi"), ["- b2", "- msg hi"]
    signed = '<div>b2</div><div id="Signature"><p>Ben Miller<br>Head of Things<br>resign</p></div>'
    yield "outlook-signature", _both("b2\n\nBen Miller\nHead of Things\nresign\n", signed), B2
    yield (
        "gmail-signature",
        _both(
            "b2\n\n-- \nBen\n",
            '<div dir="ltr">b2<br clear="all"><div><br></div><span class="gmail_signature_prefix">'
            '-- </span><br><div dir="ltr" class="gmail_signature">Ben</div></div>',
        ),
        B2,
    )


def doubts():
    """Messages of which nothing may be done: with the code, and what is shown."""
    yield "differ", _both("b2", "<p>c1</p>"), "readings_differ", B2
    yield "differ-more", _both("b2\nresign", "<p>b2</p>"), "readings_differ", B2
    yield (
        "differ-struck",
        _both("resign\nb2", "<p><s>resign</s></p><p>b2</p>"),
        "readings_differ",
        B2,
    )
    long = "> Your time runs until Thursday, 26 November 2026, 10:12 in your zone, or"
    yield (
        "wrapped-quote",
        _text(f"{LEAD}\n> Hello\n{long}\nresign\n> by then.\n"),
        "unmarked_quote",
        ["resign"],
    )
    yield "our-address", _text("b2\nhttps://post.example/m/42/\na3\n"), "unmarked_quote", B2
    yield (
        "pgp-encrypted",
        joined(
            "multipart/encrypted",
            "e",
            _file("application/pgp-encrypted", "x"),
            _file("application/octet-stream", "y"),
        ),
        "encrypted",
        [],
    )
    yield (
        "pgp-encrypted-inline",
        _text("-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----"),
        "encrypted",
        [],
    )
    yield "smime-encrypted", _file("application/pkcs7-mime", "smime.p7m"), "encrypted", []
    opaque = _file("application/pkcs7-mime; smime-type=signed-data", "smime.p7m")
    yield "smime-opaque", opaque, "enclosed", []
    yield "override", _text("\u202e2b"), "undecodable", ["\ufffd2b"]
    yield "garbage", _text("\ufffd" * 40), "undecodable", ["\ufffd" * 40]
    yield (
        "very-long",
        _text("\n".join(f"msg {n}" for n in range(900))),
        "too_long",
        [f"msg {n}" for n in range(20)],
    )


def edges():
    """Yield name, bytes, typed lines, code of the doubt."""
    for group in (charsets, structures, quotes, signatures):
        for name, body, typed in group():
            yield f"{group.__name__}-{name}", HEAD.format(name=name).encode() + body, typed, ""
    for name, body, code, typed in doubts():
        yield f"doubts-{name}", HEAD.format(name=name).encode() + body, typed, code
