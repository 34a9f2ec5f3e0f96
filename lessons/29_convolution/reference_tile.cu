// The reference of the filter with tiles of any edge: one thread, pixel by pixel.
__global__ void reference(const float* image, const float* filter, float* out, int width, int height, int edge) {
    for (int row = 0; row < height; ++row)
        for (int column = 0; column < width; ++column) {
            float sum = 0;
            for (int i = 0; i < 25; ++i) {
                int y = row + i / 5 - 2, x = column + i % 5 - 2;
                if (y >= 0 && y < height && x >= 0 && x < width) sum = fmaf(filter[i], image[y * width + x], sum);
            }
            out[row * width + column] = sum;
        }
}
