"""Rating entries and the ratings computed from them."""
