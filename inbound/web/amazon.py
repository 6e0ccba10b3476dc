"""Webhook of Amazon SES: signed SNS notifications and subscription requests.

anymail parses the notifications but checks no signature, and would need boto3 (35 MB).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from copy import copy
from functools import lru_cache
from typing import Any, Final

import requests
from anymail.exceptions import (
    AnymailAPIError,
    AnymailConfigurationError,
    AnymailWebhookValidationFailure,
)
from anymail.signals import EventType
from anymail.webhooks.amazon_ses import AmazonSESBaseWebhookView
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.x509 import load_pem_x509_certificate
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest

from inbound.services.returns import NOT_SPAM

MAX_RECIPIENTS: Final = 20  # maximum per e-mail
TIMEOUT: Final = 5.0  # seconds; SNS waits for fifteen
# Only regions: sns.s3-eu-west-1.amazonaws.com is somebody's bucket named sns.
_HOST: Final = r"https://sns\.[a-z]{2,8}(?:-[a-z]{2,12}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?/"
CERTIFICATE_URL: Final = re.compile(_HOST + r"SimpleNotificationService-[0-9a-f]{8,64}\.pem")
CONFIRMATION_URL: Final = re.compile(_HOST + r"\?Action=ConfirmSubscription&[!-~]+")
HASHES: Final = {"1": hashes.SHA1(), "2": hashes.SHA256()}  # noqa: S303 (the default of SNS)
SIGNED_FIELDS: Final = {
    "Notification": ("Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"),
    "SubscriptionConfirmation": (
        *("Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"),
    ),
}
SIGNED_FIELDS["UnsubscribeConfirmation"] = SIGNED_FIELDS["SubscriptionConfirmation"]


class MisconfiguredWebhookError(OSError):
    """Amazon delivers something configured for another address or mechanism."""


class SnsWebhookView(AmazonSESBaseWebhookView):  # type: ignore[misc]
    """Serves the SES webhook without boto3: checks the secret, then the signature."""

    kms_key_id = None

    def __init__(self, **given: Any) -> None:
        super(AmazonSESBaseWebhookView, self).__init__(**given)

    def run_validators(self, request: HttpRequest) -> None:
        """Check the secret before parsing or fetching anything."""
        _call_or_reject(super().run_validators, request)
        check_signature(self._parse_sns_message(request))

    def parse_events(self, request: HttpRequest) -> list[Any]:
        """Return anymail's events, with delays and "not spam" reports corrected."""
        found = _call_or_reject(super().parse_events, request)
        events = [own for event in found for own in _split_recipients(event)]
        for event in events:
            if event.esp_event.get("eventType") == "DeliveryDelay":
                event.event_type = EventType.DEFERRED
                event.description = event.esp_event["deliveryDelay"]["delayType"]
            elif event.event_type == EventType.COMPLAINED and event.description == NOT_SPAM:
                event.event_type = EventType.UNKNOWN
        return events

    def auto_confirm_sns_subscription(self, sns_message: Mapping[str, Any]) -> None:
        """Confirm a subscription that passed the secret and signature checks."""
        url = str(sns_message["SubscribeURL"])
        if not CONFIRMATION_URL.fullmatch(url):
            raise AnymailWebhookValidationFailure("a subscription that is not confirmed at SNS")
        fetch(url)

    def fetch_s3_chunks(self, *_where: str) -> Iterator[bytes]:
        raise MisconfiguredWebhookError("of receipt rules, only the action SNS is served, not S3")


def _split_recipients(event: Any) -> Iterator[Any]:
    """Yield one event per recipient; anymail only names the first."""
    yield event
    for address in event.esp_event.get("receipt", {}).get("recipients", [])[1:MAX_RECIPIENTS]:
        other = copy(event)
        other.message = copy(event.message)
        other.message.envelope_recipient = address
        yield other


def _call_or_reject(step: Any, request: HttpRequest) -> Any:
    """Run a step that calls no API, so an AnymailAPIError means invalid input."""
    try:
        return step(request)
    except AnymailConfigurationError as error:
        raise MisconfiguredWebhookError(str(error)) from error
    except AnymailAPIError as error:
        raise SuspiciousOperation(str(error)[:500]) from error


def check_signature(message: Mapping[str, Any]) -> None:
    """Raise AnymailWebhookValidationFailure unless SNS signed this message."""
    url, version = str(message["SigningCertURL"]), str(message["SignatureVersion"])
    if not CERTIFICATE_URL.fullmatch(url) or version not in HASHES:
        raise AnymailWebhookValidationFailure("not signed as SNS signs")
    try:
        public_key(url).verify(
            base64.b64decode(message["Signature"], validate=True),
            canonical(message),
            padding.PKCS1v15(),
            HASHES[version],
        )
    except (InvalidSignature, ValueError) as error:
        raise AnymailWebhookValidationFailure("a signature that is not SNS's") from error


def canonical(message: Mapping[str, Any]) -> bytes:
    """Return the signed text: names and values by line; Subject only if present."""
    names = [
        name for name in SIGNED_FIELDS[message["Type"]] if name in message or name != "Subject"
    ]
    return "".join(f"{name}\n{message[name]}\n" for name in names).encode()


@lru_cache(maxsize=16)
def public_key(url: str) -> rsa.RSAPublicKey:
    """Return the key of an SNS certificate; cached, since a new one has a new URL."""
    found = load_pem_x509_certificate(fetch(url)).public_key()
    if not isinstance(found, rsa.RSAPublicKey):
        raise AnymailWebhookValidationFailure("a certificate that is not SNS's")
    return found


def fetch(url: str) -> bytes:
    """Return the response body of an SNS URL; OSError if the request fails."""
    answer = requests.get(url, timeout=TIMEOUT, allow_redirects=False)
    answer.raise_for_status()
    return answer.content
