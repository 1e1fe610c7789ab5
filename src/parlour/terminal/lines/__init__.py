"""The line dialogue: prompts, questions and pages of text."""
