# C = A B, with CuPy. The product is a call of NVIDIA's library, cuBLAS.
# --- parameters
n = 64
dtype = "float32"
# --- inputs
import cupy as cp
import numpy as np

random = np.random.default_rng(1)
a = cp.asarray(random.uniform(-1, 1, (n, n)).astype(dtype))
b = cp.asarray(random.uniform(-1, 1, (n, n)).astype(dtype))
# --- computation
c = a @ b
# --- result
result = cp.asnumpy(c)
print(f"{n} x {n}: {2 * n**3} operations on {3 * n**2} elements")
