"""The command line of mutation testing; see `mutation/__init__.py`."""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from mutation.areas import AREAS, Area
from mutation.coverage_map import CoverageMap, measure_test_file
from mutation.mutants import Mutant, mutants
from mutation.score import sentence
from mutation.trial import Copy, killer, warm_up

CHECKOUT = Path(__file__).parent.parent
CACHE = CHECKOUT / "build/mutation"
RESULTS = CACHE / "results.jsonl"


class Result(msgspec.Struct, frozen=True):
    """The result of a mutant: the test that killed it, if any, and the digest of the tests."""

    digest: str
    killer: str | None
    tests: str


def main(words: Sequence[str] | None = None) -> None:
    names = [area.name for area in AREAS]
    parser = argparse.ArgumentParser(prog="make mutate", description=__doc__)
    parser.add_argument("areas", nargs="*", help=f"of {', '.join(names)}; all by default")
    parser.add_argument("--sample", type=int, default=100, help="mutants of each area")
    parser.add_argument("--seed", type=int, default=0, help="which sample")
    parser.add_argument("--at-once", type=int, default=2, help="processes")
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="of tests for each mutant, processor time"
    )
    parser.add_argument("--only", default="", help="files whose path contains one of these: a,b")
    parser.add_argument("--tests", default="", help="tests whose file contains one of these: a,b")
    parser.add_argument("--afresh", action="store_true", help="forget what was tried before")
    options = parser.parse_args(words)
    if unknown := set(options.areas) - set(names):
        parser.error(f"there is no area {', '.join(sorted(unknown))}")
    chosen = [area for area in AREAS if not options.areas or area.name in options.areas]
    if options.afresh:
        RESULTS.unlink(missing_ok=True)
    for area in chosen:
        Run(area, options).go()


class Run:
    """One area, from the sample to its score."""

    def __init__(self, area: Area, options: argparse.Namespace) -> None:
        self.area = area
        self.options = options
        equivalent = {(same["file"], same["old"], same["new"]) for same in equivalents()}
        self.all = [
            mutant
            for file in area.files(CHECKOUT)
            if named(file, options.only)
            for mutant in mutants(file, (CHECKOUT / file).read_text("utf-8"))
            if (mutant.file, *mutant.fault) not in equivalent
        ]
        self.sample = sample(self.all, options.sample, options.seed)
        self.tests = tests_digest(area)

    def go(self) -> None:
        results = self.results()
        remaining = [mutant for mutant in self.sample if mutant.digest not in results]
        if remaining:
            self.try_all(remaining)
            results = self.results()
        tried = [mutant for mutant in self.sample if mutant.digest in results]
        survivors = [mutant for mutant in tried if results[mutant.digest].killer is None]
        for mutant in survivors:
            print(mutant.diff(), end="\n\n")
        killed = len(tried) - len(survivors)
        print(sentence(self.area.name, killed, len(tried), len(self.all)), flush=True)

    def results(self) -> dict[str, Result]:
        """Stored results. A survivor is tried again when the tests have changed; a killed mutant
        is not, except with `--afresh`."""
        if not RESULTS.exists():
            return {}
        found = [msgspec.json.decode(line, type=Result) for line in RESULTS.open("rb")]
        return {
            result.digest: result
            for result in found
            if result.killer is not None or result.tests == self.tests
        }

    def try_all(self, remaining: list[Mutant]) -> None:
        CACHE.mkdir(parents=True, exist_ok=True)
        warm_up()
        copies = [Copy(CHECKOUT) for _ in range(min(self.options.at_once, len(remaining)))]
        try:
            covered = self.covered(copies[0])
            fork = multiprocessing.get_context("fork")
            workers = [
                fork.Process(target=self.work, args=(copy, covered, remaining[i :: len(copies)]))
                for i, copy in enumerate(copies)
            ]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        finally:
            for copy in copies:
                copy.remove()

    def covered(self, copy: Copy) -> CoverageMap:
        sources = sorted({file for area in AREAS for file in area.files(CHECKOUT)})
        return CoverageMap(
            [
                measure_test_file(copy, file, sources, CACHE / "coverage")
                for file in self.area.test_files(CHECKOUT)
                if named(file, self.options.tests)
            ]
        )

    def work(self, copy: Copy, covered: CoverageMap, mine: list[Mutant]) -> None:
        """Try mutants one after another; tests that have killed most run first."""
        kills: dict[str, Counter[str]] = {}
        for mutant in mine:
            kill_counts = kills.setdefault(mutant.file, Counter())
            tests = covered.tests(mutant.file, mutant.line)
            tests.sort(key=lambda test: -kill_counts[test])
            chosen_tests = list(affordable(tests, covered.seconds, self.options.seconds))
            seconds = sum(covered.seconds[test] for test in chosen_tests)
            killed_by = killer(copy, mutant, chosen_tests, seconds) if chosen_tests else None
            if killed_by is not None:
                kill_counts[killed_by] += 1
            with RESULTS.open("ab") as file:
                file.write(
                    msgspec.json.encode(Result(mutant.digest, killed_by, self.tests)) + b"\n"
                )
            what = f"killed by {killed_by}" if killed_by else "SURVIVED"
            print(f"{mutant.file}:{mutant.line} {what}", file=sys.stderr, flush=True)


def named(file: str, words: str) -> bool:
    return any(word in file for word in words.split(","))


def affordable(tests: list[str], seconds: dict[str, float], most: float) -> Iterator[str]:
    """The first tests that fit into the time limit, at least one. A mutant that only the others
    would kill counts as a survivor."""
    spent = 0.0
    for i, test in enumerate(tests):
        spent += seconds[test]
        if i and spent > most:
            return
        yield test


def sample(among: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """A random sample; with the same seed, a larger one contains the smaller one."""
    order = random.Random(seed).sample(among, len(among))
    return order[:size]


def equivalents() -> list[dict[str, str]]:
    path = CHECKOUT / "mutation/equivalent.toml"
    return tomllib.loads(path.read_text("utf-8")).get("mutant", [])


def tests_digest(area: Area) -> str:
    """A digest of all files below `tests`, since helpers count too."""
    digest = hashlib.sha256(area.name.encode())
    for file in sorted((CHECKOUT / "tests").rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


if __name__ == "__main__":
    main()
