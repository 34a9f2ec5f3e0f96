// c = a + b with the same launch for every n: there may be many more elements than threads.
template <typename T>
__global__ void vector_add_fixed_launch(const T* a, const T* b, T* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // TODO: this adds one element per thread. Which threads add the remaining elements?
    if (i < n) c[i] = a[i] + b[i];
}
