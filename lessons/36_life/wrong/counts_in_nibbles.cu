// HighLife, 32 cells per word: a living cell survives with two or three living neighbours, and a dead cell is born with three or
// six.

// The sum of three bits at each of the 32 places: 2 * twos + ones.
struct Sum {
    unsigned ones, twos;
};
__device__ Sum sum_of_three(unsigned a, unsigned b, unsigned c) { return {a ^ b ^ c, (a & b) | (c & (a ^ b))}; }

// For each cell of the middle word: its left neighbour, itself, its right neighbour.
struct Row {
    unsigned left, here, right;
};

__device__ Row load_row(const unsigned* row, int word, int words) {
    unsigned west = row[word > 0 ? word - 1 : words - 1];
    unsigned here = row[word];
    unsigned east = row[word < words - 1 ? word + 1 : 0];
    return {here << 1 | west >> 31, here, here >> 1 | east << 31};
}

__device__ unsigned long long spread(unsigned b) {
    unsigned long long x = b & 0xffff;
    x = (x | x << 24) & 0x000000ff000000ffull;
    x = (x | x << 12) & 0x000f000f000f000full;
    x = (x | x << 6) & 0x0303030303030303ull;
    x = (x | x << 3) & 0x1111111111111111ull;
    return x;
}
__global__ void high_life(const unsigned* now, unsigned* next, int words, int height) {
    int word = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (word >= words || row >= height) return;
    Row above = load_row(now + (row > 0 ? row - 1 : height - 1) * words, word, words);
    Row here = load_row(now + row * words, word, words);
    Row below = load_row(now + (row < height - 1 ? row + 1 : 0) * words, word, words);
    unsigned out = 0;
    for (int half = 0; half < 32; half += 16) {
        unsigned long long c = spread(above.left >> half) + spread(above.here >> half) + spread(above.right >> half) +
                               spread(here.left >> half) + spread(here.right >> half) + spread(below.left >> half) +
                               spread(below.here >> half) + spread(below.right >> half);
        for (int b = 0; b < 16; ++b) {
            int k = c >> 4 * b & 15;
            out |= (k == 3 || k == 6 && !(here.here >> (half + b) & 1) || k == 2 && (here.here >> (half + b) & 1) ? 1u : 0u)
                   << (half + b);
        }
    }
    next[row * words + word] = out;
}
