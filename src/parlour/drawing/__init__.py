"""Pictures of any view: SVG, slides, notebook pages. Nothing here depends on a game."""
