# A view of an array on the GPU. As in NumPy it is an offset, a shape and strides in bytes, and no element is moved.
# --- parameters
rows = 6
cols = 8
view_rows = 6
view_cols = 8
offset = 0
s0 = 8
s1 = 1
# --- inputs
import cupy as cp

order = cp.full((rows, cols), -1, dtype=cp.int32)
# --- computation
size = order.itemsize
memory = order.reshape(-1)[offset:]
view = cp.lib.stride_tricks.as_strided(memory, (view_rows, view_cols), (s0 * size, s1 * size))
view[...] = cp.arange(view_rows * view_cols, dtype=cp.int32).reshape(view_rows, view_cols)
# --- result
result = cp.asnumpy(order)
print(f"strides in bytes: order {order.strides}, order.T {order.T.strides}, this view {view.strides}")
