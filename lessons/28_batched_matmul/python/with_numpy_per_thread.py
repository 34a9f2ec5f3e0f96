# C[i] = A[i] B[i] for n matrices of 2 x 2, on the CPU. matmul has the signature (m,n),(n,p)->(m,p), and the axis
# before these is the batch.
# --- parameters
n = 1024
# --- inputs
import numpy as np

random = np.random.default_rng(1)
a = random.uniform(-1, 1, (n, 2, 2)).astype("float32")
b = random.uniform(-1, 1, (n, 2, 2)).astype("float32")
# --- computation
c = np.matmul(a, b)
# --- result
result = c
print(f"{n} products; the first one is {c[0].tolist()}")
