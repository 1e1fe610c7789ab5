"""The attackers: each module is one way to disable a hall, or to try to.

An attacker runs for a few seconds in its own process on this machine, and only against the hall
that `proofs.drivers.attack` has started for it.
"""
