// The reference of the first launch: the sum of tanh over the diagonal.
template <typename T>
__global__ void reference(const T* a, T* total, int n) {
    T trace = T(0);
    for (int k = 0; k < n; ++k) trace = trace + tanh(a[k * (n + 1)]);
    total[0] = total[0] + trace;
}
