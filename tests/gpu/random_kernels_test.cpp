// Generated integer kernels: the emulator and the GPU must agree to the last bit.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "gpu/devices.h"

namespace warpwise {
namespace {
using namespace testing_devices;

constexpr int kernel_count = 50;
constexpr int threads = 256;

// Statements over four unsigned variables. Every operation is defined for every value: shifts are masked, divisors are
// never zero, loops are short, and the warp's exchanges stand where all threads meet.
class KernelWriter {
  public:
    explicit KernelWriter(unsigned seed) : random_(seed) {}

    std::string kernel() {
        std::string body;
        for (int i = 0; i < 6; ++i) body += statement(1) + together();
        return fmt::format(R"(__global__ void generated(const unsigned* a, const unsigned* b, unsigned* out, int n) {{
    __shared__ unsigned tile[{0}];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = a[i], y = b[i], z = i * 2654435761u, w = t;
{1}    if (i < n) out[i] = x ^ y ^ z ^ w;
}}
)",
                           threads, body);
    }

  private:
    unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
    std::string variable() { return std::string(1, "xyzw"[below(4)]); }

    std::string expression(int depth) {
        if (depth == 0 || below(5) == 0) return below(3) == 0 ? fmt::format("{}u", random_() & 0xffffffffu) : variable();
        const std::string l = expression(depth - 1), r = expression(depth - 1);
        switch (below(14)) {
            case 0: return fmt::format("({} + {})", l, r);
            case 1: return fmt::format("({} - {})", l, r);
            case 2: return fmt::format("({} * {})", l, r);
            case 3: return fmt::format("({} & {})", l, r);
            case 4: return fmt::format("({} | {})", l, r);
            case 5: return fmt::format("({} ^ {})", l, r);
            case 6: return fmt::format("({} << ({} & 31u))", l, r);
            case 7: return fmt::format("({} >> ({} & 31u))", l, r);
            case 8: return fmt::format("({} / (({} & 15u) + 1u))", l, r);
            case 9: return fmt::format("({} % (({} & 255u) + 1u))", l, r);
            case 10: return fmt::format("({} < {} ? {} : {})", l, r, variable(), variable());
            case 11: return fmt::format("unsigned(__popc({}) + __clz(int({})))", l, r);
            case 12: return fmt::format("min({}, {})", l, r);
            default: return fmt::format("unsigned((long long)int({}) * int({}) >> 16)", l, r);
        }
    }

    std::string statement(int depth) {
        switch (depth > 3 ? 0 : below(5)) {
            case 0:
            case 1: return fmt::format("    {} = {};\n", variable(), expression(3));
            case 2:
                return fmt::format("    if ({} & {}u) {{\n{}    }} else {{\n{}    }}\n", variable(), 1u << below(8),
                                   statement(depth + 1), statement(depth + 1));
            case 3:
                return fmt::format("    for (unsigned j{0} = {1} & 7u; j{0} > 0; --j{0}) {{\n{2}    }}\n", depth, variable(),
                                   statement(depth + 1));
            default:
                return fmt::format(
                    "    switch ({} & 3u) {{\n    case 0: {} += 3u; break;\n    case 1: {} ^= {};\n    default:\n{}    }}\n",
                    variable(), variable(), variable(), expression(1), statement(depth + 1));
        }
    }

    // What needs all threads of the warp or the block.
    std::string together() {
        switch (below(4)) {
            case 0: return fmt::format("    {} += __shfl_xor_sync(0xffffffffu, {}, {});\n", variable(), variable(), 1u << below(5));
            case 1: return fmt::format("    {} ^= __ballot_sync(0xffffffffu, {} & 1u);\n", variable(), variable());
            case 2:
                return fmt::format(
                    "    tile[t] = {0};\n    __syncthreads();\n    {1} += tile[(t + {2}u) % {3}u];\n    __syncthreads();\n",
                    variable(), variable(), below(threads), threads);
            default: return "";
        }
    }

    std::mt19937 random_;
};

class RandomKernels : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Generated, RandomKernels, testing::Range(0, kernel_count));

Result<Array> result_on(Device& device, const std::string& text, unsigned seed) {
    const auto program = device.compile({text, "generated", "generated.cu"});
    if (!program) return failure(text_of(program.error()));
    constexpr int blocks = 3, n = blocks * threads - 5;
    Array a = make_array(DType::u32, blocks * threads), b = a, out = a;
    std::mt19937 random(seed);
    for (unsigned& value : a.as<unsigned>()) value = static_cast<unsigned>(random());
    for (unsigned& value : b.as<unsigned>()) value = static_cast<unsigned>(random());
    const LaunchOutcome outcome = device.launch(**program, line_shape(blocks, threads),
                                                {array_argument("a", a, true), array_argument("b", b, true),
                                                 array_argument("out", out), scalar_argument("n", DType::i32, n)},
                                                {});
    if (outcome.fault) return failure(text_of(*outcome.fault));
    return out;
}

TEST_P(RandomKernels, EmulatorAndGpuAgree) {
    const auto cuda = get(DeviceKind::cuda);
    if (!cuda) GTEST_SKIP() << cuda.error().text();
    const auto emulated = get(DeviceKind::emulated);
    ASSERT_TRUE(emulated.has_value());
    const unsigned seed = static_cast<unsigned>(GetParam());
    const std::string text = KernelWriter(seed).kernel();
    const auto here = result_on(**emulated, text, seed), there = result_on(**cuda, text, seed);
    ASSERT_TRUE(here.has_value()) << here.error().text() << "\n" << text;
    ASSERT_TRUE(there.has_value()) << there.error().text() << "\n" << text;
    for (std::size_t i = 0; i < here->size(); ++i)
        ASSERT_EQ(here->as<unsigned>()[i], there->as<unsigned>()[i]) << "element " << i << " of seed " << seed << "\n" << text;
}

}  // namespace
}  // namespace warpwise
