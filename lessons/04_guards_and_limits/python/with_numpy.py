# Adds one to the first of two vectors in one array. A slice cannot reach past its array, so it needs no guard.
# --- parameters
n = 1000
dtype = "float32"
# --- inputs
import numpy as np

a = np.ones(2 * n, dtype=dtype)  # two vectors of n ones
# --- computation
a[:n] += 1
# --- result
result = a
print(f"first vector {a[0]} to {a[n - 1]}, second {a[n]} to {a[-1]}")
try:
    a[2 * n] += 1  # NumPy checks an index, and raises before anything is written
except IndexError as error:
    print("IndexError:", error)
