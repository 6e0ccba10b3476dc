"""Privacy, imprint and code of conduct: what visitors read and operators write."""

from __future__ import annotations

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import visits
from accounts.services.cleanup import CONFIRMATION_PERIOD
from accounts.web.known_device import KNOWN_COOKIE_AGE
from config.texts import queries, services
from config.texts.markup import to_html
from inbound.services import retention as incoming
from notifications.services import retention as outgoing

pytestmark = pytest.mark.django_db
EDIT = "/admin/pages/"


@pytest.fixture
def operator(client):
    user = User.objects.create(email="operator@example.org", is_staff=True)
    client.force_login(user)
    return client


def save(client, text, *, seen=0, page="imprint", language="en", **more):
    form = {"text": text, "seen": seen, **(more or {"save": ""})}
    return client.post(f"{EDIT}?page={page}&language={language}", form, follow=True)


def test_every_page_and_the_sign_up_lead_to_pages_that_say_something(client):
    links = ['href="/privacy/"', 'href="/imprint/"', 'href="/conduct/"']
    assert all(link in client.get("/").text for link in links)
    signup = client.get("/account/signup/").text
    assert all(signup.count(link) == 2 for link in (links[0], links[2]))
    heads = {"en": "IP addresses", "de": "IP-Adressen", "fr": "Adresses IP", "it": "Indirizzi IP"}
    for code, words in heads.items():
        page = client.get("/privacy/", headers={"accept-language": code}).text
        assert f"<h2>{words}</h2>" in page
        assert client.get("/conduct/", headers={"accept-language": code}).text.count("<li>") > 8
    assert '<a href="/settings/export/">' in client.get("/privacy/").text
    empty = client.get("/imprint/").text
    assert "has not written this page yet" in empty
    assert EDIT not in empty


def test_the_privacy_page_tells_of_notifications_in_every_language(client):
    heads = {"en": "Notifications", "de": "Mitteilungen", "fr": "Notifications", "it": "Notifiche"}
    for code, words in heads.items():
        page = client.get("/privacy/", headers={"accept-language": code}).text
        assert f"<h2>{words}</h2>" in page
    assert "push service" in queries.default_text("privacy", "en")


def test_the_periods_named_are_those_that_the_site_keeps_to():
    said = queries.default_text("privacy", "en")
    assert f"{outgoing.RETENTION.days} days after it was sent" in said
    assert f"deleted after {incoming.RAW_RETENTION.days} days" in said
    assert {"year": incoming.ROW_RETENTION.days, "week": CONFIRMATION_PERIOD.days} == {
        "year": 365,
        "week": 7,
    }
    assert f"After {visits.RETENTION.days} days" in said
    assert f"({KNOWN_COOKIE_AGE.days} days)" in said


def test_an_operator_writes_a_page_and_every_version_stays(operator, client_for):
    assert "needs an imprint" in operator.get("/imprint/").text
    preview = save(operator, "## Club <b>", preview="1").text
    assert "<h2>Club &lt;b&gt;</h2>" in preview
    assert "?page=imprint&amp;language=fr" in operator.get(EDIT).text
    assert "Saved." in save(operator, "Chess Club\r\nMain Street 1").text
    assert "Nothing has changed." in save(operator, "Chess Club\nMain Street 1", seen=1).text
    late = save(operator, "Too late", seen=0).text
    assert "Somebody else has changed" in late
    assert "Too late</textarea>" in late
    assert "Saved." in save(operator, "New Street 2", seen=1).text
    visitor = client_for(None)
    page = visitor.get("/imprint/", headers={"accept-language": "de"}).text
    assert "New Street 2" in page
    assert 'lang="en"' in page.partition('id="content"')[2]
    former = visitor.get("/imprint/?language=en&version=1").text
    assert "Chess Club<br />\nMain Street 1" in former
    assert "New Street" not in former
    for odd in ("version=9", "version=x", "version=", "language=de&version=1"):
        assert visitor.get(f"/imprint/?{odd}").status_code == 404
    assert "Saved." in save(operator, "ignored", seen=2, default="1").text
    assert "has not written" in visitor.get("/imprint/?language=en").text
    assert save(operator, "x" * 40_001, seen=3).context["form"].errors["text"]


def test_the_default_returns_where_the_text_is_the_default(operator, client):
    save(operator, "Our own words", page="privacy", language="de")
    assert "Our own words" in client.get("/privacy/", headers={"accept-language": "de"}).text
    assert "Our own words" not in client.get("/privacy/", headers={"accept-language": "fr"}).text
    same = queries.default_text("privacy", "de").replace("\n", "\r\n")
    save(operator, same, seen=1, page="privacy", language="de")
    assert queries.get_page_text("privacy", "de").versions[0].empty


def test_only_operators_write(client_for, alice):
    for client in (client_for(None), client_for(alice)):
        save(client, "Mine")
        assert "Mine" not in client.get("/imprint/").text


def test_of_two_who_write_at_once_one_is_refused(alice):
    now = timezone.now()
    services.write_text("imprint", "en", "first", seen=0, by=alice, now=now)
    with pytest.raises(services.TextRefused, match="meantime"):
        services.write_text("imprint", "en", "second", seen=0, by=alice, now=now)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("", ""),
        ("a & <script>", "<p>a &amp; &lt;script&gt;</p>\n"),
        ("one\ntwo\n\nthree", "<p>one<br />\ntwo</p>\n<p>three</p>\n"),
        ("## Head\n- item", "<h2>Head</h2>\n<ul>\n<li>item</li>\n</ul>\n"),
        ("![x](/y.png)", '<p>!<a href="/y.png">x</a></p>\n'),
        ("[us](/about/)", '<p><a href="/about/">us</a></p>\n'),
        (
            '[x](javascript:alert(1)) [y](/"onx=)',
            '<p>[x](javascript:alert(1)) <a href="/%22onx=">y</a></p>\n',
        ),
        ("[<i>](https://x.org/?a&b)", '<p><a href="https://x.org/?a&amp;b">&lt;i&gt;</a></p>\n'),
        ("a@b.org", '<p><a href="mailto:a@b.org">a@b.org</a></p>\n'),
    ],
)
def test_texts_have_headings_lists_and_links_and_nothing_else(text, html):
    assert to_html(text) == html
