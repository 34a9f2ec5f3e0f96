# c = the transpose of a, on the GPU. a.T is a view; the copy runs a kernel that moves the elements.
# --- parameters
rows = 64
cols = 64
dtype = "float32"
# --- inputs
import cupy as cp

a = cp.arange(rows * cols, dtype=dtype).reshape(rows, cols)
# --- computation
c = a.T.copy()
# --- result
result = cp.asnumpy(c)
print(f"c[1, 0] = {result[1, 0]}, a[0, 1] = {float(a[0, 1])}")
