// HighLife, 32 cells per word: a living cell survives with two or three living neighbours, and a dead cell is born with three or six.

// How many living neighbours each of 32 cells has, modulo 8: eight are as good as none.
struct Count {
    unsigned ones = 0, twos = 0, fours = 0;
    __device__ void add(unsigned cells) {
        unsigned carry = ones & cells;
        ones ^= cells;
        fours ^= twos & carry;
        twos ^= carry;
    }
};

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
    const int word = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (word < words && row < height) {
        Count count;
        unsigned alive = 0;
        for (int dy = -1; dy <= 1; ++dy) {
            const Row r = load_row(now + (row + dy + height) % height * words, word, words);
            count.add(r.left);
            count.add(r.right);
            if (dy != 0)
                count.add(r.here);
            else
                alive = r.here;
        }
        const unsigned two = ~count.ones & count.twos & ~count.fours;
        const unsigned three = count.ones & count.twos & ~count.fours;
        const unsigned six = ~count.ones & count.twos & count.fours;
        next[row * words + word] = three | (alive & two) | (~alive & six);
    }
}
