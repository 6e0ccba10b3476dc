"""The admin shows people and their offices, and leaves them alone."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group

from accounts.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def operator(client):
    client.force_login(User.objects.create_superuser("operator@example.org", "correct horse"))
    return client


def test_the_group_of_an_office_is_neither_deleted_nor_renamed_nor_added(operator, referee, office):
    group = Group.objects.get(name="referee")
    office(referee, "head_referee")
    head = Group.objects.get(name="head_referee")
    before = set(Group.objects.values_list("name", flat=True))
    for each in (group, head):
        place = f"/admin/auth/group/{each.pk}"
        assert operator.post(f"{place}/delete/", {"post": "yes"}).status_code == 403
        assert operator.post(f"{place}/change/", {"name": "x"}).status_code == 403
    many = {"action": "delete_selected", "_selected_action": [head.pk], "post": "yes"}
    operator.post("/admin/auth/group/", many)
    assert operator.get("/admin/auth/group/add/").status_code == 403
    assert set(Group.objects.values_list("name", flat=True)) == before


def test_addresses_and_second_factors_are_not_added_changed_or_deleted(operator, alice):
    own = Authenticator.objects.create(
        user=alice.user, type="totp", data={"secret": "PLANTEDSECRET"}
    )
    address = EmailAddress.objects.get(user=alice.user)
    for model, row in (("account/emailaddress", address), ("mfa/authenticator", own)):
        assert operator.get(f"/admin/{model}/").status_code == 200
        page = operator.get(f"/admin/{model}/{row.pk}/change/")
        assert page.status_code == 200
        assert "PLANTEDSECRET" not in page.content.decode()
        assert operator.get(f"/admin/{model}/add/").status_code == 403
        for verb in ("change", "delete"):
            answer = operator.post(f"/admin/{model}/{row.pk}/{verb}/", {"post": "yes"})
            assert answer.status_code == 403
    sent = {"user": alice.user_id, "email": "evil@example.org", "verified": "on"}
    assert operator.post("/admin/account/emailaddress/add/", sent).status_code == 403
    factor = {"user": alice.user_id, "type": "totp", "data": "{}"}
    assert operator.post("/admin/mfa/authenticator/add/", factor).status_code == 403
    assert not EmailAddress.objects.filter(email="evil@example.org").exists()
    assert Authenticator.objects.count() == 1


def test_users_are_listed_with_their_player(operator, alice):
    User.objects.create_user("nameless@example.org", "correct horse")
    page = operator.get("/admin/accounts/user/").content.decode()
    assert "field-player_name" in page
    assert ">Alice<" in page
    found = operator.get("/admin/accounts/user/?q=alice").content.decode()
    assert "nameless@example.org" not in found


def test_the_admin_sends_a_referee_to_the_referees_room(referee, office, alice, client_for):
    browser = client_for(referee)
    answer = browser.get("/admin/")
    assert (answer.status_code, answer["Location"]) == (302, "/referee/")
    office(referee, "operator")
    assert browser.get("/admin/").status_code == 200
    assert "/referee/" not in client_for(alice).get("/admin/")["Location"]
    assert "login" in client_for(None).get("/admin/")["Location"]
