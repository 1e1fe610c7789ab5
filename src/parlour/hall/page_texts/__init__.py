"""The texts of the page, which reads them at `/api/words/{language}`: ids `page.*`."""

from parlour.hall.page_texts import english_board, english_match, english_pages, english_shell
from parlour.table.sentences import add_texts, add_translations


def register() -> None:
    for part in (english_shell, english_pages, english_match, english_board):
        add_texts("page", part.ENGLISH)
    add_translations("page", __name__)
