// Wrong on purpose: threadIdx.x alone. It starts again at 0 in every block, so every block works on the first elements and
// nobody works on the rest.
template <typename T>
__global__ void index_thread_only(T* a, int n) {
    int i = threadIdx.x;  //[index]
    if (i >= n) return;
    a[i] = a[i] + T(1);
}
