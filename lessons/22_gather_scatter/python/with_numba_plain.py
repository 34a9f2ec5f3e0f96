# Counts how often each index occurs, with one thread per element and an atomic addition.
# --- parameters
n = 32
block = 32
# --- inputs
import numpy as np
from numba import cuda

index = cuda.to_device(np.random.default_rng(1).integers(0, 8, n, dtype=np.int32))
counts = cuda.to_device(np.zeros(8, dtype=np.int32))


# --- computation
@cuda.jit
def count(index, counts):
    i = cuda.grid(1)
    if i < index.size:
        cuda.atomic.add(counts, index[i], 1)


count[(n + block - 1) // block, block](index, counts)
# --- result
result = counts.copy_to_host()
print(f"counts[0] = {result[0]}")
