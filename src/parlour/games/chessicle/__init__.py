"""Chessicle: five characters a side on 5x5; heroes strike whatever they cross."""
