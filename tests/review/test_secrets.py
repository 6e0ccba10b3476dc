"""What is secret stays secret: planted words, looked for everywhere.

The walk over all addresses as every kind of viewer is in ``test_walks.py``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib import admin
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.utils import timezone

from accounts.models import Player
from games import clocks
from games.models import Match, Seat
from games.services.challenges.challenges import Offer, issue_challenge
from games.services.play import commands, matches, pauses, ties
from games.services.play.matches import start_match
from games.services.play.play import play_turn
from games.services.play.terms import Terms
from notifications.models import Message
from tests.emails import render
from tests.review.addresses import Places, Rows, UnknownPlace, filled, places_for, routes
from tests.sampling import at_length, sampled
from tournaments.models import Club, EntryLink, Fixture, Revision, Tournament
from tournaments.referees.models import Case
from tournaments.referees.services import cases
from tournaments.services.clubs import founding, news as club_news
from tournaments.services.entries import persons
from tournaments.services.files.calendar import create_calendar_key
from tournaments.services.organisers import notes
from tournaments.services.plans import Plan
from tournaments.services.revisions import revising
from tournaments.services.seasons import announcing, running

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
SEED = "5eed" * 16
REPEATING = ("/add/", "/delete/", "/history/")
LINK = "PLANTEDLINKPLANTEDLINKPLANTEDLINK"
FEED = "PLANTEDFEEDPLANTEDFEED"


@dataclass(frozen=True)
class Secret:
    """A planted word, and who may come across it."""

    name: str
    pattern: re.Pattern[str]
    known_to: frozenset[str]


def secret(name: str, pattern: str, *known_to: str) -> Secret:
    """Return a secret; what it looks like is a pattern."""
    return Secret(name, re.compile(pattern), frozenset(known_to))


SECRETS = (
    secret("talk between partners", "PLANTEDTALK", "ada", "cleo"),
    secret("private notes", "PLANTEDNOTE", "ada"),
    secret("orders", r"then b4", "ada"),
    secret("secret bids", r"(?<![\w.:+-])347(?![\w.])", "ada"),
    secret("the call of a referee", "PLANTEDCALL", "ada", "ben", "cleo", "dirk", "rita"),
    secret("statements", "PLANTEDSAID", "ada", "ben", "cleo", "dirk", "rita"),
    secret("notes of referees", "PLANTEDREMARK", "rita"),
    secret("organisers’ notes", "PLANTEDMEMO", "olga"),
    secret("private clubs", "PLANTEDCLUB", "olga", "operator", "root"),
    secret("discreet cases", "PLANTEDTWINS", "ben", "rita"),
    secret("secrets of second factors", "PLANTEDFACTOR"),
    secret("links of invitations", LINK, "ada"),
    secret("entry links", "PLANTEDENTRY", "olga"),
    secret("addresses of calendars", FEED, "ada"),
    secret("e-mail addresses", "ada@example[.]org", "ada", "operator", "root"),
    secret("seeds of running matches", SEED),
    secret("seeds of running tournaments", "cafe" * 16),
)


def control() -> clocks.TimeControl:
    """Return three days a turn."""
    return clocks.TimeControl(per_turn=3 * DAY, on_flag="skip")


def table(people: list[Any], ruleset: str, now: Any, **options: Any) -> Match:
    """Return a new match of these players in this order."""
    terms = Terms.checked(ruleset, options, control(), rated=False, seats=len(people))
    return start_match(people, terms, seed=SEED, now=now)


def event(organiser: Any, people: list[Any], now: Any) -> Tournament:
    """Return a running round robin."""
    terms = Terms.checked("traffic_lights.simple", {}, clocks.PRESETS["three_days"], rated=False)
    plan = Plan.checked(
        now=now - 2 * DAY, name="Cup", format="round_robin", terms=terms, starts_at=now - DAY
    )
    drafted = announcing.draft_tournament(organiser, plan, seed="cafe" * 16, now=now - 2 * DAY)
    announcing.announce_tournament(drafted.pk, organiser, now=now - 2 * DAY)
    for player in people:
        persons.enter(drafted.pk, player, now=now - 2 * DAY)
    running.advance_all(now=now - DAY, make_seed=lambda: SEED)
    wanted = {"text": "Bring cake."}
    seen = revising.propose(drafted.pk, organiser, wanted, now=now)
    revising.revise(drafted.pk, organiser, wanted, preview_token=seen.preview_token, now=now)
    notes.add_note(drafted.pk, organiser, "PLANTEDMEMO", now=now)
    EntryLink.objects.create(tournament=drafted, key="PLANTEDENTRY", by=organiser, made_at=now)
    return Tournament.objects.get()


@pytest.fixture
def far_rows(db) -> None:
    """Number all new rows from a hundred thousand on, so that no key looks like a planted bid."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT setval(oid, greatest(nextval(oid), 100000)) FROM pg_class"
                " WHERE relkind = 'S'"
            )


@pytest.fixture
def people(far_rows, person, office) -> dict[str, Player]:
    """Return players, an organiser, referees and operators by name; Dirk judges and plays."""
    names = ("Ada", "Ben", "Cleo", "Dirk", "Zoe", "Olga", "Rita", "Operator", "Root")
    found = {name.lower(): person(name) for name in names}
    for name, role in (("dirk", "referee"), ("rita", "referee"), ("operator", "operator")):
        office(found[name], role)
    type(found["root"].user).objects.filter(pk=found["root"].user_id).update(
        is_staff=True, is_superuser=True
    )
    found["guest"] = Player.objects.create(
        kind=Player.Kind.GUEST, name="Guest 1", created_at=timezone.now()
    )
    return found


@pytest.fixture
def world(people) -> dict[str, Any]:
    """Return matches, cases and a tournament in which every secret is planted."""
    now = timezone.now()
    ada, ben, cleo, dirk = (people[name] for name in ("ada", "ben", "cleo", "dirk"))
    team = table([ada, ben, cleo, dirk], "mensch.team", now)
    matches.send_chat_message(team.pk, ada, "PLANTEDTALK", now=now, to_partner=True)
    matches.send_chat_message(team.pk, ada, "Hello.", now=now)
    duel = table([ben, ada], "traffic_lights.4x3", now)
    matches.write_notes(duel.pk, ada, "PLANTEDNOTE")
    lines = "if b2 then a1 if c3 then b4"
    commands.save_orders(duel.pk, ada, lines, commands.Submission(0, now, "page"))
    play_turn(duel.pk, 0, "b2", seen=0, now=now, source="page")  # which an order answers
    auction = bidding([ada, ben, cleo], now)
    called = cases.open_case(ben, kind="rules", text="PLANTEDCALL", match_id=team.pk, now=now)
    cases.give_statement(called.pk, cleo, "PLANTEDSAID", now=now)
    cases.add_note(called.pk, people["rita"], "PLANTEDREMARK", now=now)
    cases.open_case(
        ben, kind="multi_account", text="PLANTEDTWINS", match_id=team.pk, about_id=cleo.pk, now=now
    )
    Authenticator.objects.create(user=ada.user, type="totp", data={"secret": "PLANTEDFACTOR"})
    terms = Terms.checked("traffic_lights.4x3", {}, control(), rated=False, private=True)
    offer = Offer(link_token=LINK, greeting="Come.")
    invitation = issue_challenge(ada, terms, offer, now=now)
    create_calendar_key(ada, token=FEED, now=now)
    cup = event(people["olga"], [ada, ben, cleo], now)
    charter = founding.ClubSettings("PLANTEDCLUB", text="PLANTEDCLUB", private=True)
    club = founding.found_club(people["olga"], charter, secret="c1b" * 6, now=now)
    public = founding.ClubSettings("Open Circle", open_to_all=True)
    founding.found_club(ben, public, secret="", now=now)
    club_news.announce(club.key, people["olga"], "PLANTEDCLUB", "PLANTEDCLUB", now=now)
    return {"matches": [team.pk, duel.pk, auction.pk], "cup": cup, "invitation": invitation.pk}


def bidding(seated: list[Any], now: Any) -> Match:
    """Return a match of TRI-Plan in whose auction Ada's maximum is the planted number."""
    match = table(seated, "tri_plan", now, edge=3)
    for text in ("c3", "c4", "b2", "d4"):
        seat = Seat.objects.filter(match=match, awaited_since__isnull=False).first()
        seen = Match.objects.get(pk=match.pk).ply_count
        play_turn(match.pk, seat.number, text, seen=seen, now=now, source="page")
    caller = Seat.objects.exclude(player=seated[0]).filter(match=match).first()
    matches.resign_match(match.pk, caller.player, now=now)
    own = Seat.objects.get(match=match, player=seated[0])
    seen = Match.objects.get(pk=match.pk).ply_count
    play_turn(match.pk, own.number, "bid 347", seen=seen, now=now, source="page")
    return match


def places(world: dict[str, Any], people: dict[str, Player]) -> Places:
    """Return how the places of addresses are filled for a walk over the planted world."""
    rows = Rows(
        tournament=world["cup"].pk,
        fixtures=Fixture.objects.values_list("pk", flat=True)[:1],
        entrants=world["cup"].entrants.values_list("pk", flat=True)[:1],
        revisions=Revision.objects.values_list("pk", flat=True),
        matches=world["matches"],
        cases=Case.objects.values_list("pk", flat=True),
        challenges=[world["invitation"]],
        clubs=Club.objects.values_list("key", flat=True),
        players=[people["ada"].pk, people["cleo"].pk],
    )
    return places_for(rows, timezone.now().date())


def rows_of(route: str) -> list[int]:
    """Return the rows whose pages the admin has: all for looking at them, one for the rest.

    The default run looks at a few that hold something secret, or else at one.
    """
    _admin, label, name, *_rest = route.split("/")
    model = apps.get_model(label, name)
    rows = list(model._default_manager.order_by("-pk")[:15])
    every = [row.pk for row in rows]
    if not at_length():
        every = [row.pk for row in rows if holds_a_secret(row)][:3] or every[:1]
    return every if route.endswith("change/") else every[:1]


def addresses_on_the_site() -> list[str]:
    """Return where the admin would redirect to the page of a row, for every model that has one."""
    return [
        f"/admin/r/{ContentType.objects.get_for_model(model).pk}/{row.pk}/"
        for model in apps.get_models()
        if hasattr(model, "get_absolute_url")
        for row in model._default_manager.order_by("-pk")[:15]
    ]


def holds_a_secret(row: Any) -> bool:
    """Whether a planted word stands in some column."""
    return any(each.pattern.search(str(value)) for each in SECRETS for value in vars(row).values())


def shows_something(route: str) -> bool:
    """Whether a page of the admin is no list of rows, or one that is not empty."""
    lists = {
        f"admin/{each._meta.app_label}/{each._meta.model_name}/": each
        for each in admin.site._registry
    }
    return route not in lists or lists[route]._default_manager.exists()


def found_in(browser: Any, address: str, **query: str) -> str:
    """Return what an address answers, without what a form repeats or offers as a choice."""
    answer = browser.get(address, query)
    assert answer.status_code != 500, address
    told = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = " ".join(f"{name}: {value}" for name, value in answer.items())
    return f"{headers}\n{told.decode(errors='replace')}"


LEGAL = re.compile(r'"legal_moves":\[.*?\]|"legal_ranges":\[.*?\]', re.DOTALL)


def leaks(said: str, who: str) -> list[str]:
    """Return the names of the secrets that somebody comes across and may not know."""
    plain = LEGAL.sub("", said)
    return [
        each.name for each in SECRETS if who not in each.known_to and each.pattern.search(plain)
    ]


@pytest.mark.parametrize("who", sampled(["rita", "operator", "root"], ["operator"]))
def test_no_page_of_the_admin_shows_what_is_private(who, world, people, client_for):
    browser, told = client_for(people[who]), []
    walked = [route for route in routes() if route.startswith("admin/")]
    assert len(walked) > 150
    if not at_length():  # a list and the pages of its rows show everything
        walked = [route for route in walked if not route.endswith(REPEATING)]
        walked = [route for route in walked if shows_something(route)]
    for route in walked:
        if "content_type_id" in route:
            addresses = addresses_on_the_site()
        elif "object_id" in route:
            addresses = filled(route, [("admin/", "object_id", rows_of(route))])
        else:
            addresses = filled(route, [])
        for address in addresses:
            told += [(address, name) for name in leaks(found_in(browser, address), who)]
    assert told == []


def test_the_admin_leads_to_pages_whose_address_is_no_secret(world, people, client_for):
    browser = client_for(people["root"])
    reached = {}
    for address in addresses_on_the_site():
        kind = ContentType.objects.get_for_id(int(address.split("/")[3]))
        reached[kind.model] = browser.get(address).headers.get("Location")
    assert reached["match"].startswith("/matches/")
    assert reached["challenge"] is reached["entrylink"] is None
    assert browser.get("/admin/r/none/1/").status_code == 404
    assert browser.get(f"/admin/r/+{kind.pk}/1/").status_code == 404
    page = browser.get(f"/admin/games/challenge/{world['invitation']}/change/")
    assert "/admin/r/" not in page.content.decode()


@pytest.mark.long
@pytest.mark.parametrize(
    "word", sampled(["PLANTEDTALK", "PLANTEDNOTE", "then b4", "PLANTEDREMARK", "cafe" * 4], 1)
)
def test_no_search_of_the_admin_finds_a_row_by_what_is_private(word, world, people, client_for):
    browser = client_for(people["root"])
    for model, page in admin.site._registry.items():
        if page.search_fields:
            label = f"{model._meta.app_label}/{model._meta.model_name}"
            answer = browser.get(f"/admin/{label}/", {"q": word})
            assert answer.context["cl"].result_count == 0, label


@pytest.mark.long
def test_every_e_mail_holds_only_what_its_reader_may_know(world, people):
    names = {player.pk: name for name, player in people.items()}
    written, told = 0, []
    for message in Message.objects.all():
        email = render(message, timezone.now())
        said = f"{email.subject}\n{email.body}\n{email.alternatives}\n{message.context}"
        told += [(message.key, name) for name in leaks(said, names[message.player_id])]
        written += 1
    assert written > 8
    assert told == []


def test_a_planted_word_that_leaks_is_found(world, people, client_for):
    found = {
        name
        for address in ("/matches/", *(f"/matches/{pk}/" for pk in world["matches"]))
        for name in leaks(found_in(client_for(people["ada"]), address), "zoe")
    }
    assert {"talk between partners", "private notes", "orders", "secret bids"} <= found


@pytest.mark.long
def test_an_address_with_an_unknown_place_is_an_error(world, people):
    with pytest.raises(UnknownPlace, match="how is <cellar> filled"):
        filled("matches/<int:pk>/<int:cellar>/", places(world, people))


VOLATILE = re.compile(
    r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|\d+:\d\d(?::\d\d)?'
    r"|X-Request-ID: \w+|nonce-[\w+/=-]+|nonce=\"[^\"]*\"|csrftoken[^\n]*"
)


def answers(browser: Any, world: dict[str, Any], people: dict[str, Player]) -> dict[str, str]:
    """Return what every address about the matches tells one viewer, without what always differs."""
    filling = places(world, people)
    about = re.compile(r"(api/v1/)?(matches|lobby|live|players|ratings|leaderboards)(/|$)|^$")
    return {
        address: VOLATILE.sub("", found_in(browser, address))
        for route in routes()
        if about.match(route) and not route.endswith("clock/")  # which runs on
        for address in filled(route, filling)
    }


@pytest.mark.long
@pytest.mark.parametrize("viewers", sampled([["zoe"], ["dirk"]], 1))
def test_talk_tie_offers_pauses_and_orders_change_no_answer_to_an_outsider(
    world, people, client_for, viewers
):
    now = timezone.now()
    with time_machine.travel(now, tick=False):  # cards count down by the minute
        browsers = {who: client_for(people.get(who)) for who in viewers}
        for who in viewers:
            answers(browsers[who], world, people)  # warms what is kept between requests
        before = {who: answers(browsers[who], world, people) for who in viewers}
        (team, duel, auction), (ada, cleo) = world["matches"], (people["ada"], people["cleo"])
        for player, text in ((ada, "One."), (cleo, "Two.")):
            matches.send_chat_message(team, player, text, now=now, to_partner=True)
        matches.write_notes(team, cleo, "Three.")
        matches.send_chat_message(duel, ada, "Four.", now=now)
        ties.offer_tie(duel, ada, now=now)
        pauses.propose_pause(duel, ada, until=now + DAY, now=now)
        written = commands.Submission(Match.objects.get(pk=duel).ply_count, now, "page")
        commands.save_orders(duel, ada, "if c2 then b1", written)
        matches.write_notes(auction, ada, "Five.")
        for who in viewers:
            after = answers(browsers[who], world, people)
            assert [key for key in after if after[key] != before[who][key]] == [], who
