# c = column + row on the GPU. CuPy broadcasts as NumPy does: the kernel that it makes reads both arrays with their strides.
# --- parameters
rows = 4
cols = 32
# --- inputs
import cupy as cp

column = cp.arange(rows, dtype=cp.float32)[:, None]
row = cp.arange(cols, dtype=cp.float32)[None, :]
# --- computation
c = column + row
# --- result
result = cp.asnumpy(c)
stretched = cp.broadcast_to(row, c.shape)
print(f"{column.shape} + {row.shape} = {c.shape}; strides of the stretched row: {stretched.strides}")
