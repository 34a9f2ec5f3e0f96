# c = sin(a) cos(a), with JAX. vmap turns a function of one number into a map, and jit fuses its operations into one kernel.
# --- parameters
n = 1024
dtype = "float32"
# --- inputs
import jax

jax.config.update("jax_enable_x64", True)  # else every double becomes a float
import jax.numpy as jnp
import numpy as np

a = jnp.asarray(np.random.default_rng(1).uniform(-10, 10, n).astype(dtype))


# --- computation
def f(x):
    return jnp.sin(x) * jnp.cos(x)


c = jax.jit(jax.vmap(f))(a)
# --- result
result = np.asarray(c)
print(f"c[0] = {result[0]}")
