# A filter of 5 x 5 over a picture, with JAX. Like other libraries for deep learning, it does not turn the filter.
# --- parameters
width = 96
height = 64
# --- inputs
import jax
import numpy as np

filter = np.array(
    [[-4, -1, 0, -1, -4], [-1, 2, 3, 2, -1], [0, 3, 4, 3, 0], [-1, 2, 3, 2, -1], [-4, -1, 0, -1, -4]], dtype="float32"
)
image = np.zeros((height, width), dtype="float32")
image[height // 4 : height // 2, width // 4 : width // 2] = 1


# --- computation
@jax.jit
def convolve(image, filter):
    batch = jax.lax.conv(image[None, None], filter[None, None], (1, 1), "SAME", precision="highest")
    return batch[0, 0]


out = convolve(image, filter)
# --- result
result = np.asarray(out)
print(f"from {result.min()} to {result.max()}")
