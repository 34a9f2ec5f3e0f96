# Cups that cool. NumPy reads and writes the whole array in every round: more rounds do not raise the operations per byte.
# --- parameters
n = 2**20
rounds = 64
dtype = "float32"
# --- inputs
import numpy as np

cups = np.random.default_rng(1).uniform(20, 90, n).astype(dtype)
# --- computation
cooled = cups.copy()
for _ in range(rounds):
    cooled += (20 - cooled) * cooled.dtype.type(0.01)
# --- result
result = cooled
print(f"{rounds} rounds: {cups[0]:.2f} degrees become {cooled[0]:.2f}")
