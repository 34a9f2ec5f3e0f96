// The reference of the exercise: how far each element is below the largest of its row, and the largest of all.
__global__ void reference(const int* m, int* below, int* largest, int rows, int cols) {
    for (int i = 0; i < rows; ++i) {
        int peak = m[i * cols];
        for (int j = 1; j < cols; ++j) peak = max(peak, m[i * cols + j]);
        for (int j = 0; j < cols; ++j) below[i * cols + j] = peak - m[i * cols + j];
        if (peak > largest[0]) largest[0] = peak;
    }
}
