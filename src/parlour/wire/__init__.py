"""The messages that the hall and its clients share."""

from parlour.wire import english

english.register()
