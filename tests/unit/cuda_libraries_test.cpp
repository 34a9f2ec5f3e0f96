// What of the CUDA libraries' calls can be tested without a GPU: their symbols, their look at the arguments, and the small kernels
// around cuFFT, run in the emulator with plain sums in place of the transforms.
#ifdef WARPWISE_HAS_CUDA
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <filesystem>
#include <numbers>

#include "cuda/compile/nvrtc.h"
#include "cuda/libraries/convolution.h"
#include "cuda/libraries/library_tools.h"

namespace warpwise {
namespace {
using testing::HasSubstr;

struct Opened {
    const char* entry;
    const char* file;  // of CUDA 13
};
class CudaLibrary : public testing::TestWithParam<Opened> {};
INSTANTIATE_TEST_SUITE_P(All, CudaLibrary,
                         testing::Values(Opened{"library:gemm", "libcublas.so.13"}, Opened{"library:svd", "libcusolver.so.12"},
                                         Opened{"library:convolve_fft", "libcufft.so.12"},
                                         Opened{"library:random_uniform", "libcurand.so.10"},
                                         Opened{"library:gemm_batched", "libcublas.so.13"},
                                         Opened{"library:sum", "warpwise-cub.so"}, Opened{"library:scan", "warpwise-cub.so"},
                                         Opened{"library:histogram", "warpwise-cub.so"}),
                         [](const auto& test) { return std::string(test.param.entry).substr(8); });

TEST_P(CudaLibrary, HasEveryFunctionWhereItIsInstalled) {
    bool installed = false;
    for (const auto& dir : cuda_library_search_dirs()) installed = installed || std::filesystem::exists(dir / GetParam().file);
    const Nvrtc no_compiler;
    const LibraryKernel& routine = *find_library_kernel(GetParam().entry);
    const auto call = make_library_call(routine, std::make_shared<Context>(), no_compiler, 90);
    if (!installed && !call) {
        EXPECT_THAT(call.error().message, HasSubstr(std::string(routine.library)));
        EXPECT_FALSE(call.error().hint.empty());
        GTEST_SKIP() << call.error().text();
    }
    EXPECT_TRUE(call.has_value()) << call.error().text();
}

TEST(CudaLibraryCalls, AnUnknownRoutineIsAnErrorAndNotRandomNumbers) {
    const LibraryKernel unknown{.name = "sort", .library = "cuSORT", .what = "", .parameters = {}};
    const auto call = make_library_call(unknown, std::make_shared<Context>(), Nvrtc{}, 90);
    ASSERT_FALSE(call);
    EXPECT_THAT(call.error().message, HasSubstr("sort"));
    EXPECT_THAT(call.error().hint, HasSubstr("gemm"));
}

Array array_of(DType dtype, std::vector<std::int64_t> shape) {
    auto array = Array::make(dtype, std::move(shape));
    EXPECT_TRUE(array.has_value());
    return std::move(*array);
}
KernelArgument argument(Array& array) { return {.kind = KernelArgument::Kind::array, .name = "x", .array = &array}; }
KernelArgument argument(int value) {
    KernelArgument made{.kind = KernelArgument::Kind::scalar, .name = "n", .dtype = DType::i32};
    __builtin_memcpy(made.scalar.data(), &value, sizeof value);
    return made;
}

TEST(CudaLibraryArguments, WrongOnesAreFaultsWithTheirName) {
    const LibraryKernel& gemm = *find_library_kernel("library:gemm");
    Array a = array_of(DType::f32, {4, 4}), b = array_of(DType::f64, {4, 4}), whole = array_of(DType::i32, {4, 4});
    EXPECT_EQ(wrong_arguments_of(gemm, {argument(a), argument(a), argument(a), argument(4)}), std::nullopt);
    const auto said = [&](const std::vector<KernelArgument>& arguments) {
        const auto fault = wrong_arguments_of(gemm, arguments);
        EXPECT_TRUE(fault.has_value());
        return fault ? fault->message : "";
    };
    EXPECT_THAT(said({argument(a)}), HasSubstr("takes 4 arguments"));
    EXPECT_THAT(said({argument(a), argument(a), argument(4), argument(4)}), HasSubstr("no array"));
    EXPECT_THAT(said({argument(a), argument(b), argument(a), argument(4)}), HasSubstr("b of gemm is f64"));
    EXPECT_THAT(said({argument(whole), argument(whole), argument(whole), argument(4)}), HasSubstr("i32"));
    EXPECT_THAT(said({argument(a), argument(a), argument(a), argument(0)}), HasSubstr("at least 1"));
    EXPECT_EQ(too_small(gemm, {argument(a), argument(a), argument(a), argument(4)}, 0, 16), std::nullopt);
    EXPECT_TRUE(too_small(gemm, {argument(a), argument(a), argument(a), argument(5)}, 0, 25).has_value());
}

TEST(CudaConvolution, SizesHaveSmallFactorsOnly) {
    EXPECT_EQ(fast_transform_size(1), 1);
    EXPECT_EQ(fast_transform_size(1028), 1029);  // 3 7 7 7
    EXPECT_EQ(fast_transform_size(772), 784);
}

// The transform by its definition; the half that a real transform gives, rows of wide / 2 + 1.
using Complex = std::complex<double>;
std::vector<Complex> forward(const Array& real, int wide, int high) {
    std::vector<Complex> spectrum;
    for (int v = 0; v < high; ++v)
        for (int u = 0; u <= wide / 2; ++u) {
            Complex sum = 0;
            for (int y = 0; y < high; ++y)
                for (int x = 0; x < wide; ++x)
                    sum += real.value(static_cast<std::size_t>(y * wide + x)) *
                           std::polar(1.0, -2 * std::numbers::pi * (double(u * x) / wide + double(v * y) / high));
            spectrum.push_back(sum);
        }
    return spectrum;
}
double backward_at(const std::vector<Complex>& half, int wide, int high, int x, int y) {
    Complex sum = 0;
    for (int v = 0; v < high; ++v)
        for (int u = 0; u < wide; ++u) {
            const bool mirrored = u > wide / 2;
            const int column = mirrored ? wide - u : u, row = mirrored ? (high - v) % high : v;
            const Complex value = half[static_cast<std::size_t>(row * (wide / 2 + 1) + column)];
            sum += (mirrored ? std::conj(value) : value) *
                   std::polar(1.0, 2 * std::numbers::pi * (double(u * x) / wide + double(v * y) / high));
        }
    return sum.real();
}

class ConvolutionKernels : public testing::TestWithParam<int> {  // the filter's edge
  protected:
    void call(const char* entry, std::vector<KernelArgument> arguments,
              const LaunchShape& shape = {.grid = {4, 4, 1}, .block = {16, 8, 1}}) {
        const auto program = device_->compile({convolution_kernels(DType::f64), entry, "convolution.cu"});
        ASSERT_TRUE(program.has_value()) << text_of(program.error());
        const LaunchOutcome outcome = device_->launch(**program, shape, std::move(arguments), {});
        ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
    }
    static Array array_of_spectrum(const std::vector<Complex>& spectrum) {
        Array array = array_of(DType::f64, {static_cast<std::int64_t>(2 * spectrum.size())});
        for (std::size_t i = 0; i < spectrum.size(); ++i) {
            array.as<double>()[2 * i] = spectrum[i].real();
            array.as<double>()[2 * i + 1] = spectrum[i].imag();
        }
        return array;
    }
    std::unique_ptr<Device> device_ = make_emulated_device();
};
INSTANTIATE_TEST_SUITE_P(Edges, ConvolutionKernels, testing::Values(1, 2, 3, 5));

TEST_P(ConvolutionKernels, EqualTheDirectSum) {
    const int w = 9, h = 6, k = GetParam();
    Array image = array_of(DType::f64, {h, w}), filter = array_of(DType::f64, {k, k}), out = array_of(DType::f64, {h, w});
    for (std::size_t i = 0; i < image.size(); ++i) image.as<double>()[i] = static_cast<double>(i * 7 % 11) - 5;
    for (std::size_t i = 0; i < filter.size(); ++i) filter.as<double>()[i] = static_cast<double>(i * 5 % 7) - 2;

    const int wide = fast_transform_size(w + k - 1), high = fast_transform_size(h + k - 1);
    Array padded = array_of(DType::f64, {high, wide}), padded_filter = padded;
    call("pad", {argument(image), argument(w), argument(h), argument(padded), argument(wide), argument(high)});
    call("pad", {argument(filter), argument(k), argument(k), argument(padded_filter), argument(wide), argument(high)});
    Array a = array_of_spectrum(forward(padded, wide, high)), b = array_of_spectrum(forward(padded_filter, wide, high));
    const int count = high * (wide / 2 + 1);
    KernelArgument scale{.kind = KernelArgument::Kind::scalar, .name = "scale", .dtype = DType::f64};
    const double factor = 1.0 / (wide * high);
    __builtin_memcpy(scale.scalar.data(), &factor, sizeof factor);
    call("multiply", {argument(a), argument(b), argument(count), scale}, {.grid = {4, 1, 1}, .block = {32, 1, 1}});
    std::vector<Complex> product;
    for (std::size_t i = 0; i < a.size(); i += 2) product.emplace_back(a.value(i), a.value(i + 1));
    for (int y = 0; y < high; ++y)
        for (int x = 0; x < wide; ++x)
            padded.as<double>()[static_cast<std::size_t>(y * wide + x)] = backward_at(product, wide, high, x, y);
    call("crop", {argument(padded), argument(wide), argument(high), argument(out), argument(w), argument(h), argument(k / 2)});

    for (int y = 0; y < h; ++y)
        for (int x = 0; x < w; ++x) {
            double sum = 0;
            for (int i = 0; i < k; ++i)
                for (int j = 0; j < k; ++j) {
                    const int row = y + i - k / 2, column = x + j - k / 2;
                    if (row >= 0 && row < h && column >= 0 && column < w)
                        sum += image.value(static_cast<std::size_t>(row * w + column)) *
                               filter.value(static_cast<std::size_t>(i * k + j));
                }
            ASSERT_NEAR(out.value(static_cast<std::size_t>(y * w + x)), sum, 1e-9) << "pixel " << x << ", " << y;
        }
}

}  // namespace
}  // namespace warpwise
#endif
