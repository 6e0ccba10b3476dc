"""Roles are offered on a page, accepted by the person, removed, and logged."""

from __future__ import annotations

import pytest
from django.core import mail
from django.utils import timezone

from accounts.models import User
from accounts.queries import roles_of
from config.emails.composing import deliver_due
from config.offices import queries, services
from config.offices.models import RoleStep
from games.services.errors import Refused
from notifications.models import Message
from tests.tournaments.conftest import plan
from tournaments import staff_queries
from tournaments.services.clubs import founding
from tournaments.services.seasons import announcing

__all__ = ["plan"]

pytestmark = pytest.mark.django_db
PAGE, MINE = "/admin/offices/", "/settings/office/"


@pytest.fixture
def root(client_for, person):
    olga = person("Olga")
    User.objects.filter(pk=olga.user_id).update(is_staff=True, is_superuser=True)
    return client_for(olga)


def roles(player):
    return set(roles_of(type(player).objects.get(pk=player.pk)))


def emails():
    Message.objects.update(due_at=timezone.now())
    deliver_due(timezone.now())
    said = [f"{each.subject}\n{each.body}" for each in mail.outbox]
    mail.outbox.clear()
    return "\n".join(said)


def test_a_role_is_offered_accepted_and_removed_with_e_mails_and_a_log(root, client_for, alice):
    told = root.post(PAGE, {"name": " alice ", "role": "referee"}, follow=True).text
    assert "Alice has been asked by e-mail" in told
    assert "asked, not answered yet" in told
    assert roles(alice) == set()
    said = emails()
    assert "Ampelpost: will you take the role “referee”?" in said
    assert MINE in said
    alices = client_for(alice)
    assert "Will you take the role “referee”?" in alices.get(MINE).text
    assert "Olga is asking you." in alices.get(MINE).text
    answer = {"role": "referee", "answer": "accept"}
    assert "You now have this role." in alices.post(MINE, answer, follow=True).text
    assert roles(alice) == {"referee"}
    assert "You now have this role." in alices.post(MINE, answer, follow=True).text
    assert "Alice has accepted the role “referee”" in emails()
    assert "already has this role" in root.post(PAGE, {"name": "Alice", "role": "referee"}).text
    assert alices.get("/referee/").status_code == 200
    gone = root.post(PAGE, {"remove": alice.pk, "role": "referee"}, follow=True).text
    assert "Alice has been notified" in gone
    assert roles(alice) == set()
    assert "your role “referee” has ended" in emails()
    steps = list(RoleStep.objects.values_list("step", "by__name"))
    assert steps == [("removed", "Olga"), ("accepted", "Alice"), ("offered", "Olga")]
    assert len(queries.role_log()) == 3


def test_an_offer_can_be_declined_or_withdrawn_and_nobody_answers_for_others(
    root, client_for, alice, bob
):
    root.post(PAGE, {"name": "Alice", "role": "head_referee"})
    again = root.post(PAGE, {"name": "Alice", "role": "head_referee"}).text
    assert "has been asked already" in again
    bobs = client_for(bob)
    taken = bobs.post(MINE, {"role": "head_referee", "answer": "accept"}, follow=True)
    assert "no longer open" in taken.text or "nicht mehr offen" in taken.text
    client_for(alice).post(MINE, {"role": "head_referee", "answer": "decline"})
    assert "Alice has declined" in emails()
    root.post(PAGE, {"name": "Alice", "role": "head_referee"})
    root.post(PAGE, {"remove": alice.pk, "role": "head_referee"})
    assert queries.open_offers() == []
    assert roles(alice) == roles(bob) == set()


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"name": "Nobody", "role": "referee"}, "no player called “Nobody”"),
        ({"name": "", "role": "referee"}, "no player called"),
        ({"name": "Alice", "role": "event_referee"}, "Choose a role"),
        ({"remove": "x", "role": "referee"}, "no player called"),
        ({"remove": "999999999999999999", "role": "referee"}, "no player called"),
    ],
)
def test_what_is_wrong_is_said_beside_what_was_written(root, alice, form, words):
    page = root.post(PAGE, form)
    assert page.status_code == 200
    assert words in page.text
    assert f'value="{form.get("name", "")}"' in page.text
    assert not RoleStep.objects.exists()


def test_operators_appoint_referees_but_no_operators(client_for, office, alice, bob):
    operator = client_for(office(alice, "operator"))
    assert "Only superusers" in operator.post(PAGE, {"name": "Bob", "role": "operator"}).text
    assert operator.post(PAGE, {"name": "Bob", "role": "referee"}).status_code == 302
    client_for(bob).post(PAGE, {"name": "Bob", "role": "head_referee"})
    assert [row.role for row in queries.open_offers(bob)] == ["referee"]
    assert client_for(bob).get(PAGE).status_code in {302, 403}


def test_the_settings_lead_to_the_page_of_roles_whoever_it_concerns(root, client_for, alice, bob):
    root.post(PAGE, {"name": "Alice", "role": "referee"})
    alices = client_for(alice)
    asked = alices.get("/settings/").text
    assert f'href="{MINE}"' in asked
    assert "You have been asked to take the role “referee”." in asked
    alices.post(MINE, {"role": "referee", "answer": "accept"})
    assert f'href="{MINE}"' in alices.get("/settings/").text
    assert "Your roles: referee." in alices.get(MINE).text
    assert MINE not in client_for(bob).get("/settings/").text


def test_guests_and_bots_get_no_role(root, client_for):
    from accounts.models import Player

    Player.objects.create(name="Guest 7", kind=Player.Kind.GUEST, created_at=timezone.now())
    with pytest.raises(services.OfficeRefused, match="no account"):
        services.offer_role("Guest 7", "referee", by=None, over_operators=True, now=timezone.now())
    assert client_for(None).get(MINE).status_code == 302


def test_operators_decide_whether_only_appointed_organisers_announce(
    root, client_for, office, alice, bob, plan, noon
):
    seed = "ab" * 32

    def draft(player):
        return announcing.draft_tournament(player, plan(), seed=seed, now=noon)

    early = draft(alice)
    assert staff_queries.announcing_rules() == []
    client_for(bob).post(PAGE, {"announce": "appointed"})
    assert not staff_queries.requires_appointment()
    for _twice in range(2):
        assert root.post(PAGE, {"announce": "appointed"}).status_code == 302
    assert [(row.appointed, row.by.name) for row in staff_queries.announcing_rules()] == [
        (True, "Olga")
    ]
    assert client_for(alice).get("/tournaments/new/").status_code == 403
    for refused in (
        lambda: draft(alice),
        lambda: announcing.announce_tournament(early.pk, alice, now=noon),
    ):
        with pytest.raises(Refused, match="organisers_only"):
            refused()
    root.post(PAGE, {"name": "Alice", "role": "organiser"})
    client_for(alice).post(MINE, {"role": "organiser", "answer": "accept"})
    assert announcing.announce_tournament(early.pk, alice, now=noon).is_open
    assert draft(office(bob, "operator")).organiser == bob
    root.post(PAGE, {"announce": "everybody"})
    assert len(staff_queries.announcing_rules()) == 2
    assert staff_queries.can_announce(bob)


def test_an_appointed_organiser_speaks_for_nobody_else(office, alice, noon):
    office(alice, "organiser")
    with pytest.raises(Refused, match="club_name_official"):
        founding.found_club(alice, founding.ClubSettings("Ampelpost"), secret="x", now=noon)
