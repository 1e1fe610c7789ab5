"""Names for the strengths of computer players, in words that everybody understands."""

STRENGTHS = {
    "beginner": "level:1",
    "easy": "level:2",
    "casual": "level:3",
    "steady": "level:4",
    "fair": "level:5",
    "medium": "level:6",
    "skilled": "level:7",
    "strong": "level:8",
    "expert": "level:9",
    "master": "level:10",
    "hard": "best:1s",
}
"""The player for each name, from the weakest to the strongest."""

USUAL = "medium"
"""The default."""
