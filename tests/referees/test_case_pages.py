"""The pages of a case: taken on, asked about, appealed, and read by those whom it concerns."""

from __future__ import annotations

import re

import pytest

from games.models import Order
from notifications.models import Message
from tests.referees.desk_pages import hidden, text_of
from tournaments.referees.services import cases, rulings
from tournaments.referees.services.rulings import RulingRequest

pytestmark = pytest.mark.django_db


def test_a_case_is_taken_on_and_questions_are_asked(called, alice, referee, client_for):
    browser = client_for(referee)
    browser.post(f"/referee/cases/{called.pk}/assign/", {"to": str(referee.pk)})
    browser.post(f"/referee/cases/{called.pk}/note/", {"text": "Hm."})
    page = browser.post(
        f"/referee/cases/{called.pk}/ask/", {"player": str(alice.pk), "text": "Why?"}, follow=True
    )
    called.refresh_from_db()
    assert (called.state, called.assignee) == ("assigned", referee)
    assert "Hm." in text_of(page)
    seen = text_of(client_for(alice).get(f"/cases/{called.pk}/"))
    assert ("Why?" in seen, "Hm." in seen) == (True, False)


def test_an_appeal_is_made_on_the_page_and_heard_by_another(
    called, bob, referee, person, office, client_for, now
):
    rulings.preview_and_sign(
        RulingRequest("dismiss", "R-2", "No ground.", case_id=called.pk), referee, now=now
    )
    browser = client_for(bob)
    browser.post(f"/cases/{called.pk}/appeal/", {"text": "Doch."})
    called.refresh_from_db()
    assert called.state == "appealed"
    given = {"act": "uphold", "paragraph": "R-5", "reason": "Right.", "step": "preview"}
    page = client_for(referee).post(f"/referee/cases/{called.pk}/rule/", given)
    assert (page.status_code, "You have already ruled in this case" in text_of(page)) == (403, True)
    other = client_for(office(person("Ravi")))
    fields = hidden(other.post(f"/referee/cases/{called.pk}/rule/", given))
    other.post(f"/referee/cases/{called.pk}/rule/", fields | {"step": "sign"})
    called.refresh_from_db()
    assert called.state == "closed"
    assert "geschlossen" in text_of(browser.get(f"/cases/{called.pk}/"))


@pytest.mark.long
def test_a_case_under_appeal_is_offered_to_nobody_who_may_not_decide_it(
    called, bob, referee, person, office, client_for, now
):
    rulings.preview_and_sign(
        RulingRequest("dismiss", "R-2", "No ground.", case_id=called.pk), referee, now=now
    )
    cases.appeal(called.pk, bob, "Look again.", now=now)
    browser, address = client_for(referee), f"/referee/cases/{called.pk}/"
    assert 'name="to"' not in browser.get(address).content.decode()
    ravi = office(person("Ravi"))
    page = browser.get(address).content.decode()
    assert f'<option value="{ravi.pk}">Ravi</option>' in page
    assert f'<option value="{referee.pk}"' not in page.split('name="to"')[1].split("</select>")[0]
    sent = browser.post(f"{address}assign/", {"to": str(referee.pk)})
    assert "You have already ruled in this case" in text_of(sent)


ACTS = (
    *("dismiss", "grant_time", "pause", "resume", "adjudicate", "forfeit", "annul"),
    *("warn", "suspend", "uphold", "undo"),
)


def test_every_act_has_a_form(called, referee, client_for):
    browser, address = client_for(referee), f"/referee/cases/{called.pk}/rule/"
    for act in ACTS:
        assert browser.get(f"{address}?act={act}").status_code == 200, act
        assert browser.post(address, {"act": act, "step": "preview"}).status_code == 422, act


def test_an_act_that_does_not_exist_is_refused(called, referee, client_for):
    assert client_for(referee).get(f"/referee/cases/{called.pk}/rule/?act=zzz").status_code == 422


@pytest.fixture
def accused(begun, alice, bob, office, now):
    """Return a discreet case of Bob's about Alice, who is a referee herself."""
    office(alice)
    return cases.open_case(
        bob, kind="multi_account", text="Twins!", match_id=begun.pk, about_id=alice.pk, now=now
    )


def test_a_referee_sees_no_discreet_case_about_themselves(accused, alice, referee, client_for):
    client = client_for(alice)
    assert client.get(f"/referee/cases/{accused.pk}/").status_code == 404
    assert client.get(f"/referee/cases/{accused.pk}/rule/?act=dismiss").status_code == 404
    assert f"/cases/{accused.pk}/" not in client.get("/referee/").content.decode()
    desk = client.get(f"/referee/matches/{accused.match_id}/").content.decode()
    assert f"/cases/{accused.pk}/" not in desk
    assert f"/cases/{accused.pk}/" in client_for(referee).get("/referee/").content.decode()


def test_a_statement_in_a_discreet_case_is_read_by_its_writer_and_the_referees_alone(
    accused, alice, bob, referee, client_for, now
):
    cases.ask_party(accused.pk, alice.pk, "Who is Carol?", by=referee, now=now)
    cases.give_statement(accused.pk, alice, "Carol is my sister.", now=now)
    words = "Carol is my sister."
    assert words in client_for(referee).get(f"/referee/cases/{accused.pk}/").text
    assert words in client_for(alice).get(accused.get_absolute_url()).text
    page = client_for(bob).get(accused.get_absolute_url())
    assert page.status_code == 200
    assert words not in page.text
    assert "Who is Carol?" not in page.text
    told = Message.objects.filter(player=bob, context__step="said")
    assert not told.exists()


@pytest.mark.long
def test_a_referee_reads_no_notes_on_their_own_case_nor_orders_against_them(
    called, alice, bob, referee, office, client_for, now
):
    office(alice)
    cases.add_note(called.pk, referee, "Looks guilty.", now=now)
    waiting = {"kind": "conditional", "after": 2, "created_at": now}
    Order.objects.create(match=called.match, seat=1, text="if b1 then c3", **waiting)
    client = client_for(alice)
    page = client.get(f"/referee/cases/{called.pk}/")
    assert page.status_code == 200
    assert "Looks guilty." not in text_of(page)
    address = f"/referee/matches/{called.match_id}/"
    assert "then c3" not in text_of(client.get(address))
    judge = client_for(referee)
    assert "then c3" not in text_of(judge.get(address))
    private = f"/referee/cases/{called.pk}/private-data/"
    assert client.post(private, {"reason": "For me."}).status_code == 403
    assert judge.post(private, {"reason": "Was it planned?"}).status_code == 303
    assert "then c3" in text_of(judge.get(address))
    assert "then c3" not in text_of(client.get(address))


def test_a_referee_who_plays_reads_of_no_e_mails_to_others(
    called, alice, bob, referee, office, client_for
):
    office(alice)
    address = f"/referee/matches/{called.match_id}/"
    readers = {
        each["message"].player for each in client_for(referee).get(address).context["emails"]
    }
    assert bob in readers
    own = client_for(alice).get(address).context["emails"]
    assert {each["message"].player for each in own} <= {alice}


def test_a_referee_finds_any_match_and_its_page_leads_to_the_desk(
    begun, alice, bob, carol, start, referee, office, client_for, now
):
    private = start(carol, alice, private=True, rated=False, now=now)
    browser = client_for(referee)
    assert 'href="/referee/matches/"' in browser.get("/referee/").content.decode()
    for words, found in (
        ("", {begun.pk, private.pk}),
        (str(private.pk), {private.pk}),
        ("CAROL", {private.pk}),
        ("alice bob", {begun.pk}),
        ("zoe", set()),
        ("9" * 40, set()),
    ):
        page = browser.get("/referee/matches/", {"q": words})
        assert page.status_code == 200
        shown = re.findall(r'href="/referee/matches/(\d+)/"', page.content.decode())
        assert {int(each) for each in shown} == found, words
    assert browser.get("/referee/matches/", {"q": "\x00"}).status_code == 404
    link = f'href="/referee/matches/{begun.pk}/"'
    assert link in browser.get(f"/matches/{begun.pk}/").content.decode()
    assert link not in client_for(alice).get(f"/matches/{begun.pk}/").content.decode()
    assert client_for(alice).get("/referee/matches/").status_code == 403
    elsewhere = client_for(office(carol, "event_referee"))
    assert elsewhere.get("/referee/matches/").status_code == 403
