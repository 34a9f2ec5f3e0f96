// Step 1: one thread per cell, and two arrays. Every cell moves towards the mean of its four neighbours. All values are
// read from `now` and written to `next`, so no thread sees a neighbour that has already been updated. A cell at the edge
// stands in for its missing neighbour: no heat leaves the plate. The scheme is stable for rate <= 0.25.
__global__ void heat_step(const float* now, float* next, int width, int height, float rate) {
    //[place]
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    //[/place]
    if (column >= width || row >= height) return;
    //[stencil]
    float here = now[row * width + column];
    float left = now[row * width + max(column - 1, 0)];
    float right = now[row * width + min(column + 1, width - 1)];
    float above = now[max(row - 1, 0) * width + column];
    float below = now[min(row + 1, height - 1) * width + column];
    next[row * width + column] = fmaf(rate, (left + right) + (above + below) - 4.0f * here, here);
    //[/stencil]
}
