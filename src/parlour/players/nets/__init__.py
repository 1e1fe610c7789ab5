"""Nets in whole numbers: their files, their evaluation, and the knowledge that a search asks."""
