"""The hall's HTTP interface: thin routes, described in OpenAPI 3.1."""
