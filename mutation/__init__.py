"""Mutation testing: small faults are put into copies of the sources, and the tests must fail.

    make mutate                              a sample of every area
    make mutate ARGS="rules --sample 300"    one area

`mutants.py` generates the mutants, `areas.py` groups sources and tests, `coverage_map.py` maps
lines to the tests that run them, `trial.py` tests one mutant in a copy of the checkout, and
`score.py` computes the score. `equivalent.toml` lists equivalent mutants, each with the reason.
Why this is not mutmut or cosmic-ray: docs/decisions/0047.
"""
