// Every form of every CPU routine gives the serial form's answer, at shapes that are not multiples of a vector.
#include "device/cpu/routines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "base/files.h"
#include "experiment/run/inputs.h"
#include "unit/small_lesson.h"

namespace warpwise {
namespace {
using test::scalar;

std::vector<Array> inputs(DType dtype, std::int64_t elements, int count) {
    std::vector<Array> arrays;
    for (int k = 0; k < count; ++k) {
        arrays.push_back(Array::make(dtype, {elements}).value());
        EXPECT_TRUE(
            fill_array(arrays.back(), is_float(dtype) ? "uniform=-8..8" : "uniform=0..100", 3, static_cast<std::uint64_t>(k)));
    }
    return arrays;
}

std::vector<Array> run(RoutineFunction function, std::vector<Array> arrays, const std::vector<double>& scalars, int threads) {
    std::vector<KernelArgument> arguments(arrays.size());
    for (std::size_t k = 0; k < arrays.size(); ++k) arguments[k].array = &arrays[k];
    for (double value : scalars) arguments.push_back(scalar(value));
    function({arguments, {}, threads});
    return arrays;
}

bool same(const std::vector<Array>& a, const std::vector<Array>& b) {
    for (std::size_t k = 0; k < a.size(); ++k)
        if (a[k].size_bytes() != 0 && std::memcmp(a[k].data(), b[k].data(), a[k].size_bytes()) != 0) return false;
    return true;
}

TEST(Routines, TheFileThatATableRowNamesDefinesTheRoutine) {
    for (const Routine& routine : all_routines()) {
        const auto text = read_file(std::filesystem::path(WARPWISE_SOURCE_DIR) / "kernels" / routine.source);
        ASSERT_TRUE(text) << routine.name << ": " << text.error().text();
        EXPECT_NE(text->find("\nvoid " + std::string(routine.name) + "_serial("), std::string::npos)
            << routine.source << " does not define " << routine.name;
    }
}

TEST(Routines, VectorAndThreadsAgreeWithSerial) {
    for (const auto& [name, count] : {std::pair{"add_one", 1}, {"vector_add", 3}}) {
        const Routine* routine = find_routine(name);
        ASSERT_NE(routine, nullptr) << name;
        for (DType dtype : all_dtypes())
            for (std::int64_t n : {0, 1, 7, 33, 1000, 700001}) {
                const auto arrays = inputs(dtype, n + 5, count);
                const auto expected = run(routine->serial, arrays, {static_cast<double>(n)}, 1);
                EXPECT_TRUE(same(expected, run(routine->vector, arrays, {static_cast<double>(n)}, 1)))
                    << name << " " << name_of(dtype) << " " << n;
                for (int threads : {0, 1, 3})
                    EXPECT_TRUE(same(expected, run(routine->threads, arrays, {static_cast<double>(n)}, threads)))
                        << name << " " << name_of(dtype) << " " << n;
            }
    }
}

// Values of many roundings: the forms may fuse and order their steps differently.
bool near(const std::vector<Array>& a, const std::vector<Array>& b, double relative, double absolute) {
    for (std::size_t k = 0; k < a.size(); ++k)
        for (std::size_t i = 0; i < a[k].size(); ++i) {
            const double x = a[k].value(i), y = b[k].value(i);
            if (!(std::abs(x - y) <= absolute + relative * std::abs(x)) && !(std::isnan(x) && std::isnan(y))) return false;
        }
    return true;
}

struct Forms {
    const char* name;
    int arrays, elements_each;  // arrays of n * elements_each
    double relative, absolute;  // in units of the dtype's epsilon
};

TEST(Routines, FormsOfArithmeticAgreeAtRaggedSizes) {
    for (const Forms& f : {Forms{"sin_cos", 2, 1, 0, 8},
                           {"powers", 5, 1, 16, 1},
                           {"products_2x2", 3, 4, 0, 400},
                           {"sum", 2, 1, 0, 0},
                           {"dot", 3, 1, 0, 0}}) {
        const Routine* routine = find_routine(f.name);
        ASSERT_NE(routine, nullptr) << f.name;
        for (DType dtype : all_dtypes())
            for (std::int64_t n : {0, 1, 7, 33, 1000, 70001}) {
                auto arrays = inputs(dtype, n * f.elements_each + 5, f.arrays);
                for (std::size_t k = 0; k < arrays.size(); ++k)  // no roots of less than nothing, no overflow of an i8
                    if (f.arrays == 5) EXPECT_TRUE(fill_array(arrays[k], "uniform=0..4", 3, k));
                const std::vector<double> scalars{static_cast<double>(n)};
                const auto expected = run(routine->serial, arrays, scalars, 1);
                // of sums of elements below 8, or of products below 64
                const double largest = std::string_view(f.name) == "sum" ? 8 : std::string_view(f.name) == "dot" ? 64 : 0;
                const double absolute = epsilon_of(dtype) * (largest > 0 ? 8.0 * largest * static_cast<double>(n + 8) : f.absolute);
                const double relative = epsilon_of(dtype) * f.relative;
                for (RoutineFunction form : {routine->vector, routine->threads})
                    EXPECT_TRUE(near(expected, run(form, arrays, scalars, 0), relative, absolute))
                        << f.name << " " << name_of(dtype) << " " << n;
            }
    }
}

TEST(Routines, LargeVectorAddsWritePastTheCaches) {
    // from 64 MiB on, at beginnings that are not a cache line's
    const std::int64_t n = (std::int64_t{8} << 20) + 77;
    auto arrays = inputs(DType::f64, n, 3);
    const auto expected = run(find_routine("vector_add")->serial, arrays, {static_cast<double>(n)}, 1);
    EXPECT_TRUE(same(expected, run(find_routine("vector_add")->vector, arrays, {static_cast<double>(n)}, 1)));
    EXPECT_TRUE(same(expected, run(find_routine("vector_add")->threads, arrays, {static_cast<double>(n)}, 3)));
}

TEST(Routines, ScansAgreeAtRaggedSizes) {
    const Routine& routine = *find_routine("scan");
    for (DType dtype : all_dtypes())
        for (std::int64_t n : {0, 1, 15, 16, 17, 1000, 70'001, 300'003}) {
            const auto arrays = inputs(dtype, n + 5, 2);
            const std::vector<double> scalars{static_cast<double>(n)};
            const auto expected = run(routine.serial, arrays, scalars, 1);
            for (int threads : {1, 3}) {
                const auto function = threads == 1 ? routine.vector : routine.threads;
                const auto found = run(function, arrays, scalars, threads);
                if (is_float(dtype))  // the same sums, in f64, in another order
                    EXPECT_TRUE(near(expected, found, 2 * epsilon_of(dtype), 1e-6)) << name_of(dtype) << " " << n;
                else
                    EXPECT_TRUE(same(expected, found)) << name_of(dtype) << " " << n;
            }
        }
}

TEST(Routines, CompactionKeepsTheOrderAndTouchesNothingBehind) {
    const Routine& routine = *find_routine("compact");
    for (DType dtype : {DType::i32, DType::f32, DType::u8, DType::i64})
        for (const char* fill : {"uniform=-9..9", "uniform=-99..2", "ones", "constant=-1"})
            for (std::int64_t n : {0, 1, 7, 8, 9, 16, 17, 31, 33, 1000, 32'768, 300'003}) {
                std::vector<Array> arrays = inputs(dtype, n + 5, 2);
                EXPECT_TRUE(fill_array(arrays[0], fill, 3, 0));
                arrays.push_back(Array::make(DType::i32, {1}).value());
                std::int64_t count = 0;
                std::vector<Array> expected = arrays;
                for (std::int64_t i = 0; i < n; ++i) {
                    const auto from = static_cast<std::size_t>(i);
                    if (!(arrays[0].value(from) > 0)) continue;
                    const std::size_t bytes = size_of(dtype), to = static_cast<std::size_t>(count++);
                    std::memcpy(expected[1].data() + to * bytes, arrays[0].data() + from * bytes, bytes);
                }
                expected[2].as<std::int32_t>()[0] = static_cast<std::int32_t>(count);
                for (RoutineFunction form : {routine.serial, routine.vector, routine.threads})
                    EXPECT_TRUE(same(expected, run(form, arrays, {static_cast<double>(n)}, 3)))
                        << name_of(dtype) << " " << fill << " " << n;
            }
}

TEST(Routines, HistogramsCountEveryByte) {
    const Routine& routine = *find_routine("histogram");
    for (const char* fill : {"uniform=0..255", "constant=7"})
        for (std::int64_t n : {0, 1, 7, 8, 9, 1000, 300'003}) {
            std::vector<Array> arrays = inputs(DType::u8, n + 5, 1);
            EXPECT_TRUE(fill_array(arrays[0], fill, 3, 0));
            arrays.push_back(Array::make(DType::i32, {256}).value());
            EXPECT_TRUE(fill_array(arrays[1], "iota", 3, 0));  // counts are added to
            std::vector<Array> expected = arrays;
            for (std::int64_t i = 0; i < n; ++i)
                ++expected[1].as<std::int32_t>()[arrays[0].as<std::uint8_t>()[static_cast<std::size_t>(i)]];
            for (RoutineFunction form : {routine.serial, routine.vector, routine.threads})
                EXPECT_TRUE(same(expected, run(form, arrays, {static_cast<double>(n)}, 3))) << fill << " " << n;
        }
}

TEST(Routines, TransposesAgreeWhateverTheShape) {
    const Routine& routine = *find_routine("transpose");
    // the last one is written past the caches, in f32
    for (DType dtype : {DType::f32, DType::u8, DType::f64})
        for (const auto& [rows, cols] :
             {std::array{1, 1}, {1, 40}, {40, 1}, {16, 16}, {17, 15}, {48, 35}, {33, 64}, {100, 129}, {4096, 4099}}) {
            const std::int64_t n = std::int64_t{rows} * cols;
            if (n > 100'000 && dtype != DType::f32) continue;
            const auto arrays = inputs(dtype, n, 2);
            const std::vector<double> scalars{static_cast<double>(rows), static_cast<double>(cols)};
            const auto serial = run(routine.serial, arrays, scalars, 1);
            for (std::int64_t i = 0; i < n; i += n > 1000 ? 997 : 1)
                ASSERT_EQ(serial[1].value(static_cast<std::size_t>(i % cols * rows + i / cols)),
                          arrays[0].value(static_cast<std::size_t>(i)))
                    << rows << " x " << cols << " " << i;
            EXPECT_TRUE(same(serial, run(routine.vector, arrays, scalars, 1))) << rows << " x " << cols << " " << name_of(dtype);
            EXPECT_TRUE(same(serial, run(routine.threads, arrays, scalars, 3))) << rows << " x " << cols << " " << name_of(dtype);
        }
}

TEST(Routines, ReadsFromElsewhereAgree) {
    const Routine &copy = *find_routine("strided_copy"), &sums = *find_routine("neighbour_sums"), &gather = *find_routine("gather");
    const auto agree = [](const Routine& routine, const std::vector<Array>& arrays, const std::vector<double>& scalars) {
        const auto serial = run(routine.serial, arrays, scalars, 1);
        EXPECT_TRUE(same(serial, run(routine.vector, arrays, scalars, 1))) << routine.name;
        EXPECT_TRUE(same(serial, run(routine.threads, arrays, scalars, 3))) << routine.name;
        return serial;
    };
    for (DType dtype : {DType::f32, DType::f64, DType::i32, DType::u8})
        for (const std::int64_t n : {1, 2, 3, 65, 1000, 70'001}) {
            SCOPED_TRACE(testing::Message() << name_of(dtype) << " " << n);
            for (const int stride : {1, 3}) {
                const auto arrays = inputs(dtype, n * stride + 5, 2);
                const auto copied = agree(copy, arrays, {static_cast<double>(n), static_cast<double>(stride), 4});
                for (std::int64_t i = 0; i < n; i += 7)
                    ASSERT_EQ(copied[1].value(static_cast<std::size_t>(i)),
                              arrays[0].value(static_cast<std::size_t>(i * stride + 4)));
            }
            const auto arrays = inputs(dtype, n, 2);
            const auto summed = agree(sums, arrays, {static_cast<double>(n)});
            if (dtype == DType::f64 && n > 2)
                for (const std::int64_t i : {std::int64_t{0}, n / 2, n - 1}) {
                    const auto at = [&](std::int64_t j) {
                        return j < 0 || j >= n ? 0 : arrays[0].value(static_cast<std::size_t>(j));
                    };
                    ASSERT_EQ(summed[1].value(static_cast<std::size_t>(i)), at(i - 1) + at(i) + at(i + 1)) << i;
                }
            std::vector<Array> picked{arrays[0], Array::make(DType::i32, {n}).value(), arrays[1]};
            for (std::int64_t i = 0; i < n; ++i)
                picked[1].as<std::int32_t>()[static_cast<std::size_t>(i)] = static_cast<int>(i * 7919 % n);
            const auto gathered = agree(gather, picked, {static_cast<double>(n)});
            for (std::int64_t i = 0; i < n; i += 7)
                ASSERT_EQ(gathered[2].value(static_cast<std::size_t>(i)), arrays[0].value(static_cast<std::size_t>(i * 7919 % n)));
        }
}

TEST(Routines, ReadThroughStridesOfTheirOwn) {
    const auto agree = [](const char* name, const std::vector<Array>& arrays, const std::vector<double>& scalars) {
        const Routine& routine = *find_routine(name);
        const auto serial = run(routine.serial, arrays, scalars, 1);
        EXPECT_TRUE(same(serial, run(routine.vector, arrays, scalars, 1))) << name;
        EXPECT_TRUE(same(serial, run(routine.threads, arrays, scalars, 3))) << name;
        return serial;
    };
    for (DType dtype : {DType::f32, DType::f64, DType::i32})
        for (const auto& [rows, cols] : {std::array{1, 1}, {3, 100}, {64, 33}, {700, 101}}) {
            SCOPED_TRACE(testing::Message() << name_of(dtype) << " " << rows << " x " << cols);
            const double r = rows, c = cols;
            const auto arrays = inputs(dtype, std::int64_t{rows} * cols, 3);
            const auto in = [&](std::size_t array, std::int64_t i) { return arrays[array].value(static_cast<std::size_t>(i)); };
            const std::vector<Array> two{arrays[0], arrays[2]};
            const auto turned = agree("copy_view", two, {c, r, 0, 1, c});         // the transpose
            const auto mirrored = agree("copy_view", two, {r, c, c - 1, c, -1});  // each row backwards
            const auto matrix = agree("add_strided", arrays, {r, c, c, 1, c, 1});
            const auto row = agree("add_strided", arrays, {r, c, c, 1, 0, 1});
            const auto outer = agree("add_strided", arrays, {r, c, 1, 0, 0, 1});
            const auto column = agree("add_strided", arrays, {r, c, c, 1, 1, 0});
            for (std::int64_t i = 0; i < rows; i += 5)
                for (std::int64_t j = 0; j < cols; j += 7) {
                    const auto at = static_cast<std::size_t>(i * cols + j);
                    ASSERT_EQ(turned[1].value(static_cast<std::size_t>(j * rows + i)), in(0, i * cols + j));
                    ASSERT_EQ(mirrored[1].value(at), in(0, i * cols + cols - 1 - j));
                    if (dtype != DType::f64) continue;
                    ASSERT_EQ(matrix[2].value(at), in(0, i * cols + j) + in(1, i * cols + j));
                    ASSERT_EQ(row[2].value(at), in(0, i * cols + j) + in(1, j));
                    ASSERT_EQ(outer[2].value(at), in(0, i) + in(1, j));
                    ASSERT_EQ(column[2].value(at), in(0, i * cols + j) + in(1, i));
                }
            const std::int64_t n = std::int64_t{rows} * cols;
            const auto doubled = agree("double_strided", two, {static_cast<double>(n), 3});
            if (dtype == DType::f64)
                for (std::int64_t i = 0; 3 * i < n; i += 4)
                    ASSERT_EQ(doubled[1].value(static_cast<std::size_t>(i)), 2 * in(0, 3 * i));
        }
}

TEST(Routines, AddTheTraceOfTanhOnce) {
    const Routine& routine = *find_routine("add_trace");
    for (DType dtype : {DType::f32, DType::f64})
        for (const std::int64_t n : {1, 7, 300}) {
            SCOPED_TRACE(testing::Message() << name_of(dtype) << " " << n);
            const auto arrays = inputs(dtype, n * n, 2);
            const std::vector<double> scalars{static_cast<double>(n)};
            const auto serial = run(routine.serial, arrays, scalars, 1);
            EXPECT_TRUE(same(serial, run(routine.vector, arrays, scalars, 1)));
            EXPECT_TRUE(same(serial, run(routine.threads, arrays, scalars, 3)));
            double trace = 0;
            for (std::int64_t k = 0; k < n; ++k) trace += std::tanh(arrays[0].value(static_cast<std::size_t>(k * (n + 1))));
            const double error = dtype == DType::f32 ? 1e-3 : 1e-9;
            for (std::size_t i = 0; i < static_cast<std::size_t>(n * n); i += 11)
                ASSERT_NEAR(serial[1].value(i), arrays[0].value(i) + trace, error * (1 + std::abs(trace)));
        }
}

TEST(Routines, RowsAreScannedEachOnItsOwn) {
    const Routine &rows = *find_routine("scan_rows"), &one = *find_routine("scan");
    for (DType dtype : {DType::i32, DType::f64})
        for (const auto& [height, width] : {std::array{1, 1}, {3, 100}, {64, 33}, {5, 70'001}}) {
            SCOPED_TRACE(testing::Message() << name_of(dtype) << " " << height << " x " << width);
            const std::vector<double> scalars{static_cast<double>(height), static_cast<double>(width)};
            const auto arrays = inputs(dtype, std::int64_t{height} * width, 2);
            const auto serial = run(rows.serial, arrays, scalars, 1);
            EXPECT_TRUE(same(serial, run(rows.vector, arrays, scalars, 1)));
            EXPECT_TRUE(same(serial, run(rows.threads, arrays, scalars, 3)));
            const auto first = run(one.serial, arrays, {static_cast<double>(width)}, 1);
            for (std::size_t i = 0; i < static_cast<std::size_t>(width); i += 3) ASSERT_EQ(serial[1].value(i), first[1].value(i));
        }
}

TEST(Routines, PrimesOfEveryFormAreTheSerialOnes) {
    const Routine& routine = *find_routine("primes");
    for (DType dtype : {DType::u8, DType::i32})
        for (std::int64_t n : {0, 1, 2, 3, 9, 64, 65, 1000, 100'003}) {
            const auto arrays = inputs(dtype, n + 3, 1);
            const auto expected = run(routine.serial, arrays, {static_cast<double>(n)}, 1);
            EXPECT_TRUE(same(expected, run(routine.vector, arrays, {static_cast<double>(n)}, 1))) << n;
            EXPECT_TRUE(same(expected, run(routine.threads, arrays, {static_cast<double>(n)}, 2))) << n;
        }
}

// The Random123 library's known answer for counter 0 and key 0 is 6627e8d5 e169c58d bc57ac4c 9b00dbd8: two points.
TEST(Routines, PointsAreCountedAlikeInEveryForm) {
    const Routine& routine = *find_routine("pi");
    const std::vector<Array> inside{Array::make(DType::u64, {1}).value()};
    const auto first = [](std::uint64_t x, std::uint64_t y) {
        return (x >> 1) * (x >> 1) + (y >> 1) * (y >> 1) < std::uint64_t{1} << 62 ? 1.0 : 0.0;
    };
    EXPECT_EQ(run(routine.serial, inside, {1, 0}, 1)[0].value(0), first(0x6627e8d5, 0xe169c58d));
    EXPECT_EQ(run(routine.serial, inside, {2, 0}, 1)[0].value(0), first(0x6627e8d5, 0xe169c58d) + first(0xbc57ac4c, 0x9b00dbd8));
    for (double samples : {0.0, 1.0, 31.0, 1000.0, 300'001.0}) {
        const auto expected = run(routine.serial, inside, {samples, 5}, 1);
        EXPECT_TRUE(same(expected, run(routine.vector, inside, {samples, 5}, 1))) << samples;
        EXPECT_TRUE(same(expected, run(routine.threads, inside, {samples, 5}, 2))) << samples;
    }
}

TEST(Routines, ConvolutionsAgreeWhateverTheImagesEdge) {
    const Routine& routine = *find_routine("convolution");
    for (const auto& [width, height, k] : {std::array{1, 1, 5}, {3, 2, 5}, {67, 3, 5}, {68, 9, 5}, {69, 70, 3}, {200, 31, 7}}) {
        std::vector<Array> arrays = inputs(DType::f32, width * height, 3);
        arrays[1] = inputs(DType::f32, k * k, 1)[0];
        const std::vector<double> scalars{static_cast<double>(width), static_cast<double>(height), static_cast<double>(k)};
        const auto expected = run(routine.serial, arrays, scalars, 1);
        for (RoutineFunction form : {routine.vector, routine.threads, routine.library}) {
            if (form == routine.library && !routine.check_library(DType::f32)) continue;
            EXPECT_TRUE(near(expected, run(form, arrays, scalars, 0), 1e-4, 2e-3)) << width << " x " << height << ", " << k;
        }
    }
}

TEST(Routines, SingularValuesOfAnyShape) {
    const Routine& routine = *find_routine("svd");
    for (DType dtype : {DType::f32, DType::f64})
        for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 9}, {9, 1}, {7, 12}, {12, 7}, {31, 31}}) {
            std::vector<Array> arrays = inputs(dtype, rows * columns, 1);
            arrays.push_back(Array::make(dtype, {std::min(rows, columns)}).value());
            const std::vector<double> scalars{static_cast<double>(rows), static_cast<double>(columns)};
            const auto serial = run(routine.serial, arrays, scalars, 1);
            double squares = 0, of_values = 0;
            for (std::size_t i = 0; i < arrays[0].size(); ++i) squares += arrays[0].value(i) * arrays[0].value(i);
            for (std::size_t i = 0; i < serial[1].size(); ++i) of_values += serial[1].value(i) * serial[1].value(i);
            EXPECT_NEAR(of_values, squares, squares * 1e-5) << "they hold all of the matrix";
            for (RoutineFunction form : {routine.vector, routine.threads, routine.library}) {
                if (form == routine.library && !routine.check_library(dtype)) continue;
                EXPECT_TRUE(near({serial[1]}, {run(form, arrays, scalars, 0)[1]}, 0, epsilon_of(dtype) * 2000))
                    << rows << " x " << columns << " " << name_of(dtype);
            }
        }
}

TEST(Routines, LibrariesSayWhatTheyCannotTake) {
    const auto whole = find_routine("matmul")->check_library(DType::i32);
    ASSERT_FALSE(whole);
    EXPECT_NE(whole.error().message.find("OpenBLAS"), std::string::npos);
    const auto none = find_routine("vector_add")->check_library(DType::f32);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, ErrorKind::device_missing);
}

TEST(Routines, AddOneAddsOneToTheFirstN) {
    auto arrays = inputs(DType::i32, 10, 1);
    const auto result = run(find_routine("add_one")->serial, arrays, {4}, 1);
    for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(result[0].value(i), arrays[0].value(i) + (i < 4 ? 1 : 0));
}

TEST(Routines, IntegersWrap) {
    auto arrays = inputs(DType::i32, 1, 1);
    arrays[0].as<std::int32_t>()[0] = 2147483647;
    EXPECT_EQ(run(find_routine("add_one")->serial, arrays, {1}, 1)[0].value(0), -2147483648.0);
}

TEST(Routines, MatmulOfSmallMatrices) {
    auto arrays = inputs(DType::f64, 4, 3);
    const double a[] = {1, 2, 3, 4}, b[] = {5, 6, 7, 8}, product[] = {19, 22, 43, 50};
    std::memcpy(arrays[0].data(), a, sizeof a);
    std::memcpy(arrays[1].data(), b, sizeof b);
    const Routine& routine = *find_routine("matmul");
    for (RoutineFunction form : {routine.serial, routine.vector, routine.threads, routine.library}) {
        if (form == routine.library && !routine.check_library(DType::f64)) continue;
        const auto result = run(form, arrays, {2}, 0);
        for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(result[2].value(i), product[i]);
    }
}

// 70 columns are two whole warps and a rest of six lanes; the view has pixels that never escape and pixels that do at once.
TEST(Routines, EveryMandelbrotStepsLikeTheSerialOne) {
    const std::vector<double> scalars{70, 51, -2.2, -1.2, 0.045, 100};
    std::vector<Array> counts;
    counts.push_back(Array::make(DType::i32, {51, 70}).value());
    const Routine& routine = *find_routine("mandelbrot");
    const std::vector<Array> serial = run(routine.serial, counts, scalars, 1);
    const auto values = serial[0].as<std::int32_t>();
    EXPECT_EQ(*std::ranges::max_element(values), 100);
    EXPECT_EQ(*std::ranges::min_element(values), 1);
    EXPECT_TRUE(same(serial, run(routine.vector, counts, scalars, 1)));
    EXPECT_TRUE(same(serial, run(routine.threads, counts, scalars, 0)));
}

TEST(Routines, HeatSpreadsAlikeInEveryForm) {
    const Routine& routine = *find_routine("heat_step");
    for (const auto& [width, height] : {std::pair{1, 1}, {1, 7}, {9, 1}, {70, 51}}) {
        const std::vector<double> scalars{static_cast<double>(width), static_cast<double>(height), 0.2};
        const std::vector<Array> plate = inputs(DType::f32, width * height, 2);
        const std::vector<Array> serial = run(routine.serial, plate, scalars, 1);
        double before = 0, after = 0;
        for (std::size_t i = 0; i < plate[0].size(); ++i) before += plate[0].value(i), after += serial[1].value(i);
        EXPECT_NEAR(before, after, 0.01) << "heat is neither lost nor made";
        EXPECT_TRUE(same(serial, run(routine.vector, plate, scalars, 1))) << width << " x " << height;
        EXPECT_TRUE(same(serial, run(routine.threads, plate, scalars, 0))) << width << " x " << height;
    }
}

// A cell's neighbours counted by the rule's own words, on a torus.
std::vector<std::uint8_t> next_generation(const std::vector<std::uint8_t>& now, int width, int height, bool high_life) {
    std::vector<std::uint8_t> next(now.size());
    const auto at = [&](int x, int y) { return static_cast<std::size_t>((y + height) % height * width + (x + width) % width); };
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            int neighbours = 0;
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                    if (dx != 0 || dy != 0) neighbours += now[at(x + dx, y + dy)];
            const bool alive = now[at(x, y)] == 1;
            next[at(x, y)] = alive ? neighbours == 2 || neighbours == 3 : neighbours == 3 || (high_life && neighbours == 6);
        }
    return next;
}

TEST(Routines, LifeFollowsItsRuleInEveryForm) {
    for (const auto& [words, height] : {std::pair{1, 1}, {1, 7}, {2, 1}, {3, 41}, {5, 30}}) {
        const int width = 32 * words;
        const std::vector<double> cell_sizes{static_cast<double>(width), static_cast<double>(height)},
            word_sizes{static_cast<double>(words), static_cast<double>(height)};
        std::vector<Array> cells, bits;
        for (int i = 0; i < 2; ++i) {
            cells.push_back(Array::make(DType::u8, {height, width}).value());
            bits.push_back(Array::make(DType::u32, {height, words}).value());
        }
        ASSERT_TRUE(fill_array(cells[0], "life=soup", 4, 0) && fill_array(bits[0], "life=soup", 4, 0));
        const std::vector<std::uint8_t> now(cells[0].as<std::uint8_t>().begin(), cells[0].as<std::uint8_t>().end());
        const auto life = next_generation(now, width, height, false), high = next_generation(now, width, height, true);
        const Routine &bytes = *find_routine("life"), &packed = *find_routine("life_bits"),
                      &other = *find_routine("high_life_bits");
        for (const RoutineFunction form : {bytes.serial, bytes.vector, bytes.threads})
            EXPECT_TRUE(std::ranges::equal(run(form, cells, cell_sizes, 0)[1].as<std::uint8_t>(), life))
                << words << " x " << height;
        const auto has = [&](RoutineFunction form, const std::vector<std::uint8_t>& expected) {
            const auto result = run(form, bits, word_sizes, 0);
            const auto found = result[1].as<std::uint32_t>();
            for (std::size_t i = 0; i < expected.size(); ++i)
                if (((found[i / 32] >> (i % 32)) & 1) != expected[i]) return false;
            return true;
        };
        for (const RoutineFunction form : {packed.serial, packed.vector, packed.threads})
            EXPECT_TRUE(has(form, life)) << words << " words x " << height;
        for (const RoutineFunction form : {other.serial, other.vector, other.threads})
            EXPECT_TRUE(has(form, high)) << words << " words x " << height;
    }
}

TEST(Routines, AGliderWalksAndAGunShoots) {
    const int width = 64, height = 48;
    const auto generations = [&](const char* fill, int count) {
        std::vector<Array> board;
        for (int i = 0; i < 2; ++i) board.push_back(Array::make(DType::u8, {height, width}).value());
        EXPECT_TRUE(fill_array(board[0], fill, 1, 0));
        for (int i = 0; i < count; ++i) {
            board = run(find_routine("life")->threads, std::move(board), {width, height}, 0);
            std::swap(board[0], board[1]);
        }
        const auto cells = board[0].as<std::uint8_t>();
        return std::vector<std::uint8_t>(cells.begin(), cells.end());
    };
    const auto start = generations("life=glider", 0), later = generations("life=glider", 4 * 5);
    for (int y = 0; y + 5 < height; ++y)
        for (int x = 0; x + 5 < width; ++x)
            EXPECT_EQ(start[static_cast<std::size_t>(y * width + x)], later[static_cast<std::size_t>((y + 5) * width + x + 5)]);
    EXPECT_EQ(std::ranges::count(later, 1), 5);
    // The gun sends out one glider every 30 generations and is then as it was.
    const auto gun = generations("life=gun", 0), after = generations("life=gun", 60);
    EXPECT_EQ(std::ranges::count(after, 1), std::ranges::count(gun, 1) + 2 * 5);
}

}  // namespace
}  // namespace warpwise
