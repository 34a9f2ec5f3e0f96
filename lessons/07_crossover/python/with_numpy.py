# c = a + b with NumPy, which has a start-up time too: the overhead of the call, paid once per operation.
# --- parameters
n = 2**20
dtype = "float32"
# --- inputs
import timeit

import numpy as np

rng = np.random.default_rng(1)
high = 100 if dtype.startswith("int") else 1
a, b = (rng.uniform(0, high, n).astype(dtype) for _ in range(2))
# --- computation
c = np.empty_like(a)
np.add(a, b, out=c)  # writes into memory that has been used before; c = a + b allocates
ms = 1000 * min(timeit.repeat(lambda: np.add(a, b, out=c), number=10, repeat=5)) / 10
# --- result
result = c
print(f"{n} elements: {ms:.4f} ms, {3 * c.nbytes / ms / 1e6:.1f} GB per second")
