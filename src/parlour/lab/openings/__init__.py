"""Openings: what has been played from any position in many records, and how it ended."""

from parlour.lab.openings import english

english.register()
