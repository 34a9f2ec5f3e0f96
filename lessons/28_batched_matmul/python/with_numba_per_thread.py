# C[i] = A[i] B[i] for n matrices of 2 x 2, one thread per product.
# --- parameters
n = 1024
block = 256
# --- inputs
import numpy as np
from numba import cuda

random = np.random.default_rng(1)
a = cuda.to_device(random.uniform(-1, 1, (n, 2, 2)).astype("float32"))
b = cuda.to_device(random.uniform(-1, 1, (n, 2, 2)).astype("float32"))
c = cuda.to_device(np.zeros((n, 2, 2), dtype="float32"))


# --- computation
@cuda.jit
def products(a, b, c):
    i = cuda.grid(1)
    if i >= c.shape[0]:
        return
    for row in range(2):
        for column in range(2):
            c[i, row, column] = a[i, row, 0] * b[i, 0, column] + a[i, row, 1] * b[i, 1, column]


products[(n + block - 1) // block, block](a, b, c)
# --- result
result = c.copy_to_host()
print(f"{n} products; the first one is {result[0].tolist()}")
