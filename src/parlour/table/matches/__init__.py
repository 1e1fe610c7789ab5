"""Inside a match: its positions, what each viewer was shown, and its text form."""
