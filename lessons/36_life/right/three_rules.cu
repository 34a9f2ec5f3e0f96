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
    int word = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (word >= words || row >= height) return;
    Row above = load_row(now + (row > 0 ? row - 1 : height - 1) * words, word, words);
    Row here = load_row(now + row * words, word, words);
    Row below = load_row(now + (row < height - 1 ? row + 1 : 0) * words, word, words);
    Sum a = sum_of_three(above.left, above.here, above.right);
    Sum b = sum_of_three(here.left, 0, here.right);
    Sum c = sum_of_three(below.left, below.here, below.right);
    Sum all = sum_of_three(a.ones, b.ones, c.ones);
    // There are four words of twos now: one per row, and the carry of the ones.
    unsigned odd_twos = a.twos ^ b.twos ^ c.twos ^ all.twos;
    unsigned three_twos = odd_twos & ((a.twos & b.twos) | (c.twos & all.twos));
    unsigned one_two = odd_twos & ~three_twos;
    unsigned& out = next[words * row + word];
    out = (all.ones & one_two) | (~all.ones & (here.here ? one_two & here.here : 0u)) | (~all.ones & three_twos & ~here.here);
}
