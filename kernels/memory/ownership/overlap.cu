// a[1:] += a[:-1] in one launch: both views are parts of a, so one thread writes what another one reads.
__global__ void add_shifted(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 >= n) return;
    float before = a[i];
    a[i + 1] = a[i + 1] + before;  //[add]
}
