"""The verbs of the post office."""
