// Complex numbers as a struct with operators.
struct Complex {
    float re, im;
    __device__ Complex operator*(Complex o) const { return {re * o.re - im * o.im, re * o.im + im * o.re}; }
    __device__ Complex operator+(Complex o) const { return {re + o.re, im + o.im}; }
    __device__ float square() const { return re * re + im * im; }
};
template <int wide>
__device__ int2 place(int lane, int warp) { return make_int2(warp * wide + lane % wide, lane / wide); }
__global__ void mandelbrot_patches(int* counts, int width, int height, float x0, float y0, float step, int most) {
    int2 at = place<8>(threadIdx.x, threadIdx.y);
    at.x += blockIdx.x * 32, at.y += blockIdx.y * 4;
    if (at.x >= width || at.y >= height) return;
    Complex c{x0 + at.x * step, y0 + at.y * step}, z{0, 0};
    int count = 0;
    for (; count < most && z.square() < 4.0f; ++count) z = z * z + c;
    counts[at.y * width + at.x] = count;
}
