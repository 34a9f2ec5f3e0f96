# Mirrors a picture with JAX. The text names an axis and no threads: the compiler decides which thread moves which pixel.
# --- parameters
cols = 256
rows = 256
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

y, x = np.ogrid[0.5:rows, 0.5:cols]  # the centres of the pixels
discs = [(0.3, 0.35, 0.14), (0.68, 0.3, 0.07), (0.6, 0.7, 0.1)]
picture = np.zeros((rows, cols), dtype=np.float32)
for across, down, radius in discs:
    picture[np.hypot(x - across * cols, y - down * rows) <= radius * min(rows, cols)] = 1


# --- computation
@jax.jit
def mirror(picture):
    return jnp.flip(picture, axis=1)  # axis 1 is the column


# --- result
result = np.asarray(mirror(jnp.asarray(picture)))
print(f"{rows} x {cols} pixels, {int(result.sum())} of them in a disc")
