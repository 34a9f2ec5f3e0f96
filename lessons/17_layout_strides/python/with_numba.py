# Numbers a view whose strides the kernel computes with itself. (A kernel can also be given a view: Numba passes its strides along.)
# --- parameters
rows = 6
cols = 8
view_rows = 6
view_cols = 8
offset = 0
s0 = 8
s1 = 1
block = 8
# --- inputs
import numpy as np
from numba import cuda

order = cuda.to_device(np.full(rows * cols, -1, dtype=np.int32))


# --- computation
@cuda.jit
def number_view(order, rows, cols, offset, s0, s1):
    t = cuda.grid(1)
    if t < rows * cols:
        i, j = t // cols, t % cols
        order[offset + i * s0 + j * s1] = t


threads = view_rows * view_cols
number_view[(threads + block - 1) // block, block](order, view_rows, view_cols, offset, s0, s1)
# --- result
result = order.copy_to_host().reshape(rows, cols)
print(result)
