# A filter of 5 x 5 over a picture, with CuPy: correlate does not turn the filter, convolve does. Outside the
# picture is black.
# --- parameters
width = 96
height = 64
# --- inputs
import cupy as cp
import numpy as np
from cupyx.scipy import ndimage

filter = np.array(
    [[-4, -1, 0, -1, -4], [-1, 2, 3, 2, -1], [0, 3, 4, 3, 0], [-1, 2, 3, 2, -1], [-4, -1, 0, -1, -4]], dtype="float32"
)
image = np.zeros((height, width), dtype="float32")
image[height // 4 : height // 2, width // 4 : width // 2] = 1
# --- computation
out = ndimage.correlate(cp.asarray(image), cp.asarray(filter), mode="constant", cval=0)
# --- result
result = cp.asnumpy(out)
print(f"from {result.min()} to {result.max()}")
