// Wrong on purpose: the step with one array too few. The new value is stored where neighbours still look for the old one,
// so what they read depends on which thread runs first. `next` gets the same value, so that there is something to compare.
__global__ void heat_in_place(float* now, float* next, int width, int height, float rate) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height) return;
    float here = now[row * width + column];
    float left = now[row * width + max(column - 1, 0)];
    float right = now[row * width + min(column + 1, width - 1)];
    float above = now[max(row - 1, 0) * width + column];
    float below = now[min(row + 1, height - 1) * width + column];
    //[store]
    float moved = fmaf(rate, (left + right) + (above + below) - 4.0f * here, here);
    now[row * width + column] = moved;
    //[/store]
    next[row * width + column] = moved;
}
