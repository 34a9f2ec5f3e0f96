// HighLife, 32 cells per word: a living cell survives with two or three living neighbours, and a dead cell is born with three or six.

__device__ unsigned west_of(const unsigned* row, int word, int words) {
    return row[word] << 1 | row[(word + words - 1) % words] >> 31;
}
__device__ unsigned east_of(const unsigned* row, int word, int words) {
    return row[word] >> 1 | row[(word + 1) % words] << 31;
}
// Adds the number of cells to sums of four bits each.
__device__ void add(unsigned* sum, unsigned cells) {
    for (int bit = 0; bit < 4; ++bit) {
        unsigned carry = sum[bit] & cells;
        sum[bit] ^= cells;
        cells = carry;
    }
}
__device__ unsigned equal_to(const unsigned* sum, int number) {
    unsigned equal = ~0u;
    for (int bit = 0; bit < 4; ++bit) equal &= number >> bit & 1 ? sum[bit] : ~sum[bit];
    return equal;
}

__global__ void high_life(const unsigned* now, unsigned* next, int words, int height) {
    int word = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (word >= words || row >= height) return;
    const unsigned* here = now + row * words;
    const unsigned* above = now + (row + height - 1) % height * words;
    const unsigned* below = now + (row + 1) % height * words;
    unsigned sum[4] = {west_of(above, word, words), 0, 0, 0};
    add(sum, above[word]);
    add(sum, east_of(above, word, words));
    add(sum, west_of(here, word, words));
    unsigned alive = here[word];
    add(sum, east_of(here, word, words));
    add(sum, west_of(below, word, words));
    add(sum, below[word]);
    add(sum, east_of(below, word, words));
    next[row * words + word] = equal_to(sum, 3) | (alive & equal_to(sum, 2)) | (~alive & equal_to(sum, 6));
}
