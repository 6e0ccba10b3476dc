"""The about page: what the site is, its licence, and on whose work it stands."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_the_about_page_names_licence_and_pairing_engine_in_every_language(
    client: Client, language: str
):
    page = client.get("/about/", headers={"accept-language": language})
    assert page.status_code == 200
    text = page.content.decode()
    assert f'lang="{language}"' in text
    assert "GNU Affero" in text
    assert 'href="https://www.gacrux.no"' in text


def test_the_about_page_links_the_source_where_there_is_one(client: Client, settings):
    assert "Here is the source code" not in client.get("/about/").content.decode()
    settings.SOURCE_URL = "https://example.org/source"
    assert 'href="https://example.org/source">Here' in client.get("/about/").content.decode()


def test_every_page_leads_to_the_about_page(client: Client):
    assert '<a href="/about/">' in client.get("/").content.decode()
