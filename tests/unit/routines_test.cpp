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
    // Every 30 generations there is one glider more, and the gun is as it was.
    const auto gun = generations("life=gun", 0), after = generations("life=gun", 60);
    EXPECT_EQ(std::ranges::count(after, 1), std::ranges::count(gun, 1) + 2 * 5);
}

}  // namespace
}  // namespace warpwise
