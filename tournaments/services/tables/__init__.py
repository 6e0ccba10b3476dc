"""How everybody stands: the results that count, tables, brackets, and what pages show of them."""
