# c = column + row. A CUDA kernel has no broadcasting of its own: it leaves out the index along which an array is stretched.
# --- parameters
rows = 4
cols = 32
block = 32
# --- inputs
import numpy as np
from numba import cuda

column = cuda.to_device(np.arange(rows, dtype=np.float32))
row = cuda.to_device(np.arange(cols, dtype=np.float32))
c = cuda.to_device(np.zeros((rows, cols), dtype=np.float32))


# --- computation
@cuda.jit
def outer_sum(column, row, c):
    rows, cols = c.shape
    t = cuda.grid(1)
    if t < rows * cols:
        i, j = t // cols, t % cols
        c[i, j] = column[i] + row[j]


outer_sum[(rows * cols + block - 1) // block, block](column, row, c)
# --- result
result = c.copy_to_host()
print(f"{rows} + {cols} numbers make {result.size} sums; the last one is {result[-1, -1]}")
