# c = the transpose of a, on the CPU. a.T is a view and moves nothing; the copy writes its elements row by row.
# --- parameters
rows = 64
cols = 64
dtype = "float32"
# --- inputs
import numpy as np

a = np.arange(rows * cols, dtype=dtype).reshape(rows, cols)
# --- computation
c = a.T.copy()
# --- result
result = c
print(f"c[1, 0] = {c[1, 0]}, a[0, 1] = {a[0, 1]}")
