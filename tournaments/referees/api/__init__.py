"""The API of cases."""
