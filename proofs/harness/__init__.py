"""Shared by the drivers: server processes, lightweight clients, and scripted matches."""
