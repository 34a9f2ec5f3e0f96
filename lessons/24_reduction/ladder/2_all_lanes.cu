// sums[i] is the sum of the elements of i's warp.
__global__ void sum_of_each_warp(const int* a, int* sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? a[i] : 0;
    for (int away = 16; away > 0; away /= 2) {
        value += __shfl_xor_sync(0xffffffffu, value, away);  //[line]
    }
    if (i < n) sums[i] = value;
}
