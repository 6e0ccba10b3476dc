"""Texts of several lines have no control characters either, and yet tabs and ends of lines."""

from __future__ import annotations

import pytest
import time_machine
from django import forms
from django.urls import get_resolver

from accounts.naming import has_controls
from accounts.services import profile
from accounts.services.errors import ProfileRefused
from games.services.errors import Refused
from games.services.play import matches
from tests.games.conftest import play, start
from tests.markup import text_of
from tests.referees.conftest import begun, called, now
from tests.tournaments.conftest import hold, organiser, people, plan
from tests.tournaments.test_typed_days import filled
from tests.web.test_form_zones import forms_of
from tournaments.models import EntryRequest
from tournaments.referees.services import cases, private_data, rulings
from tournaments.referees.services.case_files import clean_case_text
from tournaments.referees.services.rulings import RulingRequest
from tournaments.services.admission import requests
from tournaments.services.clubs import founding, news
from tournaments.services.organisers import messages, notes
from tournaments.services.organisers.series import SeriesSettings
from tournaments.services.revisions import removing, revising

__all__ = ["begun", "called", "hold", "now", "organiser", "people", "plan", "play", "start"]
pytestmark = pytest.mark.django_db
ESCAPED = "First line\nsecond\x1b[2J"
LINES = "First line\r\n\tsecond"
# Fields of several lines whose text is kept or sent, by the service below that checks it.
CHECKED = {
    "event": {("AnnouncedForm", "text"), ("ContestForm", "text"), ("PlanForm", "text")},
    "revised event": {("RevisionForm", "text")},
    "club": {("CharterForm", "text")},
    "news": {("NewsForm", "text")},
    "series": {("SeriesForm", "text")},
    "profile": {("ProfileForm", "about")},
    "notes": {("NotesForm", "notes")},
    "ruling": {("ActForm", "reason")},
    "case": {("CaseForm", "text"), ("ClaimForm", "text"), ("WordsForm", "text")},
    "note about a case": {("NoteForm", "text")},
    "question": {("AskForm", "text")},
    "private data": {("PrivateDataForm", "reason")},
    "vote": {("VoteForm", "reason")},
}
# Of one line each, lists of names, days or links, and what operators alone write.
OTHERS = {
    *(("ChallengeForm", "greeting"), ("TermsForm", "greeting"), ("PublicProfileForm", "links")),
    *(("ListForm", "text"), ("PlanForm", "round_dates"), ("RevisionForm", "round_dates")),
    *((form, "forbidden") for form in ("PlanForm", "RevisionForm", "ScoringForm")),
    *(("SampleForm", "note"), ("SocialAppForm", "settings"), ("TextForm", "text")),
    *(("TimetableForm", "rulesets"), ("TimetableForm", "seeks")),
}


@pytest.mark.parametrize("sign", ["\x07", "\x1b", "\x7f", "\x9b", "\x0b", "\x0c", "\x1c", "\x85"])
def test_a_text_may_have_tabs_and_ends_of_lines_alone(sign):
    assert has_controls(f"a{sign}b\n", lines=True)
    assert not has_controls(LINES, lines=True)


def refusal(act) -> str:
    """Return the code with which something is refused."""
    with pytest.raises((Refused, ProfileRefused)) as caught:
        act()
    code = getattr(caught.value, "code", "")
    return str(getattr(caught.value, "params", {}).get("reason", code))


def test_every_field_of_several_lines_is_known():
    assert get_resolver().url_patterns  # the pages, and so the forms, are imported

    class Made(forms.Form):  # as the admin makes them for a page, and drops them some time later
        text = forms.CharField(widget=forms.Textarea)

    asked = {
        (form.__name__, name)
        for form in {*forms_of(forms.BaseForm)}
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field.widget, forms.Textarea)
    }
    assert asked == OTHERS.union(*CHECKED.values())
    assert Made in forms.Form.__subclasses__()


def test_no_text_of_events_and_clubs_has_any(hold, people, organiser, plan, noon):
    (alice,) = people(1)
    cup = hold([alice], access="public")
    by_request = hold([], name="Autumn cup", access="approval")
    requests.enter_or_request(by_request.pk, alice, now=noon)
    asked, entrant = EntryRequest.objects.get(), cup.entrants.get()
    club = founding.found_club(organiser, founding.ClubSettings("Post"), secret="k" * 22, now=noon)

    def acts(text):
        changed = {"text": text}
        return {
            "event": lambda: plan(text=text),
            "revised event": lambda: revising.propose(cup.pk, organiser, changed, now=noon),
            "club": lambda: founding.ClubSettings("Club", text).checked(),
            "news": lambda: news.announce(club.key, organiser, "Title", text, now=noon),
            "series": lambda: SeriesSettings("Series", [3, 2, 1], text=text).checked(),
            "message": lambda: messages.propose(cup.pk, organiser, "all", text, now=noon),
            "note": lambda: notes.add_note(cup.pk, organiser, text, now=noon),
            "profile": lambda: profile.change_profile(
                alice, name=alice.name, about=text, language="en"
            ),
            "declined": lambda: requests.answer(
                by_request.pk, organiser, asked.pk, accept=False, reason=text, now=noon
            ),
        }

    refused = {name: refusal(act) for name, act in acts(ESCAPED).items()}
    assert refused.pop("profile") == "about_controls"
    assert refused == dict.fromkeys(refused, "control_characters")
    for act in acts(LINES).values():
        act()
    token = removing.propose(cup.pk, organiser, entrant.pk, now=noon).preview_token
    said = {"preview_token": token, "now": noon}
    out = refusal(lambda: removing.remove(cup.pk, organiser, entrant.pk, reason=ESCAPED, **said))
    assert out == "control_characters"
    removing.remove(cup.pk, organiser, entrant.pk, reason=LINES, **said)


def test_no_text_about_a_match_or_a_case_has_any(begun, called, alice, bob, referee, now):
    def acts(text):
        ask = RulingRequest("warn", "C-11", text, match_id=begun.pk, player_id=alice.pk)
        return {
            "notes": lambda: matches.write_notes(begun.pk, alice, text),
            "statement": lambda: cases.give_statement(called.pk, bob, text, now=now),
            "note about a case": lambda: cases.add_note(called.pk, referee, text, now=now),
            "question": lambda: cases.ask_party(called.pk, bob.pk, text, by=referee, now=now),
            "ruling": lambda: rulings.preview_ruling(ask, referee, now=now),
            "case": lambda: clean_case_text(text),
            "private data": lambda: private_data.open_private_data(
                called.pk, referee, text, now=now
            ),
        }

    refused = {name: refusal(act) for name, act in acts(ESCAPED).items()}
    assert refused == dict.fromkeys(refused, "control_characters")
    for act in acts(LINES).values():
        act()


def test_pages_say_so(hold, people, organiser, client_for, noon):
    cup = hold(people(2))
    browser, base = client_for(organiser), cup.get_absolute_url()
    with time_machine.travel(noon, tick=False):
        revised = filled(browser.get(f"{base}revise/"), text=ESCAPED)
        for address, sent in (("message", {"to": "all", "text": ESCAPED}), ("revise", revised)):
            answer = browser.post(f"{base}{address}/", sent)
            assert answer.status_code == 422
            assert "Remove the control characters." in text_of(answer)


def test_the_profile_names_the_field(alice, client_for):
    given = {"name": alice.name, "about": "a\x1b", "language": "en"}
    answer = client_for(alice).post("/settings/", given)
    assert answer.status_code == 422
    assert answer.context["form"].errors.keys() == {"about"}
