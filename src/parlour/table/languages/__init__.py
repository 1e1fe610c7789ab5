"""The texts of the contract, one file per language."""
