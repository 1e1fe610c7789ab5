"""Brique: join your two sides; two stones on a rising diagonal claim the corner between them."""
