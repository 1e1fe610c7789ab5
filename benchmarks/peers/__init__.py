"""Parlour beside other systems."""
