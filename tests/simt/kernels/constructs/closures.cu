template <class F>
__device__ auto twice(F f, int x) {
    return f(f(x));
}
__global__ void k(int* o) {
    int base = o[0];
    auto add = [base](int x) { return x + base; };
    auto mul = [&](auto x) { return x * base; };
    o[threadIdx.x] = twice(add, 3) + twice(mul, 4);
}
