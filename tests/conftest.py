"""What all tests share: the tiny game is registered before any test asks which games there are, and
matches keep themselves in a folder of their own, not in anybody's home."""

import os
import tempfile

from tests import tiny as tiny  # imported for what it registers

os.environ["PARLOUR_DATA"] = tempfile.mkdtemp(prefix="parlour-tests-")
