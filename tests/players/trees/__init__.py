"""Small games whose trees are easy to check by hand."""
