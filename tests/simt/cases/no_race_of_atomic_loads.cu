//! launch: grid=2 block=32
//! options: trace=full
//! argument: i32[4]:zeros
//! result: 0 = 1
#include <cuda/atomic>
__global__ void k(int* a) {
    cuda::atomic_ref<int, cuda::thread_scope_device> r(a[0]);
    __shared__ cuda::atomic<int, cuda::thread_scope_block> c;
    if (threadIdx.x == 0) new (&c) cuda::atomic<int, cuda::thread_scope_block>(0);
    __syncthreads();
    c.fetch_add(1);
    if (blockIdx.x == 0 && threadIdx.x == 0) r.store(1, cuda::memory_order_relaxed);
    if (r.load(cuda::memory_order_relaxed) > 5 || c.load(cuda::memory_order_relaxed) > 64) a[3] = 1;
}
