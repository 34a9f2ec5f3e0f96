# z of n records with six members each, with CuPy. It has no structured arrays: the records are the rows of a matrix.
# --- parameters
n = 1024
dtype = "float32"
# --- inputs
import cupy as cp

particles = cp.arange(6 * n, dtype=dtype).reshape(n, 6)
# --- computation
z = particles[:, 2]
heights = z.copy()
# --- result
result = cp.asnumpy(heights)
print(f"neighbouring z are {z.strides[0]} bytes apart, and {heights.strides[0]} in the copy")
