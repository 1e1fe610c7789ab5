"""How strong a computer plays, in words that anybody understands: the one table of them."""

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
"""From the weakest to the strongest, each with the player that it stands for today."""

USUAL = "medium"
