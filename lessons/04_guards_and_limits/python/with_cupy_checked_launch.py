# A launch that is refused, in CuPy: a kernel in CUDA C++ raises an exception, so that the program cannot go on by accident.
# --- parameters
n = 1000
block = 256
# --- inputs
import cupy as cp

source = (cp.arange(n) % 10).astype("float32")
twice = cp.RawKernel(
    r"""
extern "C" __global__ void twice(const float* source, float* to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = 2 * source[i];
}
""",
    "twice",
)


# --- computation
def doubled(block):
    to = cp.empty_like(source)
    twice(((n + block - 1) // block,), (block,), (source, to, cp.int32(n)))  # raises CUDADriverError when it is refused
    return cp.asnumpy(to)


result = doubled(block)
try:
    doubled(2048)
except cp.cuda.driver.CUDADriverError as error:
    print(f"blocks of 2048 threads: {error}")
# --- result
print(f"sum = {result.sum():.0f}")
