"""A club with members, news and a series, events that wait for an answer, and their pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from games.services.challenges import answer_links as challenge_links
from inbound.services import confirmation, handling, storage
from notifications.addresses import About, Matter, reply_address
from tests.browser.full_events import DAY, Club, FullEvents
from tests.inbound.conftest import written
from tests.tournaments.seeds import seeds
from tests.web.lobby_helpers import challenge
from tournaments.models import (
    AddressInvitation,
    ClubInvitation,
    Entrant,
    EventInvitation,
    Fixture,
    Revision,
    Series,
    Tournament,
)
from tournaments.referees.services import panel
from tournaments.services.admission import by_address, lists
from tournaments.services.clubs import founding, invitations, links as club_links, members, news
from tournaments.services.emails import answer_links, entry_links, place_emails
from tournaments.services.entries import teams
from tournaments.services.organisers import series
from tournaments.services.revisions import (
    cancelling,
    invitations as asking,
    links as event_links,
    removing,
)
from tournaments.services.seasons import running

SECRET, CREW = "s" * 16, "c" * 32


def fill_clubs(club: Club, referee: Any) -> FullEvents:
    """Let a club be led and count a series, and ask people for everything by links."""
    made = found(club)
    lead(club, made)
    running_at, gone = begun(club), removed(club)
    again = f"{gone.tournament.get_absolute_url()}people/{gone.pk}/enter/"
    return FullEvents(
        {
            club.people[0].name: (*pages_of_member(made), *links(club, referee)),
            club.organiser.name: (
                *(*pages_of_owner(made), *pages_in_hand(running_at), again),
                *to_decide(club),
            ),
            club.people[1].name: (pages_of_claimant(club, running_at[1]),),
            referee.name: (f"{running_at[0].get_absolute_url()}referees/appointment/",),
        }
    )


def found(club: Club) -> Any:
    """Found a club of the organiser's with three members, one asked, and news."""
    terms = founding.ClubSettings("Town chess club", "We meet on Mondays.", open_to_all=True)
    made = founding.found_club(club.organiser, terms, secret=SECRET, now=club.now - 90 * DAY)
    for player in club.people[:3]:
        members.join(made.key, player, now=club.now - 80 * DAY)
    members.set_role(made.key, club.organiser, club.people[1].pk, "officer", now=club.now)
    invitations.invite(made.key, club.organiser, club.people[3].name, now=club.now)
    news.announce(made.key, club.organiser, "Spring season", "It begins in May.", now=club.now)
    return made


def lead(club: Club, made: Any) -> None:
    """Let events of the club have ended, and count them in a series."""
    cup = series.found_series(
        club.organiser,
        series.SeriesSettings("Grand Prix", (25, 18, 15), club_id=made.pk),
        now=club.now,
    )
    for number in (1, 2):
        began: dict[str, Any] = {"format": "round_robin", "starts_at": club.now - 50 * DAY}
        event = club.hold(f"Month {number}", club.now - 60 * DAY, 3, **began)
        running.advance(event.pk, now=club.now - 49 * DAY, make_seed=seeds)
        for place, entrant in enumerate(event.entrants.order_by("pk"), 1):
            Entrant.objects.filter(pk=entrant.pk).update(final_place=place)
        over = {"status": Tournament.Status.FINISHED, "finished_at": club.now - 20 * DAY}
        Tournament.objects.filter(pk=event.pk).update(**over, due_at=None, club=made)
        series.add_event(cup.pk, club.organiser, event.pk, now=club.now)


def begun(club: Club) -> tuple[Tournament, Tournament]:
    """Let a Swiss wait for its organiser's look at the pairings, and a league have begun."""
    begin: dict[str, Any] = {"starts_at": club.now - DAY, "round_days": 5}
    past = club.now - 2 * DAY
    swiss = club.hold("Reviewed", past, 6, format="swiss", rounds=3, reviewed=True, **begin)
    league = club.hold("League", past, 4, format="round_robin", **begin)
    running.advance_all(now=club.now, make_seed=seeds)
    preview_token = cancelling.propose(league.pk, club.organiser, 2, now=club.now).preview_token
    cancelling.cancel(league.pk, club.organiser, 2, preview_token=preview_token, now=club.now)
    return swiss, league


def to_decide(club: Club) -> tuple[str, str]:
    """Let a Swiss be stuck and another one be over; return where its organiser decides."""
    begin: dict[str, Any] = {"format": "swiss", "rounds": 2, "least": 2}
    past = club.now - 2 * DAY
    stuck, over = (
        club.hold(name, past, 2, starts_at=club.now - DAY, **begin) for name in ("Stuck", "Over")
    )
    apart = [list(stuck.entrants.values_list("player", flat=True))]
    Tournament.objects.filter(pk=stuck.pk).update(forbidden=apart)
    for each in (stuck, over):
        running.advance(each.pk, now=club.now, make_seed=seeds)
    ended = {"status": Tournament.Status.FINISHED, "finished_at": club.now, "due_at": None}
    Tournament.objects.filter(pk=over.pk).update(rounds=1, **ended)
    return f"{stuck.get_absolute_url()}by-hand/1/", f"{over.get_absolute_url()}further-round/"


def removed(club: Club) -> Entrant:
    """Let a player be removed from an event that has not begun; return their entry."""
    later: dict[str, Any] = {"format": "knockout", "starts_at": club.now + 9 * DAY}
    event = club.hold("Summer cup", club.now, 3, **later)
    gone = event.entrants.latest("pk")
    preview_token = removing.propose(event.pk, club.organiser, gone.pk, now=club.now).preview_token
    reason: dict[str, Any] = {"reason": "Entered twice.", "preview_token": preview_token}
    removing.remove(event.pk, club.organiser, gone.pk, **reason, now=club.now)
    return gone


def pages_of_member(made: Any) -> tuple[str, ...]:
    """Return what everybody may see of clubs and series."""
    cup = Series.objects.get().get_absolute_url()
    at = made.get_absolute_url()
    return ("/clubs/", at, f"{at}table/", f"{at}report/", "/series/", cup, f"{cup}report/")


def pages_of_owner(made: Any) -> tuple[str, ...]:
    """Return the pages on which a club and a series are led."""
    cup = Series.objects.get().get_absolute_url()
    at = made.get_absolute_url()
    mine = (f"{at}{page}/" for page in ("members", "news", "settings"))
    return ("/clubs/new/", at, *mine, "/series/new/", cup, f"{cup}change/")


def pages_in_hand(events: tuple[Tournament, Tournament]) -> tuple[str, ...]:
    """Return pages of running events: pairings, a round, referees, figures, what is framed."""
    swiss, league = (each.get_absolute_url() for each in events)
    return (
        *(f"{swiss}pairings/", f"{swiss}revise/", f"{league}rounds/3/"),
        f"{league}rounds/undo/{Revision.objects.get(tournament=events[1], act='round_off').pk}/",
        *(f"{league}statistics/", f"{league}embed/"),
        *(f"{each}points/{key}/" for each, key in _in_tables(events)),
    )


def _in_tables(events: tuple[Tournament, Tournament]) -> list[tuple[str, int]]:
    """Return the addresses of events, each with the number of somebody in its table."""
    found = [(each, each.entrants.exclude(division=None).earliest("pk").pk) for each in events]
    return [(each.get_absolute_url(), key) for each, key in found]


def pages_of_claimant(club: Club, league: Tournament) -> str:
    """Return the page of a claim about a match of the league."""
    fixture = Fixture.objects.filter(
        round__division__tournament=league, seats__entrant__player=club.people[1]
    ).earliest("pk")
    return f"{league.get_absolute_url()}fixtures/{fixture.pk}/claim/"


def links(club: Club, referee: Any) -> Iterable[str]:
    """Ask Ada and an address for everything that a link can answer; return the links."""
    ada, now = club.people[0], club.now
    later = {"starts_at": now + 9 * DAY}
    other = replace(club, organiser=club.people[-1])
    cup = other.hold("Cup of questions", now, 3, format="knockout", **later)
    cup.entrants.filter(player=ada).update(asked_at=now)
    open_ = other.hold("Open to all", now, 0, format="swiss", rounds=3, **later)
    duel = other.hold("Town and country", now, 0, format="team_match", boards=2, **later)
    crew = teams.found_team(duel.pk, club.people[2], "Country", key=CREW, now=now)
    teams.invite_player(crew.pk, club.people[2], ada, now=now)
    asking.invite(open_.pk, other.organiser, ada.name, EventInvitation.Kind.HELP, now=now)
    rows = "Kim;kim@example.net"
    preview_token = lists.propose(open_.pk, other.organiser, rows, now=now).preview_token
    lists.invite_all(
        open_.pk, other.organiser, rows, preview_token=preview_token, make_key=lambda: CREW, now=now
    )
    asked = AddressInvitation.objects.get()
    offered = challenge(club.people[3], opponent=ada)
    panel.appoint(
        Tournament.objects.get(name="Reviewed").pk, referee.name, by=club.organiser, now=now
    )
    about = reply_address(Matter(About.PLAYER, ada.pk))
    raw = written("status", about, "other@example.org")
    held = storage.store_message(raw, storage.Envelope(about, "pipe"), now=now, wake=False)
    handling.handle_message(held.pk, now=now, make_seed=seeds)
    return (
        confirmation.confirmation_url(held.pk),
        place_emails.path_of(cup.entrants.get(player=ada)),
        _path(entry_links.url_of(open_, ada)),
        _path(answer_links.answer_url(crew, ada)),
        event_links.path_of(EventInvitation.objects.get()),
        club_links.path_of(ClubInvitation.objects.get()),
        by_address.path_of(asked),
        f"/tournaments/no-invitations/{by_address.token_of(asked)}/",
        _path(challenge_links.answer_url(offered, ada)),
    )


def _path(url: str) -> str:
    return urlsplit(url).path
