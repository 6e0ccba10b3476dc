"""Notifications turned on and off in the settings, with a push service that only pretends."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from notifications.models import PushSubscription
from tests.browser.test_match_page import seated
from tests.notifications.push_service import Device

__all__ = ["seated"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PRETEND = """(() => {
  const { endpoint, ...keys } = %s;
  const kept = window.sessionStorage; // what the browser keeps of it
  const found = {
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => kept.removeItem("siteKey") || true,
  };
  const { prototype } = window.PushManager;
  prototype.getSubscription = async () => (kept.siteKey ? found : null);
  prototype.subscribe = async (asked) => {
    kept.siteKey = asked.applicationServerKey.length;
    return found;
  };
  Object.defineProperty(window.ServiceWorkerContainer.prototype, "ready", {
    get: async () => ({ pushManager: prototype }),
  });
  window.Notification.requestPermission = async () => kept.allowed || "denied";
})()"""


def test_notifications_are_turned_on_shown_to_be_on_and_turned_off(alice: Any, seated: Any) -> None:
    device, page = Device(), seated(alice)
    page.add_init_script(PRETEND % json.dumps(device.told))
    page.goto("/settings/emails/")
    part, turn_on = (
        page.locator("#browser"),
        page.get_by_role("button", name="Turn on notifications"),
    )
    turn_on.click()
    expect(part.get_by_role("alert")).to_contain_text("are blocked")
    assert not PushSubscription.objects.exists()
    page.evaluate("window.sessionStorage.allowed = 'granted'")
    turn_on.click()
    page.get_by_text("Notifications are on in this browser.").wait_for()
    expect(part.get_by_role("group", name="Notify me about")).to_be_visible()
    expect(turn_on).to_have_count(0)
    known = PushSubscription.objects.get()
    told = {"endpoint": known.endpoint, "p256dh": known.p256dh, "auth": known.auth}
    assert (known.player, told) == (alice, device.told)
    assert page.evaluate("window.sessionStorage.siteKey") == "65"  # the site's key, uncompressed
    part.get_by_role("button", name="Turn off in this browser").click()
    page.get_by_text("Notifications are off in this browser.").wait_for()
    expect(turn_on).to_be_visible()
    assert not PushSubscription.objects.exists()
    assert page.evaluate("window.sessionStorage.siteKey") is None
