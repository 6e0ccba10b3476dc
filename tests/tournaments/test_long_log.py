"""However long the log grows: what can be undone stays in sight, and every line can be reached."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.api.conftest import api
from tests.markup import text_of
from tests.sampling import at_length
from tests.tournaments import large
from tournaments import queries
from tournaments.models import Revision, Tournament
from tournaments.services import log
from tournaments.services.revisions import removing, revising
from tournaments.services.seasons import announcing

__all__ = ["api"]
pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
OLDER = "Older changes that can be undone"


@pytest.fixture
def noon():
    """Plans of these tests are made today, as pages know no other day."""
    return timezone.now()


def fill(event, by, now, count):
    """Write lines that nobody can undo."""
    for _each in range(count):
        log.record_revision(event, Revision.Act.LINK_MADE, by, now)


def revised(event, by, wanted, now):
    preview_token = revising.propose(event.pk, by, wanted, now=now).preview_token
    return revising.revise(event.pk, by, wanted, preview_token=preview_token, now=now)


@pytest.fixture
def cup(hold, people, organiser, noon):
    """Return an announced tournament with two changes of its terms and 64 younger lines."""
    event = hold(people(3), starts_at=noon + 3 * DAY, most=8)
    revised(event, organiser, {"text": "Bring cake."}, noon)
    revised(event, organiser, {"text": "Bring two cakes.", "most": 6}, noon)
    fill(event, organiser, noon, 64)
    event.refresh_from_db()
    return event


def test_an_old_change_can_be_undone_and_every_line_is_reached(
    cup, organiser, client_for, django_assert_max_num_queries
):
    first, last = Revision.objects.filter(act="terms").order_by("pk")
    own, base = client_for(organiser), cup.get_absolute_url()
    page = own.get(base).text
    assert '<span class="badge">66</span>' in page
    assert f"{base}revise/{last.pk}/undo/" in page
    assert f"{base}revise/{first.pk}/undo/" not in page, "its text has moved on"
    assert (OLDER in page, page.count("An entry link was created.")) == (True, 30)
    visitor, address, seen = client_for(None), base, []
    for _stretch in range(3):
        shown = visitor.get(address).text
        assert OLDER not in shown
        assert '<span class="badge">66</span>' in shown
        seen.append(shown.count("An entry link was created."))
        onward = re.findall(r'rel="next" href="(\?log=open&amp;before=\d+#revisions)"', shown)
        address = base + onward[0].replace("&amp;", "&").partition("#")[0] if onward else ""
    assert (seen, address) == ([30, 30, 4], "")
    assert "Bring two cakes." in text_of(visitor.get(f"{base}?log=open&before={last.pk + 1}"))
    for odd in ("x", "0", "9" * 30, "1"):
        assert visitor.get(f"{base}?log=open&before={odd}").status_code == 200


@pytest.mark.long
def test_of_older_lines_only_so_many_are_read(cup, organiser, alice, client_for, noon):
    for _each in range(40):
        log.record_revision(cup, Revision.Act.REMOVED, organiser, noon, about=alice)
    fill(cup, organiser, noon, 31)
    acts = (Revision.Act.TERMS, Revision.Act.REMOVED)
    lines = list(queries.log_entries(cup, None, 31, acts))
    assert [each.act for each in lines] == ["link_made"] * 31 + ["removed"] * 30
    assert {vars(each)["total"] for each in lines} == {137}
    base = cup.get_absolute_url()
    for query in ("", f"?log=open&before={Revision.objects.earliest('pk').pk}"):
        assert '<span class="badge">137</span>' in client_for(organiser).get(base + query).text


def test_the_api_lists_the_log_with_reasons_for_organisers_only(cup, organiser, alice, api, noon):
    address = f"tournaments/{cup.pk}/log/"
    page = api(organiser).get(f"{address}?limit=65").json
    line = page["results"][-1]
    assert (line["act"], line["can_undo"]) == ("terms", True)
    assert "6" in [each["after"] for each in line["changes"]]
    assert page["results"][0]["words"] == "An entry link was created."
    last = api(organiser).get(f"{address}?before={line['id']}").json
    assert last["next"] is None
    assert [each["can_undo"] for each in last["results"]] == [False]
    for caller in (api(alice), api()):
        assert not any(each["can_undo"] for each in caller.get(address).json["results"])
    assert api().get("tournaments/999/log/").status == 404
    who = cup.entrants.first()
    preview_token = removing.propose(cup.pk, organiser, who.pk, now=noon).preview_token
    removing.remove(
        cup.pk, organiser, who.pk, reason="Insults.", preview_token=preview_token, now=noon
    )
    assert api(organiser).get(address).json["results"][0]["reason"] == "Insults."
    told = api(alice).get(address).json["results"][0]
    assert (told["act"], told["about"]["id"], told["reason"]) == ("removed", who.player_id, "")


def test_a_long_log_takes_no_more_queries(
    plan, organiser, noon, client_for, django_assert_max_num_queries
):
    made = announcing.draft_tournament(
        organiser, plan(format="swiss", rounds=9, round_days=10), seed="ab" * 32, now=noon
    )
    announcing.announce_tournament(made.pk, organiser, now=noon)
    size = 120 if at_length() else 20
    event, own = large.swiss(made, size, 9, noon), client_for(organiser)
    for gone in event.entrants.order_by("number")[:3]:
        preview_token = removing.propose(event.pk, organiser, gone.pk, now=noon).preview_token
        removing.remove(
            event.pk, organiser, gone.pk, reason="Insults.", preview_token=preview_token, now=noon
        )
    revised(event, organiser, {"text": "Bring cake."}, noon)
    gone = event.entrants.latest("pk")
    log.record_revision(event, Revision.Act.CO_LEFT, organiser, noon, about=gone.player)
    fill(event, organiser, noon, 40)
    for fields in ({}, {"late_entry": True, "access": "approval", "reviewed": True}):
        Tournament.objects.filter(pk=event.pk).update(**fields)
        with django_assert_max_num_queries(25):
            page = own.get(event.get_absolute_url()).text
    assert OLDER in page
    with django_assert_max_num_queries(25):
        assert own.get(f"{event.get_absolute_url()}?log=open&before=20").status_code == 200
