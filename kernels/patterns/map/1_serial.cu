// A map: c[i] = f(a[i]), here with f(x) = sin(x) cos(x). Schedule 1: one thread takes the elements one after another.
template <typename T>
__device__ T f(T x) {
    return sin(x) * cos(x);
}

template <typename T>
__global__ void map_serially(const T* a, T* c, int n) {
    for (int i = 0; i < n; ++i)
        c[i] = f(a[i]);  //[apply]
}
