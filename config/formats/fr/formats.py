"""French formats; Django has the others."""

DATE_FORMAT = "j F Y"
DAY_FORMAT = "l j F Y"
MONTH_DAY_FORMAT = "j F"
SHORT_DATE_FORMAT = "d/m/Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "d/m/Y, H:i"
# Our own: an instant with its weekday, in this year and in others.
MOMENT_FORMAT = "l j F, H:i"
MOMENT_YEAR_FORMAT = "l j F Y, H:i"
