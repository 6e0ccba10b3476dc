"""How boards look: chosen by players for good, and by visitors in their browser."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.appearance.looks import COOKIE
from accounts.models import Player

pytestmark = pytest.mark.django_db
URL = "/settings/boards/"


def look_in(page: Any) -> str:
    """Return what the page's first tag says about the look."""
    head = page.content.decode().partition("<html")[2].partition(">")[0]
    return str(head.partition('data-board="')[2].partition('"')[0])


def test_a_player_keeps_the_look_and_a_visitor_has_it_in_a_cookie(client, alice, client_for):
    assert reverse("games:board_look") == URL
    page = client.get(URL)
    assert look_in(page) == ""
    assert client.post(URL, {"letters": "on", "colours": "on", "else": "on"}).status_code == 302
    assert client.cookies[COOKIE].value == "letters.colours"
    page = client.get(URL)
    assert look_in(page) == "letters colours"
    assert page.context["form"].initial["colours"]
    assert "pattern-r" not in page.content.decode()
    client.cookies[COOKIE] = "letters.<script>"
    assert look_in(client.get("/")) == "letters"

    own = client_for(alice)
    own.cookies[COOKIE] = "letters"
    own.post(URL, {"patterns": "on", "contrast": "on"})
    assert Player.objects.get(pk=alice.pk).board_look == ["patterns", "contrast"]
    page = own.get(URL)
    assert look_in(page) == "patterns contrast"
    assert 'id="pattern-r"' in page.content.decode()
    own.post(URL, {})
    assert look_in(own.get(URL)) == "", "the browser's own choice is forgotten with it"
