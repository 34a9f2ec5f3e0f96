// Step 3: c = a[index] * 2. No offset and stride describe a list of indices, so the elements are copied one by one.
__global__ void double_picked(const float* a, const int* index, float* c, int count) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= count) return;
    c[k] = 2 * a[index[k]];  //[write]
}
