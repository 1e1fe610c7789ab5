"""Those who play: at random, or by search. They know no game but through the contract."""
