enum class Mode { a, b, c = 10 };
__device__ int f(Mode m, long long x) {
    switch (m) {
        case Mode::a:
            return 1;
        case Mode::b:
            x++;
            [[fallthrough]];
        case Mode::c:
            x *= 2;
            break;
        default:
            x = 0;
    }
    switch (x) {
        case 5000000000LL:
            return 3;
        case 1 ... 4:
            return 9;
    }
    return (int)x;
}
__global__ void k(int* o) {
    o[threadIdx.x] = f((Mode)(threadIdx.x % 3), o[0]);
}
