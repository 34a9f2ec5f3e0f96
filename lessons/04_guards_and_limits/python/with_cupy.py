# Adds one to the first of two vectors on the GPU. A slice is safe; in a kernel of your own, you must check the index.
# --- parameters
n = 1000
block = 256
dtype = "float32"
# --- inputs
import cupy as cp

element = {"float32": "float", "float64": "double", "int32": "int"}[dtype]
code = f"typedef {element} T;" + r"""
extern "C" __global__ void add_one(T* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;  // without this line, the second vector changes too, and no error is reported
    a[i] = a[i] + 1;
}
"""
a = cp.ones(2 * n, dtype=dtype)
# --- computation
add_one = cp.RawKernel(code, "add_one")
blocks = (n + block - 1) // block  # rounded up: // rounds down
add_one((blocks,), (block,), (a, cp.int32(n)))
try:
    add_one((1,), (1025,), (a, cp.int32(0)))
except cp.cuda.driver.CUDADriverError as error:
    print("1,025 threads per block:", error)
# --- result
result = cp.asnumpy(a)
print(f"{blocks * block - n} threads past the first vector; the second one is unchanged: {(result[n:] == 1).all()}")
