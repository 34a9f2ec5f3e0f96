__global__ void k(long long* o, unsigned char* c, short* s, bool* b, signed char* sc) {
    int i = threadIdx.x;
    o[i] = o[i] / 3 % 5 << 2 >> 1;
    c[i] += 200;
    c[i] = c[i] / 3;
    s[i] = -s[i] * 3 >> 2;
    b[i] = !b[i] && s[i] > 0;
    sc[i] = sc[i] % 7;
    o[i] ^= ~0ULL >> i;
    s[i] ^= sc[i];
    unsigned u = (unsigned)o[i];
    o[i] += (u >> 3) | (u << 29);
}
