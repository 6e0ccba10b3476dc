"""Pages and e-mails speak the reader's language, whole sentences and all of them."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation
from django.utils.html import strip_tags

from accounts.services.registration import create_guest_player
from games.services.emails.links import MoveLink, holder_of, make_token
from games.templatetags import times
from inbound.reading import DELIMITER
from notifications.kinds import KINDS
from notifications.models import Message
from notifications.services import outbox
from tests.emails import render
from tests.notifications.conftest import html_of
from tests.sampling import sampled
from tests.web.club import TOKEN, emails_written, founded
from tests.web.lobby_helpers import FORM
from tests.web.marked import Bare, Page, speak_marked
from tournaments.referees.services.case_words import act_names

pytestmark = pytest.mark.django_db
LANGUAGES = ("de", "fr", "it")
# Countries and regions are named by Unicode's own catalogue.
PLACES = re.compile(r'<select[^>]*name="(?:country|region)".*?</select>', re.DOTALL)
PLAY = "/play/?ruleset=traffic_lights.4x3"
# Names of people, the site, games' spellings, addresses, zones, languages: the same everywhere.
KNOWN = re.compile(
    r"<iframe [^>]*></iframe>|"
    r"https?://\S+|\S+@\S+|\b[A-Z]\w+(?:/[\w+-]+)+|/[\w/.-]+|\bslide [NESW]\b"
    r"|\btake [RYG]\b|\b[RYG]{3}\b"
    r"|\b(?:Anna|Bruno|Cleo|Greta|Zoe|Ampelpost|Moin|API|Deutsch|English|Français|Italiano|UTC|JSON)\b"
    r"|##- ampelpost -##|\bAlt\+N\b|\b1er\b"
    r"|\bPlayer \d+\b"
    r"|\b(?:Text|HTML|II|III|verify_(?:lots|puzzle)\.py|SHA|Rita|Ravi)\b|\b[0-9a-f]{64}\b"
)


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch, settings, tmp_path):
    monkeypatch.setattr(outbox, "wake_worker", lambda _address: None)
    settings.DEVELOPMENT = True
    settings.EMAIL_FOLDER = tmp_path  # servers of other tests may have written into the usual one
    settings.MAIL_DOMAIN = "play.example.org"


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def club(request, monkeypatch, person, office, start, play, now):
    """Return Anna, Bruno and their matches, all in a language whose translations are marked."""
    speak_marked(monkeypatch, request.param)
    with translation.override(request.param):
        yield founded(request.param, person, office, start, play, now)


def visits(club):
    """Return the addresses of the main pages by who goes there."""
    fresh, running, over = (f"/matches/{club[name].pk}/" for name in ("fresh", "running", "over"))
    ordered = f"/matches/{club['ordered'].pk}/"
    holder = holder_of(club["running"].seats.get(number=0))
    link = make_token(MoveLink(club["running"].pk, 2, holder, "c1"))
    stale = make_token(MoveLink(club["running"].pk, 0, holder, "c1"))
    anna = [
        *("/", "/lobby/", "/matches/", "/ratings/", "/ratings/?name=Zzz", "/rules/"),
        *(f"/rules/traffic_lights.{name}/" for name in ("intro", "simple", "4x3", "slider")),
        *("/settings/", "/settings/time/", "/settings/emails/", "/settings/token/"),
        *(
            "/settings/close/",
            "/play/",
            "/play/?ruleset=halma",
            f"{PLAY}&kind=seek",
            "/mailbox/",
            f"/invitations/{TOKEN}/",
        ),
        *(f"/challenges/{club[name].pk}/" for name in ("named", "seek", "own", "rematch")),
        *(f"/challenges/{club[name].pk}/" for name in ("closed", "asked", "filling", "joined")),
        *("/lobby/seats/", f"/matches/{club['three'].pk}/", f"/matches/{club['three'].pk}/lots/"),
        *(f"/matches/{club['three'].pk}/resign/", f"/matches/{club['offered'].pk}/"),
        *(f"/players/{club[name].pk}/" for name in ("anna", "bruno")),
        *(fresh, f"{fresh}?move=b2", f"{fresh}?move=zz", f"{fresh}tie/", f"{fresh}abort/"),
        *(running, f"{running}?move=slide+S", f"{running}?ply=1", f"{running}clock/"),
        *(ordered, f"{ordered}?if=c1", f"{ordered}?if=c1&then=c1&if=zz", "/rules/orders/"),
        *(f"/matches/{club['bagged'].pk}/", "/settings/play/", f"{fresh}?move=b2+if+a1+then+c3"),
        *(f"{running}resign/", over, f"{over}?ply=3", f"/matches/{club['late'].pk}/"),
        *(f"/m/{link}/", f"/m/{stale}/", "/m/zzz/"),
        *("/nowhere/", "/unsubscribe/zzz/", "/account/logout/", "/account/email/"),
        *("/account/password/change/", "/account/reauthenticate/", "/account/second-factor/"),
        "/tournaments/new/contest/",
        *(
            "/cases/",
            "/precedents/",
            f"{running}referee/",
            f"/players/{club['bruno'].pk}/referee/",
            "/referee/",
        ),
        *(f"/cases/{club[name].pk}/" for name in ("case", "decided", "annulled")),
    ]
    bruno = ["/matches/", fresh, running, f"/challenges/{club['named'].pk}/"]
    nobody = [
        *("/", "/lobby/", "/ratings/", "/account/login/", "/account/signup/"),
        *("/account/password/reset/", "/account/password/reset/done/", "/account/confirm-email/"),
        *(
            "/account/confirm-email/zzz/",
            "/account/password/reset/key/1-zzz/",
            "/account/inactive/",
        ),
        *(running, over, f"/invitations/{TOKEN}/", f"/players/{club['bruno'].pk}/", "/settings/"),
        *(f"/challenges/{club['seek'].pk}/", "/solo/daily/", "/solo/daily/days/"),
    ]
    rita = ["/referee/search/?q=a", "/referee/workload/"]
    rita += ["/referee/", "/referee/?state=&kind=tie&assignee=nobody&late=on", "/cases/"]
    rita += [f"/referee/cases/{club[name].pk}/" for name in ("case", "decided", "annulled")]
    acts = (*act_names(), "zzz")
    rita += [f"/referee/cases/{club['case'].pk}/rule/?act={act}" for act in acts]
    rita += [f"/referee/matches/{club[name].pk}/" for name in ("running", "over", "fresh")]
    rita += [f"/referee/players/{club['anna'].pk}/rule/?act=warn"]
    return {
        "anna": anna,
        "bruno": bruno,
        "rita": rita,
        "nobody": nobody,
        "guest": ["/", "/matches/", "/settings/"],
    }


def mistakes(club):
    """Return forms filled in wrongly, with the answers they must get in words."""
    fresh = f"/matches/{club['fresh'].pk}/"
    own = {"control": "own", "own_kind": "bank", "bank": "9", "cap": "3"}
    return {
        "anna": [
            (f"{PLAY}&kind=named", FORM),
            (f"{PLAY}&kind=named&opponent=Anna", FORM),
            (f"{PLAY}&kind=seek", FORM | own | {"legs": "77"}),
            ("/play/?ruleset=traffic_lights.simple&kind=seek", FORM | {"legs": "1"}),
            ("/settings/", {"name": "", "language": "xx", "about": "9" * 900}),
            ("/settings/time/", {"form": "schedule", "time_zone": "x", "quiet_from": "x"}),
            ("/settings/emails/", {"digest_after": "x", "digest_hour": "99"}),
            ("/settings/close/", {"password": "wrong"}),
            (f"{fresh}move/", {"move": "b2", "seen": "77"}),
            (f"{fresh}move/", {"move": "zz", "seen": "0"}),
            (f"{fresh}pause/", {"until": "x"}),
            (f"{fresh}say/", {"text": ""}),
            ("/account/password/change/", {"oldpassword": "x", "password1": "1", "password2": "2"}),
            ("/account/email/", {"action_add": "", "email": "x"}),
            (f"{fresh}referee/", {"kind": "x", "text": ""}),
            (f"/cases/{club['case'].pk}/appeal/", {"text": "Moin"}),
            (f"/cases/{club['case'].pk}/say/", {"text": ""}),
        ],
        "rita": [
            (f"/referee/cases/{club['case'].pk}/ask/", {"player": "77", "text": "Moin"}),
            (f"/referee/cases/{club['case'].pk}/note/", {"text": ""}),
            (f"/referee/cases/{club['decided'].pk}/assign/", {"to": str(club["rita"].pk)}),
            *_orders(f"/referee/cases/{club['case'].pk}/rule/", club),
        ],
        "nobody": [
            ("/account/login/", {"login": "x", "password": ""}),
            ("/account/login/", {"login": "anna@example.org", "password": "wrong"}),
            ("/account/signup/", {"email": "x", "password1": "123", "name": "Anna"}),
            ("/account/password/reset/", {"email": "x"}),
            ("/play-a-bot/", {"ruleset": "x"}),
        ],
    }


def _orders(address, club):
    """Return acts to preview, right and wrong."""
    words = {"paragraph": "77", "reason": "Moin", "step": "preview"}
    yield address, {"act": "annul", "step": "preview"}
    yield address, words | {"act": "resume"}
    yield address, words | {"act": "annul"}
    yield address, words | {"act": "annul", "step": "sign"}
    yield address, words | {"act": "adjudicate", "result": "1 2"}
    yield address, words | {"act": "grant_time", "seat": "0", "hours": "77"}
    yield address, words | {"act": "pause", "days": ""}
    yield address, words | {"act": "suspend", "player": str(club["anna"].pk), "days": "30"}
    yield address, words | {"act": "dismiss"}


@pytest.mark.parametrize(
    ("club", "share"),
    sampled([("de", 16), *((each, 1) for each in LANGUAGES)], 1),
    indirect=["club"],
)
def test_no_page_and_no_answer_shows_a_word_that_was_not_translated(club, client_for, now, share):
    clients = _clients(club, client_for, now)
    bare = []
    for who, addresses in visits(club).items():
        for address in addresses[::share]:
            page = clients[who].get(address, follow=True)
            assert page.status_code in (200, 403, 404, 409, 410, 422), (address, page.status_code)
            html = PLACES.sub("", page.content.decode())
            bare += [(who, address, text) for text in Page(html, KNOWN).found]
    for who, forms in mistakes(club).items():
        for address, data in forms[::share]:
            page = clients[who].post(address, data, follow=True)
            assert page.status_code < 500, address
            html = PLACES.sub("", page.content.decode())
            bare += [(who, address, text) for text in Page(html, KNOWN).found]
    assert bare == []


def _clients(club, client_for, now):
    """Return a browser for each kind of visitor."""
    language = club["language"]
    guest = create_guest_player(
        language=language, time_zone="UTC", chance=random.Random(1), now=now
    )
    guest.name = "Zoe"
    guest.save()
    bots = {"headers": {"accept-language": language}}
    return {
        "anna": client_for(club["anna"]),
        "bruno": client_for(club["bruno"]),
        "rita": client_for(club["rita"]),
        "nobody": client_for(**bots),
        "guest": client_for(guest, **bots),
    }


@pytest.mark.long
@pytest.mark.parametrize("club", sampled(LANGUAGES, 1), indirect=True)
def test_no_email_says_a_word_that_was_not_translated(club, client_for, office, now):
    found = emails_written(club, client_for, office, now)
    kinds = {message.kind for message, _ in found}
    assert kinds == {kind.name for kind in KINDS.values() if not kind.planned}
    assert len({email.subject for message, email in found if message.kind == "security"}) == 6
    bare = []
    for message, email in found:
        plain = Bare(KNOWN)
        plain.hear(f"{email.subject}\n{email.body}")
        assert plain.depth == 0
        page = Page(html_of(email), KNOWN)
        assert 'href="/' not in html_of(email), message.key
        bare += [(message.key, text) for text in plain.found + page.found]
    assert bare == []


def test_what_was_not_translated_stands_out():
    page = Page('<p>⟦a <b>b2</b> c⟧ Oh no</p><img alt="A dog"><style>no</style>', KNOWN)
    assert page.found == ["c⟧ Oh no", "A dog"]


INSTANT = datetime(2026, 11, 1, 23, 35, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Sunday, 1 November, 23:35 UTC (in 2 days 3 hours)"),
        ("de", "Sonntag, 1. November, 23:35 UTC (in 2 Tagen 3 Stunden)"),
        ("fr", "dimanche 1er novembre, 23:35 UTC (dans 2 jours 3 heures)"),
        ("it", "domenica 1 novembre, 23:35 UTC (tra 2 giorni 3 ore)"),
    ],
)
def test_deadlines_are_written_as_each_language_does(language, said):
    with translation.override(language):
        assert strip_tags(times.deadline(INSTANT, INSTANT - timedelta(days=2, hours=3))) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Sunday, 1 November 2026, 23:35 UTC", "1 minute ago", "1 hour")),
        ("de", ("Sonntag, 1. November 2026, 23:35 UTC", "vor 1 Minute", "1 Stunde")),
        ("fr", ("dimanche 1er novembre 2026, 23:35 UTC", "il y a 1 minute", "1 heure")),
        ("it", ("domenica 1 novembre 2026, 23:35 UTC", "1 minuto fa", "1 ora")),
    ],
)
def test_the_past_and_spans_are_written_as_each_language_does(language, said):
    later = INSTANT + timedelta(days=90)
    with translation.override(language):
        assert f">{said[0]}</time>" in times.moment(INSTANT, later)
        assert f">{said[1]}</time>" in times.relative(INSTANT, INSTANT + timedelta(seconds=61))
        assert times.span(timedelta(hours=1)) == said[2]


@pytest.mark.parametrize(
    ("language", "greeting"),
    [("de", "Hallo Anna,\n\ndu bist am Zug"), ("fr", "Bonjour Anna,\n\nC’est à vous de jouer"),
     ("it", "Ciao Anna,\n\nè il tuo turno")],
)  # fmt: skip
def test_an_email_goes_on_after_the_salutation_as_each_language_does(
    language, greeting, person, start, play, now
):
    anna, bruno = person("Anna", language=language), person("Bruno")
    play(start(anna, bruno, now=now), "b2,a1", now)
    email = render(Message.objects.get(kind="your_turn", player=anna), now)
    assert email.body.partition(f"{DELIMITER}\n")[2].partition("\n\n")[2].startswith(greeting)
