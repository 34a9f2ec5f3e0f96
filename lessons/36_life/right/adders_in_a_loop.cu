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
    unsigned word = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (word >= words || row >= height) return;
    const unsigned w = (word + words - 1) % words, e = (word + 1) % words;
    unsigned ones = 0, twos = 0, fours = 0, alive = 0;
    for (int d = -1; d <= 1; ++d) {
        const unsigned* at = now + (row + d + height) % height * words;
        unsigned mid = at[word], left = mid << 1 | at[w] >> 31, right = mid >> 1 | at[e] << 31;
        if (d == 0) alive = mid, mid = 0;
        for (unsigned each : {left, mid, right}) {
            unsigned c1 = ones & each;
            ones ^= each;
            fours ^= twos & c1;
            twos ^= c1;
        }
    }
    next[row * words + word] = (twos & ones & ~fours) | (twos & ~ones & ~fours & alive) | (twos & ~ones & fours & ~alive);
}
