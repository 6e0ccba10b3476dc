"""The games: one folder a family, with its rules, drawing, bots, words, examples and declaration.

In each folder `rules.py`, `diagram.py`, `bots.py` and what they stand on are pure; `words.py`
knows gettext, `examples.py` draws the positions that the page of rules shows, and `family.py`
declares it all as one `FAMILY`. Families know nothing of each other. Shared pieces stand beside
them; `registry.py` alone lists them by name.
"""
