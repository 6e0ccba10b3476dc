"""Report files of any event: read and evaluated in a process of their own, and put into words."""
