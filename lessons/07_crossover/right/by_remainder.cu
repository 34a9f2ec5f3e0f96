// c[i] = a[i] + b[job]. Job j has the elements from j * length to (j + 1) * length - 1; the last job may have fewer.
template <typename T>
__global__ void add_jobs(const T* a, const T* b, T* c, int n, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int place = i % length;
    int first = i - place;
    T number = b[first / length];
    c[first + place] = number + a[first + place];
}
