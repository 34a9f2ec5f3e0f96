// The reference of the exercise: the values of each row whose mask is 1, in their order and without gaps, and how many there are.
__global__ void reference(const int* values, const unsigned char* mask, int* selected, int* counts, int rows, int n) {
    for (int i = 0; i < rows; ++i) {
        int count = 0;
        for (int x = 0; x < n; ++x)
            if (mask[i * n + x]) selected[i * n + count++] = values[i * n + x];
        counts[i] = count;
    }
}
