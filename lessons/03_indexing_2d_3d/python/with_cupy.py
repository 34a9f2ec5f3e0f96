# Mirrors a picture on the GPU with the lesson's kernel. A launch names x first, the shape (rows, cols) names the row first.
# --- parameters
cols = 256
rows = 256
block_x = 16
block_y = 16
# --- inputs
import cupy as cp
import numpy as np

y, x = np.ogrid[0.5:rows, 0.5:cols]  # the centres of the pixels
discs = [(0.3, 0.35, 0.14), (0.68, 0.3, 0.07), (0.6, 0.7, 0.1)]
picture = np.zeros((rows, cols), dtype=np.float32)
for across, down, radius in discs:
    picture[np.hypot(x - across * cols, y - down * rows) <= radius * min(rows, cols)] = 1
# --- computation
mirror = cp.RawKernel(
    r"""
extern "C" __global__ void mirror(const float* from, float* to, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col >= cols || row >= rows) return;
    to[row * cols + (cols - 1 - col)] = from[row * cols + col];
}
""",
    "mirror",
)
source = cp.asarray(picture)
to = cp.full((rows, cols), 0.5, dtype=cp.float32)
blocks = ((cols + block_x - 1) // block_x, (rows + block_y - 1) // block_y)
mirror(blocks, (block_x, block_y), (source, to, cp.int32(rows), cp.int32(cols)))
# --- result
result = cp.asnumpy(to)
print(f"{blocks[0]} x {blocks[1]} blocks; as picture[:, ::-1]: {bool((to == source[:, ::-1]).all())}")
