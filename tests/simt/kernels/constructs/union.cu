union U {
    float f;
    unsigned u;
    unsigned char b[4];
};
__global__ void k(float* o) {
    U u;
    u.f = o[threadIdx.x];
    u.u ^= 0x80000000u;
    u.b[threadIdx.x & 3] = 1;
    o[threadIdx.x] = u.f;
}
