"""What happens to the club in clubs and tournaments."""

from __future__ import annotations

from datetime import timedelta

from games import clocks
from games.services.play import matches
from games.services.play.terms import Terms
from notifications.models import Preference
from tournaments.models import Fixture
from tournaments.referees.services import panel
from tournaments.services.admission import lists
from tournaments.services.clubs import founding, invitations as club_invitations, members, news
from tournaments.services.entries import persons
from tournaments.services.organisers import messages as organisers
from tournaments.services.plans import Plan
from tournaments.services.seasons import announcing, running

DAY = timedelta(days=1)


def lead_a_club(club, now):
    """Let a club be founded, joined, declined, led, handed over and closed."""
    anna, bruno, cleo = club["anna"], club["bruno"], club["cleo"]
    charter = founding.ClubSettings("Moin", "Moin", private=True)
    made = founding.found_club(bruno, charter, secret="zz" * 8, now=now)
    for player, accept in ((anna, True), (cleo, False)):
        club_invitations.invite(made.key, bruno, player.name, now=now)
        club_invitations.answer(made.pk, player, accept=accept, now=now)
    news.announce(made.key, bruno, "Moin", "Moin", now=now)
    later = [now + timedelta(minutes=each) for each in range(5)]
    for role, at in zip(("officer", "member", "officer"), later, strict=False):
        members.set_role(made.key, bruno, anna.pk, role, now=at)
    members.hand_over(made.key, bruno, anna.pk, now=later[3])
    members.remove(made.key, anna, bruno.pk, now=later[4])
    with_anna = founding.ClubSettings("Moin")
    other = founding.found_club(bruno, with_anna, secret="", now=now)
    club_invitations.invite(other.key, bruno, anna.name, now=now)
    club_invitations.answer(other.pk, anna, accept=True, now=now)
    founding.close_club(other.key, bruno, now=now)


def hold_tournaments(club, now):
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
    _invite_by_address(held, bruno, now)
    panel.appoint(held.pk, club["rita"].name, by=bruno, now=now)
    announcing.cancel_tournament(off.pk, bruno, now=now)
    for days in (1, 27):
        running.advance(held.pk, now=now + days * DAY, make_seed=lambda: "cd" * 32)
    draft = organisers.propose(held.pk, bruno, "all", "Moin", now=now + 27 * DAY)
    organisers.send(
        held.pk, bruno, "all", "Moin", preview_token=draft.preview_token, now=now + 27 * DAY
    )
    match = Fixture.objects.get(round__division__tournament=held).match
    match.seats.filter(deadline_at__isnull=False).update(deadline_at=now + 28 * DAY)
    matches.leave_match(match.pk, bruno, now=now + 27 * DAY)
    running.advance(held.pk, now=now + 27 * DAY, make_seed=lambda: "cd" * 32)


def _invite_by_address(tournament, organiser, now):
    """Let somebody be invited of whom only the address is known."""
    rows = "Moin;moin@example.net"
    preview_token = lists.propose(tournament.pk, organiser, rows, now=now).preview_token
    lists.invite_all(
        tournament.pk,
        organiser,
        rows,
        preview_token=preview_token,
        make_key=lambda: "k" * 16,
        now=now,
    )
