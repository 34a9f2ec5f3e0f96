# The singular values of n matrices of 2 x 2, with NumPy. One call takes the whole batch: LAPACK is called once per matrix.
# --- parameters
n = 4
# --- inputs
import numpy as np

a = np.asarray(np.random.default_rng(1).uniform(-1, 1, (n, 2, 2)).astype("float32"))
# --- computation
values = np.linalg.svd(a, compute_uv=False)
# --- result
result = np.asarray(values)
print(f"{n} matrices; the values of the first are {result[0].tolist()}")
