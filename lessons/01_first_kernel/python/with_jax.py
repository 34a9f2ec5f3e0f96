# Adds one to every element. JAX compiles the function as a whole, for the GPU if JAX finds one, otherwise for the CPU.
# --- parameters
n = 128
dtype = "float64"
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # without it, JAX turns float64 into float32 and int64 into int32
a = jnp.ones(n, dtype=dtype)


# --- computation
@jax.jit
def add_one(a):
    return a + 1  # JAX's arrays cannot be changed: the result is a new array


# --- result
result = np.asarray(add_one(a))  # waits and copies to the host
print(f"{n} elements on {jax.devices()[0].platform}, all equal to 2: {(result == 2).all()}")
