"""From a message that came in to what it asks for, all of it or nothing, and the answer."""
