"""How strong a computer plays, in words that anybody understands: the one table of them."""

STRENGTHS = {"easy": "level:2", "medium": "level:6", "hard": "best:1s"}
"""From the weakest to the strongest, each with the player that it stands for today."""

USUAL = "medium"
