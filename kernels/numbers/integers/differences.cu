// d[i] = a[i] - a[i - 1]; the first element has none before it and stays as it is. With an unsigned Index, the test is always true,
// and thread 0 reads far past the end.
template <typename Index>
__global__ void differences(const int* a, int* d, int n) {
    Index i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    //[before]
    Index before = i - 1;
    d[i] = before >= 0 ? a[i] - a[before] : a[i];
    //[/before]
}
