# Mirrors a picture on the GPU. A launch has (x, y), an array has [row, col]: x is the last index of the array, not the first.
# --- parameters
cols = 256
rows = 256
block_x = 16
block_y = 16
# --- inputs
import numpy as np
from numba import cuda

y, x = np.ogrid[0.5:rows, 0.5:cols]  # the centres of the pixels
discs = [(0.3, 0.35, 0.14), (0.68, 0.3, 0.07), (0.6, 0.7, 0.1)]
picture = np.zeros((rows, cols), dtype=np.float32)
for across, down, radius in discs:
    picture[np.hypot(x - across * cols, y - down * rows) <= radius * min(rows, cols)] = 1


# --- computation
@cuda.jit
def mirror(source, to):
    col, row = cuda.grid(2)  # x, then y; "row, col = cuda.grid(2)" would be the lesson's exchanged kernel
    rows, cols = to.shape
    if col >= cols or row >= rows:
        return
    to[row, cols - 1 - col] = source[row, col]


to = cuda.to_device(np.full((rows, cols), 0.5, dtype=np.float32))
blocks = ((cols + block_x - 1) // block_x, (rows + block_y - 1) // block_y)
mirror[blocks, (block_x, block_y)](cuda.to_device(picture), to)
# --- result
result = to.copy_to_host()
print(f"{blocks[0]} x {blocks[1]} blocks of {block_x} x {block_y} threads")
