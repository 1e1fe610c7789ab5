"""What all tests share: the tiny game is registered before any test asks which games there are."""

from tests import tiny as tiny  # imported for what it registers
