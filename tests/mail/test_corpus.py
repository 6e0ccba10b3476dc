"""Every message of the corpus is read as it must be."""

import json
import re
from email.message import EmailMessage
from functools import cache
from html import escape

import pytest

from games.rules import registry
from inbound.grammar import is_notice, parse_reading
from inbound.grammar.moves import build_move_matcher
from inbound.reading import Kind, read_message
from tests.mail.make import CORPUS, EXPECTED, messages
from tests.sampling import sampled

SAID = json.loads(EXPECTED.read_text(encoding="utf-8"))
LANGUAGES = ("de", "en", "fr", "it")
ON_4X3 = build_move_matcher(registry.get("traffic_lights.4x3"))


def of_kind(*kinds):
    return sorted(name for name, said in SAID.items() if said["kind"] in kinds)


def usual(names):
    """Return those of the default run: of the replies of a program those in two languages."""
    for name in names:
        reply = re.fullmatch(r"reply-(\w+)-(de|en|fr|it)(-below)?", name)
        if reply is None or (len(reply[1]) + LANGUAGES.index(reply[2])) % 2:
            yield name


@cache
def reading_of(name):
    return read_message((CORPUS / f"{name}.eml").read_bytes(), domain="post.example")


def test_the_corpus_is_what_the_programs_write():
    made = {name: (raw, said) for name, raw, said in messages()}
    stored = {path.stem: path.read_bytes() for path in CORPUS.glob("*.eml")}
    assert stored == {name: raw for name, (raw, _said) in made.items()}
    assert {name: said for name, (_raw, said) in made.items()} == SAID
    assert len(stored) >= 290


TYPED, ASKS = (
    [name for name in of_kind("person") if what in SAID[name]] for what in ("typed", "asks")
)


@pytest.mark.parametrize("name", sampled(TYPED, [*usual(TYPED)]))
def test_what_a_person_typed_is_read_and_nothing_else(name):
    reading, said = reading_of(name), SAID[name]
    assert reading.kind is Kind.PERSON
    assert list(reading.typed) == said["typed"]
    assert reading.doubtful == said.get("doubtful", "")
    assert any(each.startswith("play+abc") for each in reading.recipients)


@pytest.mark.parametrize("name", sampled(ASKS, [*usual(ASKS)]))
def test_a_reply_asks_for_what_was_meant(name):
    reading, parsed = reading_of(name), parsed_of(name)
    asked = parsed.problem.code if parsed.problem else [each.spelling for each in parsed.commands]
    said = SAID[name]["asks"]
    assert parsed.problem if said == "a question" else asked == said
    assert {check.method: check.result for check in reading.checks} == {
        "dkim": "pass",
        "spf": "pass",
        "dmarc": "pass",
    }


@pytest.mark.parametrize("name", of_kind("bounce"))
def test_a_bounce_names_who_was_not_reached(name):
    reading = reading_of(name)
    assert reading.kind is Kind.BOUNCE
    assert [[b.recipient, b.hard, b.delayed, b.status] for b in reading.bounced] == SAID[name][
        "bounced"
    ]
    assert reading.typed == ()
    if b"\nMessage-ID: <7.seat0@post.example>" in (CORPUS / f"{name}.eml").read_bytes():
        assert reading.original == "<7.seat0@post.example>"


@pytest.mark.parametrize("name", of_kind("complaint"))
def test_a_complaint_names_the_e_mail(name):
    reading = reading_of(name)
    assert reading.kind is Kind.COMPLAINT
    assert reading.complaint.feedback == SAID[name]["feedback"]
    assert list(reading.complaint.recipients) == SAID[name]["of"]
    assert reading.original == "<7.seat0@post.example>"


@pytest.mark.parametrize("name", sorted(name for name in SAID if name.startswith("sent-")))
def test_programs_are_told_from_people(name):
    reading = reading_of(name)
    assert reading.kind == SAID[name]["kind"]
    assert bool(reading.marks) is (reading.kind is not Kind.PERSON)


@cache
def parsed_of(name):
    reading = reading_of(name)
    return parse_reading(reading, is_move=ON_4X3, names=[reading.sender.name])


@pytest.mark.parametrize("name", of_kind("notice"))
def test_a_notice_of_absence_is_one_whatever_its_headers_say(name):
    reading = reading_of(name)
    notice = reading.kind is Kind.PERSON and is_notice(
        reading.absence, parsed_of(name), reading.typed
    )
    assert notice or reading.kind is Kind.AUTO_REPLY


@pytest.mark.parametrize("name", [name for name in of_kind("person") if "absent" in SAID[name]])
def test_a_person_may_write_of_an_absence(name):
    reading, parsed = reading_of(name), parsed_of(name)
    assert reading.kind is Kind.PERSON
    assert not is_notice(reading.absence, parsed, reading.typed)
    asked = parsed.problem.code if parsed.problem else [each.spelling for each in parsed.commands]
    assert asked == SAID[name]["absent"]


PRESENT = [name for name in of_kind("person") if "absent" not in SAID[name]]


@pytest.mark.parametrize("name", sampled(PRESENT, PRESENT[::4]))
def test_no_reply_of_a_person_is_taken_for_a_notice(name):
    reading = reading_of(name)
    assert not is_notice(reading.absence, parsed_of(name), reading.typed)


@pytest.mark.parametrize(
    ("above", "code"),
    [
        ("msg Thank you, but it is far too early in this match and I will not", "after_text"),
        ("> I think that you should by now simply give up the match and", "unmarked_quote"),
    ],
)
def test_a_wrapped_line_is_asked_about_though_html_says_the_same(above, code):
    email = EmailMessage()
    email["From"], email["To"] = "anna@example.org", "play+abc@post.example"
    email.set_content(f"{above}\nresign\n")
    email.add_alternative(f"<div>{escape(above)}<br>resign</div>", subtype="html")
    reading = read_message(email.as_bytes(), domain="post.example")
    problem = parse_reading(reading, is_move=ON_4X3).problem
    assert problem is not None
    assert problem.code == code
