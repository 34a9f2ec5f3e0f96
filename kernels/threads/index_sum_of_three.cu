// Wrong on purpose: a plus where a product belongs. Neighbouring blocks overlap in all but one element, the first
// blockDim.x elements belong to nobody, and the rest keep what was there.
template <typename T>
__global__ void index_sum_of_three(T* a, int n) {
    int i = threadIdx.x + blockIdx.x + blockDim.x;  //[index]
    if (i >= n) return;
    a[i] = a[i] + T(1);
}
