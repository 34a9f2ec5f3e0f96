// Wrong on purpose: threadIdx.x alone. It starts again at 0 in every block, so all blocks compute the same first elements, and
// no thread computes the rest.
template <typename T>
__global__ void index_thread_only(const T* a, const T* b, T* c, int n) {
    int i = threadIdx.x;  //[index]
    if (i >= n) return;
    c[i] = a[i] + b[i];
}
