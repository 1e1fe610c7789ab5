"""What all tests share: the tiny game is registered before any test asks which games there are, and
matches keep themselves in a folder of their own, not in anybody's home."""

import os
import tempfile

from hypothesis import settings

from tests import tiny as tiny  # imported for what it registers

os.environ["PARLOUR_DATA"] = tempfile.mkdtemp(prefix="parlour-tests-")

# How long an example takes says something about the machine, not about what is tested.
settings.register_profile("parlour", deadline=None)
settings.load_profile("parlour")
