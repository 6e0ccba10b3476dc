"""What providers POST is kept and counted with the right secret, and refused without it."""

from __future__ import annotations

import base64
import importlib
import io
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
import requests
from anymail.inbound import AnymailInboundMessage
from django.test import override_settings
from django.urls import clear_url_caches
from django.utils import timezone
from hypothesis import given, settings, strategies as st

import config.urls
from games.models import Ply
from inbound import receivers
from inbound.models import InboundMessage
from inbound.reading import read_message
from inbound.services import handling, storage
from inbound.web import amazon
from inbound.web.providers import webhook_patterns
from notifications import addresses, queries
from notifications.models import Message
from tests.emails import deliver_due
from tests.inbound import providers
from tests.inbound.conftest import newest, reply_to, written
from tests.inbound.providers import INBOUND, JSON, basic
from tests.mail.make import CORPUS
from tests.sampling import at_length, sampled

ALICE = "alice@example.org"
pytestmark = pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailWarning")
REPORTS = {
    "postmark": providers.postmark_report,
    "mailgun": providers.mailgun_report,
    "sendgrid": providers.sendgrid_report,
    "mailjet": providers.mailjet_report,
    "brevo": providers.brevo_report,
    "amazon_ses": providers.amazon_report,
}


@pytest.fixture(autouse=True)
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the addresses that are asked at Amazon, where the certificate stands."""
    asked: list[str] = []

    def get(url: str, **_how: Any) -> Any:
        asked.append(url)
        found = url in (providers.SNS_CERTIFICATE, providers.SNS_CONFIRMATION)
        answer = requests.Response()
        answer.status_code, answer.url = 200 if found else 404, url
        answer.raw = io.BytesIO(providers.sns_certificate() if ".pem" in url else b"<ok/>")
        return answer

    monkeypatch.setattr(requests, "get", get)
    amazon.public_key.cache_clear()
    return asked


@contextmanager
def doors(anymail: dict[str, Any]) -> Iterator[None]:
    """Let the site be one with these providers; addresses depend on the settings."""
    with override_settings(ANYMAIL=anymail):
        importlib.reload(config.urls)
        clear_url_caches()
        yield
    importlib.reload(config.urls)
    clear_url_caches()


@pytest.fixture(autouse=True, scope="module")
def _open_doors() -> Iterator[None]:
    """Let the site be one that all providers serve."""
    with doors(providers.settings_of_providers()):
        yield


@pytest.fixture
def post(client_for: Callable[..., Any]) -> Callable[..., int]:
    """Return what POSTs as a provider does and returns the status; nothing is raised here."""
    client = client_for(raise_request_exception=False)

    def send(posted: providers.Posted, headers: dict[str, str] | None = None) -> int:
        address, data, options = posted
        given = basic() if headers is None else headers
        return int(client.post(address, data, **options, **given).status_code)

    return send


@pytest.mark.parametrize("name", list(INBOUND))
def test_a_reply_by_a_provider_is_kept_once_and_done(name, alice, bob, start, post):
    match = start(alice, bob, now=timezone.now())
    address = reply_to(alice)
    raw = written("b2\nmsg Grüße, ça va?\n", address, ALICE)
    assert post(INBOUND[name](raw, address)) == 200
    assert post(INBOUND[name](raw, address)) == 200
    row = InboundMessage.objects.get()
    assert (row.way, row.state, row.recipient) == ("webhook", "received", address)
    assert row.message_id == storage.message_id_of(raw)
    assert row.mail_from == ALICE
    handling.handle_message(row.pk, now=row.next_at, make_seed=lambda: "5eed" * 16)
    row.refresh_from_db()
    assert (row.outcome, row.code) == ("done", ""), row.last_error
    assert row.commands == ["b2", "msg Grüße, ça va?"]
    assert Ply.objects.get(match=match).text == "b2"


WRONG = [{}, basic("hook:wrong"), {"HTTP_AUTHORIZATION": "Basic ÿ"}]
REFUSED = [(name, headers) for headers in WRONG for name in INBOUND]


@pytest.mark.parametrize(
    ("name", "headers"), sampled(REFUSED, [*REFUSED[: len(INBOUND)], *REFUSED[len(INBOUND) :: 5]])
)
def test_without_the_secret_nothing_is_kept(name, headers, alice, bob, start, post):
    start(alice, bob)
    address = reply_to(alice)
    refusal = 401 if name.startswith("amazon") and not headers else 400
    assert post(INBOUND[name](written("b2\n", address, ALICE), address), headers) == refusal
    assert not InboundMessage.objects.exists()


@pytest.mark.parametrize("key", ["another key", ""])
def test_mailgun_must_sign(key, alice, bob, start, post):
    start(alice, bob)
    address = reply_to(alice)
    path, form, options = providers.mailgun_mime(written("b2\n", address, ALICE), address)
    wrong = form | providers.mailgun_signature(key)
    assert post((path, wrong, options)) == 400
    assert post((path, form | {"timestamp": "1772452801"}, options)) == 400
    assert post((path, form | {"token": "ünknown"}, options)) == 400
    assert not InboundMessage.objects.exists()
    assert post((path, form, options)) == 200


def test_mail_for_nobody_here_is_taken_and_dropped(alice, bob, start, post):
    """A provider would try for days again what we refuse."""
    start(alice, bob)
    for to in ("somebody@ampelpost.example", "play+abc@ampelpost.example", "x@example.org"):
        assert post(providers.mailgun_mime(written("b2\n", to, ALICE), to)) == 200
    assert not InboundMessage.objects.exists()


def test_the_header_names_the_recipient_where_the_provider_names_its_own(alice, bob, start, post):
    start(alice, bob)
    address = reply_to(alice)
    raw = written("b2\n", address, ALICE)
    assert post(providers.postmark_raw(raw, "hash@inbound.postmarkapp.com")) == 200
    assert InboundMessage.objects.get().recipient == address


@pytest.fixture
def sent(alice: Any, bob: Any, start: Any, noon: Any) -> tuple[Message, str]:
    """Return an e-mail that has gone out, and the number that its provider was told."""
    start(alice, bob)
    deliver_due(noon + timedelta(minutes=11))
    message = Message.objects.get(player=alice)
    return message, next(iter(newest(alice).metadata.values()))


HARD = {
    "postmark": ("HardBounce", "SpamComplaint", "BadEmailAddress"),
    "mailgun": ("failed-permanent", "complained", "rejected"),
    "sendgrid": ("bounce-bounce", "spamreport", "dropped-Bounced Address"),
    "mailjet": ("bounce-hard", "spam", "blocked-hard"),
    "brevo": ("hard_bounce", "spam", "invalid_email", "blocked"),
    "amazon_ses": ("Bounce-Permanent", "Complaint"),
}
SOFT = {
    "postmark": ("SoftBounce",),
    "sendgrid": ("bounce-blocked", "dropped-expired"),
    "mailjet": ("bounce-soft",),
    "brevo": ("soft_bounce",),
    "amazon_ses": ("Bounce-Transient", "Bounce-Undetermined"),
}
DELAYED = {
    "postmark": ("Transient", "DnsError"),
    "mailgun": ("failed-temporary",),
    "sendgrid": ("deferred",),
    "brevo": ("deferred",),
    "amazon_ses": ("DeliveryDelay",),
}
NOTHING = {
    "postmark": ("AutoResponder", "Subscribe"),
    "mailgun": ("delivered", "opened", "something"),
    "sendgrid": ("delivered", "open", "something"),
    "mailjet": ("open", "sent", "something"),
    "brevo": ("delivered", "something"),
    "amazon_ses": ("Delivery", "Send", "Something", "Complaint-not-spam"),
}


def each(table: dict[str, tuple[str, ...]]) -> list[tuple[str, str]]:
    return [(name, kind) for name, kinds in table.items() for kind in kinds]


TELLING = [(name, kind) for name, kinds in HARD.items() for kind in kinds[:2]]


@pytest.mark.parametrize(("name", "kind"), sampled(each(HARD), TELLING))
def test_a_hard_bounce_or_complaint_by_a_provider_stops_emails(name, kind, sent, alice, post):
    message, number = sent
    assert post(REPORTS[name](kind, number, "Alice@example.org")) == 200
    assert queries.bounced_at(alice) is not None
    message.refresh_from_db()
    said = message.events.last()
    assert said.event in ("bounced", "complained")
    assert said.event == "complained" or "550" in said.detail or name in ("mailjet", "sendgrid")


@pytest.mark.parametrize(("name", "kind"), sampled(each(SOFT), [(n, SOFT[n][0]) for n in SOFT]))
def test_a_soft_bounce_by_a_provider_counts_and_the_third_stops_emails(
    name, kind, sent, alice, post
):
    _message, number = sent
    for _time in range(3):
        assert queries.bounced_at(alice) is None
        assert post(REPORTS[name](kind, number, ALICE)) == 200
    assert queries.bounced_at(alice) is not None


@pytest.mark.parametrize("name", list(REPORTS))
def test_what_is_no_bounce_stops_nothing(name, sent, alice, post):
    message, number = sent
    for kind in (*NOTHING[name], *DELAYED.get(name, ())):
        before = message.events.filter(event="delayed").count()
        for _time in range(4):
            assert post(REPORTS[name](kind, number, ALICE)) == 200
        assert queries.bounced_at(alice) is None, kind
        delayed = message.events.filter(event="delayed").count() > before
        assert delayed is (kind in DELAYED.get(name, ())), kind


@pytest.mark.parametrize("name", list(REPORTS))
def test_a_report_without_the_secret_or_about_somebody_else_stops_nothing(name, sent, alice, post):
    _message, number = sent
    kind = HARD[name][0]
    assert post(REPORTS[name](kind, number, ALICE), {}) in (400, 401)
    assert post(REPORTS[name](kind, number, ALICE), basic("a:b")) == 400
    for other, address in ((number, "bob@example.org"), ("99999999", ALICE), ("x", ALICE)):
        assert post(REPORTS[name](kind, other, address)) == 200
    assert post(REPORTS[name](kind, "9" * 5000, ALICE)) == 200
    assert queries.bounced_at(alice) is None


def test_signatures_of_reports_are_checked(sent, alice, post):
    _message, number = sent
    assert post(providers.mailgun_report("failed-permanent", number, ALICE, "wrong key")) == 400
    path, body, signed = providers.sendgrid_report("bounce-bounce", number, ALICE)
    assert post((path, body.replace("5.1.1", "5.1.2"), signed)) == 400
    assert post((path, body, JSON)) == 400
    assert queries.bounced_at(alice) is None
    assert post((path, body, signed)) == 200
    assert queries.bounced_at(alice) is not None


def test_amazon_must_sign_with_a_certificate_of_its_own(alice, bob, start, post, fetched):
    start(alice, bob)
    address = reply_to(alice)
    path, body, options = providers.amazon_plain(written("b2\n", address, ALICE), address)
    sound = json.loads(body)
    host = "https://sns.eu-west-1.amazonaws.com"
    for wrong in (
        {"Message": sound["Message"].replace("b2", "b3")},
        {"Subject": "not signed"},
        {"Signature": base64.b64encode(b"x" * 256).decode()},
        {"Signature": "ü"},
        {"Signature": None},
        {"SignatureVersion": "1"},
        {"SignatureVersion": "3"},
        {"SigningCertURL": None},
        {"SigningCertURL": "https://sns.eu-west-1.amazonaws.com.evil.example/a.pem"},
        {"SigningCertURL": providers.SNS_CERTIFICATE.replace("https", "http")},
        {"SigningCertURL": f"{host}/?Action=x&y=SimpleNotificationService-f3ecfb72.pem"},
        {"SigningCertURL": f"{host}@evil.example/SimpleNotificationService-f3ecfb72.pem"},
        {"SigningCertURL": "https://evil.s3.amazonaws.com/SimpleNotificationService-f3ecfb72.pem"},
        {"SigningCertURL": providers.SNS_CERTIFICATE.replace("sns.eu", "sns.s3-eu")},
    ):
        assert post((path, json.dumps(sound | wrong), options)) == 400, wrong
    assert set(fetched) == {providers.SNS_CERTIFICATE}
    assert not InboundMessage.objects.exists()
    assert post((path, body, options)) == 200
    assert fetched == [providers.SNS_CERTIFICATE]


def test_amazon_is_asked_again_later_for_a_certificate_that_it_does_not_show(
    alice, bob, start, post
):
    start(alice, bob)
    address = reply_to(alice)
    path, body, options = providers.amazon_plain(written("b2\n", address, ALICE), address)
    moved = json.loads(body) | {"SigningCertURL": providers.SNS_CERTIFICATE.replace("f3", "a1")}
    assert post((path, json.dumps(moved), options)) == 503
    assert post((path, body, options)) == 200


def test_amazon_hands_in_an_email_to_several_addresses_once_for_each(alice, bob, start, post):
    start(alice, bob)
    ours = [reply_to(alice), addresses.bounce_address(1)]
    told = providers.amazon_mail(written("b2\n", ours[0], ALICE), ours[0])
    told["receipt"]["recipients"] = [*ours, "nobody@ampelpost.example"]
    assert post(providers.amazon(told, "/mail/amazon_ses/inbound/")) == 200
    kept = InboundMessage.objects.order_by("pk").values_list("recipient", flat=True)
    assert list(kept) == ours


@pytest.mark.parametrize("which", ["inbound", "tracking"])
def test_a_subscription_of_amazons_is_confirmed_where_the_secret_is_known(which, db, post, fetched):
    def wish(url: str) -> providers.Posted:
        told = {"Type": "SubscriptionConfirmation", "Token": "2336", "SubscribeURL": url}
        return providers.amazon("Visit.", f"/mail/amazon_ses/{which}/", **told)

    sound = providers.SNS_CONFIRMATION
    assert post(wish(sound), {}) == 401
    assert post(wish(sound), basic("a:b")) == 400
    assert not fetched
    for wrong in ("http://127.0.0.1/", sound.replace("amazonaws.com", "evil.example"), "x"):
        assert post(wish(wrong)) == 400
    assert sound not in fetched
    assert post(wish(sound)) == 200
    assert fetched[-1] == sound


def test_amazons_topics_at_the_wrong_address_are_tried_again_when_that_is_mended(
    alice, bob, start, post
):
    start(alice, bob)
    address = reply_to(alice)
    raw = written("b2\n", address, ALICE)
    to_s3 = providers.amazon_mail(raw, address, type="S3", bucketName="b", objectKey="k")
    assert post(providers.amazon(to_s3, "/mail/amazon_ses/inbound/")) == 503
    mail = providers.amazon_mail(raw, address)
    assert post(providers.amazon(mail, "/mail/amazon_ses/tracking/")) == 503
    assert not InboundMessage.objects.exists()


JUNK: tuple[bytes, ...] = (
    *(b"", b"null", b"[]", b"{}", b"[[]]", b"[null]", b'"x"', b"7", b"\xff\xfe", b"{", b"[{}]"),
    *(b'{"items": 3}', b'{"Headers": 3, "FromFull": 3}', b'{"RawEmail": 3}', b'{"items": [{}]}'),
    *(b'{"Metadata": [], "Type": {}, "RecordType": []}', b'{"event-data": 3, "signature": 3}'),
    b'{"RecordType": "Bounce", "Email": {}, "Metadata": {"outbox_number": []}}',
)


def test_no_provider_gets_a_500_for_junk(db, post):
    paths = [f"/mail/{pattern.pattern}" for pattern in webhook_patterns()]
    paths = [path.replace("^", "").replace("(_mime)?", "").replace("$", "") for path in paths]
    assert len(paths) > 20
    found = {}
    for path in paths:
        most = len(JUNK) if path.split("/")[2] in REPORTS else 4
        for junk in JUNK[: most : 1 if at_length() else 2]:
            found[path, junk, "json"] = post((path, junk, JSON))
        for junk in JUNK[:2]:
            found[path, junk, "form"] = post((path, {"email": junk, "headers": junk}, {}))
            found[path, junk, "nobody"] = post((path, junk, JSON), {})
    assert {
        key: status for key, status in found.items() if status not in (200, 400, 401, 503)
    } == {}
    assert {key for key, status in found.items() if status == 200 and "nobody" in key} == set()
    # Not set up, or without the package that it needs: the provider tries again later.
    away = {key[0].split("/")[2] for key, status in found.items() if status == 503}
    assert away >= {"mailersend", "resend"}
    assert away.isdisjoint(REPORTS)
    assert not InboundMessage.objects.exists()


def test_too_much_at_once_is_refused(alice, bob, start, post):
    start(alice, bob)
    address = reply_to(alice)
    raw = written("b2\n" + "x" * 3_000_000, address, ALICE)
    assert post(providers.postmark_raw(raw, address)) == 413
    assert not InboundMessage.objects.exists()


def test_what_we_cannot_keep_is_the_providers_to_try_again(alice, bob, start, post, monkeypatch):
    start(alice, bob)
    address = reply_to(alice)

    def store(*_given: Any, **_named: Any) -> None:
        raise RuntimeError("no database")

    monkeypatch.setattr(storage, "store_message", store)
    posted = providers.mailgun_mime(written("b2\n", address, ALICE), address)
    assert post(posted) == 500


def test_without_a_secret_there_are_no_such_addresses(db, post):
    with doors({}):
        assert post(("/mail/postmark/inbound/", "{}", JSON)) == 404
    assert post(("/mail/postmark/inbound/", "{}", JSON), {}) == 400


CORPUS_NAMES = sorted(path.stem for path in CORPUS.glob("*.eml"))


@pytest.fixture
def kept(monkeypatch):
    """Return the raw messages that the receiver keeps, all for us."""
    found: list[bytes] = []
    monkeypatch.setattr(storage, "store_message", lambda raw, *_a, **_k: found.append(raw))
    monkeypatch.setattr(addresses, "is_ours", lambda _address: True)
    return found


def hand_in(raw: bytes) -> None:
    """Hand in a message as a provider does that sends it whole in a form of UTF-8."""
    message = AnymailInboundMessage.parse_raw_mime(raw.decode("utf-8", "replace"))
    receivers.store_inbound(event=SimpleNamespace(message=message))


@pytest.mark.parametrize("name", sampled(CORPUS_NAMES, CORPUS_NAMES[::21]))
def test_a_message_by_a_provider_is_read_as_if_it_had_come_by_smtp(name, kept):
    raw = (CORPUS / f"{name}.eml").read_bytes()
    hand_in(raw)
    (stored,) = kept
    if raw.isascii():
        by_smtp, by_post = (read_message(each, domain="post.example") for each in (raw, stored))
        assert by_post.typed == by_smtp.typed
        assert (by_post.kind, by_post.doubtful) == (by_smtp.kind, by_smtp.doubtful)


@settings(max_examples=settings().max_examples // 4)
@given(st.binary(max_size=300), st.sampled_from(CORPUS_NAMES[::17]), st.integers(0, 4000))
def test_a_broken_message_by_a_provider_is_kept_all_the_same(noise, name, place):
    raw = (CORPUS / f"{name}.eml").read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        found: list[bytes] = []
        patch.setattr(storage, "store_message", lambda raw, *_a, **_k: found.append(raw))
        patch.setattr(addresses, "is_ours", lambda _address: True)
        hand_in(raw[:place] + noise + raw[place + len(noise) :])
        assert len(found) == 1
