// A warp takes 128 columns in a row, with its lanes on neighbouring ones: another order of the same tiles.
__global__ void outer_sum(const float* column, const float* row, float* c, int rows, int cols) {
    unsigned lane = threadIdx.x % 32, top = 4 * blockIdx.y;
    unsigned left = 4 * (blockIdx.x * blockDim.x + threadIdx.x - lane) + lane;
    float y0 = left < cols ? row[left] : 0, y1 = left + 32 < cols ? row[left + 32] : 0;
    float y2 = left + 64 < cols ? row[left + 64] : 0, y3 = left + 96 < cols ? row[left + 96] : 0;
    for (unsigned i = top; i < top + 4; ++i) {
        if (i >= rows) return;
        float x = column[i];
        float* line = c + i * cols;
        if (left < cols) line[left] = x + y0;
        if (left + 32 < cols) line[left + 32] = x + y1;
        if (left + 64 < cols) line[left + 64] = x + y2;
        if (left + 96 < cols) line[left + 96] = x + y3;
    }
}
