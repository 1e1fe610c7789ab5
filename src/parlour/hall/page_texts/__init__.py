"""The texts of the page, which reads them at `/api/words/{language}`: ids `page.*`."""

from parlour.hall.page_texts import english_board, english_match
from parlour.table.sentences import add_texts


def register() -> None:
    add_texts("page", english_match.ENGLISH | english_board.ENGLISH)
