// Step 2: removes one of the two argument reductions. sincos reduces its argument once and returns both values.
__device__ void both(float x, float* s, float* c) { sincosf(x, s, c); }
__device__ void both(double x, double* s, double* c) { sincos(x, s, c); }

template <typename T>
__global__ void sin_cos_one_call(const T* a, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T sine, cosine;
    both(a[i], &sine, &cosine);
    c[i] = sine * cosine;
}
