"""The door for programs: read and play matches under /api/v1/, with the verbs of the pages."""
