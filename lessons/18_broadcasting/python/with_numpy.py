# c = column + row. The shapes differ, so NumPy stretches both: along an axis of length 1 it steps by 0 bytes.
# --- parameters
rows = 4
cols = 32
# --- inputs
import numpy as np

column = np.arange(rows, dtype=np.float32)[:, None]
row = np.arange(cols, dtype=np.float32)[None, :]
# --- computation
c = column + row
# --- result
result = c
stretched = np.broadcast_to(row, c.shape)  # the view that the addition reads
print(f"{column.shape} + {row.shape} = {c.shape}; strides of the row: {row.strides}, stretched: {stretched.strides}")
