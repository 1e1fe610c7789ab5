"""A training on disk: one file that says whose it is, so that a run goes on where it ended."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeGuard, cast

import torch

from parlour.lab.training.network import GridNet
from parlour.table.game import Game

FORMAT = 1


class NotThisTraining(Exception):
    """A checkpoint that does not belong to what is being trained, as a sentence."""


def about(game: Game[Any, Any]) -> dict[str, object]:
    return {"format": FORMAT, "game": game.slug, "version": game.version}


def save(
    path: Path, game: Game[Any, Any], net: GridNet, mask: tuple[int, ...], **rest: object
) -> None:
    """Write beside the old file, then take its place: a run that is stopped loses nothing."""
    parts = {**about(game), "shape": net.shape, "mask": mask, "net": net.state_dict(), **rest}
    new = path.with_suffix(".new")
    torch.save(parts, new)
    new.replace(path)


def load(path: Path, game: Game[Any, Any], device: torch.device) -> dict[str, Any]:
    try:
        found: Any = torch.load(path, map_location=device, weights_only=True)
    except Exception as failure:  # whatever torch makes of a foreign file
        raise NotThisTraining(f"{path.name} is no checkpoint of a training.") from failure
    if not is_checkpoint(found):
        raise NotThisTraining(f"{path.name} is no checkpoint of a training.")
    for what, expected in about(game).items():
        if found.get(what) != expected:
            raise NotThisTraining(
                f"{path.name} is of another training: its {what} is {found.get(what)}, "
                f"and here it is {expected}."
            )
    return found


def is_checkpoint(found: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(found, dict) and cast("dict[str, object]", found).get("format") == FORMAT


def restored(checkpoint: dict[str, Any], device: torch.device) -> GridNet:
    net = GridNet(**checkpoint["shape"], mask=checkpoint["mask"]).to(device)
    net.load_state_dict(checkpoint["net"])
    return net
