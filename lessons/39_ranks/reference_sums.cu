// The sums of all ranks, whose arrays stand one behind the other.
__global__ void reference(const float* left, const float* right, float* sums, int n, int ranks) {
    int each = (n + ranks - 1) / ranks;
    for (int i = 0; i < min(n, each * ranks); ++i) sums[i] = left[i] + right[i];
}
