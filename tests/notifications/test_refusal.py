"""Refusing e-mails: by the link in the e-mail and on the page of settings."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.signing import Signer

from accounts.models import Player
from notifications import queries
from notifications.kinds import OFFERED
from notifications.models import EmailSettings, Message, Preference
from notifications.services import subscriptions
from notifications.services.subscriptions import NotRefusableError, unsubscribe_token


@pytest.fixture
def link(alice):
    return f"/unsubscribe/{unsubscribe_token(alice.pk, 'your_turn')}/"


def test_opening_the_link_changes_nothing(alice, link, client_for):
    for _ in range(2):
        page = client_for().get(link)
        assert page.status_code == 200
        assert "My turn to move" in page.content.decode()
    assert client_for().head(link).status_code == 200
    assert Preference.objects.count() == 0
    assert queries.wants(alice, "your_turn")


def test_one_click_by_a_mail_program_refuses_without_cookie_or_csrf_token(alice, link, client_for):
    client = client_for(enforce_csrf_checks=True)
    answer = client.post(link, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not queries.wants(alice, "your_turn")
    assert queries.wants(alice, "reminder"), "only this kind"
    assert client.post(link).status_code == 200, "twice is as good as once"
    assert Preference.objects.count() == 1


def test_refusing_takes_back_the_emails_that_still_wait(alice, link, post, client_for):
    from django.utils import timezone

    post(alice, now=timezone.now(), settle=True)
    client_for().post(link)
    assert Message.objects.get().state == Message.State.WITHDRAWN


def test_the_same_link_takes_the_refusal_back(alice, link, client_for):
    client = client_for(enforce_csrf_checks=True)
    client.post(link)
    assert client.post(link, {"again": "1"}).status_code == 200
    assert queries.wants(alice, "your_turn")


@pytest.mark.parametrize("token", ["nonsense", "WzEsMl0:xx", "%00", "a" * 3000])
def test_a_link_that_was_cut_or_altered_is_answered_politely(db, token, client_for):
    answer = client_for().post(f"/unsubscribe/{token}/")
    assert answer.status_code == 404


@pytest.mark.parametrize(
    "content", [[1], "x", {"a": 1}, [None, "your_turn"], [[1], "your_turn"], [1, {}]]
)
def test_a_signed_token_of_another_shape_is_no_key(db, content, client_for):
    token = Signer(salt="notifications.unsubscribe").sign_object(content)
    assert client_for().get(f"/unsubscribe/{token}/").status_code == 404


def test_login_emails_and_rulings_cannot_be_refused(alice, noon, client_for):
    for kind in ("security", "ruling", "case_opened", "appeal_result"):
        with pytest.raises(NotRefusableError):
            subscriptions.set_preference(alice, kind, wanted=False, now=noon)
        Preference.objects.create(player=alice, kind=kind, wanted=False)
        assert queries.wants(alice, kind)
        answer = client_for().post(f"/unsubscribe/{unsubscribe_token(alice.pk, kind)}/")
        assert answer.status_code == 400


def test_a_thread_can_be_muted_and_opened(alice, noon, post):
    post(alice, settle=True)
    subscriptions.set_preference(alice, "", thread="match:7", wanted=False, now=noon)
    assert Message.objects.get().state == Message.State.WITHDRAWN
    assert post(alice, "next") is None
    subscriptions.set_preference(alice, "", thread="match:7", wanted=True, now=noon)
    assert post(alice, "next") is not None


def filled(**changes):
    data = {f"kind_{kind}": "on" for kind in OFFERED}
    data |= {"settle_minutes": "5", "digest_after": "3", "digest_hour": "7"}
    return {key: value for key, value in (data | changes).items() if value is not None}


def test_the_page_of_settings_saves_boxes_and_times(alice, client_for):
    client = client_for(alice)
    page = client.get("/settings/emails/").content.decode()
    assert 'name="kind_your_turn" id="id_kind_your_turn" checked' in page
    assert "kind_challenge_accepted" not in page, "nothing sends it yet"
    answer = client.post("/settings/emails/", filled(kind_chat_digest=None), follow=True)
    assert "Your e-mail settings are saved." in answer.content.decode()
    assert not queries.wants(alice, "chat_digest")
    assert queries.wants(alice, "your_turn")
    settings = queries.settings_for(alice)
    assert (settings.settle_minutes, settings.digest_after, settings.digest_hour) == (5, 3, 7)
    again = client.get("/settings/emails/").content.decode()
    assert 'name="kind_chat_digest" id="id_kind_chat_digest">' in again


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("settle_minutes", "61", "Enter a whole number from 0 to 60."),
        ("settle_minutes", "x", "Enter a whole number from 0 to 60."),
        ("digest_hour", "24", "Enter a whole number from 0 to 23."),
        ("digest_after", "", "This field is required."),
    ],
)
def test_a_bad_value_is_named_and_nothing_is_saved(alice, client_for, field, value, said):
    answer = client_for(alice).post("/settings/emails/", filled(**{field: value}))
    assert answer.status_code == 422
    assert "Nothing has been saved yet" in answer.content.decode()
    assert said in answer.content.decode()
    assert Preference.objects.count() == EmailSettings.objects.count() == 0


def test_the_page_of_settings_asks_strangers_to_log_in(db, client_for):
    answer = client_for().get("/settings/emails/")
    assert answer.status_code == 302
    assert answer.url.startswith("/account/login/")


def test_a_login_without_a_player_is_told_so(db, client_for):
    from accounts.models import User

    client = client_for()
    client.force_login(User.objects.create_superuser("root@example.org", "correct horse"))
    assert client.get("/settings/emails/").status_code == 403


def test_an_address_that_bounced_is_shown_and_can_be_trusted_again(alice, noon, post, client_for):
    EmailSettings.objects.create(player=alice, bounced_at=noon, bounced_address=alice.address)
    client = client_for(alice)
    assert (
        "so we have stopped sending e-mails there"
        in client.get("/settings/emails/").content.decode()
    )
    client.post("/settings/emails/", {"trust": "1"})
    assert (
        "so we have stopped sending e-mails there"
        not in client.get("/settings/emails/").content.decode()
    )
    alice = Player.objects.get(pk=alice.pk)
    assert post(alice, now=noon + timedelta(hours=1)) is not None


def test_the_link_of_a_closed_account_is_dead(alice, link, client_for, noon):
    Player.objects.filter(pk=alice.pk).update(closed_at=noon)
    for answer in (client_for().get(link), client_for().post(link)):
        assert answer.status_code == 404
    assert not Preference.objects.exists()
