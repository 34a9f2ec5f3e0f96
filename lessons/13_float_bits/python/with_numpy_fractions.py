# i / n == 1 - (n - i) / n, for each i. For real numbers it is always true.
# --- parameters
n = 32
dtype = "float32"
# --- inputs
import numpy as np

i = np.arange(n)
one, all_of = np.array(1).astype(dtype), np.array(n).astype(dtype)
# --- computation
left = i.astype(dtype) / all_of
right = one - (n - i).astype(dtype) / all_of
equal = (left == right).astype(np.uint8)
close = np.isclose(left, right, rtol=4 * float(np.finfo(dtype).eps), atol=float(np.finfo(dtype).eps))  # how to compare floats
# --- result
result = equal
print(f"equal: {equal.sum()} of {n}, close: {close.sum()} of {n}")
