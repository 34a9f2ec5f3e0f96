// Step 3: removes all repeated evaluations, with two launches. The first one has a thread for each element of the diagonal. Each
// block adds up its part and adds that to total[0], by one atomic. When the launch has ended, total[0] is complete.
template <typename T>
__global__ void fan_in(const T* a, T* total, int n) {
    __shared__ T parts[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = threadIdx.x;
    parts[x] = i < n ? tanh(a[i * (n + 1)]) : T(0);  //[evaluate]
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (x < half) parts[x] = parts[x] + parts[x + half];  //[pairs]
        __syncthreads();
    }
    if (x == 0) atomicAdd(total, parts[0]);  //[atomic]
}
