"""The form below an e-mail in the local mailbox: a real answer, by SMTP to `mailin`."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import QueryDict
from django.utils import timezone

from games.models import Ply
from inbound.models import InboundMessage
from inbound.services import handling
from notifications.models import Message
from tests.emails import deliver_due
from tests.inbound.mailboxes import SEED, clock, mailin
from tests.sampling import sampled
from tests.services import free_port

__all__ = ["clock", "mailin"]
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def noon() -> Any:
    """Let it be now: the page knows no other time."""
    return timezone.now()


@pytest.fixture
def email(settings: Any, tmp_path: Any, alice: Any, bob: Any, start: Any, noon: Any) -> str:
    """Return the address of the page of an e-mail about Alice's turn."""
    settings.DEVELOPMENT = True
    settings.EMAIL_BACKEND = "notifications.backends.FolderBackend"
    settings.EMAIL_FOLDER = tmp_path
    settings.MAILIN_PORT = free_port()  # where nobody listens
    start(alice, bob, now=noon)
    send_all()
    return f"/mailbox/{only(tmp_path, Message.objects.get(player=alice).kind)}/"


def only(folder: Any, kind: str) -> str:
    """Return the name of the only e-mail of a kind to Alice."""
    marks = (f"X-Email-Kind: {kind}\n".encode(), b"To: alice@example.org\n")
    read = {path.name: path.read_bytes() for path in folder.glob("*.eml")}
    (name,) = [name for name, raw in read.items() if all(mark in raw for mark in marks)]
    return str(name)


def send_all() -> None:
    """Let everything go out, whatever the hour is."""
    now = timezone.now()
    Message.objects.filter(state=Message.State.QUEUED).update(due_at=now)
    deliver_due(now)


def exchange() -> None:
    """Let what has come in be read, and the answers go out."""
    handling.process_due(now=timezone.now(), make_seed=lambda: SEED)
    send_all()


def test_a_reply_is_posted_read_done_and_answered(
    email, mailin, settings, tmp_path, alice, client_for
):
    settings.MAILIN_PORT = mailin
    client = client_for()  # whoever reads the mailbox need not be logged in
    assert 'name="text"' in client.get(email).content.decode()
    sent = client.post(email, {"text": "b2\nmsg Grüße aus Köln\n"}, follow=True)
    ((waiting, status),) = sent.redirect_chain
    assert (status, "tries=30" in waiting) == (302, True)
    assert "Sent. The reply opens here within seconds" in sent.content.decode()
    again = f"/mailbox/?{QueryDict(waiting.partition('?')[2]).urlencode()}"
    assert sent.headers["Refresh"] == f"2; url={again.replace('tries=30', 'tries=29')}"
    for end in ("0", "31", "x", ""):
        assert "Refresh" not in client.get(again.replace("tries=30", f"tries={end}")).headers
    row = InboundMessage.objects.get()
    assert (row.way, row.state, row.mail_from) == ("smtp", "received", "alice@example.org")
    assert not Ply.objects.exists()
    exchange()
    row.refresh_from_db()
    assert (row.outcome, row.commands) == ("done", ["b2", "msg Grüße aus Köln"])
    assert Ply.objects.get().text == "b2"
    page = f"/mailbox/{only(tmp_path, 'answer')}/"
    assert client.get(waiting).headers["Location"] == page
    answer = client.get(f"{page}?view=text").content.decode()
    assert "You played b2." in answer
    assert "Grüße aus Köln" in answer


def test_a_wrong_reply_changes_nothing_and_its_answer_can_be_answered(
    email, mailin, settings, tmp_path, client_for
):
    settings.MAILIN_PORT = mailin
    client = client_for()
    assert client.post(email, {"text": "z9"}).status_code == 302
    exchange()
    assert not Ply.objects.exists()
    again = f"/mailbox/{only(tmp_path, 'answer')}/"
    page = client.get(f"{again}?view=text").content.decode()
    assert "Your e-mail was not processed." in page
    assert client.post(again, {"text": "c1"}).status_code == 302
    exchange()
    assert Ply.objects.get().text == "c1"


@pytest.mark.parametrize("text", sampled(["> b2", "", "\n\n-- \nAlice"], 1))
def test_a_reply_that_says_nothing_does_nothing(text, email, mailin, settings, client_for):
    settings.MAILIN_PORT = mailin
    assert client_for().post(email, {"text": text}).status_code == 302
    exchange()
    assert InboundMessage.objects.get().code == "nothing_typed"
    assert not Ply.objects.exists()


def test_without_mailin_the_page_says_so_and_keeps_the_text(email, client_for):
    refused = client_for().post(email, {"text": "b2 <b>"})
    page = refused.content.decode()
    assert refused.status_code == 503
    assert re.search(r'role="alert"[^>]*>\s*Not sent: the site is not accepting e-mails', page)
    assert ">b2 &lt;b&gt;</textarea>" in page
    assert not InboundMessage.objects.exists()


def test_mailin_that_refuses_the_answer_is_a_503_as_well(email, mailin, settings, client_for):
    settings.MAILIN_PORT = mailin
    settings.MAIL_DOMAIN = "elsewhere.example"  # the address of the e-mail is no longer ours
    refused = client_for().post(email, {"text": "b2"})
    assert refused.status_code == 503
    assert "550" in refused.content.decode()


def test_an_email_that_takes_no_answers_has_no_form(settings, tmp_path, email, client_for):
    settings.MAIL_DOMAIN = ""
    client = client_for(enforce_csrf_checks=False)
    client.post("/account/password/reset/", {"email": "alice@example.org"})
    send_all()
    page = f"/mailbox/{only(tmp_path, 'security')}/"
    assert 'name="text"' not in client.get(page).content.decode()
    assert client.post(page, {"text": "b2"}).status_code == 200
    assert not InboundMessage.objects.exists()


def test_the_form_is_safe_from_other_sites_and_gone_in_production(email, settings, client_for):
    assert client_for(enforce_csrf_checks=True).post(email, {"text": "b2"}).status_code == 403
    settings.DEVELOPMENT = False
    assert client_for().post(email, {"text": "b2"}).status_code == 404
