// HighLife, 32 cells per word: a living cell survives with two or three living neighbours, and a dead cell is born with three or six.

__device__ unsigned from_west(const unsigned* row, int word, int words) {
    return row[word] << 1 | row[(word + words - 1) % words] >> 31;
}
__device__ unsigned from_east(const unsigned* row, int word, int words) {
    return row[word] >> 1 | row[(word + 1) % words] << 31;
}
// Adds one word of cells to a sum of four bits per cell.
__device__ void add(unsigned* sum, unsigned cells) {
    for (int bit = 0; bit < 4; ++bit) {
        unsigned carry = sum[bit] & cells;
        sum[bit] ^= cells;
        cells = carry;
    }
}
__device__ unsigned equals(const unsigned* sum, int number) {
    unsigned same = ~0u;
    for (int bit = 0; bit < 4; ++bit) same &= number >> bit & 1 ? sum[bit] : ~sum[bit];
    return same;
}

__global__ void high_life(const unsigned* now, unsigned* next, int words, int height) {
    int word = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (word >= words || row >= height) return;
    const unsigned* here = now + row * words;
    const unsigned* above = now + (row + height - 1) % height * words;
    const unsigned* below = now + (row + 1) % height * words;
    unsigned neighbours[8] = {from_west(above, word, words), above[word], from_east(above, word, words),
                              from_west(here, word, words),  from_east(here, word, words),
                              from_west(below, word, words), below[word], from_east(below, word, words)};
    unsigned sum[4] = {0, 0, 0, 0};
    for (int k = 0; k < 8; ++k) add(sum, neighbours[k]);
    next[row * words + word] = equals(sum, 3) | (here[word] & equals(sum, 2)) | (~here[word] & equals(sum, 6));
}
