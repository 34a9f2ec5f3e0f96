# The root of four powers with JAX: jit fuses the operations into one kernel automatically.
# --- parameters
n = 2**20
dtype = "float32"
# --- inputs
import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)  # for float64
rng = np.random.default_rng(1)
p, q, r, s = (rng.random(n).astype(dtype) for _ in range(4))


# --- computation
def powers(p, q, r, s):  # without jit: one kernel per operation
    return jnp.sqrt(p**2 + q**3 + r**4 + s**5)  # whole powers become products


fused = jax.jit(powers)
# --- result
result = np.asarray(fused(p, q, r, s))
costs = fused.lower(p, q, r, s).compile().cost_analysis()  # the compiler's own count, if it gives one
if isinstance(costs, list):  # older versions: one per device
    costs = costs[0]
if costs and costs.get("bytes accessed"):
    print(f"{costs.get('flops', 0) / costs['bytes accessed']:.2f} operations per byte; roots are counted apart")
