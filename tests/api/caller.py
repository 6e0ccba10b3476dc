"""A program that calls the API and holds every answer against the schema."""

from __future__ import annotations

import functools
import json
import re
from dataclasses import dataclass
from typing import Any

from django.test import Client
from jsonschema.validators import validator_for

from games.api.docs import cached_schema


@functools.cache
def schema() -> dict[str, Any]:
    """Return the whole schema as plain JSON."""
    plain: dict[str, Any] = json.loads(json.dumps(cached_schema("en")))
    return plain


@functools.cache
def strict_components() -> dict[str, Any]:
    """Return the shapes as JSON Schema: null said its way, nothing undocumented (save problems)."""
    shapes = {name: _strict(shape) for name, shape in schema()["components"]["schemas"].items()}
    for name in ("Problem", "Invalid", "Unplayable", "Stale"):
        shapes[name].pop("additionalProperties", None)
    return shapes


def _strict(shape: Any) -> Any:
    if isinstance(shape, list):
        return [_strict(each) for each in shape]
    if not isinstance(shape, dict):
        return shape
    found = {name: _strict(each) for name, each in shape.items() if name != "nullable"}
    if "properties" in found:
        found.setdefault("additionalProperties", False)
    return {"anyOf": [found, {"type": "null"}]} if shape.get("nullable") is True else found


@functools.cache
def patterns() -> list[tuple[re.Pattern[str], str]]:
    """Return every address of the schema as a pattern."""
    return [
        (
            re.compile(
                re.sub(
                    r"\{(\w+)\}", "[^/]+", re.escape(path).replace(r"\{", "{").replace(r"\}", "}")
                )
                + "$"
            ),
            path,
        )
        for path in schema()["paths"]
    ]


@functools.cache
def validator_of(path: str, method: str, status: str) -> Any:
    """Return what holds an answer against the shape that is promised, None without one."""
    promised = schema()["paths"][path][method]["responses"][status]
    shape = promised.get("content", {}).get("application/json", {}).get("schema")
    if shape is None:
        return None
    whole = {**_strict(shape), "components": {"schemas": strict_components()}}
    kind = validator_for(whole)
    kind.check_schema(whole)
    return kind(whole)


@dataclass
class Answer:
    """What came back."""

    status: int
    json: Any
    headers: Any
    content: bytes

    @property
    def code(self) -> str:
        """The code of a problem, else nothing."""
        return self.json.get("code", "") if isinstance(self.json, dict) else ""

    @property
    def brief(self) -> tuple[int, str]:
        """Status and code."""
        return self.status, self.code


class Caller:
    """Calls with a key, a session, or as nobody; checks every answer."""

    def __init__(self, key: str | None = None, client: Client | None = None) -> None:
        self.client = client or Client()
        self.headers = {"Authorization": f"Token {key}"} if key else {}

    def get(self, path: str, **headers: str) -> Answer:
        """Read."""
        return self.send("GET", path, None, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        """Do."""
        return self.send("POST", path, body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Answer:
        """Replace."""
        return self.send("PUT", path, body, **headers)

    def send(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """Send JSON (bytes go as they are) and check the answer against the schema."""
        whole = path if path.startswith("/api/") else f"/api/v1/{path}"
        raw = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body)
        kind = headers.pop("content_type", "application/json")
        sent = {**self.headers, **headers}
        got = self.client.generic(method, whole, raw, kind, headers=sent)
        plain = json.loads(got.content) if "json" in got.headers["Content-Type"] else None
        answer = Answer(got.status_code, plain, got.headers, got.content)
        check(method, whole.partition("?")[0], answer)
        return answer


def check(method: str, path: str, answer: Answer) -> None:
    """Hold an answer against the schema, or against the one shape of problems."""
    assert answer.status < 500, answer
    assert answer.headers["Content-Language"] in ("de", "en", "fr", "it")
    if answer.status >= 400:
        assert isinstance(answer.json, dict), answer
        assert answer.json["code"], answer
        assert answer.json["detail"].strip(), answer
    known = next((name for pattern, name in patterns() if pattern.match(path)), None)
    operation = schema()["paths"].get(known, {}).get(method.lower())
    if operation is None:
        return
    promised = operation["responses"].get(str(answer.status))
    assert promised is not None, f"{method} {known} does not promise {answer.status}: {answer}"
    if (validator := validator_of(known or "", method.lower(), str(answer.status))) is not None:
        validator.validate(answer.json)
