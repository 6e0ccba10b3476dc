"""The API of the whole site: its addresses and their description."""
