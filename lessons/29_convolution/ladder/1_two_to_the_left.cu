// The filter of 5 x 5 with square tiles of any edge up to 32: a block copies its tile and the two pixels around it,
// 32 neighbouring pixels of that area per warp and step.
__global__ void convolve_any_tile(const float* image, const float* filter, float* out, int width, int height, int edge) {
    __shared__ float tile[36 * 36];
    __shared__ float weights[25];
    int side = edge + 4;
    int top = blockIdx.y * edge, left = blockIdx.x * edge;
    for (int i = threadIdx.x; i < 25; i += blockDim.x) weights[i] = filter[i];
    for (int at = threadIdx.x; at < side * side; at += blockDim.x) {
        int row = top - 2 + at / side, column = left - 2 + at % side;  //[line]
        bool inside = row >= 0 && row < height && column >= 0 && column < width;
        tile[at] = inside ? image[row * width + column] : 0.0f;
    }
    __syncthreads();
    for (int pixel = threadIdx.x; pixel < edge * edge; pixel += blockDim.x) {
        int y = pixel / edge, x = pixel % edge;
        if (top + y >= height || left + x >= width) continue;
        float sum = 0;
        for (int i = 0; i < 25; ++i) sum = fmaf(weights[i], tile[(y + i / 5) * side + x + i % 5], sum);
        out[(top + y) * width + left + x] = sum;
    }
}
