//! launch: grid=1 block=32
//! argument: i32[32]:zeros
//! result: 0 = 1 1
__global__ void measure(int* out) {
    const long long start = clock64();
    int sum = 0;
    for (int i = 0; i < 10; ++i) sum += i * out[0];
    out[threadIdx.x] = sum + (clock64() - start > 20);
}
