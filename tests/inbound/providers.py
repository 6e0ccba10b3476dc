"""What e-mail providers POST: the forms and bodies of their documentation, signed as they sign."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from django.core.files.uploadedfile import SimpleUploadedFile

from notifications import addresses

SECRET = "hook:s3cret"
SIGNING_KEY = "key-of-mailgun"
SENDGRID_KEY = ec.generate_private_key(ec.SECP256R1())
SNS_KEY = rsa.generate_private_key(65537, 2048)
SNS_CERTIFICATE = (
    "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59.pem"
)
SNS_CONFIRMATION = "https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=2336"
JSON = {"content_type": "application/json"}
Posted = tuple[str, Any, dict[str, Any]]  # address, data, options of the client's post


def public_key() -> str:
    """Return what the operator copies from SendGrid's page."""
    public = SENDGRID_KEY.public_key()
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return base64.b64encode(public.public_bytes(serialization.Encoding.DER, form)).decode()


def sns_certificate() -> bytes:
    """Return what stands at the address of the certificate."""
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "sns.amazonaws.com")])
    start = datetime(2026, 1, 1, tzinfo=UTC)
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).serial_number(7)
    made = made.public_key(SNS_KEY.public_key())
    made = made.not_valid_before(start).not_valid_after(start + timedelta(days=365))
    return made.sign(SNS_KEY, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def settings_of_providers() -> dict[str, Any]:
    """Return what anymail is told."""
    return {
        "IGNORE_UNSUPPORTED_FEATURES": True,
        "WEBHOOK_SECRET": SECRET,
        "MAILGUN_WEBHOOK_SIGNING_KEY": SIGNING_KEY,
        "SENDGRID_TRACKING_WEBHOOK_VERIFICATION_KEY": public_key(),
        "BREVO_API_KEY": "key",
    }


def basic(secret: str = SECRET) -> dict[str, str]:
    """Return the header that comes of an address with user and password."""
    return {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(secret.encode()).decode()}


def mailgun_signature(key: str = SIGNING_KEY) -> dict[str, str]:
    timestamp, token = "1772452800", "c0ffee" * 8
    digest = hmac.new(key.encode(), f"{timestamp}{token}".encode(), hashlib.sha256)
    return {"timestamp": timestamp, "token": token, "signature": digest.hexdigest()}


def _parts(raw: bytes) -> tuple[Any, str, str]:
    """Return a message, its From and its text."""
    message = message_from_bytes(raw, policy=policy.default)
    return message, str(message["From"]), str(message.get_content())


def postmark_raw(raw: bytes, to: str) -> Posted:
    body = {
        "FromName": "",
        "FromFull": {"Email": "alice@example.org", "Name": "", "MailboxHash": ""},
        "OriginalRecipient": to,
        "MessageID": "22c74902-a0c1-4511-804f-341342852c90",
        "MailboxHash": to.partition("+")[2].partition("@")[0],
        "Headers": [{"Name": "Return-Path", "Value": "<alice@example.org>"}],
        "RawEmail": raw.decode(),
        "Attachments": [],
    }
    return "/mail/postmark/inbound/", json.dumps(body), JSON


def postmark(raw: bytes, to: str) -> Posted:
    message, sender, text = _parts(raw)
    body = {
        "FromFull": {"Email": sender, "Name": "", "MailboxHash": ""},
        "ToFull": [{"Email": to, "Name": "", "MailboxHash": ""}],
        "CcFull": [],
        "BccFull": [],
        "OriginalRecipient": to,
        "Subject": str(message["Subject"]),
        "Date": str(message["Date"]),
        "TextBody": text,
        "HtmlBody": "",
        "StrippedTextReply": "",
        "Headers": [
            {"Name": "Return-Path", "Value": "<alice@example.org>"},
            {"Name": "Message-ID", "Value": str(message["Message-ID"])},
        ],
        "Attachments": [],
    }
    return "/mail/postmark/inbound/", json.dumps(body), JSON


def mailgun_mime(raw: bytes, to: str) -> Posted:
    form = {
        "recipient": to,
        "sender": "alice@example.org",
        "body-mime": raw.decode(),
        **mailgun_signature(),
    }
    return "/mail/mailgun/inbound_mime/", form, {}


def mailgun(raw: bytes, to: str) -> Posted:
    message, sender, text = _parts(raw)
    headers = [[name, str(value)] for name, value in message.items()]
    form = {
        "recipient": to,
        "sender": "alice@example.org",
        "from": sender,
        "subject": str(message["Subject"]),
        "body-plain": text,
        "stripped-text": text,
        "message-headers": json.dumps(headers),
        "attachment-count": "1",
        "attachment-1": SimpleUploadedFile("photo.jpg", b"\xff\xd8\xff", "image/jpeg"),
        **mailgun_signature(),
    }
    return "/mail/mailgun/inbound/", form, {}


def sendgrid_raw(raw: bytes, to: str) -> Posted:
    form = {
        "email": raw.decode(),
        "envelope": json.dumps({"to": [to], "from": "alice@example.org"}),
        "SPF": "pass",
        "spam_score": "0.1",
    }
    return "/mail/sendgrid/inbound/", form, {}


def sendgrid(raw: bytes, to: str) -> Posted:
    message, _sender, text = _parts(raw)
    form = {
        "headers": "\n".join(f"{name}: {value}" for name, value in message.items()),
        "text": text,
        "envelope": json.dumps({"to": [to], "from": "alice@example.org"}),
        "charsets": json.dumps({"to": "UTF-8", "text": "utf-8"}),
        "attachments": "0",
    }
    return "/mail/sendgrid/inbound/", form, {}


def mailjet(raw: bytes, to: str) -> Posted:
    message, sender, text = _parts(raw)
    headers = {name: str(value) for name, value in message.items()}
    body = {
        "Sender": "alice@example.org",
        "Recipient": to,
        "From": sender,
        "Subject": str(message["Subject"]),
        "Headers": headers | {"Received": ["by a", "by b"]},
        "Parts": [{"Headers": {"Content-Type": "text/plain"}, "ContentRef": "Text-part"}],
        "Text-part": text,
        "SpamAssassinScore": "0.2",
    }
    return "/mail/mailjet/inbound/", json.dumps(body), JSON


def brevo(raw: bytes, to: str) -> Posted:
    message, _sender, text = _parts(raw)
    headers = {name: str(value) for name, value in message.items()}
    item = {
        "Uuid": ["7c6f7a76-2a4e-4a4b-8a39-3f3f3f3f3f3f"],
        "Headers": headers | {"Delivered-To": to, "Return-Path": "<alice@example.org>"},
        "RawTextBody": text,
        "RawHtmlBody": "",
        "Attachments": [],
        "SpamScore": 0.1,
    }
    return "/mail/brevo/inbound/", json.dumps({"items": [item]}), JSON


def amazon(message: dict[str, Any] | str, url: str, **other: Any) -> Posted:
    """Return a notification as SNS posts it: JSON called text, signed by Amazon's certificate."""
    version = other.pop("SignatureVersion", "2")
    body = {
        "Type": "Notification",
        "MessageId": "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
        "TopicArn": "arn:aws:sns:eu-west-1:123456789012:ampelpost",
        "Message": message if isinstance(message, str) else json.dumps(message),
        "Timestamp": "2026-03-02T12:10:00.655Z",
        **other,
    }
    names = ("Message", "MessageId", "Subject", "SubscribeURL", "Timestamp", "Token", "TopicArn")
    text = "".join(f"{name}\n{body[name]}\n" for name in (*names, "Type") if name in body)
    digest = hashes.SHA256() if version == "2" else hashes.SHA1()
    signature = SNS_KEY.sign(text.encode(), padding.PKCS1v15(), digest)
    body |= {"SignatureVersion": version, "Signature": base64.b64encode(signature).decode()}
    body |= {"SigningCertURL": SNS_CERTIFICATE}
    headers = {
        "content_type": "text/plain; charset=UTF-8",
        "HTTP_X_AMZ_SNS_MESSAGE_TYPE": body["Type"],
        "HTTP_X_AMZ_SNS_MESSAGE_ID": body["MessageId"],
    }
    return url, json.dumps(body), headers


def amazon_mail(raw: bytes, to: str, **action: str) -> dict[str, Any]:
    base64ed = action.get("encoding") == "BASE64"
    return {
        "notificationType": "Received",
        "receipt": {
            "recipients": [to],
            "spfVerdict": {"status": "PASS"},
            "action": {"type": "SNS", **action},
        },
        "mail": {"timestamp": "2026-03-02T12:10:00.000Z", "source": "alice@example.org"},
        "content": base64.b64encode(raw).decode() if base64ed else raw.decode(),
    }


def amazon_plain(raw: bytes, to: str) -> Posted:
    return amazon(amazon_mail(raw, to, encoding="UTF-8"), "/mail/amazon_ses/inbound/")


def amazon_base64(raw: bytes, to: str) -> Posted:
    told = amazon_mail(raw, to, encoding="BASE64")
    subject = "Amazon SES Email Receipt Notification"
    path = "/mail/amazon_ses/inbound/"
    return amazon(told, path, Subject=subject, SignatureVersion="1")


INBOUND: dict[str, Callable[[bytes, str], Posted]] = {
    each.__name__: each
    for each in (
        postmark_raw,
        postmark,
        mailgun_mime,
        mailgun,
        sendgrid_raw,
        sendgrid,
        mailjet,
        brevo,
        amazon_plain,
        amazon_base64,
    )
}


def postmark_report(kind: str, number: str, address: str) -> Posted:
    body = {
        "RecordType": "SpamComplaint" if kind == "SpamComplaint" else "Bounce",
        "Type": kind,
        "ID": 42,
        "Email": address,
        "BouncedAt": "2026-03-02T12:10:00Z",
        "Description": "The server was unable to deliver your message.",
        "Details": "smtp;550 5.1.1 no such user",
        "Metadata": {addresses.OUTBOX: number},
    }
    return "/mail/postmark/tracking/", json.dumps(body), JSON


def mailgun_report(kind: str, number: str, address: str, key: str = SIGNING_KEY) -> Posted:
    event, _dash, severity = kind.partition("-")
    data = {
        "event": event,
        "severity": severity,
        "reason": "suppress-bounce" if severity == "permanent" else "generic",
        "timestamp": 1772452800.5,
        "recipient": address,
        "message": {"headers": {"message-id": "1@mailgun.example"}},
        "delivery-status": {"code": 550, "message": "550 5.1.1 no such user"},
        "user-variables": {addresses.OUTBOX: number},
    }
    body = {"signature": mailgun_signature(key), "event-data": data}
    return "/mail/mailgun/tracking/", json.dumps(body), JSON


def sendgrid_report(kind: str, number: str, address: str) -> Posted:
    event, _dash, way = kind.partition("-")
    told = {
        "email": address,
        "timestamp": 1772452800,
        "smtp-id": "<1@sendgrid.example>",
        "event": event,
        "type": way,
        "reason": "550 5.1.1 no such user",
        "status": "5.1.1",
        "sg_event_id": "x",
        addresses.OUTBOX: number,
    }
    body = json.dumps([told])
    stamp = "1772452800"
    signature = SENDGRID_KEY.sign(f"{stamp}{body}".encode(), ec.ECDSA(hashes.SHA256()))
    signed = {
        "HTTP_X_TWILIO_EMAIL_EVENT_WEBHOOK_SIGNATURE": base64.b64encode(signature).decode(),
        "HTTP_X_TWILIO_EMAIL_EVENT_WEBHOOK_TIMESTAMP": stamp,
    }
    return "/mail/sendgrid/tracking/", body, {**JSON, **signed}


def mailjet_report(kind: str, number: str, address: str) -> Posted:
    event, _dash, way = kind.partition("-")
    told = {
        "event": event,
        "time": 1772452800,
        "MessageID": 19421777396190490,
        "email": address,
        "hard_bounce": way == "hard",
        "error": "user unknown" if way == "hard" else "quota exceeded",
        "Payload": json.dumps({addresses.OUTBOX: number}),
    }
    return "/mail/mailjet/tracking/", json.dumps([told]), JSON


def brevo_report(kind: str, number: str, address: str) -> Posted:
    told = {
        "event": kind,
        "email": address,
        "message-id": "<1@brevo.example>",
        "ts_epoch": 1772452800000,
        "reason": "550 5.1.1 no such user",
        "X-Mailin-custom": json.dumps({addresses.OUTBOX: number}),
    }
    return "/mail/brevo/tracking/", json.dumps(told), JSON


def amazon_report(kind: str, number: str, address: str) -> Posted:
    event, _dash, way = kind.partition("-")
    source = addresses.bounce_address(int(number[:18])) if number.isdecimal() else number
    people = [{"emailAddress": address, "diagnosticCode": "smtp; 550 5.1.1 no such user"}]
    told = {
        "eventType": event,
        "mail": {"source": f"Ampelpost <{source}>", "destination": [address]},
        "bounce": {"bounceType": way, "bounceSubType": "General", "bouncedRecipients": people},
        "complaint": {"complainedRecipients": people, "complaintFeedbackType": way or "abuse"},
        "delivery": {"recipients": [address], "smtpResponse": "250 2.6.0 Message received"},
        "deliveryDelay": {"delayType": "MailboxFull", "delayedRecipients": people},
    }
    own = {"eventType", "mail", event[:1].lower() + event[1:]}
    told = {name: value for name, value in told.items() if name in own}
    return amazon(told, "/mail/amazon_ses/tracking/")
