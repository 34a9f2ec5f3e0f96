__global__ void k(float* a) {
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = a[t];
    a[t] = s[255 - t];
    if (t < 40) __syncthreads();
}
