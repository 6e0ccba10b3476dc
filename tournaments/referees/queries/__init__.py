"""Queries about cases, rulings and what only referees may see; they check permissions."""
