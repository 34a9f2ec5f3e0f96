# Each element minus the one before. In Python a[-1] is the last element: a negative index counts from the end, without an error.
# --- parameters
n = 12
# --- inputs
import numpy as np

a = np.random.default_rng(1).integers(0, 100, n, dtype=np.int32)
# --- computation
d = np.diff(a, prepend=np.int32(0))  # the first element has none before it and stays as it is
# --- result
result = d
before = np.arange(n, dtype=np.uint32) - np.uint32(1)  # unsigned, as in the kernel that fails
print(f"d[0] = {d[0]}; a[0] - a[-1] = {a[0] - a[-1]}; 0 - 1 as uint32 is {before[0]}")
