"""Rating entries and the ratings folded from them."""
