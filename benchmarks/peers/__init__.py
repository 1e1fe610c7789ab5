"""Comparisons of Parlour with other systems."""
