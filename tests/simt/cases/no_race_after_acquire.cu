//! launch: grid=2 block=32
//! options: trace=full
//! argument: i32[4]:zeros
//! result: 0 = 1 42 42
#include <cuda/atomic>
__global__ void k(int* a) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(a[0]);
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        a[1] = 42;
        ready.store(1, cuda::memory_order_release);
    } else {
        while (ready.load(cuda::memory_order_acquire) == 0) {}
        a[2] = a[1];
    }
}
