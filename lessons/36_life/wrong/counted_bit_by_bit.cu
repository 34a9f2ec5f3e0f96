// Nine loads per word, but then the neighbours are counted cell by cell.

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
    unsigned cells = 0;
    for (int bit = 0; bit < 32; ++bit) {
        unsigned around = 0;
        around += (above.left >> bit & 1u) + (above.here >> bit & 1u) + (above.right >> bit & 1u);
        around += (here.left >> bit & 1u) + (here.right >> bit & 1u);
        around += (below.left >> bit & 1u) + (below.here >> bit & 1u) + (below.right >> bit & 1u);
        unsigned lives = here.here >> bit & 1u;
        unsigned born = around == 3 || (around == 2 && lives == 1) || (around == 6 && lives == 0);
        cells |= born << bit;
    }
    next[row * words + word] = cells;
}
