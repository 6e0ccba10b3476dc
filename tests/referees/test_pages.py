"""The referee desk and the player's pages about cases: who may enter, and what is done there."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Order
from tournaments.referees.models import Case, Ruling
from tournaments.referees.services import cases, rulings
from tournaments.referees.services.rulings import RulingRequest

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def now():
    return timezone.now()


@pytest.fixture
def begun(alice, bob, start, play, now):
    """Return a rated match in which both have moved; Alice is to move."""
    match = start(alice, bob, now=now - DAY)
    play(match, "b2,a1", now - DAY)
    return match


@pytest.fixture
def called(begun, bob, referee, now):
    """Return a case that Bob has opened about his match with Alice."""
    return cases.open_case(
        bob, kind="little_effort", text="At random.", match_id=begun.pk, now=now - DAY
    )


def hidden(page) -> dict[str, str]:
    """Return the hidden fields and values of a page's forms."""
    found = re.findall(r"<input[^>]*>|<textarea[^>]*>.*?</textarea>", page.content.decode(), re.S)
    fields = {}
    for tag in found:
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if name and 'type="hidden"' in tag:
            fields[name[1]] = value[1] if value else ""
    return fields


def text_of(page) -> str:
    """Return a page without tags."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).split())


PAGES = (
    "/referee/",
    "/referee/cases/{case}/",
    "/referee/cases/{case}/rule/?act=annul",
    "/referee/matches/{match}/",
    "/referee/matches/{match}/rule/?act=annul",
    "/referee/players/{player}/rule/?act=warn",
)
DEEDS = (
    ("/referee/cases/{case}/assign/", {"to": "1"}),
    ("/referee/cases/{case}/ask/", {"player": "1"}),
    ("/referee/cases/{case}/note/", {"text": "x"}),
    ("/referee/cases/{case}/rule/", {"act": "annul", "step": "sign"}),
    ("/referee/matches/{match}/rule/", {"act": "annul", "step": "sign"}),
)


def places(called, address):
    """Return an address with numbers."""
    return address.format(case=called.pk, match=called.match_id, player=called.opened_by_id)


@pytest.mark.parametrize("address", PAGES)
def test_only_referees_enter(address, called, alice, bob, carol, office, client_for):
    office(carol, "organiser")
    for player in (alice, bob, carol):
        page = client_for(player).get(places(called, address))
        assert page.status_code == 403, page
        assert b"Only referees" in page.content or player.language != "en"
    assert client_for(None).get(places(called, address)).status_code == 302


@pytest.mark.parametrize(("address", "data"), DEEDS)
def test_only_referees_act(address, data, called, alice, client_for):
    assert client_for(alice).post(places(called, address), data).status_code == 403
    assert client_for(None).post(places(called, address), data).status_code == 302
    assert not Ruling.objects.exists()


def test_a_party_with_the_office_may_read_but_not_judge(called, alice, office, client_for):
    office(alice)
    browser = client_for(alice)
    page = browser.get(places(called, "/referee/cases/{case}/"))
    assert "You are involved in this case" in text_of(page)
    data = {"act": "annul", "step": "preview", "paragraph": "C-11", "reason": "For me."}
    for address in ("/referee/cases/{case}/rule/", "/referee/matches/{match}/rule/"):
        page = browser.post(places(called, address), data)
        assert (page.status_code, "You are involved in this case" in text_of(page)) == (403, True)


def test_a_player_calls_a_referee_and_follows_their_case(begun, bob, alice, referee, client_for):
    browser = client_for(bob)
    page = browser.get(f"/matches/{begun.pk}/")
    assert f'href="/matches/{begun.pk}/referee/"' in page.content.decode()
    empty = browser.post(f"/matches/{begun.pk}/referee/", {"kind": "", "text": ""})
    assert empty.status_code == 422
    sent = {"kind": "little_effort", "text": "Sie spielt aufs Geratewohl."}
    page = browser.post(f"/matches/{begun.pk}/referee/", sent, follow=True)
    case = Case.objects.get()
    assert page.redirect_chain == [(f"/cases/{case.pk}/", 303)]
    other = client_for(alice)
    page = other.post(f"/cases/{case.pk}/say/", {"text": "I do not."}, follow=True)
    assert "Statement by Alice" in text_of(page)
    assert f"/cases/{case.pk}/" in browser.get(f"/matches/{begun.pk}/").content.decode()
    assert f"/cases/{case.pk}/" in browser.get("/cases/").content.decode()


def test_nobody_else_sees_the_case(called, carol, client_for):
    for player in (carol, None):
        page = client_for(player).get(f"/cases/{called.pk}/")
        assert page.status_code in (404, 302)
        assert "At random" not in text_of(page)
    assert client_for(carol).post(f"/cases/{called.pk}/say/", {"text": "x"}).status_code == 404
    assert client_for(carol).post(f"/cases/{called.pk}/appeal/", {"text": "x"}).status_code == 404
    assert client_for(carol).post(f"/cases/{called.pk}/withdraw/").status_code == 404


def test_a_referee_rules_in_three_steps(called, begun, referee, client_for):
    browser, address = client_for(referee), f"/referee/cases/{called.pk}/rule/"
    assert browser.get("/referee/").status_code == 200
    assert browser.get(f"/referee/cases/{called.pk}/").status_code == 200
    assert browser.get(f"{address}?act=adjudicate").status_code == 200
    given = {"act": "adjudicate", "rank_0": "2", "rank_1": "1", "step": "preview"}
    assert browser.post(address, given).status_code == 422
    given |= {"paragraph": "R-2", "reason": "Moves at random."}
    page = browser.post(address, given)
    shown = text_of(page)
    assert "The match is decided: 1. Bob, 2. Alice." in shown
    assert "1500? 1520?" in shown.replace("– ", "") or "1520?" in shown
    fields = hidden(page)
    assert fields["rank_0"] == "2"
    done = browser.post(address, fields | {"step": "sign"}, follow=True)
    assert done.redirect_chain == [(f"/referee/cases/{called.pk}/", 303)]
    begun.refresh_from_db()
    assert begun.ending == "adjudicated"
    assert Ruling.objects.get().reason == "Moves at random."


def test_who_signs_an_outdated_preview_is_shown_the_new_one(
    called, begun, play, referee, now, client_for
):
    browser, address = client_for(referee), f"/referee/cases/{called.pk}/rule/"
    given = {"act": "annul", "paragraph": "R-2", "reason": "No game.", "step": "preview"}
    fields = hidden(browser.post(address, given))
    play(begun, "c3", now)
    page = browser.post(address, fields | {"step": "sign"})
    assert (page.status_code, "Nothing was signed" in text_of(page)) == (409, True)
    assert not Ruling.objects.exists()
    page = browser.post(address, hidden(page) | {"step": "sign"})
    assert (page.status_code, Ruling.objects.count()) == (303, 1)


@pytest.mark.parametrize("field", ["at", "digest", "paragraph", "act"])
@pytest.mark.parametrize("value", ["", "zzz", "2020-01-01T00:00:00", "2020-01-01T00:00:00+00:00"])
def test_no_tampering_gets_anything_signed(field, value, called, referee, client_for):
    browser, address = client_for(referee), f"/referee/cases/{called.pk}/rule/"
    given = {"act": "annul", "paragraph": "R-2", "reason": "No game.", "step": "preview"}
    fields = hidden(browser.post(address, given))
    page = browser.post(address, fields | {"step": "sign", field: value})
    assert page.status_code in (409, 422), page.status_code
    assert not Ruling.objects.exists()


def test_the_desk_shows_everything_about_a_match(called, begun, referee, client_for, start, now):
    browser = client_for(referee)
    start(*[seat.player for seat in begun.seats.all()], now=now)
    page = text_of(browser.get(f"/referee/matches/{begun.pk}/"))
    for words in ("Clock history", "E-mails and their delivery", "Move log", "Other matches"):
        assert words in page
    assert browser.get(f"/referee/matches/{begun.pk}/?ply=1").status_code == 200
    assert browser.get("/referee/matches/999999/").status_code == 404


def test_a_private_match_is_open_to_referees_only(
    alice, bob, carol, start, referee, now, client_for
):
    match = start(alice, bob, now=now, private=True)
    assert client_for(referee).get(f"/referee/matches/{match.pk}/").status_code == 200
    assert client_for(referee).get(f"/matches/{match.pk}/").status_code == 404


def test_the_queue_is_filtered(called, referee, client_for, now):
    browser = client_for(referee)
    assert f"{called.pk}: not trying to win" in text_of(browser.get("/referee/"))
    for query in (
        "state=closed",
        "state=pending&kind=tie",
        f"state=pending&assignee={referee.pk}",
    ):
        assert "No cases found" in text_of(browser.get(f"/referee/?{query}"))
    assert browser.get("/referee/?state=zzz&assignee=x").status_code == 200


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
    rulings.decide(
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


def test_a_case_under_appeal_is_offered_to_nobody_who_may_not_decide_it(
    called, bob, referee, person, office, client_for, now
):
    rulings.decide(
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


@pytest.mark.parametrize(
    "act",
    [
        "dismiss",
        "grant_time",
        "pause",
        "resume",
        "adjudicate",
        "forfeit",
        "annul",
        "warn",
        "suspend",
        "uphold",
        "undo",
    ],
)
def test_every_act_has_a_form(act, called, referee, client_for):
    browser = client_for(referee)
    assert browser.get(f"/referee/cases/{called.pk}/rule/?act={act}").status_code == 200
    page = browser.post(f"/referee/cases/{called.pk}/rule/", {"act": act, "step": "preview"})
    assert page.status_code == 422


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


def test_a_referee_reads_no_notes_on_their_own_case_nor_orders_against_them(
    called, alice, bob, referee, office, client_for, now
):
    office(alice)
    cases.add_note(called.pk, referee, "He looks guilty.", now=now)
    waiting = {"kind": "conditional", "after": 2, "created_at": now}
    Order.objects.create(match=called.match, seat=1, text="if b1 then c3", **waiting)
    client = client_for(alice)
    page = client.get(f"/referee/cases/{called.pk}/")
    assert page.status_code == 200
    assert "He looks guilty." not in text_of(page)
    address = f"/referee/matches/{called.match_id}/"
    assert "then c3" not in text_of(client.get(address))
    judge = client_for(referee)
    assert "then c3" not in text_of(judge.get(address))
    seal = f"/referee/cases/{called.pk}/seal/"
    assert client.post(seal, {"reason": "For me."}).status_code == 403
    assert judge.post(seal, {"reason": "Did he plan it?"}).status_code == 303
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
