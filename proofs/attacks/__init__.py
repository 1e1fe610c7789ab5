"""The attackers: each module is one way in which strangers have crippled a hall, or tried to.

An attacker runs in a process of its own, on this machine, for a few seconds, and only against the
hall that `proofs.drivers.attack` has started for it.
"""
