"""``/admin/tables/``: what operators see of the size of the database."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.cache import cache

from accounts.models import User
from config import table_sizes, tasks

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 23)


@pytest.fixture
def operator(client):
    user = User.objects.create(email="operator@example.org", is_staff=True, is_superuser=True)
    client.force_login(user)
    return client


def test_operators_see_every_table_with_rows_and_bytes(operator):
    page = operator.get("/admin/tables/")
    assert page.status_code == 200
    for name in ("games_ply", "notifications_message", "accounts_player"):
        assert f'<th scope="row">{name}</th>' in page.text
    assert 'href="/admin/tables/"' in operator.get("/admin/").text


def test_nobody_else_sees_them(client):
    assert client.get("/admin/tables/").status_code == 302
    client.force_login(User.objects.create(email="member@example.org"))
    assert client.get("/admin/tables/", follow=True).status_code in (403, 404)


def test_growth_is_counted_from_the_first_day_noted_within_a_month():
    cache.clear()
    now = {each.name: each.total for each in table_sizes.measure_tables(TODAY).tables}
    assert table_sizes.measure_tables(TODAY).since is None
    for day, less in ((date(2026, 10, 1), 9000), (date(2026, 11, 1), 500), (date(2026, 11, 9), 1)):
        noted = {name: size - less for name, size in now.items()}
        cache.set(f"table-sizes:{day.isoformat()}", noted)
    sizes = table_sizes.measure_tables(TODAY)
    assert sizes.since == date(2026, 11, 1)
    assert {each.grown for each in sizes.tables} == {500}
    assert sizes.grown == 500 * len(now)


def test_the_task_notes_once_a_day():
    cache.clear()
    assert tasks.record_table_sizes()
    assert not tasks.record_table_sizes()


def test_a_table_of_several_rows_has_no_index_that_another_makes_superfluous():
    """An index whose columns begin another, unconditional one only costs space and time."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT a.indexrelid::regclass::text, b.indexrelid::regclass::text "
            "FROM pg_index a JOIN pg_index b ON a.indrelid = b.indrelid "
            "AND a.indexrelid <> b.indexrelid AND NOT a.indisunique "
            "AND a.indpred IS NULL AND b.indpred IS NULL AND a.indexprs IS NULL "
            "AND a.indclass::text = left(b.indclass::text, length(a.indclass::text)) "
            "AND (b.indkey::text || ' ') LIKE (a.indkey::text || ' %%') "
            "WHERE a.indrelid::regclass::text ~ '^(games|notifications|tournaments)_(ply|seat|"
            "clockcharge|match|rating|ratingentry|message|deliveryevent|preference)$'"
        )
        assert cursor.fetchall() == []
