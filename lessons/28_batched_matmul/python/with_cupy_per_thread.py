# C[i] = A[i] B[i] for n matrices of 2 x 2, with CuPy. One call multiplies the whole batch.
# --- parameters
n = 1024
# --- inputs
import cupy as cp
import numpy as np

random = np.random.default_rng(1)
a = cp.asarray(random.uniform(-1, 1, (n, 2, 2)).astype("float32"))
b = cp.asarray(random.uniform(-1, 1, (n, 2, 2)).astype("float32"))
# --- computation
c = cp.matmul(a, b)
# --- result
result = cp.asnumpy(c)
print(f"{n} products; the first one is {result[0].tolist()}")
