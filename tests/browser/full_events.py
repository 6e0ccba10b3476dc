"""Events of every kind in progress, a desk with cases, and the addresses of their pages."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from games import clocks
from games.models import Match
from games.services.play import flags
from games.services.play.terms import Terms
from tests.sampling import at_length
from tests.tournaments.conftest import play_all
from tests.tournaments.seeds import seeds
from tournaments import formats
from tournaments.models import CoOrganiser, EntryRequest, Fixture, Revision, Team, Tournament
from tournaments.referees.models import Case
from tournaments.referees.services import cases, claims
from tournaments.referees.web.ruling_target import acts_about
from tournaments.services.admission import keys, request_links, requests
from tournaments.services.entries import persons, teams
from tournaments.services.plans import Plan
from tournaments.services.revisions import revising, staff
from tournaments.services.seasons import announcing, running

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
DAYS = 5 if at_length() else 2
LINK, CREW = "l" * 32, "t" * 32


@dataclass(frozen=True)
class FullEvents:
    """Addresses by the name of who reads them: an entrant, the organiser, a referee."""

    by_reader: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Club:
    """Who holds the events, who enters them, and what time it is."""

    organiser: Any
    people: Sequence[Any]
    now: datetime

    def draft(self, name: str, at: datetime, **fields: Any) -> Tournament:
        """Draft an event of small games."""
        terms = Terms.checked(
            fields.pop("ruleset", "traffic_lights.simple"),
            fields.pop("options", {"legs": 1}),
            clocks.PRESETS["three_days"],
            rated=fields.pop("rated", False),
        )
        plan = Plan.checked(now=at, name=name, terms=terms, **fields)
        return announcing.draft_tournament(self.organiser, plan, seed=seeds(), now=at)

    def hold(self, name: str, at: datetime, entrants: int, **fields: Any) -> Tournament:
        """Announce an event that the first so many people enter."""
        made = self.draft(name, at, **fields)
        announcing.announce_tournament(made.pk, self.organiser, now=at)
        for player in self.people[:entrants]:
            persons.enter(made.pk, player, now=at)
        return made


NAMES = ("Ada", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal")


def gathered(person: Callable[[str], Any], now: datetime) -> Club:
    """Return an organiser and eight people who play."""
    return Club(person("Olga"), [person(name) for name in NAMES], now)


def fill_events(club: Club, referee: Any) -> FullEvents:
    """Let the club play for some days, and open cases in its matches."""
    begin = club.now - DAYS * DAY - DAY
    held = begun_events(club, begin)
    play_until(club.now, begin + DAY)
    soon = coming_events(club)
    called = open_cases(club, held[0])
    return FullEvents(
        {
            club.people[0].name: pages_of_entrant(club, held, soon, called),
            club.organiser.name: pages_of_organiser(club, held[0], soon),
            referee.name: pages_of_desk(club, called, held[0]),
        }
    )


def begun_events(club: Club, begin: datetime) -> tuple[Tournament, ...]:
    """Announce what has begun some days ago; the first is a Swiss."""
    start: dict[str, Any] = {"starts_at": begin + DAY}
    other = replace(club, organiser=club.people[-1])  # nobody may hold too many at once
    return (
        club.hold("Open Swiss", begin, 6, format="swiss", rounds=4, round_days=2, **start),
        club.hold(
            "Club league",
            begin,
            6,
            format="round_robin",
            division_size=3,
            promoted=1,
            repeats=True,
            least=4,
            round_days=9,
            text="Two divisions of three.",
            **start,
        ),
        other.hold("Knock-out", begin, 4, format="knockout", round_days=3, **start),
        other.hold("Ladder", begin, 4, format="ladder", **start),
        other.hold(
            "Puzzle contest",
            begin,
            2,
            format="solitaire",
            ruleset="solitaire",
            options={},
            seats=1,
            least=2,
            round_days=20,
            puzzles=("cross", "fresh 6"),
            **start,
        ),
    )


def play_until(end: datetime, now: datetime) -> None:
    """Let everybody play their turns, some a day, and the events take their steps."""
    chance = random.Random(7)
    while now < end:
        flags.settle_flags(now=now)
        running.advance_all(now=now, make_seed=seeds)
        claims.process_due_claims(now=now)
        for _turn in range(4):
            now += 6 * HOUR
            play_all(now, chance, only=lambda match: match.ruleset != "solitaire")


def coming_events(club: Club) -> tuple[Tournament, Tournament]:
    """Announce what can be entered: one by request or link, one in teams."""
    start = {"starts_at": club.now + 5 * DAY}
    open_ = club.hold(
        "By request",
        club.now,
        0,
        format="round_robin",
        access=Tournament.Access.APPROVAL,
        **start,
    )
    requests.enter_or_request(open_.pk, club.people[3], now=club.now)
    asked = EntryRequest.objects.get()
    requests.answer(open_.pk, club.organiser, asked.pk, accept=True, now=club.now)
    requests.enter_or_request(open_.pk, club.people[1], now=club.now)
    keys.create_link(open_.pk, club.organiser, key=LINK, note="Club", most=3, now=club.now)
    for helper in club.people[4:6]:
        CoOrganiser.objects.create(tournament=open_, player=helper, since=club.now)
    gone = staff.propose_removal(open_.pk, club.organiser, helper.pk)
    staff.remove(
        open_.pk, club.organiser, helper.pk, preview_token=gone.preview_token, now=club.now
    )
    wanted = {"text": "Bring cake."}
    seen = revising.propose(open_.pk, club.organiser, wanted, now=club.now)
    revising.revise(
        open_.pk, club.organiser, wanted, preview_token=seen.preview_token, now=club.now
    )
    duel = replace(club, organiser=club.people[-1]).hold(
        "Town against country",
        club.now,
        0,
        format="team_match",
        boards=2,
        alternates=1,
        round_days=30,
        **start,
    )
    teams.found_team(duel.pk, club.people[2], "Town", key=CREW, now=club.now)
    return open_, duel


def open_cases(club: Club, swiss: Tournament) -> tuple[Case, ...]:
    """Let entrants call the referee about a match of the Swiss, one of them twice."""
    first = club.people[0]
    match = Match.objects.filter(
        fixture__round__division__tournament=swiss, seats__player=first
    ).latest("pk")
    text = "They play anything at all, and only when their time is nearly up."
    called = cases.open_case(
        first, kind="little_effort", text=text, match_id=match.pk, now=club.now
    )
    other = cases.open_case(
        club.people[1],
        kind="multi_account",
        text="One person.",
        about_id=club.people[2].pk,
        now=club.now,
    )
    return called, other


def pages_of_entrant(
    club: Club,
    held: Sequence[Tournament],
    soon: Sequence[Tournament],
    called: Sequence[Case],
) -> tuple[str, ...]:
    """Return what is public of events, and what those who enter do there and in cases."""
    return (
        *("/tournaments/", "/tournaments/fame/", "/calendar/", "/cases/", "/precedents/"),
        *(each.get_absolute_url() for each in (*held, *soon)),
        *(f"{held[0].get_absolute_url()}lots/", f"/tournaments/enter/{LINK}/"),
        *(f"/tournaments/join/{CREW}/", Team.objects.get().get_absolute_url()),
        *(f"{each.get_absolute_url()}report/" for each in (held[0], Team.objects.get())),
        *(f"/cases/{called[0].pk}/", f"/matches/{called[0].match_id}/referee/"),
        f"/players/{club.people[1].pk}/referee/",
    )


def pages_of_organiser(
    club: Club, swiss: Tournament, soon: tuple[Tournament, Tournament]
) -> tuple[str, ...]:
    """Return the steps of a plan, and what an organiser does with events."""
    open_, _duel = soon
    start = club.now + 9 * DAY
    draft = club.draft("Not yet", club.now, format="swiss", rounds=3, starts_at=start)
    at, running_at = open_.get_absolute_url(), swiss.get_absolute_url()
    asked = EntryRequest.objects.pending().get()
    entrant = swiss.entrants.order_by("pk")[0]
    return (
        *("/tournaments/new/", "/tournaments/new/?format=swiss", "/tournaments/new/contest/"),
        *(f"/tournaments/new/?format={each}&ruleset={GAME}" for each in planned()),
        *(draft.get_absolute_url(), f"{draft.get_absolute_url()}change/", at, running_at),
        *(f"{at}{page}/" for page in ("revise", "organisers", "people", "order", "links")),
        *(f"{at}people/list/", f"{at}requests/{asked.pk}/"),
        f"{at}revise/{Revision.objects.get(act='terms').pk}/undo/",
        f"{at}requests/undo/{Revision.objects.get(act='accepted').pk}/",
        f"{at}organisers/{CoOrganiser.objects.get(tournament=open_).player_id}/remove/",
        f"{at}organisers/undo/{Revision.objects.get(act='co_left').pk}/",
        request_links.path_of(asked, club.organiser),
        *(f"{running_at}{page}/" for page in ("revise", "board", "message", "people")),
        f"{running_at}people/{entrant.pk}/remove/",
        "/tournaments/report-file/",
    )


GAME = "traffic_lights.4x3"


def planned() -> tuple[str, ...]:
    """Return the formats whose terms are asked for in the last step, with two at a board."""
    return tuple(name for name in formats.FORMATS if 2 in formats.get_format(name).seats)


def pages_of_desk(club: Club, called: Sequence[Case], swiss: Tournament) -> tuple[str, ...]:
    """Return the pages of a referee."""
    match, person = called[0].match_id, club.people[2].pk
    fixture = Fixture.objects.filter(round__division__tournament=swiss).latest("pk")
    return (
        *("/referee/", "/referee/search/", "/referee/search/?q=anything", "/referee/workload/"),
        *("/referee/fair-play/", f"/referee/fair-play/{person}/", "/referee/matches/"),
        *(f"/referee/cases/{case.pk}/" for case in called),
        *(f"/referee/cases/{called[0].pk}/rule/?act={act}" for act, _words in acts_about("match")),
        *(f"/referee/matches/{match}/", f"/referee/matches/{match}/rule/?act=annul"),
        *(f"/referee/players/{person}/", f"/referee/players/{person}/rule/?act=warn"),
        *("/referee/tournaments/", f"/referee/tournaments/{swiss.pk}/"),
        *(
            f"/referee/tournaments/{swiss.pk}/rule/?act={act}"
            for act, _words in acts_about("event")
        ),
        f"/referee/tournaments/{swiss.pk}/fixtures/{fixture.pk}/",
        *("/precedents/", f"/matches/{match}/", swiss.get_absolute_url()),
    )
