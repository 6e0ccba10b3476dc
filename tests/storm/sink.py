"""A mail server that keeps what it accepts and obeys a mood: well, refuse, hang, drop.

    python -m tests.storm.sink PORT FOLDER

The mood is read from FOLDER/mood at every command; every message that was accepted is a line of
JSON in FOLDER/accepted, written before the client hears of it.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import sys
from email import message_from_bytes, policy
from pathlib import Path

LINK = re.compile(r"http://127\.0\.0\.1:\d+(/m/[^\s/\"<>]+/)")
CODES = {"EHLO": "250 sink", "HELO": "250 sink", "MAIL": "250 ok", "RSET": "250 ok"}


class Dropped(Exception):
    """The line was cut in the middle."""


class Sink:
    """One mail server."""

    def __init__(self, folder: Path) -> None:
        self.mood_file = folder / "mood"
        self.accepted = (folder / "accepted").open("a", buffering=1)

    def mood(self) -> str:
        return self.mood_file.read_text().strip() if self.mood_file.exists() else "well"

    async def obey(self, share: float) -> bool:
        """Hang or drop as the mood wants; whether to refuse."""
        while self.mood() == "hang":
            await asyncio.sleep(0.1)
        if self.mood() == "drop" and random.random() < share:
            raise Dropped
        return self.mood() == "refuse" and random.random() < share

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self.converse(reader, writer)
        except (Dropped, ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def say(text: str) -> None:
            writer.write(text.encode() + b"\r\n")
            await writer.drain()

        await say("421 not now" if await self.obey(0.3) else "220 sink")
        while line := (await reader.readline()).decode(errors="replace").strip():
            word = line.split()[0].upper()
            refused = await self.obey(0.3)
            if word == "QUIT":
                return await say("221 bye")
            if word == "DATA":
                await say("354 go on")
                await self.take(await reader.readuntil(b"\r\n.\r\n"), say, refused)
            elif word == "RCPT":
                await say("450 later" if refused else "250 ok")
            else:
                await say(CODES.get(word, "250 ok"))
        return None

    async def take(self, raw: bytes, say: object, refused: bool) -> None:
        assert callable(say)
        if refused:
            await say(random.choice(("451 later", "554 never")))
            return
        message = message_from_bytes(raw, policy=policy.default)
        body = message.get_body(("plain",))
        text = body.get_content() if body is not None else ""
        line = {
            "id": message["Message-ID"],
            "to": message["To"],
            "links": sorted(set(LINK.findall(text))),
        }
        self.accepted.write(json.dumps(line) + "\n")
        await self.obey(0.5)  # kept, but the answer may be lost
        await say("250 kept")


async def main(port: int, folder: Path) -> None:
    sink = Sink(folder)
    server = await asyncio.start_server(sink.serve, "127.0.0.1", port, limit=2**22)
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2])))
