"""The hall's HTTP interface: thin routes, described in OpenAPI 3.1."""

from parlour.hall import page_texts

page_texts.register()
