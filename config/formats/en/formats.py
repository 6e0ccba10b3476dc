"""English for readers in many countries: the day before the month, hours from 0 to 23."""

DATE_FORMAT = "j F Y"
DAY_FORMAT = "l, j F Y"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "j M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "j M Y, H:i"
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d %B %Y", "%d %b %Y"]
FIRST_DAY_OF_WEEK = 1
# Our own: an instant with its weekday, in this year and in others.
MOMENT_FORMAT = "l, j F, H:i"
MOMENT_YEAR_FORMAT = "l, j F Y, H:i"
