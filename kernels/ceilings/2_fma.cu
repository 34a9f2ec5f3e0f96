// Step 2: nothing but arithmetic. Each multiply-add depends on the one before it, so each thread runs eight independent
// chains. Memory is accessed only at the start and at the end.
template <typename T>
__global__ void ceiling_fma(T* a, T factor, T addend, int steps, int n) {
    const int chains = 8;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T x[chains];
    for (int k = 0; k < chains; ++k) x[k] = a[i] + T(k);
    for (int step = 0; step < steps; ++step)
        for (int k = 0; k < chains; ++k) x[k] = x[k] * factor + addend;
    T sum = T(0);
    for (int k = 0; k < chains; ++k) sum = sum + x[k];
    a[i] = sum;
}
