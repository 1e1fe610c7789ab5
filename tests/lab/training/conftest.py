"""What needs torch is left out where it is not installed: it belongs to the extra `train`."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["test_training.py"]
