"""A whole hall simulated by seed, with faults, and halls with deliberate bugs."""
