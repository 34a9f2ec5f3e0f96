// The values of a block go to shared memory, and its last thread adds them up.
template <typename T>
__global__ void stages(const T* a, T* total, T* c, int n, int stage) {
    __shared__ T values[1024];
    unsigned threads = blockDim.x, i = blockIdx.x * threads + threadIdx.x;
    switch (stage) {
        case 1: {
            const T* diagonal = a + (size_t)i * (n + 1);
            values[threadIdx.x] = i < (unsigned)n ? tanh(*diagonal) : T(0);
            __syncthreads();
            if (threadIdx.x != threads - 1) return;
            T sum = T(0);
            for (unsigned k = 0; k < threads; ++k) sum += values[k];
            atomicAdd(&total[0], sum);
            break;
        }
        default:
            if (i < (unsigned)(n * n)) c[i] = a[i] + *total;
    }
}
