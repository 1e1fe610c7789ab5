"""What environments for learning share, and the one that steps many matches at once."""
