"""Addresses and texts for the tests of what players do at a table."""

from __future__ import annotations

from html import unescape

from tests.markup import tidy


def url(match, part=""):
    return f"/matches/{match.pk}/{part}"


def text_of(response):
    return unescape(tidy(response.content.decode()))
