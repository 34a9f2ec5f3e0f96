# A filter of 5 x 5 over a picture, one thread per pixel. Every tap is a load from global memory.
# --- parameters
width = 96
height = 64
# --- inputs
import numpy as np
from numba import cuda

filter = np.array(
    [[-4, -1, 0, -1, -4], [-1, 2, 3, 2, -1], [0, 3, 4, 3, 0], [-1, 2, 3, 2, -1], [-4, -1, 0, -1, -4]], dtype="float32"
)
image = np.zeros((height, width), dtype="float32")
image[height // 4 : height // 2, width // 4 : width // 2] = 1


# --- computation
@cuda.jit
def convolve(image, filter, out):
    column, row = cuda.grid(2)
    height, width = out.shape
    if row >= height or column >= width:
        return
    total = np.float32(0)
    for dy in range(5):
        for dx in range(5):
            y = row + dy - 2
            x = column + dx - 2
            if 0 <= y < height and 0 <= x < width:
                total += filter[dy, dx] * image[y, x]
    out[row, column] = total


out = cuda.to_device(np.zeros_like(image))
blocks = (width + 31) // 32, (height + 7) // 8
convolve[blocks, (32, 8)](cuda.to_device(image), cuda.to_device(filter), out)
# --- result
result = out.copy_to_host()
print(f"from {result.min()} to {result.max()}")
