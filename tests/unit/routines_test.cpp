// Every form of every CPU routine gives the serial form's answer, at shapes that are no multiples of anything.
#include "device/routines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "experiment/inputs.h"

namespace warpwise {
namespace {

KernelArgument scalar(double value) {
    KernelArgument argument;
    argument.kind = KernelArgument::Kind::scalar;
    argument.dtype = DType::f64;
    std::memcpy(argument.scalar.data(), &value, sizeof value);
    return argument;
}

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
    for (RoutineFunction form : {find_routine("matmul")->serial, find_routine("matmul")->vector, find_routine("matmul")->threads}) {
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

}  // namespace
}  // namespace warpwise
