# n products of 2 x 2 matrices with NumPy: the arrays are in the CPU's memory already, and nothing is copied to a device.
# --- parameters
n = 2**16
dtype = "float32"
# --- inputs
import numpy as np

rng = np.random.default_rng(1)
a, b = (rng.uniform(-1, 1, (n, 4)).astype(dtype) for _ in range(2))
# --- computation
c = (a.reshape(n, 2, 2) @ b.reshape(n, 2, 2)).reshape(n, 4)  # reshape moves nothing; @ multiplies the last two axes
# --- result
result = c
print(f"c[0] = {c[0]}")
