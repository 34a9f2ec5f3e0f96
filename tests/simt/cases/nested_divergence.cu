//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! result: 0 = 0 101 2 103 204 105 206 107 8 309
__global__ void nest(int* a) {
    int i = threadIdx.x, value = i;
    for (int k = 0; k < i; ++k) {
        if (k == 8) {
            value += 200;
            break;
        }
        if (k % 2) continue;
        if (i % 2 == 0 && i % 8 >= 4 && k == 0) value += 200;
        if (i % 2 == 1 && k == 0) value += 100;
    }
    if (i == 8) value = 8;
    a[i] = value;
}
