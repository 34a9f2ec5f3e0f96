// The reference of the exercise: the bin of each value, and how many values each bin has.
__global__ void reference(const int* values, int* bin_of, int* heights, int n, int low, int width, int bins) {
    for (int i = 0; i < n; ++i) {
        int bin = values[i] < low ? 0 : min((values[i] - low) / width, bins - 1);
        bin_of[i] = bin;
        ++heights[bin];
    }
}
