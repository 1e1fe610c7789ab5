"""Parts of a match: events, history, presentation, viewers, the text form of records."""
