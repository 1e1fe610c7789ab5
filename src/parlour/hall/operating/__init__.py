"""Running a hall: settings, logs, metrics and the operator's commands."""
