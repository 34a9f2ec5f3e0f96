#include "base/library_kernels.h"

#include <fmt/format.h>

#include <array>

namespace warpwise {
namespace {

using Parameter = LibraryKernel::Parameter;
constexpr std::string_view kPrefix = "library:";

constexpr std::array<Parameter, 4> kGemm{{{"a", "T *"}, {"b", "T *"}, {"c", "T *"}, {"n", "int"}}};
constexpr std::array<Parameter, 5> kGemmBatched{{{"a", "T *"}, {"b", "T *"}, {"c", "T *"}, {"n", "int"}, {"edge", "int"}}};
constexpr std::array<Parameter, 4> kSvd{{{"a", "T *"}, {"s", "T *"}, {"m", "int"}, {"n", "int"}}};
constexpr std::array<Parameter, 6> kConvolve{
    {{"image", "T *"}, {"filter", "T *"}, {"out", "T *"}, {"w", "int"}, {"h", "int"}, {"k", "int"}}};
constexpr std::array<Parameter, 3> kUniform{{{"out", "T *"}, {"n", "int"}, {"seed", "int"}}};
constexpr std::array<Parameter, 3> kSum{{{"a", "int *"}, {"total", "int *"}, {"n", "int"}}};
constexpr std::array<Parameter, 4> kScan{{{"a", "int *"}, {"sums", "int *"}, {"rows", "int"}, {"n", "int"}}};
constexpr std::array<Parameter, 3> kHistogram{{{"a", "unsigned char *"}, {"counts", "int *"}, {"n", "int"}}};

// Arrays are row-major.
constexpr std::array<LibraryKernel, 8> kKnown{
    {{"gemm", "cuBLAS", "c = a * b for square matrices a[n, n], b[n, n], c[n, n]", kGemm},
     {"gemm_batched", "cuBLAS", "n products of small matrices in one call: c = a * b for each of a[n, edge, edge], b, c",
      kGemmBatched},
     {"svd", "cuSOLVER", "the singular values s[min(m, n)] of a[m, n], largest first; no vectors", kSvd},
     {"convolve_fft", "cuFFT",
      "out[h, w]: each pixel the sum of its k * k neighbourhood of image[h, w] times filter[k, k], zeros outside; by two forward "
      "transforms, a product and one backward transform",
      kConvolve},
     {"random_uniform", "cuRAND", "out[n]: numbers above 0 and up to 1 from seed, by Philox 4x32-10", kUniform},
     {"sum", "CUB", "total[0] = the sum of a[n]", kSum},
     {"scan", "CUB", "sums[rows, n]: in each row of a[rows, n], the sum of the elements up to each one", kScan},
     {"histogram", "CUB", "counts[256]: how often each value occurs in a[n]", kHistogram}}};

}  // namespace

std::span<const LibraryKernel> library_kernels() { return kKnown; }

bool is_library_entry(std::string_view entry) { return entry.starts_with(kPrefix); }

const LibraryKernel* find_library_kernel(std::string_view entry) {
    if (!is_library_entry(entry)) return nullptr;
    for (const LibraryKernel& kernel : kKnown)
        if (kernel.name == entry.substr(kPrefix.size())) return &kernel;
    return nullptr;
}

std::vector<std::string> library_kernel_names() {
    std::vector<std::string> names;
    for (const LibraryKernel& kernel : kKnown) names.emplace_back(kernel.name);
    return names;
}

std::string library_kernel_text(const LibraryKernel& kernel) {
    return fmt::format("// {} of {}, NVIDIA's library{}.\n// {}.\n", kernel.name, kernel.library,
                       kernel.library == "CUB" ? ", whose code comes with the CUDA Toolkit" : ": its code is not public",
                       kernel.what);
}

}  // namespace warpwise
