// The lanes of a warp apply the rule one after another.
struct Sum { unsigned ones, twos; };
__device__ Sum sum_of_three(unsigned a, unsigned b, unsigned c) { return {a ^ b ^ c, (a & b) | (c & (a ^ b))}; }
struct Row { unsigned left, here, right; };
__device__ Row load_row(const unsigned* row, int word, int words) {
    unsigned west = row[word > 0 ? word - 1 : words - 1];
    unsigned here = row[word];
    unsigned east = row[word < words - 1 ? word + 1 : 0];
    return {here << 1 | west >> 31, here, here >> 1 | east << 31};
}
__device__ unsigned rule(Row above, Row here, Row below) {
    Sum a = sum_of_three(above.left, above.here, above.right);
    Sum b = sum_of_three(here.left, 0, here.right);
    Sum c = sum_of_three(below.left, below.here, below.right);
    Sum all = sum_of_three(a.ones, b.ones, c.ones);
    unsigned odd_twos = a.twos ^ b.twos ^ c.twos ^ all.twos;
    unsigned three_twos = odd_twos & ((a.twos & b.twos) | (c.twos & all.twos));
    unsigned one_two = odd_twos & ~three_twos;
    return (one_two & (all.ones | here.here)) | (three_twos & ~all.ones & ~here.here);
}
__global__ void high_life(const unsigned* now, unsigned* next, int words, int height) {
    int word = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (word >= words || row >= height) return;
    Row above = load_row(now + (row > 0 ? row - 1 : height - 1) * words, word, words);
    Row here = load_row(now + row * words, word, words);
    Row below = load_row(now + (row < height - 1 ? row + 1 : 0) * words, word, words);
    unsigned life = 0;
    int lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
    for (int turn = 0; turn < 32; ++turn)
        if (turn == lane) life = rule(above, here, below);
    next[row * words + word] = life;
}
