"""An organiser invites many players from a list: errors by line, a preview, invitations."""

from __future__ import annotations

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from notifications.models import Message
from tests.api.conftest import api
from tests.tournaments.test_revisions import refused
from tournaments.models import EventInvitation
from tournaments.services.admission import lists
from tournaments.services.admission.columns import parse_rows

__all__ = ["api"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def noon():
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


def test_a_list_is_previewed_line_by_line_then_invited(hold, people, organiser, client_for):
    one, two, three = people(3)
    cup = hold([three])
    browser, base = client_for(organiser), f"/tournaments/{cup.pk}/people/"
    address = f"{base}list/"
    assert address in browser.get(base).text
    rows = ["Name;Club", f"{one.name};Aarau", "", "Nobody Known;Bern", f"{two.name};Chur"]
    text = "\n".join([*rows, f"{one.name};X", f"{three.name};Y"])
    preview = browser.post(address, {"text": text})
    said = " ".join(re.sub(r"<[^>]*>", " ", preview.text).split())
    assert "Line 2: Player01 will be invited by e-mail" in said
    assert "Line 4: Nobody Known not invited" in said
    assert "Player01 has already been invited." in said
    assert "Player03 has already entered." in said
    assert not EventInvitation.objects.exists()
    assert not Message.objects.filter(player=one).exists()
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', preview.text)[0]
    assert browser.post(address, {"text": text, "preview_token": "x"}).status_code == 409
    assert "Aarau" in browser.post(address, {"text": text, "edit": "1"}).text
    assert browser.post(address, {"text": text, "preview_token": preview_token}).status_code == 303
    assert {each.player for each in EventInvitation.objects.all()} == {one, two}
    assert Message.objects.filter(player=one).count() == 1
    again = browser.post(address, {"text": text, "preview_token": preview_token})
    assert again.status_code == 409
    assert browser.post(address, {"text": " \n;;\n"}).status_code == 422
    for who, status in ((one, 403), (None, 302)):
        assert client_for(who).get(address).status_code == status
        assert (
            client_for(who)
            .post(address, {"text": text, "preview_token": preview_token})
            .status_code
            == status
        )


def test_a_file_as_spreadsheets_write_it_is_confirmed_as_it_was_previewed(
    hold, people, organiser, client_for
):
    (one,) = people(1)
    cup = hold([])
    browser, address = client_for(organiser), f"/tournaments/{cup.pk}/people/list/"
    rows = f"\r\nPlayer\tOrt\r\n{one.name}\tZürich\r\n".encode("utf-16")
    preview = browser.post(address, {"text": "", "file": SimpleUploadedFile("list.txt", rows)})
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', preview.text)[0]
    text = html.unescape(re.findall(r'name="text" value="([^"]*)"', preview.text)[0])
    assert browser.post(address, {"text": text, "preview_token": preview_token}).status_code == 303
    assert EventInvitation.objects.get().player == one


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("E-Mail;Name\na@x.org;Anna", [(2, "Anna", "a@x.org")]),
        ("email\na@x.org\nb@x.org", [(2, "", "a@x.org"), (3, "", "b@x.org")]),
        ("Vorname;Nachname;E-Mail\nAnna;Muster;a@x.org", [(2, "Anna Muster", "a@x.org")]),
        ("Name;Vorname\nMuster;Anna", [(2, "Anna Muster", "")]),
        ("Nom,Prénom\nMuster,Anna", [(2, "Anna Muster", "")]),
        ("Nome\tCognome\nAnna\tMuster", [(2, "Anna Muster", "")]),
        ("Club,First name,Last name,Player\nX,Anna,Muster,anna7", [(2, "anna7", "")]),
        ("First name\nAnna", [(2, "Anna", "")]),
        ("Adresse e-mail;Club\na@x.org;Aarau", [(2, "", "a@x.org")]),
        ("a@x.org;Anna\nBen;b@x.org;Bern", [(1, "Anna", "a@x.org"), (2, "Ben", "b@x.org")]),
        ("Player;Parent;E-Mail\nanna7;m@x.org;a@x.org", [(2, "anna7", "a@x.org")]),
        ("Player;E-Mail;Notes\nanna7;;ask m@x.org", [(2, "anna7", "")]),
        ("sep=;\n\nPlayer;E-Mail\nanna7;a@x.org", [(4, "anna7", "a@x.org")]),
        (";Aarau\nAnna;Bern", [(2, "Anna", "")]),
        ("Anna\nName", [(1, "Anna", ""), (2, "Name", "")]),
    ],
)
def test_headings_say_which_columns_have_name_and_address(text, expected):
    assert parse_rows("\ufeff" + text) == expected


def test_a_list_can_be_a_file(hold, people, organiser, client_for):
    one, two = people(2)
    cup = hold([])
    browser, address = client_for(organiser), f"/tournaments/{cup.pk}/people/list/"
    rows = f"Spieler;Ort\r\n{one.name};Zürich\r\n{two.name};Genève\r\n".encode("latin-1")
    preview = browser.post(address, {"text": "", "file": SimpleUploadedFile("list.csv", rows)})
    assert "Line 3:" in preview.text
    preview_token = re.findall(r'name="preview_token" value="(\w+)"', preview.text)[0]
    text = html.unescape(re.findall(r'name="text" value="([^"]*)"', preview.text)[0])
    assert "Zürich" in text
    assert browser.post(address, {"text": text, "preview_token": preview_token}).status_code == 303
    assert {each.player for each in EventInvitation.objects.all()} == {one, two}
    for content in (b"", b"x" * 40_001, b"\n" * 5, b"a,b\n" * 101):
        file = SimpleUploadedFile("list.csv", content)
        wrong = browser.post(address, {"text": "", "file": file})
        assert wrong.status_code == 422
        assert 'aria-invalid="true"' in wrong.text
    assert "required" in browser.post(address, {"text": ""}).text


def test_a_list_has_an_end(hold, organiser, noon):
    cup = hold([])
    long = "\n".join(f"P{number}" for number in range(101))
    refused("list_too_long", lists.propose, cup.pk, organiser, long, now=noon)
    refused("list_too_long", lists.propose, cup.pk, organiser, "x" * 10_001, now=noon)
    refused("empty_list", lists.propose, cup.pk, organiser, '\x00\n""', now=noon)
    odd = lists.propose(cup.pk, organiser, '"unclosed, quote\n=cmd()', now=noon)
    assert all(each.error for each in odd.lines)


def test_a_list_through_the_api(hold, people, organiser, api):
    one, two = people(2)
    cup = hold([])
    at = f"tournaments/{cup.pk}/invite/list/"
    body = {"text": f"{one.name}\nNobody Known\n"}
    assert api().post(at, body).brief == (401, "not_authenticated")
    assert api(two).post(at, body).brief == (403, "not_your_tournament")
    seen = api(organiser).post(at, body).json
    assert (seen["made"], [bool(each["error"]) for each in seen["lines"]]) == (False, [False, True])
    assert not EventInvitation.objects.exists()
    assert api(organiser).post(at, {**body, "preview_token": "x"}).brief == (
        409,
        "revised_meanwhile",
    )
    assert api(organiser).post(at, {**body, "preview_token": seen["preview_token"]}).json["made"]
    assert EventInvitation.objects.get().player == one
