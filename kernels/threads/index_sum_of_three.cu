// Wrong on purpose: a plus where a product belongs. Neighbouring blocks overlap in all but one element, no thread computes the
// first blockDim.x elements, and c keeps its old values wherever no thread writes.
template <typename T>
__global__ void index_sum_of_three(const T* a, const T* b, T* c, int n) {
    int i = threadIdx.x + blockIdx.x + blockDim.x;  //[index]
    if (i >= n) return;
    c[i] = a[i] + b[i];
}
