# C[i] = A[i] B[i] for n matrices of edge x edge, one block per product.
# --- parameters
n = 1024
edge = 2
# --- inputs
import numpy as np
from numba import cuda

random = np.random.default_rng(1)
a = cuda.to_device(random.uniform(-1, 1, (n, edge, edge)).astype("float32"))
b = cuda.to_device(random.uniform(-1, 1, (n, edge, edge)).astype("float32"))
c = cuda.to_device(np.zeros((n, edge, edge), dtype="float32"))


# --- computation
@cuda.jit
def products(a, b, c):
    i = cuda.blockIdx.x
    edge = c.shape[1]
    for element in range(cuda.threadIdx.x, edge * edge, cuda.blockDim.x):
        row = element // edge
        column = element % edge
        total = a[i, row, 0] * b[i, 0, column]
        for k in range(1, edge):
            total += a[i, row, k] * b[i, k, column]
        c[i, row, column] = total


products[n, 32](a, b, c)
# --- result
result = c.copy_to_host()
print(f"{n} blocks of 32 threads, {min(32, edge * edge)} of them with an element")
