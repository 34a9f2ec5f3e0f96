__global__ void k(int* o) {
    int r;
    o[1] = __builtin_add_overflow(o[0], 3, &r);
    o[2] = r;
    o[3] = __builtin_rotateleft32(o[0], 3);
}
