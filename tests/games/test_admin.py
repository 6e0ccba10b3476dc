"""Administration shows every table and changes next to nothing."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from accounts.models import User
from games.models import Bot, Order, Seat
from games.services.bots import bots
from games.services.play.matches import resign_match

pytestmark = pytest.mark.django_db
OURS = [
    model
    for label in ("accounts", "notifications", "games")
    for model in apps.get_app_config(label).get_models()
]


@pytest.fixture
def operator(client):
    client.force_login(User.objects.create_superuser("operator@example.org", "correct horse"))
    return client


def test_every_table_has_its_page(operator, alice, bob, start, play, noon):
    match = start(alice, bob)
    play(match, "b2", noon)
    for model in OURS:
        assert model in admin.site._registry
        place = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        assert operator.get(reverse(f"{place}_changelist")).status_code == 200, place
        row = model._default_manager.first()
        if row is not None:
            page = operator.get(reverse(f"{place}_change", args=[row.pk]))
            assert page.status_code == 200, place


def test_the_seed_of_a_running_match_stays_secret(operator, alice, bob, start):
    match = start(alice, bob)
    page = operator.get(reverse("admin:games_match_change", args=[match.pk]))
    assert match.lots_seed not in page.content.decode()


def test_what_an_order_says_stays_its_owners(operator, alice, bob, start, noon):
    match = start(alice, bob)
    order = Order.objects.create(
        match=match, seat=1, kind="conditional", text="if b2 then a1", after=0, created_at=noon
    )
    resign_match(match.pk, alice, now=noon)
    for place in ("changelist", f"change/{order.pk}"):
        name, _slash, pk = place.partition("/")
        page = operator.get(reverse(f"admin:games_order_{name}", args=[pk] if pk else []))
        assert page.status_code == 200
        assert "if b2" not in page.content.decode()


def test_what_waits_in_a_running_match_is_not_even_counted(operator, alice, bob, start, noon):
    match = start(alice, bob)
    Seat.objects.filter(match=match, number=0).update(tie_offered_at_ply=0)
    order = Order.objects.create(match=match, seat=1, kind="conditional", after=0, created_at=noon)
    changelist = operator.get(reverse("admin:games_order_changelist"))
    assert changelist.context["cl"].result_count == 0
    page = operator.get(reverse("admin:games_order_change", args=[order.pk]))
    assert page.status_code == 302
    own = Seat.objects.get(match=match, number=0)
    seat = operator.get(reverse("admin:games_seat_change", args=[own.pk]))
    shown = {
        name for _title, part in seat.context["adminform"].fieldsets for name in part["fields"]
    }
    assert "deadline_at" in shown
    assert shown.isdisjoint({"tie_offered_at_ply", "talk_from", "notes", "has_orders"})


def test_a_wrong_timetable_is_refused_and_a_right_one_counts_at_once(operator, noon):
    bot = bots.create_bot(
        "Minerva", "two_ply", timetable="0 8 * * *", rulesets=["traffic_lights.4x3"], now=noon
    )
    place = reverse("admin:games_bot_change", args=[bot.pk])
    form = {
        "timetable": "61 * * * *",
        "rulesets": '["traffic_lights.4x3"]',
        "max_matches": 5,
        "seeks": "[]",
        "active": "on",
    }
    assert "is not a timetable" in operator.post(place, form).content.decode()
    assert operator.post(place, form | {"timetable": "*/5 * * * *"}).status_code == 302
    assert Bot.objects.get().timetable == "*/5 * * * *"


def test_strangers_have_no_business_there(client, alice, client_for):
    assert client.get("/admin/").status_code == 302
    assert client_for(alice).get("/admin/games/match/").status_code == 302
