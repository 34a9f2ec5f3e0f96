# Adds the sum of tanh over the diagonal to every element, on the CPU. np.diag picks the n elements, so tanh is evaluated n times.
# --- parameters
n = 64
dtype = "float32"
# --- inputs
import numpy as np

a = np.random.default_rng(1).uniform(-3, 3, (n, n)).astype(dtype)
# --- computation
trace = np.tanh(np.diag(a)).sum()
c = a + trace
# --- result
result = c
print(f"trace = {trace}, c[0, 0] = {c[0, 0]}")
