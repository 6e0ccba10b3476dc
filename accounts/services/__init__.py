"""The verbs of the accounts room."""
