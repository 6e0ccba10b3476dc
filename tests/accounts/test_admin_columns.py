"""No list of the admin tells of a column that it does not show, by filter, search or order."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.db.models import BinaryField, JSONField
from django.db.models.constants import LOOKUP_SEP

from accounts.admin_tables import LargeTableAdmin
from tests.sampling import at_length, sampled

ADMINS = sorted(admin.site._registry.items(), key=lambda item: item[0]._meta.label)
ANYTHING = (BinaryField, JSONField)
HOWS = (
    *("", "exact", "iexact", "startswith", "istartswith", "endswith", "contains", "icontains"),
    *("in", "gt", "gte", "lt", "lte", "range", "isnull", "regex", "iregex", "length", "has_key"),
)
every_admin = pytest.mark.parametrize(
    ("model", "shown"), ADMINS, ids=[model._meta.label_lower for model, _ in ADMINS]
)


STRUCTURED = {  # columns that could hold anything and hold nobody's secret, by model
    "accounts.Player": {"links", "speaks", "rest_days"},
    "notifications.PushSubscription": {"kinds"},
    "games.Bot": {"rulesets", "seeks"},
    "games.Challenge": {"options", "control"},
    "games.UsualTerms": {"options", "control"},
    "games.Match": {"control", "event"},
    "games.Seat": {"budget", "schedule"},
    "games.Ply": {"proof"},
    "games.ClockCharge": {"before", "after", "stops"},
    "games.ChatLine": {"only_seats"},
    "tournaments.Tournament": {
        *("options", "further_games", "opening", "control", "bands", "round_dates", "points"),
        *("tie_breaks", "forbidden", "puzzles"),
    },
    "tournaments.Fixture": {"climbed"},
    "tournaments.Revision": {"before", "after", "moved"},
    "tournaments.Club": {"terms"},
    "referees.Ruling": {"params"},
    "inbound.InboundMessage": {"checks"},
}


def visible(model, rf):
    """Return the columns of a model that its admin shows: in its list, or on the page of a row."""
    own = admin.site._registry[model]
    named = own.fields or [field.name for field in model._meta.concrete_fields]
    hidden = own.get_exclude(rf.get("/")) or ()
    return {"pk", "id", *own.list_display, *named} - {*hidden}


def filters(shown):
    names = (each if isinstance(each, (str, type)) else each[0] for each in shown.list_filter)
    return {each if isinstance(each, str) else each.parameter_name for each in names}


def paths(model):
    """Yield the columns of a model and, behind each relation, those of the other side."""
    for field in model._meta.get_fields():
        yield field.name
        if field.is_relation and field.related_model is not None:
            for other in field.related_model._meta.get_fields():
                yield f"{field.name}{LOOKUP_SEP}{other.name}"


@every_admin
def test_no_address_asks_for_more_than_the_filters_of_the_list(rf, model, shown):
    assert isinstance(shown, LargeTableAdmin)
    asked = {
        (path, how)
        for path in paths(model)
        for how in (HOWS if at_length() else HOWS[::4])
        if shown.lookup_allowed(LOOKUP_SEP.join(filter(None, (path, how))), "a", rf.get("/"))
    }
    assert {path for path, _ in asked} <= filters(shown) | {
        f"{name}__id" for name in filters(shown)
    }
    assert {how for _, how in asked} <= {"", "exact", "isnull"}
    assert {path.partition(LOOKUP_SEP)[0] for path, _ in asked} <= visible(model, rf)


@every_admin
def test_a_row_shows_no_structured_column_that_nobody_has_looked_into(rf, model, shown):
    names = {field.name for field in model._meta.concrete_fields if isinstance(field, ANYTHING)}
    assert names & visible(model, rf) == STRUCTURED.get(model._meta.label, set())


@every_admin
def test_nothing_hidden_is_searched_or_sorted(rf, model, shown):
    request = rf.get("/")
    for name in shown.get_search_fields(request):
        *through, last = name.lstrip("=^@").split(LOOKUP_SEP)
        target = model
        for step in through:
            target = target._meta.get_field(step).related_model
        assert last in visible(target, rf), name
    columns = {field.name for field in model._meta.get_fields()}
    for each in (*shown.get_list_display(request), shown.date_hierarchy):
        assert each not in columns or each in visible(model, rf), each


@pytest.fixture
def looking(client_for, alice, office):
    """Return the client of an operator, who may look at everything."""
    office(alice, "operator")
    return client_for(alice)


@pytest.mark.django_db
def test_a_hidden_column_is_refused_in_an_address(looking):
    for page, query in (
        ("games/match", "lots_seed__startswith=a"),
        ("games/match", "state__contains=x"),
        ("games/match", "seats__notes__startswith=a"),
        ("games/seat", "notes__startswith=a"),
        ("games/ply", "text__startswith=bid"),
        ("games/chatline", "text__icontains=a"),
        ("games/dailypuzzle", "seed__gt=a"),
        ("notifications/message", "context__icontains=reset/key/"),
        ("accounts/user", "password__startswith=a"),
        ("accounts/player", "user__password__startswith=a"),
        ("tournaments/team", "key__startswith=a"),
        ("referees/case", "text__startswith=a"),
        ("games/match", "status__contains=run"),
        ("games/match", "nothing_of_that_name=1"),
    ):
        assert looking.get(f"/admin/{page}/?{query}").status_code == 400, (page, query)


@pytest.mark.django_db
def test_filters_dates_search_and_order_still_work(looking, alice):
    for address in (
        "games/match/?status__exact=running&rated__exact=1&ruleset=chess.standard&o=-3.1",
        "games/seat/?awaited_since__isempty=1",
        "games/dailypuzzle/?day__year=2026&day__month=3&day__day=2",
        "accounts/user/?groups__id__exact=1",
        "accounts/user/?groups__isnull=True",
        "accounts/player/?q=ali+ce",
    ):
        assert looking.get(f"/admin/{address}").status_code == 200, address
    assert b"Alice" in looking.get("/admin/accounts/player/?q=ali&kind__exact=person").content


@pytest.mark.django_db
@pytest.mark.parametrize(
    "value", sampled(["%00", "99999999999999999999999", "x" * 5000, "%F0%9F%9A%A6"], 2)
)
def test_an_odd_value_is_no_fault_of_the_site(looking, value):
    for address in (
        "games/match/?status__exact=",
        "games/match/?q=",
        "games/match/?o=",
        "games/match/?p=",
        "games/match/?rated__exact=",
        "games/seat/?awaited_since__isempty=",
        "games/dailypuzzle/?day__year=",
        "accounts/user/?groups__id__exact=",
    ):
        assert looking.get(f"/admin/{address}{value}").status_code in (200, 302, 400, 404), address
