// The __nv_atomic functions, of the types that they take; a load does not race with the other atomic operations.
// prints: 64 -64 1 5 2016 32
// prints: 0xf 0x30 0xff, largest 63, smallest -63
// prints: 96 changed, 7.5
#include <cstdio>

struct Counters {
    int up, down;
    unsigned smallest, largest;
    unsigned long long sum;
    long long seen;
    unsigned all_of, any_of, odd_of;
    long long highest, lowest;
    int changed;
    float real;
};

__global__ void count(Counters* c) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    __nv_atomic_fetch_add(&c->up, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_sub(&c->down, 1, __NV_ATOMIC_RELAXED);
    __nv_atomic_fetch_min(&c->smallest, i + 1, __NV_ATOMIC_RELAXED);
    __nv_atomic_max(&c->largest, i % 6, __NV_ATOMIC_RELAXED);
    __nv_atomic_fetch_add(&c->sum, i, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_SYSTEM);
    if (__nv_atomic_load_n(&c->up, __NV_ATOMIC_ACQUIRE) > 0 && i < 32) __nv_atomic_fetch_add(&c->seen, 1, __NV_ATOMIC_RELAXED);
    __nv_atomic_and(&c->all_of, 0xfu | i << 4, __NV_ATOMIC_RELAXED);
    __nv_atomic_or(&c->any_of, i & 0x30, __NV_ATOMIC_RELAXED);
    __nv_atomic_fetch_xor(&c->odd_of, i == 5 ? 0xff : 0, __NV_ATOMIC_RELAXED);
    __nv_atomic_max(&c->highest, i, __NV_ATOMIC_RELAXED);
    __nv_atomic_min(&c->lowest, -i, __NV_ATOMIC_RELAXED);
    int expected = __nv_atomic_load_n(&c->changed, __NV_ATOMIC_RELAXED);
    while (!__nv_atomic_compare_exchange_n(&c->changed, &expected, expected + 1 + i / 32, true, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED)) {
    }
    __nv_atomic_fetch_add(&c->real, i < 3 ? 2.5f : 0, __NV_ATOMIC_RELAXED);
    __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST);
}

int main() {
    Counters h = {}, *c;
    h.smallest = ~0u;
    h.all_of = ~0u;
    h.highest = -100;
    cudaMalloc(&c, sizeof h);
    cudaMemcpy(c, &h, sizeof h, cudaMemcpyHostToDevice);
    count<<<2, 32>>>(c);
    cudaMemcpy(&h, c, sizeof h, cudaMemcpyDeviceToHost);
    std::printf("%d %d %u %u %llu %lld\n", h.up, h.down, h.smallest, h.largest, h.sum, h.seen);
    std::printf("%#x %#x %#x, largest %lld, smallest %lld\n", h.all_of, h.any_of, h.odd_of, h.highest, h.lowest);
    std::printf("%d changed, %g\n", h.changed, h.real);
    cudaFree(c);
}
