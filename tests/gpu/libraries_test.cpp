// Routines of NVIDIA's libraries as kernels, on the GPU: right results, every phase, and wrong sizes refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gpu/devices.h"

namespace warpwise {
namespace {
using namespace testing_devices;
using testing::HasSubstr;

class CudaLibraries : public OnDevice {
  protected:
    // Null and the test skipped where the library is not installed.
    std::shared_ptr<Program> routine(const std::string& name) {
        auto program = device_->compile({"", "library:" + name, "library"});
        if (program) return *program;
        EXPECT_THAT(text_of(program.error()), HasSubstr("unsupported:"));
        return nullptr;
    }
    LaunchOutcome run(Program& program, std::vector<KernelArgument> arguments, int repeats = 3) {
        LaunchOutcome outcome = device_->launch(program, line_shape(1, 1), std::move(arguments), {.repeats = repeats});
        EXPECT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
        return outcome;
    }
    static KernelArgument whole(const char* name, int value) { return scalar_argument(name, DType::i32, value); }
    static Array matrix(DType dtype, std::int64_t rows, std::int64_t cols, int step) {
        Array line = numbers(dtype, rows * cols, step);
        Array array = std::move(*Array::make(dtype, {rows, cols}));
        std::copy(line.bytes().begin(), line.bytes().end(), array.bytes().begin());
        return array;
    }
};
INSTANTIATE_TEST_SUITE_P(Gpu, CudaLibraries, testing::Values(DeviceKind::cuda), device_name);

#define ROUTINE_OR_SKIP(program, name)  \
    const auto program = routine(name); \
    if (program == nullptr) GTEST_SKIP() << name << ": its library is not here"

TEST_P(CudaLibraries, GemmIsTheRowMajorProduct) {
    ROUTINE_OR_SKIP(program, "gemm");
    for (const DType dtype : {DType::f32, DType::f64}) {
        constexpr std::size_t n = 37;
        Array a = matrix(dtype, n, n, 7), b = matrix(dtype, n, n, 13), c = matrix(dtype, n, n, 0);
        const LaunchOutcome outcome =
            run(*program, {array_argument("a", a, true), array_argument("b", b, true), array_argument("c", c), whole("n", n)});
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                double sum = 0;
                for (std::size_t k = 0; k < n; ++k) sum += a.value(i * n + k) * b.value(k * n + j);
                ASSERT_EQ(c.value(i * n + j), sum) << i << ", " << j;  // small whole numbers: exact in any order
            }
        for (const char* name : {"copy_in", "kernel", "copy_out", "total"}) {
            const auto phase = std::ranges::find(outcome.phases, name, &Phase::name);
            ASSERT_NE(phase, outcome.phases.end()) << name;
            EXPECT_EQ(phase->samples_ms.size(), 3u) << name;
        }
    }
}

TEST_P(CudaLibraries, GemmBatchedMultipliesEachPair) {
    ROUTINE_OR_SKIP(program, "gemm_batched");
    for (const DType dtype : {DType::f32, DType::f64}) {
        constexpr std::size_t count = 70, edge = 3;
        Array a = matrix(dtype, count, edge * edge, 7), b = matrix(dtype, count, edge * edge, 13);
        Array c = matrix(dtype, count, edge * edge, 0);
        run(*program, {array_argument("a", a, true), array_argument("b", b, true), array_argument("c", c), whole("n", count),
                       whole("edge", edge)});
        for (std::size_t at = 0; at < count * edge * edge; ++at) {
            const std::size_t first = at / (edge * edge) * edge * edge, i = at % (edge * edge) / edge, j = at % edge;
            double sum = 0;
            for (std::size_t k = 0; k < edge; ++k) sum += a.value(first + i * edge + k) * b.value(first + k * edge + j);
            ASSERT_EQ(c.value(at), sum) << at;
        }
    }
}

TEST_P(CudaLibraries, CubSumsScansAndCounts) {
    constexpr std::size_t rows = 3, columns = 1000, n = rows * columns;
    Array a = make_array(DType::i32, n), sums = make_array(DType::i32, n), total = make_array(DType::i32, 1);
    Array bytes = make_array(DType::u8, n), counts = make_array(DType::i32, 256);
    std::vector<int> expected(256);
    int whole_sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
        a.as<std::int32_t>()[i] = static_cast<int>(i * 7 % 23) - 9;
        bytes.as<std::uint8_t>()[i] = static_cast<std::uint8_t>(i * i % 256);
        whole_sum += a.as<std::int32_t>()[i];
        ++expected[i * i % 256];
    }
    ROUTINE_OR_SKIP(sum, "sum");
    run(*sum, {array_argument("a", a, true), array_argument("total", total), whole("n", n)});
    EXPECT_EQ(total.value(0), whole_sum);
    ROUTINE_OR_SKIP(scan, "scan");
    for (const std::size_t height : {rows, std::size_t{1}}) {
        const std::size_t width = n / height;
        run(*scan, {array_argument("a", a, true), array_argument("sums", sums), whole("rows", static_cast<int>(height)),
                    whole("n", static_cast<int>(width))});
        double so_far = 0;
        for (std::size_t i = 0; i < n; ++i) {
            so_far = i % width == 0 ? a.value(i) : so_far + a.value(i);
            ASSERT_EQ(sums.value(i), so_far) << i << " of " << height << " rows";
        }
    }
    ROUTINE_OR_SKIP(histogram, "histogram");
    run(*histogram, {array_argument("a", bytes, true), array_argument("counts", counts), whole("n", n)});
    for (std::size_t i = 0; i < 256; ++i) EXPECT_EQ(counts.value(i), expected[i]) << i;
}

// The squares of the singular values add up to those of the elements, and a matrix of rank 1 has one value.
TEST_P(CudaLibraries, SvdGivesTheSingularValues) {
    ROUTINE_OR_SKIP(program, "svd");
    for (const DType dtype : {DType::f32, DType::f64})
        for (const auto& [m, n] : {std::pair{40, 40}, {60, 25}, {25, 60}}) {
            SCOPED_TRACE(testing::Message() << name_of(dtype) << " " << m << " x " << n);
            Array a = matrix(dtype, m, n, 7), s = make_array(dtype, std::min(m, n));
            run(*program, {array_argument("a", a, true), array_argument("s", s), whole("m", m), whole("n", n)});
            double elements = 0, values = 0;
            for (std::size_t i = 0; i < a.size(); ++i) elements += a.value(i) * a.value(i);
            for (std::size_t i = 0; i < s.size(); ++i) {
                values += s.value(i) * s.value(i);
                if (i > 0) EXPECT_LE(s.value(i), s.value(i - 1));
            }
            EXPECT_NEAR(values / elements, 1, dtype == DType::f32 ? 1e-4 : 1e-10);

            Array outer = matrix(dtype, m, n, 0);
            double rows = 0, cols = 0;
            for (int i = 0; i < m; ++i) rows += (i + 1.0) * (i + 1.0);
            for (int j = 0; j < n; ++j) cols += (j % 3 + 1.0) * (j % 3 + 1.0);
            visit_dtype(dtype, [&]<typename T>() {
                for (int i = 0; i < m; ++i)
                    for (int j = 0; j < n; ++j)
                        outer.as<T>()[static_cast<std::size_t>(i * n + j)] =
                            static_cast<T>(static_cast<float>((i + 1) * (j % 3 + 1)));
            });
            run(*program, {array_argument("a", outer, true), array_argument("s", s), whole("m", m), whole("n", n)});
            const double largest = std::sqrt(rows * cols);
            EXPECT_NEAR(s.value(0) / largest, 1, dtype == DType::f32 ? 1e-4 : 1e-10);
            EXPECT_LT(s.value(1) / largest, dtype == DType::f32 ? 1e-4 : 1e-10);
        }
}

TEST_P(CudaLibraries, ConvolveFftIsTheDirectSum) {
    ROUTINE_OR_SKIP(program, "convolve_fft");
    for (const DType dtype : {DType::f32, DType::f64})
        for (const int k : {1, 5, 8}) {
            SCOPED_TRACE(testing::Message() << name_of(dtype) << ", filter " << k);
            const int w = 101, h = 67;
            Array image = matrix(dtype, h, w, 7), filter = matrix(dtype, k, k, 3), out = matrix(dtype, h, w, 0);
            run(*program, {array_argument("image", image, true), array_argument("filter", filter, true), array_argument("out", out),
                           whole("w", w), whole("h", h), whole("k", k)});
            for (int y = 0; y < h; ++y)
                for (int x = 0; x < w; ++x) {
                    double sum = 0;
                    for (int i = 0; i < k; ++i)
                        for (int j = 0; j < k; ++j) {
                            const int row = y + i - k / 2, column = x + j - k / 2;
                            if (row < 0 || row >= h || column < 0 || column >= w) continue;
                            sum += image.value(static_cast<std::size_t>(row * w + column)) *
                                   filter.value(static_cast<std::size_t>(i * k + j));
                        }
                    ASSERT_NEAR(out.value(static_cast<std::size_t>(y * w + x)), sum, dtype == DType::f32 ? 0.5 : 1e-6)
                        << x << ", " << y;
                }
        }
}

TEST_P(CudaLibraries, RandomUniformHangsOnTheSeedAlone) {
    ROUTINE_OR_SKIP(program, "random_uniform");
    for (const DType dtype : {DType::f32, DType::f64}) {
        constexpr int n = 100'001;
        Array one = make_array(dtype, n), same = make_array(dtype, n), other = make_array(dtype, n);
        for (auto& [array, seed] : {std::pair{&one, 5}, {&same, 5}, {&other, 6}})
            run(*program, {array_argument("out", *array), whole("n", n), whole("seed", seed)});
        double sum = 0, squares = 0;
        for (std::size_t i = 0; i < one.size(); ++i) {
            ASSERT_GT(one.value(i), 0) << i;
            ASSERT_LE(one.value(i), 1) << i;
            sum += one.value(i);
            squares += one.value(i) * one.value(i);
        }
        EXPECT_NEAR(sum / n, 0.5, 0.005);
        EXPECT_NEAR(squares / n, 1.0 / 3, 0.005);
        EXPECT_TRUE(std::ranges::equal(one.bytes(), same.bytes()));
        EXPECT_FALSE(std::ranges::equal(one.bytes(), other.bytes()));
    }
}

TEST_P(CudaLibraries, AnArrayThatIsTooSmallIsAFaultAndTheNextRunWorks) {
    ROUTINE_OR_SKIP(program, "gemm");
    Array a = matrix(DType::f32, 4, 4, 3), c = matrix(DType::f32, 4, 4, 0);
    const LaunchOutcome outcome = device_->launch(
        *program, line_shape(1, 1), {array_argument("a", a), array_argument("b", a), array_argument("c", c), whole("n", 5)}, {});
    ASSERT_TRUE(outcome.fault.has_value());
    EXPECT_EQ(outcome.fault->kind, FaultKind::launch_invalid);
    EXPECT_THAT(outcome.fault->message, HasSubstr("16 elements"));
    run(*program, {array_argument("a", a), array_argument("b", a), array_argument("c", c), whole("n", 4)});
}

}  // namespace
}  // namespace warpwise
