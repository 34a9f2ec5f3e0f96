# kept = the numbers of each row that are not multiples of k, on the GPU. cumsum is a scan; its exclusive sums are the addresses.
# --- parameters
rows = 4
n = 64
k = 3
# --- inputs
import cupy as cp

numbers = cp.arange(rows * n, dtype="int32").reshape(rows, n)
# --- computation
mask = numbers % k != 0
places = cp.cumsum(mask, axis=1) - mask  # exclusive: without the element itself
kept = cp.zeros_like(numbers)
row, column = cp.nonzero(mask)
kept[row, places[row, column]] = numbers[row, column]  # as numbers[i][mask[i]] for each row i
# --- result
result = cp.asnumpy(kept)
print(f"row 0 keeps {int(mask[0].sum())} of {n} numbers; the first ones are {result[0, :5].tolist()}")
