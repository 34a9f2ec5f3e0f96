# c[i] = a[i - 1] + a[i] + a[i + 1], on the CPU. Three slices of one padded copy stand for the three neighbours.
# --- parameters
n = 768
dtype = "float32"
# --- inputs
import numpy as np

a = np.arange(n, dtype=dtype)
# --- computation
padded = np.pad(a, 1)
c = padded[:-2] + padded[1:-1] + padded[2:]
# --- result
result = c
print(f"c[0] = {c[0]}, c[{n - 1}] = {c[-1]}")
