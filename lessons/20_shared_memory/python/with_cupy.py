# c[i] = a[i - 1] + a[i] + a[i + 1], on the GPU. Three slices of one padded copy stand for the three neighbours.
# --- parameters
n = 768
dtype = "float32"
# --- inputs
import cupy as cp

a = cp.arange(n, dtype=dtype)
# --- computation
padded = cp.pad(a, 1)
c = padded[:-2] + padded[1:-1] + padded[2:]
# --- result
result = cp.asnumpy(c)
print(f"c[0] = {result[0]}, c[{n - 1}] = {result[-1]}")
