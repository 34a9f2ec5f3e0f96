# c = a + b on the GPU with a grid-stride loop. The kernels that CuPy generates for expressions have such a loop too.
# --- parameters
n = 1000
grid_blocks = 2
block = 64
dtype = "float32"
# --- inputs
import cupy as cp

a = cp.arange(n, dtype=dtype)
b = cp.ones(n, dtype=dtype)
# --- computation
element = {"float32": "float", "float64": "double", "int32": "int"}[dtype]
code = f"typedef {element} T;" + r"""
extern "C" __global__ void vector_add(const T* a, const T* b, T* c, int n) {
    int stride = gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) c[i] = a[i] + b[i];
}
"""
c = cp.zeros(n, dtype=dtype)
cp.RawKernel(code, "vector_add")((grid_blocks,), (block,), (a, b, c, cp.int32(n)))
# --- result
result = cp.asnumpy(c)
print(f"{grid_blocks * block} threads, {n} elements; as a + b: {bool((c == a + b).all())}")
