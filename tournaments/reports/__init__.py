"""Report files of events held anywhere: what they say, their tables, their next rounds. Pure."""
