# A launch that is refused, in Numba: it raises an exception, so that the program cannot go on by accident.
# --- parameters
n = 1000
block = 256
# --- inputs
import numpy as np
from numba import cuda

numbers = (np.arange(n) % 10).astype("float32")


@cuda.jit
def twice(source, to):
    i = cuda.grid(1)
    if i < to.size:
        to[i] = 2 * source[i]


# --- computation
def doubled(block):
    source = cuda.to_device(numbers)
    to = cuda.device_array(numbers.shape, dtype=numbers.dtype)
    twice[(n + block - 1) // block, block](source, to)  # raises CudaAPIError when it is refused
    return to.copy_to_host()


result = doubled(block)
try:
    doubled(2048)
except Exception as error:
    print(f"blocks of 2048 threads: {error}")
# --- result
print(f"sum = {result.sum():.0f}")
