# C = A B, on the CPU. NumPy hands the product to a library (BLAS), which works on tiles too.
# --- parameters
n = 64
dtype = "float32"
# --- inputs
import numpy as np

random = np.random.default_rng(1)
a = random.uniform(-1, 1, (n, n)).astype(dtype)
b = random.uniform(-1, 1, (n, n)).astype(dtype)
# --- computation
c = a @ b
# --- result
result = c
print(f"{n} x {n}: {2 * n**3} operations on {3 * n**2} elements")
