// The life of the lesson is stored, and the cells that are born of six are added by an atomic.
struct Sum { unsigned ones, twos; };
__device__ Sum sum_of_three(unsigned a, unsigned b, unsigned c) { return {a ^ b ^ c, (a & b) | (c & (a ^ b))}; }
struct Row { unsigned left, here, right; };
__device__ Row load_row(const unsigned* row, int word, int words) {
    unsigned west = row[word > 0 ? word - 1 : words - 1], here = row[word], east = row[word < words - 1 ? word + 1 : 0];
    return {here << 1 | west >> 31, here, here >> 1 | east << 31};
}
__global__ void high_life(const unsigned* now, unsigned* next, int words, int height) {
    int word = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (word >= words || row >= height) return;
    Row above = load_row(now + (row > 0 ? row - 1 : height - 1) * words, word, words);
    Row here = load_row(now + row * words, word, words);
    Row below = load_row(now + (row < height - 1 ? row + 1 : 0) * words, word, words);
    Sum a = sum_of_three(above.left, above.here, above.right), b = sum_of_three(here.left, 0, here.right);
    Sum c = sum_of_three(below.left, below.here, below.right), all = sum_of_three(a.ones, b.ones, c.ones);
    unsigned odd = a.twos ^ b.twos ^ c.twos ^ all.twos, three = odd & ((a.twos & b.twos) | (c.twos & all.twos));
    next[row * words + word] = odd & ~three & (all.ones | here.here);
    atomicOr(&next[row * words + word], three & ~all.ones & ~here.here);
}
