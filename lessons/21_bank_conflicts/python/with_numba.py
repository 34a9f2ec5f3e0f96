# c = the transpose of a, through a tile in shared memory. Its rows are 33 elements long, so that a column has no bank conflicts.
# --- parameters
rows = 64
cols = 64
dtype = "float32"
# --- inputs
import numba
import numpy as np
from numba import cuda

a = cuda.to_device(np.arange(rows * cols, dtype=dtype).reshape(rows, cols))
c = cuda.to_device(np.zeros((cols, rows), dtype=dtype))
TILE = 32
PITCH = TILE + 1
element = numba.from_dtype(np.dtype(dtype))  # a type for shared memory


# --- computation
@cuda.jit
def transpose(a, c):
    tile = cuda.shared.array((TILE, PITCH), dtype=element)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    row, column = cuda.blockIdx.y * TILE, cuda.blockIdx.x * TILE
    if row + y < a.shape[0] and column + x < a.shape[1]:
        tile[y, x] = a[row + y, column + x]
    cuda.syncthreads()
    if column + y < c.shape[0] and row + x < c.shape[1]:
        c[column + y, row + x] = tile[x, y]


transpose[((cols + TILE - 1) // TILE, (rows + TILE - 1) // TILE), (TILE, TILE)](a, c)
# --- result
result = c.copy_to_host()
print(f"c[1, 0] = {result[1, 0]}, a[0, 1] = {a.copy_to_host()[0, 1]}")
