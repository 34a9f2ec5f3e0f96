// The reference of the kernel that reads z from an array of its own.
__global__ void reference(const float* fields, float* heights, int n) {
    for (int i = 0; i < n; ++i) heights[i] = fields[2 * n + i];
}
