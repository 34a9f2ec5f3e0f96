// The reference of the kernel that reads z from an array of its own.
template <typename T>
__global__ void reference(const T* fields, T* heights, int n) {
    for (int i = 0; i < n; ++i) heights[i] = fields[2 * n + i];
}
