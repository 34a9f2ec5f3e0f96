# c = a + b, on the CPU. The expression names no index: NumPy pairs the elements by position.
# --- parameters
n = 100
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
