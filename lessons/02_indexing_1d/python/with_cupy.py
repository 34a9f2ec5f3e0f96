# c = a + b on the GPU: as an expression, and with the lesson's kernel, in which you write the index formula yourself.
# --- parameters
n = 100
block = 32
dtype = "float32"
# --- inputs
import cupy as cp

a = cp.arange(n, dtype=dtype)
b = cp.ones(n, dtype=dtype)
# --- computation
expected = a + b

code = r"""
template <typename T>
__global__ void vector_add(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = a[i] + b[i];
}
"""
element = {"float32": "float", "float64": "double", "int32": "int", "int64": "long long"}[dtype]
module = cp.RawModule(code=code, options=("-std=c++17",), name_expressions=[f"vector_add<{element}>"])
vector_add = module.get_function(f"vector_add<{element}>")  # NVRTC compiles it here

c = cp.zeros(n, dtype=dtype)
blocks = (n + block - 1) // block
vector_add((blocks,), (block,), (a, b, c, cp.int32(n)))  # types must match: a Python int would be passed as 64 bits
# --- result
result = cp.asnumpy(c)
print(f"{blocks} blocks of {block} threads; both agree: {bool((c == expected).all())}")
