"""Advice about playing well: evaluation, levels, dangerous actions."""
