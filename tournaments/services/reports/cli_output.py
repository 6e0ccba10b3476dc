"""Output of ``manage.py trf`` for one file: a JSON object, or text."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.reports.answers import Evaluation, parse_number
from tournaments.services.reports import words


def to_json(action: str, file: str, told: Evaluation) -> Evaluation:
    """Return the result for one file; an ``error`` has code, line, column and text."""
    if error := error_in(action, told):
        return {"file": file, **({"ok": False} if action == "check" else {}), "error": error}
    return {"file": file, **JSON_BUILDERS[action](told)}


def error_in(action: str, told: Evaluation) -> Evaluation | None:
    """Return the error that prevents an action, or None."""
    error = told.get("error") or (told["pair"].get("error") if action == "pair" else None)
    if not error:
        return None
    place = {key: error.get(key) for key in ("code", "line", "column")}
    return {**place, "text": words.error_sentence(error)}


def _check_json(told: Evaluation) -> Evaluation:
    """Return the contents of a file and its warnings."""
    heads = ("name", "system", "players", "rounds", "announced", "running")
    remarks = [
        {
            "code": each["code"],
            "line": each["line"],
            "text": words.remark_sentence(each),
        }
        for each in told["remarks"]
    ]
    evaluate_file = {key: told[key] for key in heads}
    return {"ok": True, **evaluate_file, "remarks": remarks, "left_out": _left_out_tie_breaks(told)}


def _left_out_tie_breaks(told: Evaluation) -> list[str]:
    return [*told["unknown"], *told["unfit"], *told["early"]]


def _pairing_json(told: Evaluation) -> Evaluation:
    """Return the next round in the file's own starting numbers, by board."""
    pair = told["pair"]
    return {
        "round": pair["round"],
        "pairs": pair["pairs"],
        "byes": pair["byes"],
        "absent": [int(who) for who in pair["absent"]],
        "engine": pair["engine"],
        "note": " ".join(map(words.note_sentence, pair["notes"])),
    }


def _table_json(told: Evaluation) -> Evaluation:
    """Return the table, each tie-break under its acronym."""
    criteria = told["table"]["criteria"]
    rows = [
        {
            "number": row["number"],
            "place": row["place"],
            "points": parse_number(row["points"]),
            **{
                acronym: None if value is None else parse_number(value)
                for acronym, value in zip(criteria, row["values"], strict=True)
            },
        }
        for row in told["table"]["rows"]
    ]
    found = {"criteria": criteria, "left_out": _left_out_tie_breaks(told)}
    return {**found, "running": told["running"], "rows": rows}


JSON_BUILDERS = {"check": _check_json, "pair": _pairing_json, "table": _table_json}


def to_lines(action: str, file: str, told: Evaluation) -> Iterator[str]:
    """Yield the same result as text."""
    found = to_json(action, file, told)
    if "error" in found:
        yield f"{file}: {found['error']['text']}"
        return
    if action == "check":
        yield f"{file}: {words.size_phrase(found)}"
        yield from (f"  {each['text']}" for each in found["remarks"])
        yield from (f"  {each}" for each in words.left_out_sentences(told))
    elif action == "pair":
        yield from _round_lines(file, found, told)
    else:
        yield from _table_lines(file, found, told)


def _round_lines(file: str, found: Evaluation, told: Evaluation) -> Iterator[str]:
    names = told["names"]
    yield f"{file}: round {found['round']} ({found['engine']})"
    for board, (white, black) in enumerate(found["pairs"], start=1):
        yield f"{board:>4}  {white:>4} {names[str(white)]} – {black:>4} {names[str(black)]}"
    for label, key in (("bye", "byes"), ("absent", "absent")):
        yield from (f"{label:>6}  {who} {names[str(who)]}" for who in found[key])
    if found["note"]:
        yield f"  {found['note']}"


def _table_lines(file: str, found: Evaluation, told: Evaluation) -> Iterator[str]:
    names = told["names"]
    heads = ["points", *found["criteria"]]
    yield file
    yield f"{'':>4}  {'':>4} {'':<30} " + " ".join(f"{head:>8}" for head in heads)
    for row in found["rows"]:
        figures = " ".join(f"{'' if row[head] is None else row[head]:>8}" for head in heads)
        name = names[str(row["number"])][:30]
        yield f"{row['place']:>4}  {row['number']:>4} {name:<30} {figures}"
    yield from (f"  {each}" for each in words.left_out_sentences(told))
    if found["running"]:
        yield f"  {words.running_sentence(found['running'])}"
