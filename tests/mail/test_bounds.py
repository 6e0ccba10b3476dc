"""Whatever comes in is read within bounds: steps are counted, never seconds."""

import gc
import sys

import pytest

from inbound.grammar import parse
from inbound.reading import MAX_BYTES, Kind, read_message
from inbound.reading.limits import MAX_TYPED_LINES
from tests.sampling import at_length, sampled

HEAD = b"From: a@b.example\r\nTo: play+x@post.example\r\nMessage-ID: <1@b.example>\r\n"
TEXT = HEAD + b"\r\n"
HTML = HEAD + b"Content-Type: text/html\r\n\r\n"
MAX_STEPS = 20_000_000


def nested(depth):
    one = b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n"
    return HEAD + b"".join(one % (level, level) for level in range(depth)) + b"\r\nb2"


def made(size):
    """Hostile messages that grow with a size."""
    return {
        "newlines": TEXT + b"\n" * 8 * size,
        "returns": TEXT + b"\r" * 8 * size,
        "headers": b"".join(b"X-A%d: b\r\n" % n for n in range(size)) + TEXT + b"b2",
        "recipients": b"To: a@b.example, c@d.example\r\n" * size + TEXT + b"b2",
        "words": HEAD + b"Subject: " + b"=?utf-8?q?a?= " * size + b"\r\n\r\nb2",
        "ids": HEAD + b"References: " + b"<a@b> " * 2 * size + b"\r\n\r\nb2",
        "parameters": HEAD + b"Content-Type: text/plain" + b"; a=b" * 2 * size + b"\r\n\r\nb2",
        "comments": b"Cc: " + b"(" * 8 * size + b"\r\n" + TEXT + b"b2",
        "quotes": TEXT + b"> a\n" * 4 * size,
        "attributions": TEXT + b"On Monday a wrote:\n" * size,
        "headers below": TEXT + b"From: a@b.c\n" * size,
        "rules": TEXT + (b"_" * 40 + b"\n") * size,
        "dashes": TEXT + (b"- " * 200 + b"\n") * (size // 16),
        "adverts": TEXT + (b"sent from iphone von " * 20 + b"\n") * (size // 16),
        "blanks": TEXT + b" " * 16 * size,
        "flowed": HEAD + b"Content-Type: text/plain; format=flowed\r\n\r\n" + b"a \n" * 4 * size,
        "accents": TEXT + ("a" + "\u0301\u0316" * 4 * size).encode(),
        "pictures": TEXT + "😀".encode() * 4 * size,
        "links": TEXT + b"<http:" * 2 * size + b"[image: " * size,
        "less-than": HTML + b"<" * 16 * size,
        "divisions": HTML + b"<div>" * 2 * size + b"b2",
        "blockquotes": HTML + b"<blockquote>" * size + b"b2",
        "shells": HTML + b"<div class=gmail_quote>" * (size // 2) + b"b2",
        "breaks": HTML + b"a<br>" * 2 * size,
        "styles": HTML + b"<style>" + b"/*a.b{c" * 2 * size + b"</style><p class=b>b2",
        "sheets": HTML + b"<style>.b{display:none}</style><p class=b>a</p>" * (size // 4) + b"b2",
        "parts": HEAD
        + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
        + b"--b\r\n\r\nb2\r\n" * size,
        "messages": HEAD + b"Content-Type: message/rfc822\r\n\r\n" * (size // 2) + b"b2",
        "results": b"Authentication-Results: x" + b"; spf=pass" * size + b"\r\n" + TEXT + b"b2",
        "base64": HEAD + b"Content-Transfer-Encoding: base64\r\n\r\n" + b"=" * 16 * size,
    }


class TooManyStepsError(Exception):
    """What would take for ever is stopped."""


def steps(act, *args, **kwargs):
    """Count the calls that something takes."""
    count = 0

    def step(_frame, event, _argument):
        nonlocal count
        count += event in ("call", "c_call")
        if count > MAX_STEPS:
            raise TooManyStepsError

    before = sys.getprofile()
    gc.collect()
    gc.disable()  # what others left behind is no work of ours
    sys.setprofile(step)
    try:
        act(*args, **kwargs)
    finally:
        sys.setprofile(before)
        gc.enable()
    return count


NAMES = sorted(made(16))


@pytest.mark.parametrize("name", sampled(NAMES, NAMES[::6]))
def test_twice_the_message_takes_at_most_twice_the_steps(name):
    small, large = (steps(read_message, made(size)[name]) for size in (300, 600))
    assert large <= 2.2 * small + 2000


@pytest.mark.parametrize("long", sampled([90, 1990], [1990]))
def test_what_stands_below_an_advert_takes_few_steps_however_much_it_is(long):
    lines = [f"{('hi , ' * 400)[:long]} {n}" for n in range(30)]
    assert steps(parse, ["b2"], aside=lines) <= 700_000
    assert steps(parse, ["resign"], below=[line[-60:] for line in lines]) <= 700_000


def test_a_wrapped_message_takes_as_many_steps_as_it_has_lines():
    for line in ("msg " + "and so " * 9 + "on", "I will not accept " * 4, "z. B. " * 12):
        lines = ["msg " + "and so " * 9, *[line] * 9]
        assert steps(parse, lines * 2) <= 2.2 * steps(parse, lines) + 2000, line


JOINED = ["no,{}x{} e draw", "no, {}b2{} and a draw", "yes,{}b2{} & tie", "no. {}draw{} und b2"]


@pytest.mark.parametrize("line", sampled(JOINED, 2))
def test_commands_joined_within_each_other_take_few_steps_however_many_they_are(line):
    start, _x, end = line.partition("{}")
    middle, _x, end = end.partition("{}")

    def nested(times):
        return start * times + middle + end * times

    assert steps(parse, [nested(4)]) <= 2.5 * steps(parse, [nested(2)]) + 2000
    assert steps(parse, [nested(9)]) <= 60_000
    assert steps(parse, [nested(40)]) <= 200_000
    for place in ("aside", "below"):
        lines = [f"{nested(9)[-58:]}{n}" for n in range(30)]
        assert steps(parse, ["resign"], **{place: lines}) <= 500_000


ODD = ("please help ", "no draw. ", "I decline, ", "message received, ", "1. ... ", "je vous prie d'agreer madame ",
       "dott. ing. ", "Ben (Leeds) ", "Elo 18 | ", "12.b2 ", "entschuldige bitte ")  # fmt: skip


def test_politeness_on_one_long_line_takes_few_steps():
    words = ("please ", "hi , ", "thanks ", "no, thanks. ", "resign well played ", *ODD)
    for word in words if at_length() else words[::3]:
        line = (word * 400)[:1900]
        assert steps(parse, [line] * 3) <= 600_000, word


@pytest.mark.parametrize("name", sampled(NAMES, NAMES[1::2]))
def test_a_hostile_message_of_full_size_is_read(name):
    reading = read_message(made(10_000)[name][:MAX_BYTES])
    assert len(reading.typed) <= MAX_TYPED_LINES


def test_ten_thousand_headers_leave_the_text_as_it_is():
    assert read_message(
        b"".join(b"X-%d: y\r\n" % n for n in range(10_000)) + TEXT + b"b2"
    ).typed == ("b2",)


def test_twenty_thousand_newlines_leave_the_text_as_it_is():
    assert read_message(TEXT + b"b2" + b"\n" * 20_000).typed == ("b2",)
    assert read_message(TEXT + b"\n" * 20_000 + b"b2").typed == ("b2",)


@pytest.mark.parametrize("depth", [1, 5, 15])
def test_parts_within_parts_are_read(depth):
    assert read_message(nested(depth)).typed == ("b2",)


def test_parts_nested_deeper_than_anybody_needs_are_not_read():
    reading = read_message(nested(500))
    assert (reading.typed, reading.kind, reading.message_id) == ((), Kind.PERSON, "<1@b.example>")


def test_a_message_too_large_has_its_headers_read():
    reading = read_message(TEXT + b"b2\r\n" * 100_000)
    assert (reading.kind, reading.typed) == (Kind.TOO_LARGE, ())
    assert reading.sender.address == "a@b.example"
    assert reading.recipients == ("play+x@post.example",)
