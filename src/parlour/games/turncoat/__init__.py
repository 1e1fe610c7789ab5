"""Turncoat: a war of coloured blocks with units that walk over them."""
