"""``/status/`` and the operator's page of outages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Heartbeat, Match, Outage, Seat
from games.services.play import flags
from games.services.time import outages

pytestmark = pytest.mark.django_db
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def status(client):
    answer = client.get("/status/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_everybody_sees_when_the_site_was_down(client, noon):
    now = timezone.now()
    assert "None." in status(client)
    outages.record_heartbeat(now=now - 3 * DAY)
    outages.record_heartbeat(now=now)
    outages.enter_outage(now, now + HOUR, note="New disk", by=None, now=now)
    told = status(client)
    assert "3 days" in told
    assert "the scheduler was silent" in told
    assert "New disk" in told
    assert "ongoing" in told
    assert "Working." in told


def test_a_silence_that_goes_on_is_told(client):
    Heartbeat.objects.create(pk=Heartbeat.ONLY, at=timezone.now() - 5 * MINUTE)
    assert "Paused: the scheduler has not reported since" in status(client)


def test_what_is_late_is_told(client, monkeypatch):
    from config.web import health

    late = {"emails": {"ok": False, "seconds": 1}, "flags": {"ok": False, "seconds": 1}}
    monkeypatch.setattr(health, "lags", lambda now: late)
    monkeypatch.setattr(health, "broker", lambda: {"ok": False})
    told = status(client)
    for words in ("Working, but time-outs are handled late.", "Delayed:", "broker is unavailable"):
        assert words in told


def test_every_page_leads_to_it(client):
    assert 'href="/status/"' in client.get("/about/").content.decode()


def entered(client, since, until, note=""):
    form = {"note": note}
    for name, at in (("since", since), ("until", until)):
        local = timezone.localtime(at)
        form |= {f"{name}_0": local.strftime("%Y-%m-%d"), f"{name}_1": local.strftime("%H:%M:%S")}
    return client.post(reverse("admin:games_outage_add"), form, follow=True)


def test_an_operator_enters_an_outage_by_hand_and_reads_what_was_lost_in_it(
    admin_client, start, play, alice, bob
):
    now = timezone.now().replace(microsecond=0)
    kept, lost = (start(alice, bob, now=now - 5 * DAY) for _match in range(2))
    for match in (kept, lost):
        play(match, "b2,a1", now - 5 * DAY)
    Seat.objects.filter(match=kept).exclude(awaited_since=None).update(deadline_at=None)
    flags.settle_flags(now=now - 2 * DAY + HOUR)
    assert Match.objects.get(pk=lost.pk).ending == "timeout"
    answer = entered(admin_client, now - 3 * DAY, now, "The cable was cut")
    told = answer.content.decode()
    assert "Matches lost on time during the outage: 1." in told
    outage = Outage.objects.get()
    assert (outage.since, outage.until, outage.note) == (now - 3 * DAY, now, "The cable was cut")
    assert outage.source == Outage.Source.OPERATOR
    page = admin_client.get(reverse("admin:games_outage_change", args=[outage.pk]))
    assert f'<a href="/matches/{lost.pk}/">' in page.content.decode()
    flags.settle_flags(now=now)
    assert Match.objects.get(pk=kept.pk).is_running


@pytest.mark.parametrize(
    ("since", "until", "words"),
    [
        (HOUR, 0 * HOUR, "An outage must end after it begins."),
        (-40 * DAY, -2 * DAY, "at most 31 days"),
        (-40 * DAY, -39 * DAY, "less than 31 days ago"),
    ],
)
def test_an_impossible_outage_is_refused_with_a_sentence(admin_client, since, until, words):
    now = timezone.now()
    answer = entered(admin_client, now + since, now + until)
    told = answer.content.decode()
    assert words in told
    assert told.count('class="errorlist"') == 1  # beside its field, and no word of constraints
    assert "outage_runs_forward" not in told
    assert not Outage.objects.exists()


def test_an_outage_is_neither_changed_nor_removed_but_can_be_ended(admin_client):
    now = timezone.now()
    made = outages.enter_outage(now, now + 9 * HOUR, note="", by=None, now=now)
    change = reverse("admin:games_outage_change", args=[made.pk])
    assert admin_client.post(change, {"note": "x"}).status_code == 403
    assert (
        admin_client.post(reverse("admin:games_outage_delete", args=[made.pk])).status_code == 403
    )
    chosen = {"action": "end_now", "_selected_action": [made.pk]}
    for words in ("Ended", "This outage is over"):
        answer = admin_client.post(reverse("admin:games_outage_changelist"), chosen, follow=True)
        assert words in answer.content.decode()
    made.refresh_from_db()
    assert made.until < now + HOUR


def test_a_cancelled_outage_is_not_listed(client):
    now = timezone.now()
    ahead = outages.enter_outage(now + HOUR, now + 2 * HOUR, note="New disk", by=None, now=now)
    assert "New disk" in status(client)
    outages.end_outage(ahead.pk, now=now)
    assert "New disk" not in status(client)
    assert "None." in status(client)


def test_only_operators_enter_outages(client_for, alice):
    answer = entered(client_for(alice), timezone.now(), timezone.now() + HOUR)
    assert "Every running clock" not in answer.content.decode()
    assert not Outage.objects.exists()
