// Funnel shifts, and a counter of four bits for each cell.
__global__ void high_life(const unsigned* now, unsigned* next, int words, int height) {
    const unsigned word = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (word >= words || row >= height) return;
    const unsigned west = (word + words - 1) % words, east = (word + 1) % words;
    unsigned s0 = 0, s1 = 0, s2 = 0, s3 = 0, alive = 0;
    for (int k = -1; k <= 1; ++k) {
        const unsigned* line = now + (row + height + k) % height * words;
        const unsigned w = line[west], h = line[word], e = line[east];
        const unsigned bits[3] = {__funnelshift_l(w, h, 1), k ? h : 0u, __funnelshift_r(h, e, 1)};
        if (!k) alive = h;
        for (unsigned b : bits) {
            const unsigned c0 = s0 & b, c1 = s1 & c0, c2 = s2 & c1;
            s0 ^= b, s1 ^= c0, s2 ^= c1, s3 |= c2;
        }
    }
    const unsigned two = ~s0 & s1 & ~s2 & ~s3, trio = s0 & s1 & ~s2 & ~s3, six = ~s0 & s1 & s2 & ~s3;
    next[row * words + word] = trio | (two & alive) | (six & ~alive);
}
