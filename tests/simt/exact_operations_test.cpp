// Operations that work on 32 lanes at once and are exact or rounded as on the host: both tiers give the host's results bit for bit
// (any NaN for a NaN), also if only some lanes are active.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "base/fault.h"
#include "simt/compile/compile.h"
#include "simt/execute/execute.h"

namespace warpwise::test {
namespace {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

constexpr std::size_t elements = 4096;

// Halves, whole numbers, infinities, NaNs, denormals and limits, each with its neighbours; single bits; quarters; random bits.
template <typename Bits>
std::vector<Bits> patterns() {
    using Real = std::conditional_t<sizeof(Bits) == 4, float, double>;
    std::vector<Bits> out;
    for (const Real each :
         {Real{0}, Real{0.5}, Real{1}, Real{1.5}, Real{2.5}, Real{0.49999997}, Real{8388607.5}, Real{8388609},
          Real{4503599627370497.5}, std::numeric_limits<Real>::infinity(), std::numeric_limits<Real>::quiet_NaN(),
          std::numeric_limits<Real>::denorm_min(), std::numeric_limits<Real>::min(), std::numeric_limits<Real>::max()})
        for (const Real sign : {Real{1}, Real{-1}})
            for (const int next : {-1, 0, 1}) out.push_back(std::bit_cast<Bits>(each * sign) + static_cast<Bits>(next));
    for (int bit = 0; bit < static_cast<int>(sizeof(Bits) * 8); ++bit) out.push_back(Bits{1} << bit);
    u64 state = 88172645463325252u;
    while (out.size() < elements) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        out.push_back(static_cast<Bits>(
            out.size() % 2 ? state : std::bit_cast<Bits>(static_cast<Real>(static_cast<int>(state % 4001) - 2000) / 4)));
    }
    return out;
}

template <typename Bits>
struct Operation {
    std::string expression;  // of x, y and z, or of p, q and r: the same bits as floating-point numbers
    std::function<Bits(Bits, Bits, Bits)> host;
    bool is_real = false;
};

// k(Bits* out, const Bits* in, int n).
template <typename Bits>
std::vector<Bits> run_on(const simt::CompiledKernel& kernel, const std::vector<Bits>& in, simt::Tier tier) {
    simt::Memory memory;
    EXPECT_TRUE(simt::prepare_memory(kernel.program, memory));
    const std::size_t bytes = in.size() * sizeof(Bits);
    const std::uint64_t out = *memory.allocate("out", bytes, sizeof(Bits), 0),
                        from = *memory.allocate("in", bytes, sizeof(Bits), 1);
    std::memset(memory.host(out, bytes), 0, bytes);
    std::memcpy(memory.host(from, bytes), in.data(), bytes);
    std::vector<simt::ArgumentBytes> arguments;
    const auto pass = [&](const auto& value) { std::memcpy(arguments.emplace_back(sizeof value).data(), &value, sizeof value); };
    pass(out);
    pass(from);
    pass(static_cast<std::int32_t>(in.size()));
    const auto result = simt::execute(kernel.program, kernel.program.functions[kernel.entry],
                                      {{static_cast<std::uint32_t>(in.size() / 128), 1, 1}, {128, 1, 1}, 0}, arguments, memory,
                                      {.threads = 1, .trace = simt::TraceLevel::counters, .tier = tier});
    EXPECT_FALSE(result.fault);
    EXPECT_EQ(result.compiled.has_value(), tier == simt::Tier::native);
    std::vector<Bits> found(in.size());
    std::memcpy(found.data(), memory.host(out, bytes), bytes);
    return found;
}

template <typename Bits>
void expect_as_on_the_host(const std::vector<Operation<Bits>>& operations) {
    using Real = std::conditional_t<sizeof(Bits) == 4, float, double>;
    const bool is_wide = sizeof(Bits) == 8;
    const std::string bits = is_wide ? "unsigned long long" : "unsigned", real = is_wide ? "double" : "float";
    const std::string as_real = is_wide ? "__longlong_as_double" : "__uint_as_float";
    const std::vector<Bits> in = patterns<Bits>();
    for (const Operation<Bits>& each : operations) {
        const std::string text = "__global__ void k(" + bits + "* out, const " + bits + "* in, int n) {\n" +
                                 "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  " + bits +
                                 " x = in[i], y = in[(i * 7 + 3) % n], z = in[(i * 31 + 11) % n];\n  " + real + " p = " + as_real +
                                 "(x), q = " + as_real + "(y), r = " + as_real +
                                 "(z); (void)p; (void)q; (void)r; (void)y; (void)z;\n" +
                                 "  if (n < 0 || (i / 32 % 2 && i % 3)) out[i] = " + each.expression +
                                 ";\n  else if (i / 32 % 2 == 0) out[i] = " + each.expression + ";\n}\n";
        const auto kernel = simt::compile(text, "k", "kernel.cu");
        ASSERT_TRUE(kernel) << text_of(kernel.error());
        for (const simt::Tier tier : {simt::Tier::interpreted, simt::Tier::native}) {
            const std::vector<Bits> found = run_on(*kernel, in, tier);
            for (std::size_t i = 0; i < found.size(); ++i) {
                const bool is_computed = i / 32 % 2 == 0 || i % 3 != 0;
                const Bits expected = is_computed ? each.host(in[i], in[(i * 7 + 3) % elements], in[(i * 31 + 11) % elements]) : 0;
                const bool are_nans = std::isnan(std::bit_cast<Real>(expected)) && std::isnan(std::bit_cast<Real>(found[i]));
                ASSERT_TRUE(found[i] == expected || (are_nans && each.is_real))
                    << each.expression << " of " << in[i] << " at " << i << ": " << found[i] << ", and not " << expected;
            }
        }
    }
}

template <typename Bits, typename F>
Operation<Bits> of_bits(const std::string& expression, F f) {
    return {expression, f, false};
}
template <typename Bits, typename F>
Operation<Bits> of_reals(const std::string& expression, F f) {
    using Real = std::conditional_t<sizeof(Bits) == 4, float, double>;
    const auto host = [f](Bits x, Bits y, Bits) {
        return std::bit_cast<Bits>(static_cast<Real>(f(std::bit_cast<Real>(x), std::bit_cast<Real>(y))));
    };
    const std::string from_real = sizeof(Bits) == 4 ? "__float_as_uint(" : "(unsigned long long)__double_as_longlong(";
    return {from_real + expression + ")", host, true};
}

// For both widths. The names of the functions for float end in f.
template <typename Bits>
std::vector<Operation<Bits>> functions_of_reals() {
    const std::string f = sizeof(Bits) == 4 ? "f" : "";
    std::vector<Operation<Bits>> out{
        of_reals<Bits>("floor" + f + "(p)", [](auto x, auto) { return std::floor(x); }),
        of_reals<Bits>("ceil" + f + "(p)", [](auto x, auto) { return std::ceil(x); }),
        of_reals<Bits>("trunc" + f + "(p)", [](auto x, auto) { return std::trunc(x); }),
        of_reals<Bits>("rint" + f + "(p)", [](auto x, auto) { return std::rint(x); }),
        of_reals<Bits>("nearbyint" + f + "(p)", [](auto x, auto) { return std::rint(x); }),
        of_reals<Bits>("round" + f + "(p)", [](auto x, auto) { return std::round(x); }),
        of_reals<Bits>("rsqrt" + f + "(p)", [](auto x, auto) { return 1 / std::sqrt(static_cast<double>(x)); }),
        of_reals<Bits>(sizeof(Bits) == 4 ? "__frcp_rn(p)" : "__drcp_rn(p)", [](auto x, auto) { return 1 / x; }),
        of_reals<Bits>("copysign" + f + "(p, q)", [](auto x, auto y) { return std::copysign(x, y); }),
    };
    if (sizeof(Bits) == 4)
        out.push_back(of_reals<Bits>("__saturatef(p)", [](auto x, auto) { return x > 0 ? std::min(x, decltype(x){1}) : 0; }));
    return out;
}

TEST(ExactOperations, OfFloatsAreTheHosts) { expect_as_on_the_host(functions_of_reals<u32>()); }
TEST(ExactOperations, OfDoublesAreTheHosts) { expect_as_on_the_host(functions_of_reals<u64>()); }

TEST(ExactOperations, OfWordsAreTheHosts) {
    const auto permuted = [](u32 x, u32 y, u32 z) {
        u32 out = 0;
        for (int i = 0; i < 4; ++i) {
            const u32 digit = z >> (4 * i) & 15, byte = (digit & 4 ? y : x) >> (digit & 3) * 8 & 255;
            out |= (digit & 8 ? byte >> 7 ? 255u : 0 : byte) << (8 * i);
        }
        return out;
    };
    expect_as_on_the_host<u32>({
        of_bits<u32>("__popc(x)", [](u32 x, u32, u32) { return static_cast<u32>(std::popcount(x)); }),
        of_bits<u32>("__clz(x)", [](u32 x, u32, u32) { return static_cast<u32>(std::countl_zero(x)); }),
        of_bits<u32>("__ffs(x)", [](u32 x, u32, u32) { return x == 0 ? 0 : 1 + static_cast<u32>(std::countr_zero(x)); }),
        of_bits<u32>("__brev(x)", [](u32 x, u32, u32) { return __builtin_bitreverse32(x); }),
        of_bits<u32>("x << 24 | x << 8 & 0xff0000 | x >> 8 & 0xff00 | x >> 24",
                     [](u32 x, u32, u32) { return __builtin_bswap32(x); }),
        of_bits<u32>("__funnelshift_l(x, y, z)",
                     [](u32 x, u32 y, u32 z) { return static_cast<u32>((u64{y} << 32 | x) << (z & 31) >> 32); }),
        of_bits<u32>("__funnelshift_r(x, y, z)",
                     [](u32 x, u32 y, u32 z) { return static_cast<u32>((u64{y} << 32 | x) >> (z & 31)); }),
        of_bits<u32>("x << (z & 31) | x >> (32 - (z & 31) & 31)",
                     [](u32 x, u32, u32 z) { return std::rotl(x, static_cast<int>(z & 31)); }),
        of_bits<u32>("__byte_perm(x, y, z)", permuted),
    });
}

TEST(ExactOperations, OfLongWordsAreTheHosts) {
    expect_as_on_the_host<u64>({
        of_bits<u64>("__popcll(x)", [](u64 x, u64, u64) { return static_cast<u64>(std::popcount(x)); }),
        of_bits<u64>("__clzll(x)", [](u64 x, u64, u64) { return static_cast<u64>(std::countl_zero(x)); }),
        of_bits<u64>("__ffsll(x)", [](u64 x, u64, u64) { return x == 0 ? 0 : 1 + static_cast<u64>(std::countr_zero(x)); }),
        of_bits<u64>("__brevll(x)", [](u64 x, u64, u64) { return __builtin_bitreverse64(x); }),
        of_bits<u64>("x << (z & 63) | x >> (64 - (z & 63) & 63)",
                     [](u64 x, u64, u64 z) { return std::rotl(x, static_cast<int>(z & 63)); }),
        of_bits<u64>("x >> (z & 63) | x << (64 - (z & 63) & 63)",
                     [](u64 x, u64, u64 z) { return std::rotr(x, static_cast<int>(z & 63)); }),
    });
}

}  // namespace
}  // namespace warpwise::test
