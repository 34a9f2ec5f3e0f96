# C[i] = A[i] B[i] for n matrices of edge x edge, with CuPy. One call multiplies the whole batch.
# --- parameters
n = 1024
edge = 2
# --- inputs
import cupy as cp
import numpy as np

random = np.random.default_rng(1)
a = cp.asarray(random.uniform(-1, 1, (n, edge, edge)).astype("float32"))
b = cp.asarray(random.uniform(-1, 1, (n, edge, edge)).astype("float32"))
# --- computation
c = cp.matmul(a, b)
# --- result
result = cp.asnumpy(c)
print(f"{n} products; the first one is {result[0].tolist()}")
