"""Maps, as people write them and as the rules see them. The text files are the built-in maps."""
