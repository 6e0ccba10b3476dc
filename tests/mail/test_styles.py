"""What a style sheet of a message hides or strikes out was not typed, what it shows was."""

import pytest

from inbound.reading import read_message

HEAD = (
    "From: Ben Miller <ben@sender.example>\nTo: <play+AbC@post.example>\nSubject: Re: x\n"
    "Message-ID: <1@b.c>\nContent-Type: text/html; charset=utf-8\n\n"
)


def typed(sheet, name):
    page = f"<style>{sheet}</style><p>b2</p><p class='{name}'>resign</p>"
    return list(read_message((HEAD + page).encode(), domain="post.example").typed)


@pytest.mark.parametrize(
    ("sheet", "name"),
    [
        (".s{display:none}", "s"),
        ("p .s{text-decoration:line-through}", "s"),
        ("div > p.s{visibility:hidden}", "s"),
        ("p.MsoNormal.s{display:none}", "MsoNormal s"),
        (".s{display:block}.s{display:none}", "s"),
        (".s{display:none!important}.s{display:block}", "s"),
        (".s{display:none}.s{visibility:visible}", "s"),
    ],
)
def test_what_a_sheet_hides_was_not_typed(sheet, name):
    assert typed(sheet, name) == ["b2"]


@pytest.mark.parametrize(
    "sheet",
    [
        ".s{display:none}.s{display:block}",
        ".s{text-decoration:line-through}p .s{text-decoration:none}",
        ".head p{display:none}",
        "@media print{.s{display:none}}",
    ],
)
def test_what_a_sheet_shows_was_typed(sheet):
    assert typed(sheet, "s") == ["b2", "resign"]


def test_where_the_sheet_leaves_a_doubt_nothing_is_done():
    form = "Content-Type: multipart/alternative; boundary=x"
    raw = HEAD.replace("Content-Type: text/html; charset=utf-8", form) + (
        "--x\nContent-Type: text/plain\n\nb2\nresign\n\n--x\nContent-Type: text/html\n\n"
        "<style>.other .s{display:none}</style><p>b2</p><p class=s>resign</p>\n--x--\n"
    )
    assert read_message(raw.encode(), domain="post.example").doubtful == "readings_differ"
