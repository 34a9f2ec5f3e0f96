# c = every stride-th element of a. A slice moves nothing; the copy then walks through memory in steps of the stride.
# --- parameters
n = 1024
stride = 1
shift = 0
dtype = "float32"
# --- inputs
import numpy as np

a = np.arange(n * stride + shift, dtype=dtype)
# --- computation
view = a[shift : shift + n * stride : stride]
c = view.copy()
# --- result
result = c
print(f"neighbouring elements of the view are {view.strides[0]} bytes apart, those of the copy {c.strides[0]}")
