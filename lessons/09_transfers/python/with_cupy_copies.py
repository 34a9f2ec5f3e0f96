# Three operations and two copies, in CuPy: arrays stay on the device until they are asked for.
# --- parameters
n = 2**16
# --- inputs
import cupy as cp
import numpy as np

numbers = (np.arange(n) % 100).astype("float32")
# --- computation
a = cp.asarray(numbers)  # the one copy to the device
a *= 0.5
a += 3
a *= a
# --- result
result = cp.asnumpy(a)  # the one copy back
print(f"sum = {result.sum(dtype='float64'):.2f}, last = {result[-1]:.2f}")
