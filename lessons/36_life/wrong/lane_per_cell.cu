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

__global__ void high_life(const unsigned* now, unsigned* next, int words, int height) {
    int word = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    bool mine = word < words && row < height;
    unsigned b = 0, survive = 0;
    Row above = {}, here = {}, below = {};
    if (mine) {
        above = load_row(now + (row > 0 ? row - 1 : height - 1) * words, word, words);
        here = load_row(now + row * words, word, words);
        below = load_row(now + (row < height - 1 ? row + 1 : 0) * words, word, words);
    }
    int lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
    for (int l = 0; l < 32; ++l) {
        unsigned bits = __shfl_sync(~0u, above.left, l) >> lane & 1;
        int c = bits + (__shfl_sync(~0u, above.here, l) >> lane & 1) + (__shfl_sync(~0u, above.right, l) >> lane & 1) +
                (__shfl_sync(~0u, here.left, l) >> lane & 1) + (__shfl_sync(~0u, here.right, l) >> lane & 1) +
                (__shfl_sync(~0u, below.left, l) >> lane & 1) + (__shfl_sync(~0u, below.here, l) >> lane & 1) +
                (__shfl_sync(~0u, below.right, l) >> lane & 1);
        bool alive = __shfl_sync(~0u, here.here, l) >> lane & 1;
        unsigned all = __ballot_sync(~0u, c == 3 || (alive ? c == 2 : c == 6));
        if (l == lane) b = all;
    }
    if (mine) next[row * words + word] = b;
}
