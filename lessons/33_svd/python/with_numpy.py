# The singular values of a matrix, largest first, with NumPy. LAPACK does it; compute_uv=False leaves out the rotations.
# --- parameters
edge = 16
# --- inputs
import numpy as np

a = np.asarray(np.random.default_rng(1).uniform(-1, 1, (edge, edge)))
# --- computation
values = np.linalg.svd(a, compute_uv=False)
# --- result
result = np.asarray(values)
print(f"the largest is {result[0]}, the smallest {result[-1]}")
