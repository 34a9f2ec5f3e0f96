# c = every stride-th element of a, with JAX. Its arrays have no strides of their own: the slice is a new array, and the compiler
# decides which thread moves which element.
# --- parameters
n = 1024
stride = 1
shift = 0
dtype = "float32"
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64

a = jnp.arange(n * stride + shift, dtype=dtype)


# --- computation
@jax.jit
def every(a):
    return a[shift : shift + n * stride : stride]


c = every(a)
# --- result
result = np.asarray(c)
print(f"{c.size} elements; the last one is {result[-1]}")
