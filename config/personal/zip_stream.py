"""A zip file that is streamed while it is written, and never whole in memory or on disk."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from datetime import datetime

from django.core.serializers.json import DjangoJSONEncoder

from accounts.models import Player
from config.personal.collection import PARTS

README = """\
This is what {site} keeps about {name}, as of {at}.

Every file holds one JSON object a line (https://jsonlines.org). Instants are in UTC. Matches hold
their moves as you may see them and your own messages, notes and orders, not those of others.
Of cases, tournaments and e-mails you get what is yours; who else is involved, and what they wrote,
is theirs. Passwords, keys, codes and the secret parts of addresses are left out.
"""


class _Pipe(io.RawIOBase):
    """Buffers what the zip writes until it is drained."""

    def __init__(self) -> None:
        self.waiting: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.waiting.append(bytes(data))
        return len(data)

    def drain(self) -> bytes:
        data, self.waiting = b"".join(self.waiting), []
        return data


def stream_zip(player: Player, *, site: str, now: datetime) -> Iterator[bytes]:
    """Yield the archive in chunks."""
    pipe = _Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("README.txt", README.format(site=site, name=player.name, at=now.isoformat()))
        for name, rows in PARTS.items():
            with file.open(f"{name}.jsonl", "w") as part:
                for row in rows(player):
                    line = json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)
                    part.write(line.encode() + b"\n")
                    if data := pipe.drain():
                        yield data
    yield pipe.drain()
