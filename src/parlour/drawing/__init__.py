"""Pictures of any view: SVG, slides, notebook pages. It knows no game."""
