# c = every stride-th element of a, with CuPy. The slice is a view, and the kernel that copies it reads with the stride.
# --- parameters
n = 1024
stride = 1
shift = 0
dtype = "float32"
# --- inputs
import cupy as cp

a = cp.arange(n * stride + shift, dtype=dtype)
# --- computation
view = a[shift : shift + n * stride : stride]
c = view.copy()
# --- result
result = cp.asnumpy(c)
print(f"neighbouring elements of the view are {view.strides[0]} bytes apart, those of the copy {c.strides[0]}")
