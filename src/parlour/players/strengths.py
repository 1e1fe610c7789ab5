"""How strong a computer plays, in words that anybody understands: the one table of them."""

STRENGTHS = {"easy": "uct:50", "medium": "uct:0.5s", "hard": "uct:2s"}
"""From the weakest to the strongest, each with the player that it stands for today."""

USUAL = "medium"
