// The cells beside come from the neighbouring lanes, except at the ends of the warp.
__global__ void heat_columns(const float* now, float* next, int width, int height, float rate) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
    const int lane = (threadIdx.y * blockDim.x + threadIdx.x) & 31;
    const bool inside = column < width && first < height;
    const int q = min(column, width - 1);
    const auto at = [=](int row) { return now[min(max(row, 0), height - 1) * width + q]; };
    float above = at(first - 1), here = at(first);
    for (int k = 0; k < 8; ++k) {
        const int row = first + k, r = min(row, height - 1);
        float left = __shfl_up_sync(~0u, here, 1), right = __shfl_down_sync(~0u, here, 1);
        if (lane == 0 || threadIdx.x == 0) left = now[r * width + max(q - 1, 0)];
        if (lane == 31 || threadIdx.x == blockDim.x - 1) right = now[r * width + min(q + 1, width - 1)];
        const float below = at(row + 1);
        if (inside && row < height) next[row * width + column] = here + rate * ((left + right) + (above + below) - 4 * here);
        above = here;
        here = below;
    }
}
