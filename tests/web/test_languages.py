"""Pages and e-mails speak the reader's language, whole sentences and all of them."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone, translation

from accounts.services.registration import make_guest
from games import clocks
from games.services.challenges import challenges
from games.services.emails.links import MoveLink, holder_of, make_token
from games.services.play import commands, matches
from games.services.play import flags as game_time
from games.services.play.terms import Terms
from games.templatetags import times
from notifications.kinds import KINDS
from notifications.models import EmailSettings, Message, Preference
from notifications.services import outbox
from tests.emails import composed, deliver_due, render
from tests.notifications.conftest import html_of
from tests.web.lobby_helpers import FORM, bot, challenge
from tests.web.marked import Bare, Page, speak_marked
from tournaments.models import Fixture
from tournaments.referees.services import cases, panel, rulings
from tournaments.referees.services.case_words import act_names
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.entries import persons
from tournaments.services.plans import Plan
from tournaments.services.seasons import announcing, running

pytestmark = pytest.mark.django_db
LANGUAGES = ("de", "fr", "it")
ONE_OF_THEM = ("de", *(pytest.param(each, marks=pytest.mark.long) for each in LANGUAGES[1:]))
LEG = "a1,c4,a2,c1,a3"
# Countries and regions are named by Unicode's own catalogue.
PLACES = re.compile(r'<select[^>]*name="(?:country|region)".*?</select>', re.DOTALL)
TOKEN = "t" * 32
DAY = timedelta(days=1)
# Names of people, the site, games' spellings, addresses, zones, languages: the same everywhere.
KNOWN = re.compile(
    r"https?://\S+|\S+@\S+|\b[A-Z]\w+(?:/[\w+-]+)+|/[\w/.-]+|\bslide [NESW]\b"
    r"|\btake [RYG]\b|\b[RYG]{3}\b"
    r"|\b(?:Anna|Bruno|Cleo|Greta|Zoe|Ampelpost|Moin|API|Deutsch|English|Français|Italiano|UTC|JSON)\b"
    r"|\b(?:Text|HTML|II|III|verify_(?:lots|puzzle)\.py|SHA|Rita|Ravi)\b|\b[0-9a-f]{64}\b"
)


@pytest.fixture(autouse=True)
def _no_broker(monkeypatch, settings):
    monkeypatch.setattr(outbox, "wake_worker", lambda _address: None)
    settings.DEVELOPMENT = True


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def club(request, monkeypatch, person, office, start, play, now):
    """Return Anna, Bruno and their matches, all in a language whose translations are marked."""
    language = request.param
    speak_marked(monkeypatch, language)
    with translation.override(language):
        names = ("Anna", "Bruno", "Cleo", "Rita", "Ravi")
        anna, bruno, cleo, rita, ravi = (person(name, language=language) for name in names)
        office(rita, "head_referee"), office(ravi)
        EmailSettings.objects.create(player=anna, digest_after=500)
        bot(seeks=[{"ruleset": "traffic_lights.4x3"}], timetable="*/10 18-22 * * 1-5")
        found = {
            "language": language,
            "anna": anna,
            "bruno": bruno,
            "cleo": cleo,
            "rita": rita,
            "ravi": ravi,
            "fresh": start(anna, bruno, now=now),
            "running": start(anna, bruno, now=now, ruleset="traffic_lights.slider"),
            "over": start(bruno, anna, now=now, preset="club", by_lot=True),
            "late": start(bruno, anna, now=now - 9 * DAY, control=_claimable()),
        }
        play(found["running"], "b2,a1", now)
        play(found["late"], "b2,a1", now - 9 * DAY)
        play(found["over"], LEG, now)
        _talk(found, start, play, now)
        yield found


def _claimable():
    return clocks.TimeControl(
        per_turn=DAY, stops=frozenset({"leave", "night", "weekend"}), on_flag="claim"
    )


def _talk(club, start, play, now):
    """Let everything happen that is told in an e-mail or shown on a page."""
    anna, bruno, running = club["anna"], club["bruno"], club["running"]
    for each in (club["fresh"], running):
        matches.say(each.pk, bruno, "Moin", now=now)
    matches.offer_tie(running.pk, bruno, now=now)
    game_time.propose_pause(running.pk, bruno, now + 3 * DAY, now=now)
    game_time.settle_flags(now=now)
    matches.resign_match(club["over"].pk, bruno, now=now)
    game_time.book_leave(bruno, (now + 2 * DAY).date(), (now + 5 * DAY).date(), now=now)
    club["rematch"] = challenges.offer_rematch(club["over"].pk, bruno, now=now)
    club["named"] = challenge(bruno, opponent=anna, greeting="Moin", now=now)
    club["seek"] = challenge(bruno, now=now)
    club["own"] = challenge(anna, now=now)
    club["link"] = challenge(bruno, link_token=TOKEN, rated=False, now=now)
    club["second"] = start(anna, bruno, now=now)
    play(club["second"], "b1,a1,c4,a2,b2,a3", now)
    club["ordered"] = start(bruno, anna, now=now)
    lines = "if b2 then a1 if c3 then a3\nif b1 then a1\nif c1 then a1"
    commands.place_orders(club["ordered"].pk, anna, lines, commands.Written(0, now, "page"))
    play(club["ordered"], "b2", now)
    club["bagged"] = start(bruno, anna, ruleset="traffic_lights.4x3.bag", now=now)
    refused = challenge(anna, opponent=bruno, now=now)
    challenges.decline_challenge(refused.pk, bruno, now=now)
    club["closed"] = refused
    _multiplayer(club, start, play, now)
    _call_referees(club, now)


def _multiplayer(club, start, play, now):
    """Let three play: one goes, a seat is on offer, tables fill and do not come about."""
    anna, bruno, cleo = club["anna"], club["bruno"], club["cleo"]
    skip, offer = (replace(clocks.PRESETS["day"], on_flag=way) for way in ("skip", "substitute"))
    table = start(anna, bruno, cleo, ruleset="halma", control=skip, by_lot=False, now=now)
    play(table, "d1-e5,j10-i9", now)
    matches.resign_match(table.pk, bruno, now=now)
    club["three"] = table
    late = start(bruno, anna, cleo, ruleset="halma", control=offer, now=now - 2 * DAY)
    play(late, "d1-e5,j10-i9,m4-l4", now - 2 * DAY)
    game_time.settle_flags(now=now)
    club["offered"] = late
    three = {"ruleset": "halma", "seats": 3, "now": now}
    club["asked"] = challenge(bruno, players=(anna, cleo), **three)
    club["filling"] = challenge(bruno, **three)
    challenges.join_challenge(club["filling"].pk, cleo, seed="ab" * 32, now=now)
    for ending in (challenges.withdraw_challenge, None):
        gone = challenge(bruno, **three)
        challenges.join_challenge(gone.pk, anna, seed="ab" * 32, now=now)
        if ending is not None:
            ending(gone.pk, bruno, now=now)
    club["joined"] = gone


def _call_referees(club, now):
    """Let Bruno call a referee twice: one case is open, one was decided twice."""
    anna, bruno, rita, ravi = (club[name] for name in ("anna", "bruno", "rita", "ravi"))
    named = {"match_id": club["running"].pk, "text": "Moin", "now": now}
    club["case"] = cases.open_case(bruno, kind="conduct", **named)
    club["decided"] = cases.open_case(bruno, kind="tie", **named)
    cases.assign_case(club["decided"].pk, ravi, by=rita, now=now)
    cases.ask_party(club["decided"].pk, anna.pk, "Moin", by=ravi, now=now)
    cases.give_statement(club["decided"].pk, bruno, "Moin", now=now)
    cases.add_note(club["decided"].pk, ravi, "Moin", now=now)
    words = {"paragraph": "77", "reason": "Moin", "case_id": club["decided"].pk}
    pause = RulingRequest("pause", params={"days": 2}, interim=True, **words)
    for given in (pause, RulingRequest("dismiss", **words)):
        rulings.decide(given, ravi, now=now)
    cases.appeal(club["decided"].pk, anna, "Moin", now=now)
    rulings.decide(RulingRequest("uphold", **words), rita, now=now)
    late = {**named, "match_id": club["over"].pk, "text": "Moin"}
    club["annulled"] = cases.open_case(bruno, kind="other", **late)
    words["case_id"] = club["annulled"].pk
    rulings.decide(RulingRequest("annul", **words), rita, now=now)
    withdrawn = cases.open_case(anna, kind="rules", **named)
    cases.withdraw_case(withdrawn.pk, anna, now=now)


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
        *("/settings/close/", "/challenges/new/", "/mailbox/", f"/invitations/{TOKEN}/"),
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
    rita = ["/referee/", "/referee/?state=&kind=tie&assignee=nobody&late=on", "/cases/"]
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
            ("/challenges/new/", FORM | {"kind": "named"}),
            ("/challenges/new/", FORM | {"kind": "named", "opponent": "Anna"}),
            ("/challenges/new/", FORM | own | {"legs": "77"}),
            ("/challenges/new/", FORM | {"ruleset": "traffic_lights.simple", "legs": "1"}),
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
    yield address, words | {"act": "adjudicate", "rank_0": "1", "rank_1": "2"}
    yield address, words | {"act": "grant_time", "seat": "0", "hours": "77"}
    yield address, words | {"act": "pause", "days": ""}
    yield address, words | {"act": "suspend", "player": str(club["anna"].pk), "days": "30"}
    yield address, words | {"act": "dismiss"}


@pytest.mark.parametrize("club", ONE_OF_THEM, indirect=True)
def test_no_page_and_no_answer_shows_a_word_that_was_not_translated(club, client_for, now):
    clients = _clients(club, client_for, now)
    bare = []
    for who, addresses in visits(club).items():
        for address in addresses:
            page = clients[who].get(address, follow=True)
            assert page.status_code in (200, 403, 404, 409, 410, 422), (address, page.status_code)
            html = PLACES.sub("", page.content.decode())
            bare += [(who, address, text) for text in Page(html, KNOWN).found]
    for who, forms in mistakes(club).items():
        for address, data in forms:
            page = clients[who].post(address, data, follow=True)
            assert page.status_code < 500, address
            html = PLACES.sub("", page.content.decode())
            bare += [(who, address, text) for text in Page(html, KNOWN).found]
    assert bare == []


def _clients(club, client_for, now):
    """Return a browser for each kind of visitor."""
    language = club["language"]
    guest = make_guest(language=language, time_zone="UTC", chance=random.Random(1), now=now)
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


def emails_written(club, client_for, now):
    """Cause the e-mails that are still missing and return one of every sort."""
    browser = client_for(headers={"accept-language": club["language"]})
    new = {"email": "new@example.org", "password1": "green yellow red", "name": "Zoe"}
    new |= {"language": club["language"], "time_zone": "Europe/Berlin"}
    browser.post("/account/signup/", new)
    for address in ("anna@example.org", "nobody@example.org"):
        browser.post("/account/password/reset/", {"email": address})
    browser.post("/account/signup/", new | {"email": "anna@example.org", "name": "Zoe Zoe"})
    inside = client_for(club["anna"])
    inside.post("/account/reauthenticate/", {"password": "correct horse"})
    words = {"oldpassword": "correct horse", "password1": "green yellow red"}
    inside.post("/account/password/change/", words | {"password2": "green yellow red"})
    inside.post("/account/email/", {"action_add": "", "email": "anna2@example.org"})
    for days in (1.6, 2.5, 2.9):
        game_time.send_reminders(now=now + timedelta(days=days))
    _hold_tournaments(club, now)
    sorts = {_sort(each): each for each in Message.objects.order_by("pk")}
    written = [(each, render(each, now)) for each in sorts.values()]
    EmailSettings.objects.filter(player=club["anna"]).update(digest_after=0)
    deliver_due(now + timedelta(days=3))  # what is left of the day makes a digest
    digest = Message.objects.filter(kind="daily_digest", player=club["anna"]).earliest("pk")
    return [*written, (digest, render(digest, now))]


def _hold_tournaments(club, now):
    """Let a season be played from its announcement to its end, and call another one off."""
    anna, bruno = club["anna"], club["bruno"]
    Preference.objects.create(player=anna, kind="tournament_open", wanted=True)
    terms = Terms.checked("traffic_lights.4x3", {}, clocks.PRESETS["three_days"], rated=True)
    given = {"name": "Moin", "text": "Moin", "format": "round_robin", "terms": terms, "least": 2}
    plan = Plan.checked(now=now, starts_at=now + DAY, **given)
    held, off = (
        announcing.draft_tournament(bruno, plan, seed="ab" * 32, now=now) for _ in range(2)
    )
    for tournament in (held, off):
        announcing.announce_tournament(tournament.pk, bruno, now=now)
        for player in (anna, bruno):
            persons.enter(tournament.pk, player, now=now)
    panel.appoint(held.pk, club["rita"].name, by=bruno, now=now)
    announcing.call_off(off.pk, bruno, now=now)
    for days in (1, 27):
        running.advance(held.pk, now=now + days * DAY, make_seed=lambda: "cd" * 32)
    match = Fixture.objects.get(round__division__tournament=held).match
    matches.resign_match(match.pk, bruno, now=now + 27 * DAY)
    running.advance(held.pk, now=now + 27 * DAY, make_seed=lambda: "cd" * 32)


def _sort(message):
    """E-mails with the same parts say the same sentences."""
    parts = sorted(name for name, value in composed(message).items() if value)
    return (message.kind, *parts, message.context.get("step"), message.context.get("subject"))


@pytest.mark.parametrize("club", ONE_OF_THEM, indirect=True)
def test_no_email_says_a_word_that_was_not_translated(club, client_for, now):
    written = emails_written(club, client_for, now)
    kinds = {message.kind for message, _ in written}
    assert kinds == {kind.name for kind in KINDS.values() if not kind.planned}
    assert len({email.subject for message, email in written if message.kind == "security"}) == 6
    bare = []
    for message, email in written:
        plain = Bare(KNOWN)
        plain.hear(f"{email.subject}\n{email.body}")
        assert plain.depth == 0
        page = Page(html_of(email), KNOWN)
        bare += [(message.key, text) for text in plain.found + page.found]
    assert bare == []


def test_what_was_not_translated_stands_out():
    page = Page('<p>⟦a <b>b2</b> c⟧ Oh no</p><img alt="A dog"><style>no</style>', KNOWN)
    assert page.found == ["c⟧ Oh no", "A dog"]


INSTANT = datetime(2026, 11, 1, 23, 35, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Sunday, 1 November, 23:35 (in 2 days 3 hours)"),
        ("de", "Sonntag, 1. November, 23:35 (in 2 Tagen 3 Stunden)"),
        ("fr", "dimanche 1 novembre, 23:35 (dans 2 jours 3 heures)"),
        ("it", "domenica 1 novembre, 23:35 (tra 2 giorni 3 ore)"),
    ],
)
def test_deadlines_are_written_as_each_language_does(language, said):
    with translation.override(language):
        assert f">{said}</time>" in times.deadline(INSTANT, INSTANT - timedelta(days=2, hours=3))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Sunday, 1 November 2026, 23:35", "1 minute ago", "1 hour")),
        ("de", ("Sonntag, 1. November 2026, 23:35", "vor 1 Minute", "1 Stunde")),
        ("fr", ("dimanche 1 novembre 2026, 23:35", "il y a 1 minute", "1 heure")),
        ("it", ("domenica 1 novembre 2026, 23:35", "1 minuto fa", "1 ora")),
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
    assert email.body.startswith(greeting)
