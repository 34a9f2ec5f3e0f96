# c[i] = table[index[i]], with one thread per element of c. Threads may read the same element of the table.
# --- parameters
n = 32
block = 32
# --- inputs
import numpy as np
from numba import cuda

table = cuda.to_device(np.arange(8, dtype="float32"))
index = cuda.to_device(np.random.default_rng(1).integers(0, 8, n, dtype=np.int32))
c = cuda.device_array(n, dtype="float32")


# --- computation
@cuda.jit
def gather(table, index, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = table[index[i]]


gather[(n + block - 1) // block, block](table, index, c)
# --- result
result = c.copy_to_host()
print(f"c[0] = {result[0]}")
