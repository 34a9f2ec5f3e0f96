# b = a[::step]; b *= 2, on the GPU. As in NumPy, the slice is a view, and doubling it changes a.
# --- parameters
n = 48
step = 2
# --- inputs
import cupy as cp

a = cp.arange(n, dtype="float32")
# --- computation
b = a[::step]
b *= 2
# --- result
result = cp.asnumpy(a)
print(f"a and b begin at the same address: {a.data.ptr == b.data.ptr}")
