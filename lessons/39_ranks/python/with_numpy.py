# The integral of cos over 0..1 by midpoints, in as many shares as there are ranks; under MPI, each rank would be a process.
# --- parameters
n = 2**12
ranks = 4
# --- inputs
import numpy as np

each = (n + ranks - 1) // ranks
# --- computation
shares = []
for rank in range(ranks):
    i = np.arange(rank * each, min(n, (rank + 1) * each))
    shares.append(np.sum(np.cos((i + 0.5) / n) / n))
# --- result
result = np.array([sum(shares)])
print(f"{ranks} shares: {result[0]:.12f}, sin(1) is {np.sin(1):.12f}")
