"""Who may judge what: every office against every act, at the page and in the service."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import Match
from games.services.errors import Refused
from games.services.play.matches import start_match
from tests.sampling import at_length, sampled
from tournaments.models import EventReferee, Tournament
from tournaments.referees.models import Case, Ruling
from tournaments.referees.services import assigning, cases, panel, rulings
from tournaments.referees.services.acts import registry
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.seasons import running

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
ROLES = (
    ("nobody", "not_a_referee"),
    ("organiser", "not_a_referee"),
    ("operator", "not_a_referee"),
    ("event_elsewhere", "not_your_event"),
    ("party", "own_case"),
    ("event_referee", ""),
    ("referee", ""),
    ("head_referee", ""),
)


FORBIDDEN = ("not_a_referee", "not_your_event", "own_case")
ONE_OF_EACH = ("dismiss", "annul", "warn", "suspend", "close_event", "undo")


def refused(order: RulingRequest, player: Any, now: Any) -> str:
    """Return the code with which an order is refused, empty where it is not."""
    try:
        rulings.preview_ruling(order, player, now=now)
    except Refused as refusal:
        return refusal.code
    return ""


@pytest.fixture
def world(hold, people, plan, noon, person):
    """Return a running tournament, its first match, a case about it, and a match of no event."""
    players = people(3)
    tournament = hold(players, format="swiss", rounds=2, round_days=20, least=2)
    Tournament.objects.update(due_at=noon + DAY)
    running.advance_all(now=noon + DAY, make_seed=lambda: "cd" * 32)
    match = Match.objects.get()
    first = match.seats.get(number=0).player
    case = cases.open_case(first, kind="rules", text="Look.", match_id=match.pk, now=noon + DAY)
    both = [person("Ines"), person("Ivo")]
    other = start_match(both, plan().terms, seed="ef" * 32, now=noon)
    return tournament, match, case, other


def holder(role: str, world: Any, elsewhere: Any, person: Any, office: Any) -> Any:
    """Return somebody with an office."""
    tournament, match, _case, _other = world
    if role == "party":
        player = match.seats.get(number=1).player
        office(player)
        return player
    player = person("Rolf")
    if role.startswith("event"):
        here = role == "event_referee"
        where = tournament if here else elsewhere
        now = timezone.now()
        panel.appoint(where.pk, player.name, by=tournament.organiser, now=now)
        panel.accept(where.pk, player, now=now)
    elif role != "nobody":
        office(player, role)
    return player


@pytest.mark.parametrize(("role", "code"), sampled(ROLES, [*ROLES[:1], *ROLES[3:6]]))
def test_every_office_against_every_act(
    role, code, world, elsewhere, person, office, client_for, noon
):
    tournament, match, case, other = world
    player = holder(role, world, elsewhere, person, office)
    browser, status = client_for(player), 403 if code else 200
    if code == "own_case":
        status = 200  # they see the desks, which say why they may not judge
    words: dict[str, Any] = {"paragraph": "C-3", "reason": "So it is."}
    for address in ("/referee/", f"/referee/tournaments/{tournament.pk}/"):
        expected = 200 if address == "/referee/" and code == "not_your_event" else status
        assert browser.get(address).status_code == expected, address
    hidden = {"not_your_event": 404}.get(code, status)
    for address in (f"/referee/cases/{case.pk}/", f"/referee/matches/{match.pk}/"):
        assert browser.get(address).status_code == hidden, address
    outside = browser.get(f"/referee/matches/{other.pk}/").status_code
    assert outside == (404 if "event" in role else status)
    for act in (*registry.act_keys(), "undo") if code or at_length() else ONE_OF_EACH:
        about = "case" if act == "undo" else registry.act_named(act).about
        request = {
            "case": RulingRequest(act, case_id=case.pk, undoes=1, **words),
            "match": RulingRequest(act, match_id=match.pk, **words),
            "player": RulingRequest(act, case_id=case.pk, player_id=case.opened_by_id, **words),
            "event": RulingRequest(act, tournament_id=tournament.pk, **words),
        }
        found = refused(request[about], player, noon + 2 * DAY)
        if (role, act) == ("event_referee", "suspend"):
            assert found == "beyond_your_event"  # it would hold in every other event, too
        assert found == code if code else found not in FORBIDDEN, (act, found)
    assert not Ruling.objects.exists()


@pytest.mark.parametrize("role", sampled(["operator", "event_elsewhere", "organiser", "nobody"], 2))
def test_the_rooms_of_ruling_are_closed(role, world, elsewhere, person, office, client_for):
    tournament, match, case, _other = world
    player = holder(role, world, elsewhere, person, office)
    browser = client_for(player)
    sent = {"act": "annul", "step": "sign", "paragraph": "x", "reason": "x"}
    for address in (
        f"/referee/cases/{case.pk}/rule/",
        f"/referee/matches/{match.pk}/rule/",
        f"/referee/players/{case.opened_by_id}/rule/",
        f"/referee/tournaments/{tournament.pk}/rule/",
        f"/referee/cases/{case.pk}/assign/",
        f"/referee/cases/{case.pk}/note/",
    ):
        assert browser.post(address, sent).status_code in (403, 404), address
    assert browser.post(f"/cases/{case.pk}/say/", {"text": "x"}).status_code == 404
    json = "application/json"
    for deed in ("statement", "appeal", "withdraw"):
        sent_by_api = {} if deed == "withdraw" else {"text": "x"}
        address = f"/api/v1/cases/{case.pk}/{deed}/"
        answer = browser.post(address, sent_by_api, content_type=json)
        assert answer.status_code in (403, 404), (deed, answer.status_code)
    for address in (f"/api/v1/cases/{case.pk}/rule/", f"/api/v1/rulings/{case.pk}/"):
        assert browser.post(address, sent).status_code == 404
    assert not Ruling.objects.exists()
    case.refresh_from_db()
    assert (case.state, case.assignee) == ("open", None)


def test_a_referee_is_appointed_judges_only_here_and_is_dismissed(
    world, person, office, client_for, organiser
):
    tournament, _match, case, other = world
    rosa, olga = person("Rosa"), client_for(organiser)
    address = f"/tournaments/{tournament.pk}/referees/"
    assert client_for(person("Ben")).post(address, {"name": "Rosa"}).status_code == 403
    assert olga.post(address, {"name": "Nobody"}).status_code == 404
    assert olga.post(address, {"name": "rosa"}).status_code == 303
    panel.accept(tournament.pk, rosa, now=timezone.now())
    assert "Rosa" in olga.get(f"/tournaments/{tournament.pk}/").content.decode()
    elsewhere = cases.open_case(
        other.seats.get(number=0).player,
        kind="rules",
        text="Elsewhere.",
        match_id=other.pk,
        now=timezone.now(),
    )
    browser = client_for(rosa)
    queue = browser.get("/referee/").content.decode()
    assert f"/referee/cases/{case.pk}/" in queue
    assert f"/referee/cases/{elsewhere.pk}/" not in queue
    assert (
        f"/referee/tournaments/{tournament.pk}/"
        in browser.get("/referee/tournaments/").content.decode()
    )
    assert browser.get(f"/referee/cases/{elsewhere.pk}/").status_code == 404
    assigning.assign_case(case.pk, rosa, by=rosa, now=timezone.now())
    head = office(person("Hedda"), "head_referee")
    panel.dismiss(tournament.pk, rosa.pk, by=head, now=timezone.now())
    assert not EventReferee.objects.exists()
    assert browser.get("/referee/").status_code == 403
    with pytest.raises(Refused, match="not_a_referee"):
        cases.add_note(case.pk, rosa, "x", now=timezone.now())
    assert Case.objects.get(pk=case.pk).assignee == rosa
