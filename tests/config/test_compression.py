"""Pages and API answers are compressed, with a padding that hides their exact length."""

import gzip
import re

import brotli
import pytest
from backports import zstd

pytestmark = pytest.mark.django_db

EXPAND = {"gzip": gzip.decompress, "br": brotli.decompress, "zstd": zstd.decompress}


@pytest.mark.parametrize("coding", EXPAND)
@pytest.mark.parametrize("path", ["/rules/chess/", "/api/v1/rulesets/"])
def test_pages_and_api_answers_come_compressed(client, coding, path):
    plain = client.get(path)
    packed = client.get(path, headers={"accept-encoding": coding})
    assert packed.status_code == plain.status_code == 200
    assert packed["Content-Encoding"] == coding
    assert "accept-encoding" in packed["Vary"].lower()
    assert len(EXPAND[coding](packed.content)) == pytest.approx(len(plain.content), abs=400)
    assert len(packed.content) < len(plain.content) / 3


def test_a_reader_who_takes_no_coding_gets_plain_text(client):
    assert "Content-Encoding" not in client.get(
        "/rules/chess/", headers={"accept-encoding": "identity"}
    )


def test_equal_answers_differ_in_length_on_the_wire(client):
    """Who can make pages with their own guess in them learns nothing from their length (BREACH)."""
    page, accepted = "/account/login/", {"accept-encoding": "br"}
    noise = {len(client.get(page, headers=accepted)["X-Noise"]) for _ in range(20)}
    assert len(noise) > 5


def test_pages_come_without_the_indentation_of_their_templates(client):
    page = client.get("/").content.decode()
    assert "\n" in page
    assert not re.search(r"\n[ \t]+<", page)
