"""The export of everything the site stores about a person."""
