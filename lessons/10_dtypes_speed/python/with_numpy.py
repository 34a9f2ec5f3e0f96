# Multiply and add, in the type of the array. np.ones(n) and np.random give float64 unless you ask for another type.
# --- parameters
n = 2**22
steps = 1
dtype = "float32"
# --- inputs
import numpy as np

a = np.random.default_rng(1).uniform(0, 100, n).astype(dtype)
# --- computation
c = a.copy()
for _ in range(steps):
    c *= -1  # a Python number takes the array's type; since NumPy 2, a * np.float64(-1) is float64
    c += 0
# --- result
result = c
print(f"{n} elements of {c.dtype}: {c.nbytes / 1e6:.1f} MB; np.ones(n) would take {8 * n / 1e6:.1f} MB")
