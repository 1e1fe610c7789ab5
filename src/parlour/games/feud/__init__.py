"""Feud: two armies of eight on 4x4; swap, then act; whoever stands alone is helpless."""
