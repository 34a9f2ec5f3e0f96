# How many divisors are tried for each number below n, one thread per number.
# --- parameters
n = 2**12
block = 256
# --- inputs
import numpy as np
from numba import cuda

tries = cuda.to_device(np.zeros(n, dtype="int32"))


# --- computation
@cuda.jit
def tries_of_every(tries):
    i = cuda.grid(1)
    if i >= tries.size:
        return
    d = 2
    tried = 0
    found = i > 1
    while found and d * d <= i:
        tried += 1
        found = i % d != 0
        d += 1
    tries[i] = tried


tries_of_every[(n + block - 1) // block, block](tries)
# --- result
result = tries.copy_to_host()
print(f"{result.sum()} divisions for {n} numbers; at most {result.max()} for one of them")
