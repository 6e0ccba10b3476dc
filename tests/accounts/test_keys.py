"""API keys: shown once, kept as fingerprints, ended with the password."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import ApiKey, Player, User
from accounts.services import keys
from accounts.tasks import tidy_accounts
from tests.accounts.factor import PASSWORD, prove
from tests.keys import key_for

pytestmark = pytest.mark.django_db
PAGE = "/settings/token/"
FIELDS = {"action": "create", "name": "club table", "scope": "play", "days": "90"}


def me(key: str, scheme: str = "Bearer") -> int:
    """Return how the API answers somebody with this key."""
    return Client().get("/api/v1/me/", headers={"Authorization": f"{scheme} {key}"}).status_code


@pytest.fixture
def browser(client_for: Any, alice: Player) -> Client:
    """Return Alice's browser, which has just given her password again."""
    client: Client = client_for(alice)
    prove(client)
    return client


def test_a_key_is_shown_once_and_works_with_both_schemes(browser: Client) -> None:
    shown = browser.post(PAGE, FIELDS, follow=True)
    key = shown.context["fresh"]
    assert key in shown.content.decode()
    assert "no-store" in shown.headers["Cache-Control"]
    assert [me(key, scheme) for scheme in ("Bearer", "bearer", "Token")] == [200, 200, 200]
    again = browser.get(PAGE).content.decode()
    assert key not in again
    assert key[-4:] in again
    assert "club table" in again


def test_the_key_itself_is_stored_nowhere(browser: Client) -> None:
    answer = browser.post(PAGE, FIELDS)
    assert answer.status_code == 302
    kept = dict(browser.session.items())
    key = browser.get(PAGE).context["fresh"]
    assert key not in str(kept), "encrypted on its way to the page that shows it"
    row = ApiKey.objects.get()
    assert key not in str(ApiKey.objects.values().get())
    assert row.digest == keys.fingerprint(key)
    assert key not in str(dict(browser.session.items()))


def test_without_proof_the_password_is_asked_for_first(client_for: Any, alice: Player) -> None:
    client = client_for(alice)
    asked = client.post(PAGE, FIELDS).headers["Location"]
    assert asked.startswith("/account/reauthenticate/")
    assert not ApiKey.objects.exists()
    client.post(asked, {"password": PASSWORD, "next": PAGE})
    assert client.get(PAGE).context["fresh"]


def test_several_keys_end_one_by_one(browser: Client, alice: Player, bob: Player) -> None:
    first, second, others = (key_for(each.user) for each in (alice, alice, bob))
    theirs = ApiKey.objects.get(user=bob.user)
    browser.post(PAGE, {"action": "end", "key": theirs.pk})
    browser.post(PAGE, {"action": "end", "key": ApiKey.objects.get(ending=first[-4:]).pk})
    assert [me(first), me(second), me(others)] == [401, 200, 200]
    for nonsense in ("", "x", "9" * 400, "-1", "²"):
        told = browser.post(PAGE, {"action": "end", "key": nonsense}, follow=True)
        assert b"Key not found" in told.content
    assert me(second) == 200


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"name": "  "}, "name", "Give the key a name"),
        ({"name": "x" * 41}, "name", "Shorten it to 40 characters"),
        ({"scope": "everything"}, "scope", "everything"),
        ({"days": "4000"}, "days", "4000"),
        ({"days": "x"}, "days", "x"),
    ],
)
def test_what_is_wrong_with_a_key_request_is_said(
    browser: Client, change: dict[str, str], field: str, words: str
) -> None:
    answer = browser.post(PAGE, FIELDS | change)
    assert answer.status_code == 422
    assert words in str(answer.context["form"].errors[field])
    assert not ApiKey.objects.exists()


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (keys.KeyRequest(" ", "read"), "key_nameless"),
        (keys.KeyRequest("x" * 41, "read"), "key_name_long"),
        (keys.KeyRequest("x", "all"), "key_scope"),
        (keys.KeyRequest("x", "read", 0), "key_days"),
        (keys.KeyRequest("x", "read", 366), "key_days"),
    ],
)
def test_the_service_refuses_the_same(alice: Player, wanted: keys.KeyRequest, code: str) -> None:
    assert alice.user is not None
    with pytest.raises(keys.KeyRefused) as refusal:
        keys.issue_key(alice.user, wanted, chance=secrets.SystemRandom(), now=timezone.now())
    assert refusal.value.code == code
    assert str(refusal.value)


def test_there_are_at_most_twenty_that_work(browser: Client, alice: Player) -> None:
    for _ in range(keys.MAX_KEYS):
        key_for(alice.user)
    answer = browser.post(PAGE, FIELDS)
    assert answer.status_code == 422
    assert b"already have 20 keys" in answer.content
    ApiKey.objects.filter(digest=ApiKey.objects.latest("pk").digest).update(
        expires_at=timezone.now()
    )
    assert browser.post(PAGE, FIELDS).status_code == 302


def test_a_key_expires_on_its_day_and_is_forgotten_a_month_later(
    browser: Client, alice: Player
) -> None:
    key = key_for(alice.user, days=30)
    now = timezone.now()
    assert keys.authenticate_key(key, now=now + timedelta(days=29)) is not None
    assert keys.authenticate_key(key, now=now + timedelta(days=30, seconds=1)) is None
    ApiKey.objects.update(expires_at=now - timedelta(days=29))
    assert me(key) == 401
    tidy_accounts()
    assert b"expired" in browser.get(PAGE).content
    ApiKey.objects.update(expires_at=now - timedelta(days=31))
    tidy_accounts()
    assert not ApiKey.objects.exists()


def test_its_last_use_is_noted_to_the_minute(alice: Player) -> None:
    key = key_for(alice.user)
    now = timezone.now()
    assert ApiKey.objects.get().last_used_at is None
    for after, noted in ((0, 0), (59, 0), (60, 60), (200, 200)):
        keys.authenticate_key(key, now=now + timedelta(seconds=after))
        assert ApiKey.objects.get().last_used_at == now + timedelta(seconds=noted)


def test_a_key_costs_one_query_and_at_most_one_write_a_minute(
    alice: Player, django_assert_num_queries: Any
) -> None:
    key, now = key_for(alice.user), timezone.now()
    with django_assert_num_queries(2):
        keys.authenticate_key(key, now=now)
    with django_assert_num_queries(1):
        found = keys.authenticate_key(key, now=now)
        assert found is not None
        assert found.user.player == alice


def test_every_way_of_changing_the_password_ends_all_keys(
    client_for: Any, alice: Player, link_in_email: Any
) -> None:
    new = {"password1": "a brand new word", "password2": "a brand new word"}

    def by_page() -> None:
        client_for(alice).post("/account/password/change/", {"oldpassword": PASSWORD, **new})

    def by_e_mail() -> None:
        client = Client()
        client.post("/account/password/reset/", {"email": alice.user.email})
        form = client.get(link_in_email("/account/password/reset/key/"), follow=True)
        client.post(form.redirect_chain[-1][0], {k: v + "!" for k, v in new.items()})

    def by_command() -> None:
        user = User.objects.get(player=alice)
        user.set_password("yet another one")
        user.save()

    for way in (by_page, by_e_mail, by_command):
        key = key_for(alice.user)
        assert me(key) == 200
        way()
        assert me(key) == 401, way.__name__
        assert not ApiKey.objects.exists()


def test_a_renewed_hash_of_the_same_password_ends_no_key(alice: Player, settings: Any) -> None:
    key = key_for(alice.user)
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.PBKDF2PasswordHasher",
        *settings.PASSWORD_HASHERS,
    ]
    user = User.objects.get(player=alice)
    before = user.password
    assert user.check_password(PASSWORD)
    assert User.objects.get(player=alice).password != before
    assert me(key) == 200


def test_operators_see_keys_in_the_admin_but_not_what_opens_them(
    client_for: Any, alice: Player
) -> None:
    root = User.objects.create_superuser("root@example.org", PASSWORD)
    key = key_for(alice.user)
    client = Client()
    client.force_login(root)
    row = ApiKey.objects.get()
    for page in ("/admin/accounts/apikey/", f"/admin/accounts/apikey/{row.pk}/change/"):
        shown = client.get(page).content.decode()
        assert alice.user.email in shown
        assert key not in shown
        assert row.digest not in shown
    assert client.get("/admin/accounts/apikey/add/").status_code == 403
    client.post(f"/admin/accounts/apikey/{row.pk}/delete/", {"post": "yes"})
    assert me(key) == 401
