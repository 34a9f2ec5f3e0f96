# b = a[::step]; b *= 2. The slice is a view, so a changes; a list of indices would make a copy, and a would not.
# --- parameters
n = 48
step = 2
# --- inputs
import numpy as np

a = np.arange(n, dtype="float32")
# --- computation
b = a[::step]
b *= 2
# --- result
result = a
picked = a[list(range(0, n, step))]
print(f"the slice owns its elements: {b.flags.owndata}; shares them with a: {np.shares_memory(a, b)}")
print(f"the picked elements share them with a: {np.shares_memory(a, picked)}")
