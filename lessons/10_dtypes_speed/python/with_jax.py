# Multiply and add with JAX, whose default is float32: float64 and int64 must be enabled.
# --- parameters
n = 2**22
steps = 1
dtype = "float32"
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

print(f"jnp.ones(1) is {jnp.ones(1).dtype}", end=", ")
jax.config.update("jax_enable_x64", True)
print(f"with x64 enabled {jnp.ones(1).dtype}")
a = np.random.default_rng(1).uniform(0, 100, n).astype(dtype)


# --- computation
@jax.jit
def multiply_add(a, factor, addend, steps):
    return jax.lax.fori_loop(0, steps, lambda _, x: x * factor + addend, a)


number = np.dtype(dtype).type
# --- result
result = np.asarray(multiply_add(a, number(-1), number(0), steps))
print(f"{n} elements of {result.dtype}: c[0] = {result[0]}")
