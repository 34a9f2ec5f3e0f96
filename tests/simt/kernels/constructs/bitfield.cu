struct B {
    unsigned a : 3, b : 7, c : 12;
    int d : 5;
};
__global__ void k(int* o) {
    B b;
    b.a = o[0];
    b.b = o[1];
    b.c = o[2];
    b.d = -3;
    o[threadIdx.x] = b.a + b.b + b.c + b.d;
}
