//! launch: grid=2 block=32
//! options: trace=full
//! argument: i32[4]:zeros
//! fault: data_race 13 a 1 1 0
//! other: 10
#include <cuda/atomic>
__global__ void k(int* a) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(a[0]);
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) a[1] = 42;
    if (blockIdx.x == 0) ready.store(1, cuda::memory_order_relaxed);
    while (ready.load(cuda::memory_order_relaxed) == 0) {}
    a[2] = a[1];
}
