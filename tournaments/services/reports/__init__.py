"""Report files of any event, parsed and evaluated in a separate process."""
