# total = the sum of a, on the CPU. NumPy adds up contiguous numbers in compiled code, one after another in memory.
# --- parameters
n = 1024
# --- inputs
import numpy as np

a = np.random.default_rng(1).integers(-9, 10, n).astype("int32")
# --- computation
total = a.sum(dtype="int32")
# --- result
result = total
print(f"the sum of {n} numbers is {total}")
