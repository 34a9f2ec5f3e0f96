# C = A B, one thread per output. Every element of A and B is loaded n times.
# --- parameters
n = 64
dtype = "float32"
# --- inputs
import numpy as np
from numba import cuda

random = np.random.default_rng(1)
a = cuda.to_device(random.uniform(-1, 1, (n, n)).astype(dtype))
b = cuda.to_device(random.uniform(-1, 1, (n, n)).astype(dtype))
c = cuda.to_device(np.zeros((n, n), dtype=dtype))


# --- computation
@cuda.jit
def matmul(a, b, c):
    column, row = cuda.grid(2)
    n = c.shape[0]
    if row >= n or column >= n:
        return
    total = a[row, 0] * b[0, column]
    for k in range(1, n):
        total += a[row, k] * b[k, column]
    c[row, column] = total


blocks = (n + 15) // 16
matmul[(blocks, blocks), (16, 16)](a, b, c)
# --- result
result = c.copy_to_host()
print(f"each thread made {2 * n} loads for one output")
