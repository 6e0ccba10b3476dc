"""Live updates of open pages, by server-sent events.

Only the name of a channel is sent: the page then asks the site, which knows who may see what. The
name is a keyed digest, so only clients that were given it know it. Losing an event costs seconds,
because pages also poll.
"""
