# kept = the numbers of each row that are not multiples of k, on the CPU. The exclusive prefix sums of the mask are the addresses.
# --- parameters
rows = 4
n = 64
k = 3
# --- inputs
import numpy as np

numbers = np.arange(rows * n, dtype="int32").reshape(rows, n)
# --- computation
mask = numbers % k != 0
places = np.cumsum(mask, axis=1) - mask  # exclusive: without the element itself
kept = np.zeros_like(numbers)
row, column = np.nonzero(mask)
kept[row, places[row, column]] = numbers[row, column]  # as numbers[i][mask[i]] for each row i
# --- result
result = kept
print(f"row 0 keeps {mask[0].sum()} of {n} numbers; the first ones are {kept[0, :5].tolist()}")
