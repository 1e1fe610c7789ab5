"""Self-play: what a search thought in every position of many matches, as Parquet for learning.

`plan`: what is played; `playing`: a shard of matches; `shards`: the files, their schema and their
check; `running`: processes and Ray; `card`: the page that tells others what is in the folder.
"""

from parlour.lab.selfplay import english

english.register()
