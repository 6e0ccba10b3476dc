"""Messages that were cut, damaged or relabelled: no exception, and nothing done that was quoted."""

import re

from hypothesis import HealthCheck, given, settings, strategies as st

from games.rules import registry
from inbound.grammar import Verb, parse, parse_reading
from inbound.grammar.moves import build_move_matcher
from inbound.reading import Kind, Reading, read_message
from tests.mail.make import messages

MADE = list(messages())
REPLIES = [(raw, said) for name, raw, said in MADE if name.startswith(("reply-", "field-"))]
ALL = [raw for _name, raw, _said in MADE]
ON_4X3 = build_move_matcher(registry.get("traffic_lights.4x3"))
OUR_MOVES = {"a3", "b3", "c1", "resign", "if a1 then c1", "leave 2027-02-01 2027-02-05"}
CHARSETS = ("utf-8", "iso-8859-1", "us-ascii", "utf-16", "utf-7", "koi8-r", "big5", "x-none", "")
often = settings(
    max_examples=settings().max_examples // 3,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def done(raw):
    """What would be done on a message, as it is spelled."""
    reading = read_message(raw, domain="post.example")
    assert isinstance(reading, Reading)
    if reading.kind is not Kind.PERSON or reading.doubtful:
        return set()
    parsed = parse_reading(reading, is_move=ON_4X3, names=[reading.sender.name])
    return {each.spelling for each in parsed.commands}


def asked(said):
    return set(said["asks"]) if isinstance(said["asks"], list) else set()


@often
@given(st.binary(max_size=2000))
def test_any_bytes_are_read(raw):
    assert read_message(raw).message_id


@often
@given(st.text(max_size=400))
def test_any_text_is_parsed(text):
    parsed = parse(text.splitlines(), is_move=ON_4X3)
    assert bool(parsed.commands) is (parsed.problem is None)


@often
@given(st.sampled_from(REPLIES), st.floats(0, 1))
def test_a_reply_cut_anywhere_does_nothing_that_is_quoted(reply, share):
    raw, said = reply
    assert not (done(raw[: int(len(raw) * share)]) & OUR_MOVES) - asked(said)


@often
@given(st.sampled_from(REPLIES), st.sampled_from(CHARSETS))
def test_a_reply_in_a_wrong_charset_does_nothing_that_is_quoted(reply, charset):
    raw, said = reply
    changed = re.sub(rb'charset="?[\w-]+"?', b'charset="%s"' % charset.encode(), raw)
    assert not (done(changed) & OUR_MOVES) - asked(said)


@often
@given(
    st.sampled_from(REPLIES), st.sampled_from(["7bit", "base64", "quoted-printable", "x-uue", ""])
)
def test_a_reply_in_a_wrong_encoding_does_nothing_that_is_quoted(reply, encoding):
    raw, said = reply
    changed = re.sub(rb"(?i)(transfer-encoding:) [\w-]+", rb"\1 " + encoding.encode(), raw)
    assert not (done(changed) & OUR_MOVES) - asked(said)


@often
@given(
    st.sampled_from(REPLIES),
    st.integers(1, 12),
    st.sampled_from(["mixed", "related", "alternative"]),
)
def test_a_reply_within_other_parts_asks_for_the_same(reply, depth, kind):
    raw, said = reply
    head, _blank, body = raw.partition(b"\r\n\r\n")
    own = re.search(rb"(?is)\r\nContent-Type:.*\Z", head)
    assert own
    inner = own[0].lstrip(b"\r\n") + b"\r\n\r\n" + body
    for level in range(depth):
        line = b"--outer%d" % level
        inner = (
            b"Content-Type: multipart/%s; boundary=outer%d\r\n\r\n" % (kind.encode(), level)
            + line + b"\r\n" + inner + b"\r\n" + line + b"--\r\n"
        )  # fmt: skip
    assert done(head[: own.start()] + b"\r\n" + inner) == asked(said)


@often
@given(st.sampled_from(ALL), st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), max_size=30))
def test_damaged_bytes_are_read(raw, changes):
    damaged = bytearray(raw)
    for share, value in changes:
        damaged[min(len(damaged) - 1, int(share * len(damaged)))] = value
    assert read_message(bytes(damaged)).message_id


@often
@given(st.sampled_from(REPLIES), st.lists(st.floats(0, 1), min_size=1, max_size=5))
def test_lines_taken_out_do_nothing_that_is_quoted_unless_the_marks_are_gone(reply, shares):
    raw, said = reply
    lines = raw.split(b"\r\n")
    head = lines.index(b"")
    for share in shares:
        at = head + int(share * (len(lines) - head))
        kept = at == len(lines) or lines[at].startswith((b"--", b"Content-"))
        if not kept and not lines[at].endswith(b"="):  # what goes on below has its mark up here
            lines[at] = b""
    verbs = {Verb(each) for each in done(b"\r\n".join(lines)) & {"resign"}}
    assert not verbs or "resign" in asked(said)
