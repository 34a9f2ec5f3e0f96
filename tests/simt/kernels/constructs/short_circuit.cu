__global__ void k(float* o, int n) {
    int i = threadIdx.x;
    o[i] = (i > 2 && i < n) || (o[i] > 1 && !(i & 1)) ? (i ? 1.f : 2.f) : (float)(i > 3 ? i : -i);
}
