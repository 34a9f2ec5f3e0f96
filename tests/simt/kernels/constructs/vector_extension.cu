typedef float f4 __attribute__((ext_vector_type(4)));
__global__ void k(f4* o, int n) {
    f4 a = o[threadIdx.x];
    a = a * 2.0f + a.wzyx;
    a.x = 3;
    if (a.y > 1) a = -a;
    o[threadIdx.x] = a;
}
