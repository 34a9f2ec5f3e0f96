# Sign, exponent and significand of floats with JAX: bitcast_convert_type keeps the bits, astype keeps the value.
# --- parameters
n = 32
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

x = np.random.default_rng(1).uniform(-16, 16, n).astype(np.float32)


# --- computation
@jax.jit
def take_apart(x):
    bits = jax.lax.bitcast_convert_type(x, jnp.uint32)
    significand = 1 + (bits & 0x7FFFFF).astype(jnp.float32) / 2**23
    return bits >> 31, (bits >> 23 & 255).astype(jnp.int32) - 127, significand


# --- result
result = np.stack([np.asarray(field).astype(np.float64) for field in take_apart(x)])
print(f"{x[0]} = (-1)^{int(result[0, 0])} * {result[2, 0]} * 2^{int(result[1, 0])}")
