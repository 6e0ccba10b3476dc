"""Names that are written from right to left turn nothing beside them."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.naming import isolated
from notifications.models import Message
from notifications.services import rendering
from tests.emails import render
from tests.markup import text_of
from tournaments.models import ClubLine
from tournaments.referees.web.forms.lookup import matching_choices
from tournaments.services.clubs import log

HEBREW, ARABIC = "שלום 2", "سلمى"
SHOWN = f"\N{FIRST STRONG ISOLATE}{HEBREW}\N{POP DIRECTIONAL ISOLATE}"


@pytest.fixture
def shalom(person):
    return person(HEBREW)


def test_only_names_from_right_to_left_are_isolated_and_once():
    assert isolated(HEBREW) == isolated(isolated(HEBREW)) == SHOWN
    assert [isolated(name) for name in ("Alice", "Анна", "李小龍", "")] == [
        "Alice",
        "Анна",
        "李小龍",
        "",
    ]
    shown = Template("{{ name|isolated }}").render(Context({"name": "<Alice>"}))
    assert shown == "&lt;Alice&gt;"


@pytest.mark.django_db
def test_a_match_page_isolates_names(shalom, alice, start, client_for):
    match = start(shalom, alice, now=timezone.now())
    page = text_of(client_for(alice).get(f"/matches/{match.pk}/"))
    assert SHOWN in page
    assert HEBREW not in page.replace(SHOWN, "")


def test_a_table_isolates_names():
    rows = [({"place": 1}, {"name": HEBREW, "pk": 1})]
    table = render_to_string("tournaments/clubs/_table.html", {"rows": rows})
    assert SHOWN in table


@pytest.mark.django_db
def test_an_e_mail_isolates_names_in_text_html_and_subject(shalom, alice, start, client_for):
    match = start(shalom, alice, now=timezone.now())
    client_for(shalom).post(f"/matches/{match.pk}/move/", {"move": "a1", "seen": 0})
    sent = render(Message.objects.filter(player=alice).latest("pk"), timezone.now())
    for part in (sent.subject, sent.body, str(sent.alternatives[0][0])):
        assert SHOWN in part
        assert HEBREW not in part.replace(SHOWN, "")


def test_what_an_e_mail_names_is_isolated_and_its_sentences_and_files_are_not():
    context = {"by": ARABIC, "sender": ARABIC, "names": [HEBREW], "note": f"Ask {ARABIC}."}
    assert rendering._isolate_names(context) == {
        "by": isolated(ARABIC), "sender": ARABIC, "names": [SHOWN], "note": f"Ask {ARABIC}.",
    }  # fmt: skip


def test_a_choice_is_found_by_a_name_as_people_type_it():
    choices = [("1", isolated(HEBREW)), ("2", f"Alice: {isolated(HEBREW)}")]
    assert matching_choices(choices, HEBREW) == choices[:1]
    assert matching_choices(choices, f"alice {isolated(HEBREW)}") == choices[1:]


@pytest.mark.django_db
def test_the_log_of_a_club_isolates_names(shalom, alice):
    line = ClubLine(act=ClubLine.Act.REMOVED, by=alice, about=shalom)
    with translation.override("en"):
        assert log.sentence(line) == f"Alice has removed {SHOWN}."
