"""The mailbox in a folder and the pages that show it."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from itertools import chain

import pytest
from django.core.mail import EmailMessage

from notifications.services import mailbox
from tests.emails import deliver_due
from tests.notifications.conftest import first
from tests.sampling import sampled


@pytest.fixture
def folder(settings, tmp_path):
    settings.DEVELOPMENT = True
    settings.EMAIL_BACKEND = "notifications.backends.FolderBackend"
    settings.EMAIL_FOLDER = tmp_path / "mail"
    return settings.EMAIL_FOLDER


@pytest.fixture
def delivered(folder, alice, bob, noon, post):
    post(alice)
    post(bob, "bob", now=noon + timedelta(hours=1))
    deliver_due(noon)
    deliver_due(noon + timedelta(hours=1))
    return sorted(path.name for path in folder.glob("*.eml"))


def test_every_email_becomes_one_whole_file(folder, delivered):
    assert len(delivered) == 2
    assert delivered[0].startswith("20260302T1200")
    assert [path.name for path in folder.iterdir() if path.suffix != ".eml"] == []


def test_the_backend_also_takes_plain_mails_of_one_second(folder, db):
    for number in range(3):
        EmailMessage(f"Hello {number}", "Text", to=["x@example.org"]).send()
    assert len(list(folder.glob("*.eml"))) == 3


def test_the_mailbox_lists_the_newest_first_and_filters_by_address(delivered, client_for):
    client = client_for()
    page = client.get("/mailbox/").content.decode()
    assert page.index("bob@example.org") < page.index("alice@example.org")
    filtered = client.get("/mailbox/", {"to": "ALICE"}).content.decode()
    assert delivered[0] in filtered
    assert delivered[1] not in filtered


def test_an_e_mail_without_a_date_is_shown_and_answered(delivered, folder, monkeypatch, noon):
    sent = []
    monkeypatch.setattr("smtplib.SMTP.connect", lambda *_: (220, b""))
    monkeypatch.setattr("smtplib.SMTP.close", lambda _self: None)
    monkeypatch.setattr("smtplib.SMTP.quit", lambda _self: None)
    monkeypatch.setattr("smtplib.SMTP.send_message", lambda _self, email: sent.append(email))
    name = delivered[0]
    lines = (folder / name).read_text().splitlines(keepends=True)
    (folder / name).write_text("".join(line for line in lines if not line.startswith("Date: ")))
    assert mailbox.list_envelopes("alice", before="", limit=5)[0].sent_at is None
    mailbox.send_reply(name, "b2", now=noon)
    assert "\nWe wrote:\n> " in sent[0].get_content()


def test_older_emails_are_a_page_further(folder, db, client_for, monkeypatch):
    monkeypatch.setattr("notifications.web.mailbox.PAGE_SIZE", 2)
    for number in range(5):
        EmailMessage(f"Hello {number}", "Text", to=["x@example.org"]).send()
    client, query, pages = client_for(), "?to=x@example.org", []
    while query:
        page = client.get(f"/mailbox/{query}").content.decode()
        pages.append(re.findall(r"/mailbox/([-\w]+\.eml)/", page))
        older = re.search(r'rel="next" href="([^"]+)"', page)
        query = html.unescape(older[1]) if older else ""
    assert [len(page) for page in pages] == [2, 2, 1]
    assert [*chain(*pages)] == sorted((path.name for path in folder.glob("*.eml")), reverse=True)
    assert "Latest" in page


def test_the_empty_mailbox_says_so(folder, db, client_for):
    assert "No e-mails have been sent yet." in client_for().get("/mailbox/").content.decode()


def test_the_text_tab_has_links_one_can_follow(delivered, client_for):
    page = client_for().get(f"/mailbox/{delivered[0]}/?view=text").content.decode()
    assert 'href="https://ampelpost.example/matches/7/"' in page
    assert "Bea &amp; Söhne" in page


def test_the_headers_tab_shows_the_headers(delivered, client_for):
    page = client_for().get(f"/mailbox/{delivered[0]}/?view=headers").content.decode()
    assert "List-Unsubscribe-Post" in page


def test_the_html_of_an_email_is_framed_with_a_policy_of_its_own(delivered, client_for):
    client = client_for()
    page = client.get(f"/mailbox/{delivered[0]}/")
    sandbox, address = first(
        r'<iframe [^>]*sandbox="([^"]*)"[^>]*src="([^"]*)"', page.content.decode()
    )
    assert "allow-scripts" not in sandbox
    assert "allow-same-origin" not in sandbox
    assert "unsafe-inline" not in page.headers["Content-Security-Policy"]
    inner = client.get(address)
    policy = inner.headers["Content-Security-Policy"]
    assert "style-src 'unsafe-inline'" in policy
    assert "script-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    assert inner.headers["X-Frame-Options"] == "SAMEORIGIN"
    source = first(r'<img src="([^"]+)"', inner.content.decode())[0]
    picture = client.get(source)
    assert picture.headers["Content-Type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "path",
    ["nothing.eml/", "..%2Fsecret_key/", "20260302T120000-0.eml/html/", "x.eml/picture/y/"],
)
def test_an_email_that_is_not_there_is_not_found(delivered, client_for, path):
    assert client_for().get(f"/mailbox/{path}").status_code == 404


def test_a_real_site_has_no_mailbox(delivered, settings, client_for):
    settings.DEVELOPMENT = False
    client = client_for()
    for path in ("", f"{delivered[0]}/", f"{delivered[0]}/html/", f"{delivered[0]}/picture/x/"):
        assert client.get(f"/mailbox/{path}").status_code == 404


def test_the_list_tells_what_waits_and_when_it_leaves(folder, client, alice, noon, post):
    assert "not been sent yet" not in client.get("/mailbox/").text
    post(alice, now=noon)
    page = " ".join(client.get("/mailbox/").text.split())
    assert "1 e-mail has not been sent yet; it goes out on 2 March 2026" in page


@pytest.mark.parametrize(
    ("peer", "status"),
    sampled(
        [
            ("127.0.0.1", 200),
            ("192.168.1.20", 404),
            ("", 404),
            ("::1", 200),
            ("::ffff:127.0.0.1", 200),
            ("2001:db8::7", 404),
        ],
        3,
    ),
)
def test_other_machines_do_not_read_it(delivered, client_for, peer, status):
    for address in ("/mailbox/", f"/mailbox/{delivered[0]}/"):
        answer = client_for().get(address, REMOTE_ADDR=peer, HTTP_HOST="localhost")
        assert answer.status_code == status
