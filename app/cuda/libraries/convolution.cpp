#include "cuda/libraries/convolution.h"

namespace warpwise {
namespace {

constexpr const char* kKernels = R"(
extern "C" __global__ void pad(const Real* from, int w, int h, Real* to, int wide, int high) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= wide || y >= high) return;
    to[(long long)y * wide + x] = x < w && y < h ? from[(long long)y * w + x] : Real(0);
}
extern "C" __global__ void multiply(Complex* a, const Complex* b, int count, Real scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Complex p = a[i], q = b[i];
    a[i].x = (p.x * q.x + p.y * q.y) * scale;
    a[i].y = (p.y * q.x - p.x * q.y) * scale;
}
extern "C" __global__ void crop(const Real* from, int wide, int high, Real* to, int w, int h, int centre) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int column = x >= centre ? x - centre : x - centre + wide, row = y >= centre ? y - centre : y - centre + high;
    to[(long long)y * w + x] = from[(long long)row * wide + column];
}
)";

}  // namespace

int fast_transform_size(int n) {
    for (int size = n;; ++size) {
        int rest = size;
        for (const int factor : {2, 3, 5, 7})
            while (rest % factor == 0) rest /= factor;
        if (rest == 1) return size;
    }
}

std::string convolution_kernels(DType dtype) {
    const char* types =
        dtype == DType::f64 ? "typedef double Real;\ntypedef double2 Complex;\n" : "typedef float Real;\ntypedef float2 Complex;\n";
    return std::string(types) + kKernels;
}

}  // namespace warpwise
