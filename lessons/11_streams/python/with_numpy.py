# Cups that cool, with NumPy: each call ends before the next one begins. There is no queue, so nothing overlaps.
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
