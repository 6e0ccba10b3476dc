"""The consequences of an act, in words."""
