# sums = the inclusive prefix sums of each row. A block has a row; two arrays in shared memory take turns.
# --- parameters
rows = 4
n = 64
# --- inputs
import numpy as np
from numba import cuda, int32

a = cuda.to_device(np.random.default_rng(1).integers(1, 10, (rows, n)).astype("int32"))
sums = cuda.to_device(np.zeros((rows, n), dtype="int32"))


# --- computation
@cuda.jit
def scan(a, sums):
    parts = cuda.shared.array((2, 1024), dtype=int32)
    row, x = cuda.blockIdx.x, cuda.threadIdx.x
    now = 0
    parts[now, x] = a[row, x]
    cuda.syncthreads()
    away = 1
    while away < cuda.blockDim.x:
        part = parts[now, x]
        if x >= away:
            part += parts[now, x - away]
        now = 1 - now
        parts[now, x] = part
        cuda.syncthreads()
        away *= 2
    sums[row, x] = parts[now, x]


scan[rows, n](a, sums)
# --- result
result = sums.copy_to_host()
print(f"row 0 begins with {result[0, :4].tolist()} and ends with {result[0, -1]}")
