// Nine loads per word, and __popc counts living neighbours, but the cells are still computed one after another.

// 34 cells of a row: the one on the left of the word, the word's own 32, and the one on the right.
__device__ unsigned long long load_row(const unsigned* row, int word, int words) {
    unsigned long long west = row[word > 0 ? word - 1 : words - 1];
    unsigned long long here = row[word];
    unsigned long long east = row[word < words - 1 ? word + 1 : 0];
    return west >> 31 | here << 1 | east << 33;
}

__global__ void high_life(const unsigned* now, unsigned* next, int words, int height) {
    int word = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (word >= words || row >= height) return;
    unsigned long long above = load_row(now + (row > 0 ? row - 1 : height - 1) * words, word, words);
    unsigned long long here = load_row(now + row * words, word, words);
    unsigned long long below = load_row(now + (row < height - 1 ? row + 1 : 0) * words, word, words);
    unsigned cells = 0;
    for (int bit = 0; bit < 32; ++bit) {
        int around = __popc(unsigned(above) & 7) + __popc(unsigned(here) & 5) + __popc(unsigned(below) & 7);
        // A living cell survives with two or three neighbours (bits 2 and 3), and a cell is born with three or six (bits 3 and 6).
        unsigned rule = here & 2 ? 0x0c : 0x48;
        cells |= (rule >> around & 1) << bit;
        above >>= 1, here >>= 1, below >>= 1;
    }
    next[row * words + word] = cells;
}
