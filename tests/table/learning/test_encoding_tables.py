"""docs/encodings.md says what `game.encoding` says."""

from tests.table.learning.encoding_tables import PAGE, page


def test_the_page_is_up_to_date():
    assert PAGE.read_text("utf-8") == page(), "write it anew: make golden"
