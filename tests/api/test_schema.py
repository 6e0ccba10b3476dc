"""The schema and the pages that show it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import get_language

from games.api import docs
from tests.api.caller import schema

pytestmark = pytest.mark.django_db


def test_the_schema_is_made_without_a_warning(capsys: Any) -> None:
    from django.core.management import call_command

    call_command("spectacular", validate=True, fail_on_warn=True)
    assert "openapi: 3" in capsys.readouterr().out


def test_every_address_of_version_one_is_described() -> None:
    from config.api.urls import v1

    described = schema()["paths"]
    assert len(described) == len(v1) - 1  # the last one answers for whatever does not exist


def test_every_view_has_a_summary_and_every_writing_view_asks_for_a_caller() -> None:
    for path, methods in schema()["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], path
            if method != "get":
                assert {} not in operation["security"], f"{method} {path}"


def test_every_view_stands_in_a_group_and_every_group_that_is_described_has_views() -> None:
    operations = [each for methods in schema()["paths"].values() for each in methods.values()]
    groups = {tag for each in operations for tag in each.get("tags", ["default"])}
    assert "default" not in groups
    assert {tag["name"] for tag in schema()["tags"]} <= groups


def test_the_schema_is_served_to_everybody() -> None:
    got = Client().get("/api/schema/", headers={"Accept": "application/json"})
    assert json.loads(got.content)["info"]["title"].endswith("API")


def test_the_schema_is_made_once_a_language_of_the_site(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str | None] = []

    class Counted:
        def get_schema(self, **_given: Any) -> dict[str, Any]:
            made.append(get_language())
            return {"openapi": "3.0.3"}

    monkeypatch.setattr(docs, "SchemaGenerator", Counted)
    monkeypatch.setattr(docs, "SCHEMAS", {})
    for query in ("", "?lang=de", "?lang=xx", "?lang=de", "?version=%0A"):
        got = Client().get(f"/api/schema/{query}", headers={"Accept": "application/json"})
        assert json.loads(got.content) == {"openapi": "3.0.3"}
    assert made == ["en", "de"]


def test_the_pages_of_the_schema_keep_the_strict_content_policy() -> None:
    got = Client().get("/api/docs/")
    policy = got.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    html = got.content.decode()
    assert "<style" not in html
    assert "style=" not in html
    script = Client().get("/api/docs/?script=")
    assert script.headers["Content-Type"].startswith("application/javascript")
    assert b"/api/schema/" in script.content


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_the_pages_of_the_schema_work_in_a_browser(page: Any) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto("/api/docs/")
    page.get_by_text("/api/v1/matches/{id}/abort/").first.wait_for()  # others as one scrolls
    page.get_by_text("Show the way in").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    page.locator(".responses-inner").get_by_text("/api/v1/rulesets/").first.wait_for()
    assert said == []
