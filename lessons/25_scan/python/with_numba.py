# kept = the numbers of each row that are not multiples of k. A block has a row, and scans its mask in shared memory.
# --- parameters
rows = 4
n = 64
k = 3
# --- inputs
import numpy as np
from numba import cuda, int32

numbers = cuda.to_device(np.arange(rows * n, dtype="int32").reshape(rows, n))
kept = cuda.to_device(np.zeros((rows, n), dtype="int32"))


# --- computation
@cuda.jit
def compact(numbers, kept, k):
    counts = cuda.shared.array((2, 1024), dtype=int32)
    row, x = cuda.blockIdx.x, cuda.threadIdx.x
    keep = x < numbers.shape[1] and numbers[row, x] % k != 0
    now = 0
    counts[now, x] = 1 if keep else 0
    cuda.syncthreads()
    away = 1
    while away < cuda.blockDim.x:
        count = counts[now, x]
        if x >= away:
            count += counts[now, x - away]
        now = 1 - now
        counts[now, x] = count
        cuda.syncthreads()
        away *= 2
    if keep:
        kept[row, counts[now, x] - 1] = numbers[row, x]


compact[rows, n](numbers, kept, k)
# --- result
result = kept.copy_to_host()
print(f"row 0 keeps {np.count_nonzero(result[0])} of {n} numbers; the first ones are {result[0, :5].tolist()}")
