"""A net that was taught the exact values of the whole game."""
