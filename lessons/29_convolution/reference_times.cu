// The reference of the picture that counts loads: one thread, tile by tile.
__global__ void reference(int* times, int width, int height, int edge) {
    for (int top = 0; top < height; top += edge)
        for (int left = 0; left < width; left += edge)
            for (int row = max(0, top - 2); row < min(height, top + edge + 2); ++row)
                for (int column = max(0, left - 2); column < min(width, left + edge + 2); ++column) ++times[row * width + column];
}
