# The same numbers, added in three orders. np.sum adds pairwise; math.fsum gives the exact sum, rounded once at the end.
# --- parameters
n = 100000
dtype = "float16"
# --- inputs
import math

import numpy as np

a = np.random.default_rng(1).uniform(-0.5, 0.5, n).astype(dtype)
# --- computation
exact = math.fsum(a.tolist())
chain = np.add.accumulate(a)[-1]  # one after another, each sum rounded to the dtype
negatives_first = np.add.accumulate(np.concatenate([a[a < 0], a[a >= 0]]))[-1]
pairwise = a.sum()  # partial sums of float16 are float32 inside
# --- result
result = pairwise
for name, total in ("one after another", chain), ("negatives first", negatives_first), ("np.sum", pairwise):
    print(f"{name:18} {float(total):12.6f}, off by {abs(float(total) - exact):.6f}")
