# sums = the inclusive prefix sums of each row, on the CPU.
# --- parameters
rows = 4
n = 64
# --- inputs
import numpy as np

a = np.random.default_rng(1).integers(1, 10, (rows, n)).astype("int32")
# --- computation
sums = np.cumsum(a, axis=1, dtype="int32")
# --- result
result = sums
print(f"row 0 begins with {result[0, :4].tolist()} and ends with {result[0, -1]}")
