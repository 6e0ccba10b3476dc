"""Game families: one package each, with rules, drawing, bots, texts, examples and its declaration.

`rules.py`, `diagram.py`, `bots.py` and the modules they import are pure Python. `words.py` uses
gettext, `examples.py` draws the positions for the rules page, and `family.py` declares it all as
`FAMILY`. Families do not import each other; what they share is in this package. Only `registry.py`
lists them by name.
"""
