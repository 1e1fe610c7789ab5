"""Mutation testing: small faults are put into copies of our sources, and the tests have to notice.

    make mutate                              a sample of every area
    make mutate ARGS="rules --sample 300"    one area

`mutants.py` says which faults, `areas.py` into which files and before which tests,
`coverage_map.py` which test runs which line; `trial.py` tries one mutant in a copy of the checkout,
and `score.py` counts. `equivalent.toml` lists mutants that nobody could tell from the original,
each with the reason.
Why this is not mutmut or cosmic-ray: docs/decisions/0047.
"""
