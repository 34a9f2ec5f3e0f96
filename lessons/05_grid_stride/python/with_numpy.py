# c = a + b, on the CPU. NumPy visits the elements in one thread, from the first to the last: a stride of 1.
# --- parameters
n = 1000
dtype = "float32"
# --- inputs
import numpy as np

a = np.arange(n, dtype=dtype)
b = np.ones(n, dtype=dtype)
# --- computation
c = a + b
# --- result
result = c
print(f"c[0] = {c[0]}, c[{n - 1}] = {c[-1]}")
