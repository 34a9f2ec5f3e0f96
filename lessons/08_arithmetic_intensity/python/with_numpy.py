# The root of four powers with NumPy. Each operation is a loop of its own over whole arrays, so the
# intensity is that of a single operation.
# --- parameters
n = 2**20
dtype = "float32"
# --- inputs
import numpy as np

rng = np.random.default_rng(1)
p, q, r, s = (rng.random(n).astype(dtype) for _ in range(4))
# --- computation
r2, s2 = r * r, s * s  # two passes over memory, two new arrays
out = np.sqrt(p * p + q * q * q + r2 * r2 + s2 * s2 * s)
# --- result
result = out
kernel = 12 / (5 * out.itemsize)
numpy = 1 / (3 * out.itemsize)  # two arrays read and one written for each operation; the root reads one
print(f"operations per byte: {kernel:.2f} for one kernel, about {numpy:.2f} for NumPy's loops")
