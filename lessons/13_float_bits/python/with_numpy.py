# (big + small) - big, for small numbers from 0 to n - 1. How much is left of them depends on the type.
# --- parameters
n = 32
power = 23
dtype = "float32"
# --- inputs
import numpy as np

big = np.array(2.0**power).astype(dtype)
small = np.arange(n).astype(dtype)
# --- computation
left = (big + small) - big  # both operands have the dtype, so each result is rounded to it
# --- result
result = left
print(f"{np.count_nonzero(left != small)} of {n} numbers come back changed; the gap at 2^{power} is {np.spacing(big)}")
