"""Write the corpus: `python -m tests.mail.make`. What each message says is in `expected.json`."""

import json
from pathlib import Path

from tests.mail.edges import edges
from tests.mail.field import field
from tests.mail.notices import notices
from tests.mail.replies import replies
from tests.mail.retractions import retractions
from tests.mail.servers import bounces, complaints, programs

CORPUS = Path(__file__).parent / "corpus"
EXPECTED = CORPUS / "expected.json"


def messages():
    """Yield name, bytes and what must be read: kind, typed lines, doubt, what it asks for …"""
    for name, raw, typed, asks in replies():
        yield f"reply-{name}", raw, {"kind": "person", "typed": typed, "asks": asks}
    for name, raw, asks in field():
        yield f"field-{name}", raw, {"kind": "person", "asks": asks}
    for name, raw, asks in retractions():
        yield name, raw, {"kind": "person", "asks": asks}
    for name, raw, typed, code in edges():
        yield name, raw, {"kind": "person", "typed": typed, "doubtful": code}
    for name, raw, bounced in bounces():
        yield f"bounce-{name}", raw, {"kind": "bounce", "bounced": [list(each) for each in bounced]}
    for name, raw, feedback, who in complaints():
        yield f"complaint-{name}", raw, {"kind": "complaint", "feedback": feedback, "of": who}
    yield from notices()
    for name, raw, kind in programs():
        yield f"sent-{name}", raw, {"kind": kind}


def main() -> None:
    CORPUS.mkdir(exist_ok=True)
    for old in CORPUS.glob("*.eml"):
        old.unlink()
    expected = {}
    for name, raw, said in messages():
        (CORPUS / f"{name}.eml").write_bytes(raw)
        expected[name] = said
    lines = (
        f"{json.dumps(n)}: {json.dumps(e, ensure_ascii=False)}" for n, e in sorted(expected.items())
    )
    EXPECTED.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
