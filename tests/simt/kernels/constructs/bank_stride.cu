__global__ void k(float* a, int stride) {
    __shared__ float s[32 * 33];
    int t = threadIdx.x;
    s[t * stride] = a[t];
    __syncthreads();
    a[t] = s[((t + 1) & 31) * stride];
}
