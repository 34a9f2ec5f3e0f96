# A view of an array in NumPy: an offset, a shape and strides. NumPy counts strides in bytes.
# Numbering the view writes to the array.
# --- parameters
rows = 6
cols = 8
view_rows = 6
view_cols = 8
offset = 0
s0 = 8
s1 = 1
# --- inputs
import numpy as np

order = np.full((rows, cols), -1, dtype=np.int32)
# --- computation
size = order.itemsize
memory = order.reshape(-1)[offset:]
view = np.lib.stride_tricks.as_strided(memory, (view_rows, view_cols), (s0 * size, s1 * size))
view[...] = np.arange(view_rows * view_cols).reshape(view_rows, view_cols)
# --- result
result = order
turned, reversed_ = order.T, order[::-1]
print(f"strides in bytes: {order.strides}, order.T {turned.strides}, order[::-1] {reversed_.strides}, this view {view.strides}")
