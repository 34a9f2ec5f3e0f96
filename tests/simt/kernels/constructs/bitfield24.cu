struct B {
    unsigned a : 9, b : 9;
};
struct C {
    char x;
    unsigned y : 20;
};
__global__ void k(B* p, C* c, int* o) {
    p[threadIdx.x].a = 3;
    p[threadIdx.x].b++;
    c[0].y = 7;
    o[0] = c[0].y;
}
