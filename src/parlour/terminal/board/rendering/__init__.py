"""A view as coloured characters: the grid of cells, their colours and their signs."""
