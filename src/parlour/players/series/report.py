"""The report of a series: a line while it runs, a table at its end, data for programs."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import Any

from parlour.players.series.pairing import distinct_openings
from parlour.players.series.playing import GRACE
from parlour.players.series.scoring import (
    LOWER,
    UPPER,
    Estimate,
    elo_estimate,
    los,
    share,
)
from parlour.players.series.tally import Tally
from parlour.table.sentences import Sentence, shorten


def standing(tally: Tally) -> str:
    """The score of the first player so far."""
    if not tally.rounds:
        return "no opening played from all seats yet"
    return f"{tally.plan.players[0]} {score(tally)}"


def score(tally: Tally) -> str:
    """The same without the name."""
    sample = tally.samples[0]
    words = [percent(share(sample))]
    if _is_head_to_head(tally):
        words.append(f"Elo {signed(elo_estimate(sample))}")
    if tally.plan.sprt:
        words.append(f"SPRT {tally.ratio:+.2f} in {LOWER:.2f} .. {UPPER:.2f}")
    return ", ".join(words)


def table(tally: Tally) -> Iterator[str]:
    """The final table, line by line."""
    plan = tally.plan
    if plan.evenly:
        sides = f"in all {tally.round} ways to share {tally.seats} seats"
    else:
        sides = "from both seats" if _is_head_to_head(tally) else f"from all {tally.seats} seats"
    count = "1 opening" if tally.rounds == 1 else f"{tally.rounds} openings"
    opening = f"{count} of {plan.opening} actions, each {sides}"
    settings = "".join(f" {name}={shorten(str(value))}" for name, value in plan.settings.items())
    yield f"{plan.load_game().title}{settings}: {tally.matches} matches, {opening}"
    if plan.clock:
        yield f"clock {plan.clock}, overrun by more than {GRACE * 1000:.0f} ms loses"
    if not tally.rounds:
        return
    different = distinct_openings(plan, tally.rounds)
    if different < tally.rounds:
        yield str(Sentence("series.alike", different=different, openings=tally.rounds))
    width = max(len(player) for player in plan.players)
    yield ""
    yield f"{'':{width}}  {'wins':>6} {'draws':>6} {'share of points':>22}"
    for number, player in enumerate(plan.players):
        got = percent(share(tally.samples[number]))
        line = f"{player:{width}}  {tally.wins[number]:6} {tally.shared[number]:6} {got:>22}"
        bad = [f"{tally.forfeits[number]} forfeited"] if tally.forfeits[number] else []
        bad += [f"{tally.overruns[number]} out of time"] if tally.overruns[number] else []
        yield f"{line}  {', '.join(bad)}".rstrip()
    yield ""
    reasons = list(forfeits(tally).values())
    yield from [*reasons, ""] if reasons else []
    yield from _conclusions(tally)


def forfeits(tally: Tally) -> dict[int, str]:
    """For each player that forfeited, its first reason."""
    return {
        player: str(
            Sentence(
                "series.forfeited",
                player=tally.plan.players[player],
                number=number + 1,
                reason=reason,
            )
        )
        for player, (number, reason) in sorted(tally.first_forfeits.items())
    }


def _conclusions(tally: Tally) -> Iterator[str]:
    plan, sample = tally.plan, tally.samples[0]
    yield f"draws {tally.draws / tally.matches:.1%}, wins by seat " + " - ".join(
        map(str, tally.wins_by_seat)
    )
    if _is_head_to_head(tally):
        if tally.round == 2:
            pairs = " ".join(str(tally.pairs[points / 2]) for points in range(5))
            yield f"pairs with 0, 0.5, 1, 1.5 and 2 points for {plan.players[0]}: {pairs}"
        yield f"Elo of {plan.players[0]} over {plan.players[1]}: {signed(elo_estimate(sample))}"
        yield f"likelihood of being stronger (LOS): {los(sample):.1%}"
    if plan.sprt:
        low, high = plan.sprt
        found = {"weaker": f"at most {low:g} Elo accepted", "stronger": f"{high:g} Elo accepted"}
        said = found.get(tally.verdict or "", "undecided")
        ratio = f"{tally.ratio:+.2f} in {LOWER:.2f} .. {UPPER:.2f}"
        yield f"SPRT of {low:g} against {high:g} Elo: {said} ({ratio})"


def data(tally: Tally) -> dict[str, Any]:
    """The same for programs."""
    plan = tally.plan
    about: dict[str, Any] = {"game": plan.game, "settings": plan.settings}
    about |= {"matches": tally.matches, "played": len(tally.played), "over": tally.over}
    about |= {"openings": tally.rounds, "different": distinct_openings(plan, tally.rounds)}
    about |= {"draws": tally.draws, "wins_by_seat": tally.wins_by_seat}
    about["players"] = [
        {
            "player": player,
            "wins": tally.wins[number],
            "draws": tally.shared[number],
            "share": _interval(share(tally.samples[number])) if tally.rounds else None,
            "forfeits": tally.forfeits[number],
            "overruns": tally.overruns[number],
            "first_forfeit": tally.first_forfeits.get(number, (0, None))[1],
        }
        for number, player in enumerate(plan.players)
    ]
    if _is_head_to_head(tally) and tally.rounds:
        if tally.round == 2:
            about["pairs"] = [tally.pairs[points / 2] for points in range(5)]
        about["elo"] = _interval(elo_estimate(tally.samples[0]))
        about["los"] = los(tally.samples[0])
    if plan.sprt:
        sprt = {"elo": plan.sprt, "verdict": tally.verdict}
        about["sprt"] = sprt | {"ratio": tally.ratio, "bounds": [LOWER, UPPER]}
    return about


def _is_head_to_head(tally: Tally) -> bool:
    """Elo needs two players with equally many seats."""
    return tally.seats == 2 or tally.plan.evenly


def _interval(estimate: Estimate) -> list[float | None]:
    """A value with its error bar; None where it is infinite."""
    return [round(value, 5) if isfinite(value) else None for value in estimate]


def percent(estimate: Estimate) -> str:
    value, low, high = (f"{100 * each:.1f}" for each in estimate)
    return f"{value} % ({low} to {high})"


def signed(estimate: Estimate) -> str:
    """A value with its error bar; after only wins or only losses, the finite end alone."""
    value, low, high = (_whole(each) for each in estimate)
    if not isfinite(estimate.value):
        return f"more than {low}" if estimate.value > 0 else f"less than {high}"
    return f"{value} ({low} to {high})"


def _whole(number: float) -> str:
    """A whole number with its sign; nought has none."""
    text = f"{number:+.0f}".replace("inf", "∞")
    return "0" if text in ("+0", "-0") else text
