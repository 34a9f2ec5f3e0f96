// The lanes of a warp take turns: 32 times as many requests.
__global__ void reverse(float* a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = n - 1 - i;
    if (i >= j) return;
    for (int lane = 0; lane < 32; ++lane)
        if (threadIdx.x % 32 == lane) {
            float left = a[i], right = a[j];
            a[i] = right;
            a[j] = left;
        }
}
