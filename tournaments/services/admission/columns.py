"""Lists of players as tables: which columns hold the names and e-mail addresses."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import NamedTuple

DELIMITERS = (",", ";", "\t")
PLAYER_HEADINGS = (
    *("player", "player name", "username", "user name", "nickname"),
    *("spieler", "spielerin", "spielername", "benutzername"),
    *("joueur", "joueuse", "pseudo", "pseudonyme"),
    *("giocatore", "giocatrice", "nome utente"),
)
NAME_HEADINGS = ("name", "full name", "nom", "nom complet", "nome", "nome completo")
FIRST_NAME_HEADINGS = ("first name", "firstname", "given name", "vorname", "prénom", "prenom")
LAST_NAME_HEADINGS = (
    *("last name", "lastname", "surname", "family name"),
    *("nachname", "familienname", "nom de famille", "cognome"),
)
EMAIL_HEADINGS = (
    *("e mail", "email", "mail", "e mail address", "email address"),
    *("e mail adresse", "email adresse", "mailadresse", "emailadresse"),
    *("adresse e mail", "adresse mail", "courriel", "adresse électronique"),
    *("indirizzo e mail", "indirizzo email", "posta elettronica"),
)


class Row(NamedTuple):
    """A line of a list, numbered from 1."""

    number: int
    name: str
    address: str


class Columns(NamedTuple):
    """The columns that make up the name, in order, and the column of the address, if known."""

    name: tuple[int, ...]
    address: int | None


def parse_rows(text: str) -> list[Row]:
    """Return the lines that hold a name or an address; a first line with headings is optional."""
    lines = text.replace("\x00", "").removeprefix("\ufeff").splitlines()
    delimiter = max(DELIMITERS, key=text.count)
    found: list[Row] = []
    columns, begun = None, False
    for number, line in enumerate(lines, 1):
        if not line.strip() or (not begun and line.lower().startswith("sep=")):
            continue
        cells = [
            " ".join(cell.split()) for cell in next(csv.reader([line], delimiter=delimiter), [])
        ]
        if not begun:
            begun = True
            columns = _parse_heading(cells)
            if columns is not None:
                continue
        row = Row(number, *_parse_cells(cells, columns))
        if row.name or row.address:
            found.append(row)
    return found


def _parse_heading(cells: Sequence[str]) -> Columns | None:
    """Return the columns that a heading names; None if the line is no heading."""
    said = [re.sub(r"[\W_]+", " ", cell).strip().lower() for cell in cells]
    player, name, first, last, address = (
        next((at for at, each in enumerate(said) if each in words), None)
        for words in (
            PLAYER_HEADINGS,
            NAME_HEADINGS,
            FIRST_NAME_HEADINGS,
            LAST_NAME_HEADINGS,
            EMAIL_HEADINGS,
        )
    )
    if player is None and name is None and first is None and last is None and address is None:
        return None
    if player is not None:
        parts = [player]
    elif first is not None and last is not None and name is not None:
        parts = [name]
    else:  # beside a first or last name, “name” is the other part
        parts = [at for at in (first, name, last) if at is not None]
    return Columns(tuple(parts), address)


def _parse_cells(cells: Sequence[str], columns: Columns | None) -> tuple[str, str]:
    """Return name and address.

    Without a heading, the name is in the first column, or in the second if the first has the
    address.
    """
    address = next((cell for cell in cells if "@" in cell), "")
    if columns is None:
        behind = [cell for cell in cells[1:] if cell and "@" not in cell]
        names = behind[:1] if address and cells[0] == address else list(cells[:1])
    else:
        names = [cells[each] for each in columns.name if each < len(cells)]
        if columns.address is not None:
            address = cells[columns.address] if columns.address < len(cells) else ""
    return " ".join(name for name in names if name and "@" not in name), address
