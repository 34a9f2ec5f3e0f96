# total = the sum of a: shuffles within each warp, shared memory between the warps, and one atomic addition per block.
# --- parameters
n = 1024
block = 256
# --- inputs
import numpy as np
from numba import cuda, int32

a = cuda.to_device(np.random.default_rng(1).integers(-9, 10, n).astype("int32"))
total = cuda.to_device(np.zeros(1, dtype="int32"))
ALL = 0xFFFFFFFF  # the mask of all lanes


# --- computation
@cuda.jit(device=True)
def sum_of_warp(value):
    away = 16
    while away > 0:
        value += cuda.shfl_down_sync(ALL, value, away)
        away //= 2
    return value


@cuda.jit
def add_up(a, total):
    of_warps = cuda.shared.array(32, dtype=int32)
    i = cuda.grid(1)
    lane, warp = cuda.threadIdx.x % 32, cuda.threadIdx.x // 32
    value = sum_of_warp(a[i] if i < a.size else int32(0))
    if lane == 0:
        of_warps[warp] = value
    cuda.syncthreads()
    if warp == 0:
        of_block = sum_of_warp(of_warps[lane] if lane < cuda.blockDim.x // 32 else int32(0))
        if lane == 0:
            cuda.atomic.add(total, 0, of_block)


add_up[(n + block - 1) // block, block](a, total)
# --- result
result = total.copy_to_host()[0]
print(f"the sum of {n} numbers is {result}")
