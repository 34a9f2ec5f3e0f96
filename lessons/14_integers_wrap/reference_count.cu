// The reference of count_on: counts from the first value, adding 1 each time, and starts again at the smallest value after the
// largest one.
template <typename T>
__global__ void reference(T* value, int n) {
    bool is_signed = T(-1) < T(1);
    int bits = 8 * sizeof(T);
    T largest = is_signed ? T(1) : T(-1);
    if (is_signed)
        for (int bit = 1; bit < bits - 1; ++bit) largest = T(largest + largest + 1);
    T next = T(largest - 3);
    for (int i = 0; i < n; ++i) {
        value[i] = next;
        next = next == largest ? (is_signed ? T(-largest - 1) : T(0)) : T(next + 1);
    }
}
