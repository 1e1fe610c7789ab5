"""The hall's HTTP interface: thin routes over the front desk, described in OpenAPI 3.1."""
