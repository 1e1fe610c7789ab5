"""The English texts about nets."""

from parlour.table.sentences import add_texts

ENGLISH = {
    "missing": "{file}: there is no such file.",
    "not_a_net": "{file} is not a net.",
    "huge": "{file} is too large for a net; {most} bytes are the most.",
    "damaged": "{file} is damaged: its checksum is not right.",
    "other_game": "{file} is a net for {found}, not for {game}.",
    "other_rules": "{file} is for version {found} of the rules of {game}; the rules are at version "
    "{version}.",
    "shapes": "{file}: its weights do not have the shapes that it claims.",
    "overflow": "{file}: its numbers are so large that sums could overflow.",
    "other_board": "The net was made for another kind of board.",
    "none": "{game} has no net, or none for this board.",
    "interpreted": "Nets play only where Parlour is compiled.",
}

add_texts("nets", ENGLISH)
