// cuda::atomic in managed memory: kernels and the host change the same counters.
// prints: 128 130 6 1, exchanged 0 2.5
#include <cuda/atomic>
#include <cstdio>
#include <new>

using Counter = cuda::atomic<int, cuda::thread_scope_system>;
__global__ void count(Counter* counter) { counter->fetch_add(1, cuda::memory_order_relaxed); }

int main() {
    Counter* counter;
    float* sum;
    cudaMallocManaged(&counter, sizeof *counter);
    cudaMallocManaged(&sum, sizeof *sum);
    new (counter) Counter(0);
    *sum = 1;
    count<<<2, 64>>>(counter);
    cudaDeviceSynchronize();
    const int counted = counter->load();
    ++*counter;
    *counter += 1;
    const int more = *counter;
    counter->store(6);
    int expected = 5, is_refused = !counter->compare_exchange_strong(expected, 7) && expected == 6;
    const int last = counter->exchange(0);
    cuda::atomic_ref<float> reference(*sum);
    reference.fetch_add(1.5f);
    std::printf("%d %d %d %d, exchanged %d %g\n", counted, more, last, is_refused, counter->load(), reference.load());
    cudaFree(counter);
    cudaFree(sum);
}
