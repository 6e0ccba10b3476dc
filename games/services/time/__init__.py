"""When clocks run: quiet hours, outages, timetables and what players prefer."""
