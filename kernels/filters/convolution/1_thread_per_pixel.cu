// Step 1: each pixel becomes the sum of its k x k neighbourhood times the filter (k odd; the filter is not flipped, as in
// neural networks), one thread per pixel; outside the image is black. Every pixel is read k^2 times.
__global__ void convolve(const float* image, const float* filter, float* out, int width, int height, int k) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height) return;
    int reach = k / 2;
    float sum = 0;
    for (int dy = 0; dy < k; ++dy)
        for (int dx = 0; dx < k; ++dx) {
            int y = row + dy - reach, x = column + dx - reach;
            if (y >= 0 && y < height && x >= 0 && x < width) sum = fmaf(filter[dy * k + dx], image[y * width + x], sum);  //[load]
        }
    out[row * width + column] = sum;
}
