"""What the version before wrote and sent: today's code reads, continues and answers it."""
