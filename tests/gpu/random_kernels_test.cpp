// 1,000 generated integer kernels: the emulator and the GPU must each give, to the last bit, what the processor works out from
// the same tree. Several lie in one text and run in one launch, a few blocks each, so that compiling does not take minutes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gpu/devices.h"
#include "gpu/random_program.h"

namespace warpwise {
namespace {
using namespace testing_devices;

constexpr unsigned kernel_count = 1000, group_count = 10, batch_size = 20, blocks_each = 2;
constexpr std::uint32_t threads = RandomProgram::threads;

struct Batch {
    std::vector<RandomProgram> programs;
    std::string text;

    explicit Batch(unsigned first_seed) {
        std::string cases;
        for (unsigned i = 0; i < batch_size; ++i) {
            programs.emplace_back(first_seed + i);
            text += programs.back().text(fmt::format("kernel_{}", i));
            cases += fmt::format("    case {0}: result = kernel_{0}(a, b, tile, i, threadIdx.x); break;\n", i);
        }
        text += fmt::format(R"(__global__ void generated(const unsigned* a, const unsigned* b, unsigned* out, int n) {{
    __shared__ unsigned tile[{}];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, result = 0;
    switch (blockIdx.x / {}) {{
{}    }}
    if (i < n) out[i] = result;
}}
)",
                            threads, blocks_each, cases);
    }
};

class RandomKernels : public testing::TestWithParam<std::tuple<DeviceKind, unsigned>> {};
INSTANTIATE_TEST_SUITE_P(Generated, RandomKernels,
                         testing::Combine(testing::Values(DeviceKind::emulated, DeviceKind::cuda), testing::Range(0u, group_count)),
                         [](const auto& test) {
                             return fmt::format("{}_{}", name_of(std::get<0>(test.param)), std::get<1>(test.param));
                         });

void expect_right(Device& device, unsigned first_seed) {
    const Batch batch(first_seed);
    const auto program = device.compile({batch.text, "generated", "generated.cu"});
    ASSERT_TRUE(program.has_value()) << text_of(program.error()) << "\n" << batch.text;
    constexpr std::uint32_t blocks = batch_size * blocks_each, n = blocks * threads - 5;
    Array a = make_array(DType::u32, blocks * threads), b = a, out = a;
    std::mt19937 random(first_seed);
    for (unsigned& value : a.as<unsigned>()) value = static_cast<unsigned>(random());
    for (unsigned& value : b.as<unsigned>()) value = static_cast<unsigned>(random());
    const LaunchOutcome outcome = device.launch(**program, line_shape(blocks, threads),
                                                {array_argument("a", a, true), array_argument("b", b, true),
                                                 array_argument("out", out), scalar_argument("n", DType::i32, static_cast<int>(n))},
                                                {.repeats = 0});
    ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault) << "\n" << batch.text;
    for (std::uint32_t block = 0; block < blocks; ++block) {
        const std::uint32_t first = block * threads;
        const RandomProgram& kernel = batch.programs[block / blocks_each];
        const auto expected =
            kernel.evaluate(a.as<unsigned>().subspan(first, threads), b.as<unsigned>().subspan(first, threads), first);
        for (std::uint32_t t = 0; t < threads; ++t)
            ASSERT_EQ(out.as<unsigned>()[first + t], first + t < n ? expected[t] : 0u)
                << "thread " << t << " of block " << block << ", seed " << first_seed + block / blocks_each << "\n"
                << kernel.text("kernel");
    }
}

TEST_P(RandomKernels, EqualTheProcessor) {
    const auto& [kind, group] = GetParam();
    const auto device = get(kind);
    if (!device) GTEST_SKIP() << device.error().text();
    constexpr unsigned in_group = kernel_count / group_count;
    static_assert(in_group % batch_size == 0 && kernel_count % group_count == 0);
    for (unsigned seed = group * in_group; seed < (group + 1) * in_group; seed += batch_size) {
        expect_right(**device, seed);
        if (HasFatalFailure()) return;
    }
}

// A wrong operator anywhere would be noticed: two programs of different seeds differ, and one program is the same twice.
TEST(RandomProgram, HangsOnItsSeed) {
    const std::vector<std::uint32_t> a(threads, 12345), b(threads, 678);
    EXPECT_EQ(RandomProgram(3).text("f"), RandomProgram(3).text("f"));
    EXPECT_NE(RandomProgram(3).text("f"), RandomProgram(4).text("f"));
    EXPECT_EQ(RandomProgram(3).evaluate(a, b, 0), RandomProgram(3).evaluate(a, b, 0));
    EXPECT_NE(RandomProgram(3).evaluate(a, b, 0), RandomProgram(4).evaluate(a, b, 0));
}

}  // namespace
}  // namespace warpwise
