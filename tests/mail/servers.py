"""What servers and programs send without a person: bounces, complaints, absences, lists."""

from tests.mail.programs.build import joined, part

TO = "ben@sender.example"
_RETURNED = (
    "Content-Type: message/rfc822\r\n\r\nFrom: Anna - Ampelpost <play+AbC@post.example>\r\n"
    f"To: {TO}\r\nSubject: [4x3] Anna - Ben, 7\r\nMessage-ID: <7.seat0@post.example>\r\n\r\n"
    "b2\r\nresign\r\n"
).encode()
_HEADERS = _RETURNED.replace(b"message/rfc822", b"text/rfc822-headers").replace(
    b"b2\r\nresign", b""
)


def _head(
    sender: str, subject: str, *more: str, path: str = "<>", to: str = "bounce+x@post.example"
) -> bytes:
    lines = [
        f"Return-Path: {path}", f"From: {sender}", f"To: {to}", f"Subject: {subject}",
        "Date: Mon, 23 Nov 2026 10:30:00 +0100", f"Message-ID: <{abs(hash_of(subject + sender))}@mx.example>",
        "MIME-Version: 1.0", *more,
    ]  # fmt: skip
    return "\r\n".join([*lines, ""]).encode()


def hash_of(text: str) -> int:
    return sum((number + 1) * ord(char) for number, char in enumerate(text))


def _status(action: str, status: str, diagnostic: str, *more: str, who: str = TO) -> bytes:
    fields = [f"Final-Recipient: rfc822; {who}", *more, f"Action: {action}", f"Status: {status}"]
    fields += [f"Diagnostic-Code: smtp; {diagnostic}"] if diagnostic else []
    return (
        "Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n"
        "Arrival-Date: Mon, 23 Nov 2026 10:29:58 +0100\r\n\r\n" + "\r\n".join(fields) + "\r\n"
    ).encode()


def _report(text: str, status: bytes, original: bytes = _RETURNED) -> bytes:
    kind = "multipart/report; report-type=delivery-status"
    return joined(kind, "bounce", part(text, "text/plain; charset=us-ascii"), status, original)


DAEMON = "Mail Delivery Subsystem <mailer-daemon@mx.example>"
POSTFIX = "This is the mail system at host mx.example.\n\nI'm sorry to have to inform you that your message could not\nbe delivered to one or more recipients."


def bounces():
    """Yield name, bytes, and (recipient, hard, delayed, status) of each recipient."""
    unknown = "550 5.1.1 <ben@sender.example>: Recipient address rejected: User unknown"
    yield (
        "postfix",
        _head(DAEMON, "Undelivered Mail Returned to Sender", "Auto-Submitted: auto-replied")
        + _report(
            POSTFIX,
            _status("failed", "5.1.1", unknown, f"Original-Recipient: rfc822;{TO}"),
            _HEADERS,
        ),
        [(TO, True, False, "5.1.1")],
    )
    yield (
        "postfix-delay",
        _head(DAEMON, "Delayed Mail (still being retried)")
        + _report(
            POSTFIX, _status("delayed", "4.4.1", "connect to sender.example: Connection timed out")
        ),
        [(TO, False, True, "4.4.1")],
    )
    yield (
        "postfix-expired",
        _head(DAEMON, "Undelivered Mail Returned to Sender")
        + _report(
            POSTFIX, _status("failed", "4.4.1", "connect to sender.example: Connection timed out")
        ),
        [(TO, False, False, "4.4.1")],
    )
    full = "552-5.2.2 The email account that you tried to reach is over quota"
    yield (
        "gmail-full",
        _head(DAEMON, "Delivery Status Notification (Failure)", f"X-Failed-Recipients: {TO}")
        + _report("** Address not found **", _status("failed", "5.2.2", full)),
        [(TO, False, False, "5.2.2")],
    )
    yield (
        "gmail-unknown",
        _head(DAEMON, "Delivery Status Notification (Failure)", f"X-Failed-Recipients: {TO}")
        + _report(
            "** Address not found **",
            _status("failed", "5.1.1", "550-5.1.1 The email account does not exist"),
        ),
        [(TO, True, False, "5.1.1")],
    )
    yield (
        "spam",
        _head(DAEMON, "Undeliverable: [4x3]")
        + _report(
            "rejected",
            _status("failed", "5.7.1", "550 5.7.1 Message contains spam or is blocked by policy"),
        ),
        [(TO, False, False, "5.7.1")],
    )
    exchange = (
        "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup"
    )
    yield (
        "exchange-365",
        _head(
            "Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@sender.example>",
            "Unzustellbar: [4x3]",
        )
        + _report("Fehler bei der Nachrichtenzustellung", _status("failed", "5.1.10", exchange)),
        [(TO, True, False, "5.1.10")],
    )
    yield (
        "two-recipients",
        _head(DAEMON, "Undelivered Mail")
        + _report(
            POSTFIX,
            _status("failed", "5.1.1", unknown)
            + b"\r\nFinal-Recipient: rfc822; zoe@x.example\r\nAction: delivered\r\nStatus: 2.0.0\r\n",
        ),
        [(TO, True, False, "5.1.1")],
    )
    yield (
        "sendmail",
        _head(DAEMON, "Returned mail: see transcript for details")
        + _report(
            "The original message was received\n   ----- The following addresses had permanent fatal errors -----",
            _status("failed", "5.1.2", "550 Host unknown"),
        ),
        [(TO, True, False, "5.1.2")],
    )
    exim = (
        "This message was created automatically by mail delivery software.\n\nA message that you"
        " sent could not"
        " be delivered to one or more of its\nrecipients. This is a permanent error. The"
        " following address(es)"
        f" failed:\n\n  {TO}\n    host mx.sender.example [192.0.2.7]\n    SMTP error from remote mail server after"
        f" RCPT TO:<{TO}>:\n    550 5.1.1 No such user here\n\n------ This is a copy of the message ------\n\n"
        "From: play+AbC@post.example\nMessage-ID: <7.seat0@post.example>\n\nresign\n"
    )
    yield (
        "exim",
        _head(
            "Mail Delivery System <Mailer-Daemon@mx.example>",
            "Mail delivery failed: returning message to sender",
            f"X-Failed-Recipients: {TO}",
            "Auto-Submitted: auto-replied",
        )
        + part(exim, "text/plain; charset=us-ascii"),
        [(TO, True, False, "5.1.1")],
    )
    qmail = (
        "Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver"
        " your message to"
        " the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't"
        " work out.\n\n"
        f"<{TO}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n"
        "Message-ID: <7.seat0@post.example>\nTo: someone@else.example\n\nresign\n"
    )
    yield (
        "qmail",
        _head("MAILER-DAEMON@mx.example", "failure notice") + part(qmail, "text/plain"),
        [(TO, True, False, "5.1.1")],
    )
    gmx = (
        "This message was created automatically by mail delivery software (TRex).\n\nA message"
        " that you sent could"
        f" not be delivered to one or more of its recipients.\nThis is a permanent error.\n\nThe following address"
        f" failed:\n\n{TO}:\nSMTP error from remote server for RCPT TO command, host: mx00.gmx.net\nreason: 550"
        " Requested action not taken: mailbox unavailable\n\n--- The header of the original"
        " message is following. ---\n"
        "Message-ID: <7.seat0@post.example>\n"
    )
    yield (
        "gmx",
        _head(
            "GMX Mailer Daemon <mailer-daemon@gmx.net>",
            "Mail delivery failed: returning message to sender",
        )
        + part(gmx, "text/plain; charset=utf-8"),
        [(TO, True, False, "")],
    )
    yahoo = f"Sorry, we were unable to deliver your message to the following address.\n\n<{TO}>:\n554: 5.2.2 mailbox full\n"
    yield (
        "yahoo",
        _head("MAILER-DAEMON@yahoo.com", "Failure Notice") + part(yahoo, "text/plain"),
        [(TO, False, False, "5.2.2")],
    )
    old = (
        f"Your message did not reach some or all of the intended recipients.\n\n      '{TO}' on 23.11.2026 10:12\n"
        "            550 5.1.1 The e-mail account does not exist at the organization\n"
    )
    yield (
        "exchange-old",
        _head("System Administrator <postmaster@sender.example>", "Undeliverable: [4x3]")
        + part(old.replace("      '", ""), "text/plain"),
        [(TO, True, False, "5.1.1")],
    )
    french = f"Votre message n'a pas pu être remis aux destinataires suivants :\n\n{TO}\n550 5.1.1 Adresse inconnue\n"
    yield (
        "french",
        _head("postmaster@orange.example", "Non remis : [4x3]")
        + part(french, "text/plain; charset=utf-8"),
        [(TO, True, False, "5.1.1")],
    )


def complaints():
    """Yield name, bytes, feedback and recipients."""
    for name, feedback, field in (
        ("arf", "abuse", f"Original-Rcpt-To: <{TO}>"),
        ("arf-yahoo", "abuse", f"Original-Rcpt-To: {TO}\r\nReported-Domain: post.example"),
        ("arf-hidden", "fraud", "Source-IP: 192.0.2.1"),
    ):
        fields = f"Content-Type: message/feedback-report\r\n\r\nFeedback-Type: {feedback}\r\nVersion: 1\r\n{field}\r\n"
        kind = "multipart/report; report-type=feedback-report"
        body = joined(
            kind, "arf", part("This is an abuse report.", "text/plain"), fields.encode(), _RETURNED
        )
        yield (
            name,
            _head("abuse@provider.example", "FW: [4x3]", path="<abuse@provider.example>") + body,
            feedback,
            ([TO] if "Rcpt" in field else []),
        )
    jmrp = joined("multipart/mixed", "j", _RETURNED)
    yield (
        "microsoft",
        _head(
            "staff@hotmail.com",
            "complaint",
            f"X-HmXmrOriginalRecipient: {TO}",
            path="<staff@hotmail.com>",
        )
        + jmrp,
        "abuse",
        [TO],
    )


_AWAY = (
    ("gmail-en", "Out of office Re: [4x3]", "I am out of the office until 3 January.\nresign", ("Precedence: bulk", "X-Autoreply: yes")),
    ("exchange-de", "Automatische Antwort: [4x3]", "Ich bin derzeit nicht im Büro.\nb2", ("X-Auto-Response-Suppress: All", "Auto-Submitted: auto-generated")),
    ("exchange-fr", "Réponse automatique : [4x3]", "Je suis absent du bureau.\nb2", ("X-Auto-Response-Suppress: DR, OOF, AutoReply",)),
    ("exchange-it", "Risposta automatica: [4x3]", "Sono fuori ufficio.\nb2", ("auto-submitted: auto-replied",)),
    ("gmx", "Abwesenheitsnotiz", "Ich bin im Urlaub.\nb2", ("Precedence: auto_reply",)),
    ("sieve", "Auto: Re: [4x3]", "b2", ("Auto-Submitted: auto-replied (vacation)",)),
    ("unmarked-de", "Abwesenheit: [4x3]", "Ich bin bis 3. Januar abwesend und lese keine E-Mails.", ("In-Reply-To: <7.seat0@post.example>",)),
    ("unmarked-fr", "Absence du bureau", "Je suis en congé.", ()),
    ("unmarked-it", "Fuori sede", "Tornerò il 3 gennaio.", ()),
    ("unmarked-en", "Out of Office: [4x3]", "b2", ()),
    ("freshdesk", "Re: [4x3]", "We have received your request.", ("X-Autorespond: [4x3]",)),
    ("noreply", "Re: [4x3]", "Do not answer.", ("X-From: noreply",)),
)  # fmt: skip
_LISTED = (
    ("mailman", ("List-Id: <club.lists.example>", "Precedence: list")),
    ("google-groups", ("Mailing-list: list club@groups.example; contact owner", "X-Google-Group-Id: 123")),
    ("newsletter", ("List-Unsubscribe: <https://news.example/u>", "Precedence: bulk")),
)  # fmt: skip

_REACTIONS = (
    ("en", "Ben Miller reacted to your message:"),
    ("de", "Jörg Weiß hat auf Ihre Nachricht reagiert:"),
    ("fr", "Zoé Lefèvre a réagi à votre message :"),
    ("it", "Niccolò Bellù ha reagito al tuo messaggio:"),
    ("gmail", "👍 Ben Miller reacted via Gmail"),
)


def programs():
    """Yield name, bytes and kind of messages that no person has written, and of some that one"
    " has."""
    person = "<ben@sender.example>"
    for name, subject, text, more in _AWAY:
        sender = "noreply@shop.example" if name == "noreply" else f"Ben Miller {person}"
        body = part(text, "text/plain; charset=utf-8")
        yield (
            f"away-{name}",
            _head(sender, subject.encode("ascii", "ignore").decode(), *more, path=person) + body,
            "auto_reply",
        )
    for name, more in _LISTED:
        yield (
            f"list-{name}",
            _head(f"Ben {person}", "[club] b2", *more, path=person) + part("b2", "text/plain"),
            "list",
        )
    yield "null-path", _head(f"Ben {person}", "Re: [4x3]") + part("b2", "text/plain"), "auto_reply"
    own = ("X-Email-Kind: your_turn", "Auto-Submitted: auto-generated")
    yield (
        "own",
        _head("Anna - Ampelpost <play+x@post.example>", "[4x3]", *own) + part("b2", "text/plain"),
        "own",
    )
    receipt = joined(
        "multipart/report; report-type=disposition-notification", "mdn", part("Your message was read.", "text/plain"),
        b"Content-Type: message/disposition-notification\r\n\r\nFinal-Recipient: rfc822;ben@sender.example\r\n"
        b"Disposition: manual-action/MDN-sent-manually; displayed\r\n",
    )  # fmt: skip
    yield "read-receipt", _head(f"Ben {person}", "Read: [4x3]") + receipt, "auto_reply"
    kept = _head(f"Ben {person}", "Read: [4x3]", path=person)
    yield "read-receipt-with-path", kept + receipt, "auto_reply"
    calendar = (
        b"Content-Type: text/calendar; method=REPLY\r\n\r\nBEGIN:VCALENDAR\r\nMETHOD:REPLY\r\n"
    )
    answer = joined("multipart/alternative", "cal", part("Accepted", "text/plain"), calendar)
    again = ("In-Reply-To: <7@post.example>",)
    accepted = _head(f"Ben {person}", "Accepted: your turn", *again, path=person)
    yield "calendar-reply", accepted + answer, "auto_reply"
    for name, text in _REACTIONS:
        body = part(text, "text/plain; charset=utf-8")
        yield (
            f"reaction-{name}",
            _head(f"Ben {person}", "Re: [4x3]", *again, path=person) + body,
            "auto_reply",
        )
    urgent = (
        "Precedence: normal",
        "X-Auto-Response-Suppress: None",
        "Auto-Submitted: no",
        "In-Reply-To: <7@post.example>",
    )
    yield (
        "person-no-robot",
        _head(f"Ben {person}", "Re: [4x3]", *urgent, path=person) + part("b2", "text/plain"),
        "person",
    )
    again = ("In-Reply-To: <7@post.example>",)
    yield (
        "person-after-absence",
        _head(f"Ben {person}", "Abwesenheit: Re: [4x3]", *again, path=person)
        + part("b2", "text/plain"),
        "person",
    )
