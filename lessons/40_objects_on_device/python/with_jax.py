# z of n particles, with JAX. Its objects are trees whose leaves are arrays: vmap turns a method for one particle into one for all,
# and each member is an array of its own.
# --- parameters
n = 1024
dtype = "float32"
# --- inputs
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64


class Particle(NamedTuple):
    x: jax.Array
    y: jax.Array
    z: jax.Array
    vx: jax.Array
    vy: jax.Array
    vz: jax.Array

    def height(self):
        return self.z


particles = Particle(*jnp.arange(6 * n, dtype=dtype).reshape(n, 6).T)
# --- computation
heights = jax.jit(jax.vmap(Particle.height))(particles)
# --- result
result = np.asarray(heights)
print(f"{len(particles)} arrays of {particles.z.size} numbers; the last z is {result[-1]}")
