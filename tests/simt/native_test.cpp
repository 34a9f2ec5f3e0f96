// The emulator's two tiers do the same: results, counts, faults, and where a launch's budget ends it.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "base/cpu_isa.h"
#include "base/fault.h"
#include "base/line_counts.h"
#include "fuzzed_launch.h"
#include "native_kernels.h"
#include "random_loops.h"
#include "simt/compile/compile.h"
#include "simt/execute/execute.h"
#include "simt/execute/execute_native.h"
#include "simt/native/native_store.h"

namespace warpwise::test {
namespace {

using simt::Tier;
using simt::TraceLevel;

struct Outcome {
    std::vector<std::uint32_t> out;
    std::map<std::string, double> counters;
    std::uint64_t warp_instructions = 0, lane_instructions = 0;
    std::string fault;
    Diagnostics warnings;
    std::vector<std::string> lines;                            // of a full trace: what each did
    std::optional<simt::CompiledRun> compiled = std::nullopt;  // not compared
    bool operator==(const Outcome& other) const {
        return out == other.out && counters == other.counters && warp_instructions == other.warp_instructions &&
               lane_instructions == other.lane_instructions && fault == other.fault && warnings.size() == other.warnings.size() &&
               lines == other.lines;
    }
};

constexpr std::size_t kElements = 4096;

// k(unsigned* out, const unsigned* in, int n) with n = 1000.
Outcome run(const simt::CompiledKernel& kernel, const Kernel& each, TraceLevel trace, Tier tier) {
    simt::Memory memory;
    EXPECT_TRUE(simt::prepare_memory(kernel.program, memory));
    std::vector<simt::ArgumentBytes> arguments;
    const auto bytes_of = [](const auto& value) {
        simt::ArgumentBytes out(sizeof value);
        std::memcpy(out.data(), &value, sizeof value);
        return out;
    };
    std::uint64_t first = 0;
    for (const std::size_t i : {0uz, 1uz}) {
        const auto base = memory.allocate(i == 0 ? "out" : "in", kElements * 4, 4, i);
        auto* values = reinterpret_cast<std::uint32_t*>(memory.host(*base, kElements * 4));
        for (std::size_t k = 0; k < kElements; ++k) values[k] = static_cast<std::uint32_t>(k * 2654435761u >> 3) % 1009;
        if (i == 0) first = *base;
        arguments.push_back(bytes_of(*base));
    }
    arguments.push_back(bytes_of(std::int32_t{1000}));
    const auto result = simt::execute(
        kernel.program, kernel.program.functions[kernel.entry], {each.grid, each.block, 0}, arguments, memory,
        {.threads = 1, .trace = trace, .tier = tier, .step_budget = each.step_budget, .line_counts = trace == TraceLevel::full});
    Outcome out;
    out.out.resize(kElements);
    std::memcpy(out.out.data(), memory.host(first, kElements * 4), kElements * 4);
    out.counters = result.counters.named();
    out.warp_instructions = result.warp_instructions;
    out.lane_instructions = result.lane_instructions;
    if (result.fault) out.fault = text_of(*result.fault);
    out.warnings = result.warnings;
    for (const LineCounts& line : result.lines)
        out.lines.push_back(fmt::format(
            "{} {}: {} executions, {} visits, {} lanes, {} requests, {} sectors, {} bytes, {} shared, {} "
            "wavefronts, {} conflicts, {} branches, {} divergent",
            line.function, line.line, line.executions, line.visits, line.lanes, line.requests, line.sectors, line.useful_bytes,
            line.shared_requests, line.wavefronts, line.conflicts, line.branches, line.divergent_branches));
    out.compiled = result.compiled;
    return out;
}

// Without this, two interpreted runs would be compared.
bool has_code(const simt::CompiledKernel& kernel, TraceLevel trace, bool waits) {
    const bool full = trace == TraceLevel::full;
    const simt::NativeSource source(kernel.program, static_cast<std::size_t>(kernel.entry), full, full);
    return simt::native_store().code_of(source, {}, isa_here(), static_cast<int>(trace), waits)->program() != nullptr;
}

class Tiers : public testing::TestWithParam<Kernel> {};

TEST_P(Tiers, DoTheSame) {
    const Kernel& each = GetParam();
    const auto kernel = simt::compile(each.text, "k", "kernel.cu");
    ASSERT_TRUE(kernel) << text_of(kernel.error());
    for (const TraceLevel trace : {TraceLevel::none, TraceLevel::counters, TraceLevel::full}) {
        const Outcome interpreted = run(*kernel, each, trace, Tier::interpreted), native = run(*kernel, each, trace, Tier::native);
        EXPECT_TRUE(has_code(*kernel, trace, true));
        EXPECT_FALSE(interpreted.compiled);
        ASSERT_TRUE(native.compiled) << "no warp ran as compiled code";
        EXPECT_EQ(native.compiled->after_blocks, 0);
        EXPECT_EQ(native.compiled->isa, isa_here());
        EXPECT_EQ(native.out, interpreted.out);
        EXPECT_EQ(native.counters, interpreted.counters);
        EXPECT_EQ(native.warp_instructions, interpreted.warp_instructions);
        EXPECT_EQ(native.lane_instructions, interpreted.lane_instructions);
        EXPECT_EQ(native.fault, interpreted.fault);
        EXPECT_EQ(native.warnings.size(), interpreted.warnings.size());
        EXPECT_EQ(native.lines.empty(), trace != TraceLevel::full);
        EXPECT_THAT(native.lines, testing::ElementsAreArray(interpreted.lines));
    }
}

// A full trace does atomic operations and accesses of vectors lane by lane.
TEST(NativeTier, AtomicsAndVectorsAreTheSameUnderEachTrace) {
    int compared = 0;
    for (const Kernel& each : kernels) {
        if (!each.name.starts_with("atomics") && !each.name.starts_with("vector")) continue;
        const auto kernel = simt::compile(each.text, "k", "kernel.cu");
        ASSERT_TRUE(kernel) << text_of(kernel.error());
        const Outcome by_lane = run(*kernel, each, TraceLevel::full, Tier::interpreted);
        for (const TraceLevel trace : {TraceLevel::none, TraceLevel::counters}) {
            Outcome at_once = run(*kernel, each, trace, Tier::interpreted);
            EXPECT_EQ(at_once.out, by_lane.out) << each.name;
            if (each.name == "vectors" || each.name == "vectors_passed_by_value") EXPECT_EQ(by_lane.fault, "");
            if (trace == TraceLevel::none || !by_lane.fault.empty()) continue;
            for (const char* name :
                 {"global_atomic_requests", "global_atomic_sectors", "global_reduction_sectors", "shared_atomic_instructions",
                  "shared_atomic_wavefronts", "shared_atomic_bank_conflicts", "global_load_requests", "global_load_sectors",
                  "global_store_requests", "global_store_sectors", "shared_load_instructions", "shared_load_wavefronts",
                  "shared_load_bank_conflicts", "shared_store_instructions", "shared_store_wavefronts",
                  "shared_store_bank_conflicts", "local_load_requests", "local_store_requests"})
                EXPECT_EQ(at_once.counters.at(name), by_lane.counters.at(name)) << each.name << ": " << name;
            ++compared;
        }
    }
    EXPECT_GE(compared, 7);
}

// Wherever a budget ends a launch: on a branch whose lanes part, where they meet, behind a shuffle, in a call.
TEST(NativeTier, EndsWhereTheInterpreterDoes) {
    Kernel each{"budgets",
                "__device__ __noinline__ unsigned f(unsigned x) { return x % 3 ? x * 5 + 1 : x / 3; }\n" +
                    begin("  unsigned s = in[i]; for (;;) { if ((s + i) % 2) s += in[s % 64]; else s = f(s) + 1; for (int j = 0; j "
                          "< i % 5; ++j) s ^= j; "
                          "out[i] += s + __shfl_xor_sync(~0u, s, 1); }"),
                {1, 1, 1},
                {64, 1, 1}};
    const auto kernel = simt::compile(each.text, "k", "kernel.cu");
    ASSERT_TRUE(kernel) << text_of(kernel.error());
    for (each.step_budget = 500; each.step_budget < 560; ++each.step_budget) {
        const Outcome native = run(*kernel, each, TraceLevel::counters, Tier::native);
        ASSERT_EQ(native, run(*kernel, each, TraceLevel::counters, Tier::interpreted)) << each.step_budget;
        ASSERT_TRUE(native.compiled);
    }
}

INSTANTIATE_TEST_SUITE_P(Native, Tiers, testing::ValuesIn(kernels), [](const auto& info) { return info.param.name; });

TEST(NativeTier, IsAskedForWhenTheInterpreterHasTakenAsLong) {
    const auto steps_of = [](const std::vector<std::size_t>& lengths) {
        simt::Bytecode program;
        for (const std::size_t length : lengths) program.functions.emplace_back().code.resize(length);
        return simt::native_steps(program, {});
    };
    EXPECT_EQ(steps_of({100}), simt::kNativeSteps);
    EXPECT_EQ(steps_of({100, 100}), simt::kNativeSteps);
    EXPECT_EQ(steps_of({100, 300}), 4 * simt::kNativeSteps);
    EXPECT_EQ(steps_of({1000}), 25 * simt::kNativeSteps);
    EXPECT_EQ(steps_of({4000}), 100 * simt::kNativeSteps) << "beyond 1,000 in proportion";
    EXPECT_EQ(simt::native_steps({}, {.trace = TraceLevel::full}), simt::kNativeStepsFull);
    EXPECT_EQ(simt::native_steps({}, {.trace = TraceLevel::full, .line_counts = true}), simt::kNativeStepsLines);
}

std::string many_loops(int count) {
    std::string body = "  unsigned s = in[i]; double d = i;\n";
    for (int k = 0; k < count; ++k)
        body += fmt::format(
            "  if (i % {0} != 1) for (int a = 0; a < n % {0}; ++a) for (int j = 0; j < i % {0}; ++j) {{ s += in[(s + j * {0}) % "
            "4096]; "
            "if (s & {0}) d += s; }}\n",
            k + 3);
    return begin(body + "  out[i] = s + (unsigned)(long long)d;");
}

// A kernel of more than 1,000 instructions.
TEST(NativeTier, DoesTheSameInALongKernel) {
    const Kernel each{"many_loops", many_loops(40), {2, 1, 1}, {64, 1, 1}};
    const auto kernel = simt::compile(each.text, "k", "kernel.cu");
    ASSERT_TRUE(kernel) << text_of(kernel.error());
    ASSERT_GT(kernel->program.functions[kernel->entry].code.size(), 1000u);
    const Outcome native = run(*kernel, each, TraceLevel::counters, Tier::native);
    ASSERT_TRUE(native.compiled);
    EXPECT_EQ(native, run(*kernel, each, TraceLevel::counters, Tier::interpreted));
}

// Each loop has values of its own. If they were live in the other loops, too, compile time would grow with the square of the
// number of loops, or faster.
TEST(NativeTier, TakesTimeInProportionToTheLoops) {
    const auto seconds = [](int loops) {
        const auto kernel = simt::compile(many_loops(loops), "k", "kernel.cu");
        EXPECT_TRUE(kernel);
        const simt::NativeSource source(kernel->program, static_cast<std::size_t>(kernel->entry), false, false);
        const auto now = [] {
            timespec time{};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
            return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
        };
        const double begin = now();
        EXPECT_TRUE(simt::NativeProgram::object_of(source, isa_here()));
        return now() - begin;
    };
    seconds(1);  // takes what only the first compilation takes
    const double few = seconds(6), many = seconds(24);
    EXPECT_LT(many, 8 * few) << "of 6 loops: " << few << " s, of 24: " << many << " s";
}

// A launch that begins in one tier and ends in the other.
void expect_both_tiers(TraceLevel trace, const std::string& rounds, std::uint64_t steps) {
    if (std::getenv("WARPWISE_TIER") != nullptr) GTEST_SKIP() << "WARPWISE_TIER chooses one tier for all launches";
    const Kernel each{"long",
                      begin("  unsigned s = i;\n  for (int j = 0; j < " + rounds +
                            " * n; ++j)\n    s = s * 5 + in[(s + j) % 4096];\n" + "  out[i] = s;"),
                      {64, 1, 1},
                      {64, 1, 1}};
    const auto kernel = simt::compile(each.text, "k", "kernel.cu");
    ASSERT_TRUE(kernel) << text_of(kernel.error());
    const Outcome interpreted = run(*kernel, each, trace, Tier::interpreted);
    ASSERT_GT(interpreted.warp_instructions, 2 * steps);
    const Outcome both = run(*kernel, each, trace, Tier::automatic);
    EXPECT_EQ(both, interpreted);
    ASSERT_TRUE(both.compiled) << "no warp ran as compiled code";
    EXPECT_GT(both.compiled->after_blocks, 0);
    EXPECT_LT(both.compiled->after_blocks, 64);
    EXPECT_TRUE(has_code(*kernel, trace, false)) << "it was made while the launch ran";
}

// Code that an earlier launch asked for is used from the first block on.
TEST(NativeTier, BeginsWithCodeThatIsKept) {
    if (std::getenv("WARPWISE_TIER") != nullptr) GTEST_SKIP() << "WARPWISE_TIER chooses one tier for all launches";
    const Kernel each{"kept", begin("  out[i] = in[i] * 3 + 1;"), {64, 1, 1}, {256, 1, 1}};
    const auto kernel = simt::compile(each.text, "k", "kernel.cu");
    ASSERT_TRUE(kernel) << text_of(kernel.error());
    const Outcome before = run(*kernel, each, TraceLevel::counters, Tier::automatic);
    EXPECT_FALSE(before.compiled) << "a short launch asks for nothing";
    ASSERT_TRUE(run(*kernel, each, TraceLevel::counters, Tier::native).compiled);
    const Outcome after = run(*kernel, each, TraceLevel::counters, Tier::automatic);
    EXPECT_EQ(after, before);
    ASSERT_TRUE(after.compiled);
    EXPECT_EQ(after.compiled->after_blocks, 0u);
    Kernel small = each;
    small.grid = {4, 1, 1};
    EXPECT_FALSE(run(*kernel, small, TraceLevel::counters, Tier::automatic).compiled) << "fewer warps than looking costs";
}

// 12 kernels, or as many as WARPWISE_FUZZ_SEEDS asks for, from WARPWISE_FUZZ_FIRST_SEED on.
TEST(NativeTier, DoesTheSameInRandomLoops) {
    const std::uint64_t count = asked("WARPWISE_FUZZ_SEEDS", 12), first = asked("WARPWISE_FUZZ_FIRST_SEED", 0);
    std::uint64_t faults = 0;
    for (std::uint64_t seed = first; seed < first + count; ++seed) {
        const Kernel each = RandomLoops(seed).kernel();
        const auto kernel = simt::compile(each.text, "k", "kernel.cu");
        ASSERT_TRUE(kernel) << text_of(kernel.error()) << "\n" << each.text;
        for (const TraceLevel trace : {TraceLevel::none, TraceLevel::counters, TraceLevel::full}) {
            const Outcome native = run(*kernel, each, trace, Tier::native);
            ASSERT_TRUE(native.compiled) << each.text;
            ASSERT_EQ(native, run(*kernel, each, trace, Tier::interpreted)) << "seed " << seed << "\n" << each.text;
            faults += native.fault.empty() ? 0 : 1;
        }
    }
    if (count >= 12) EXPECT_GT(faults, 0u);
    EXPECT_LT(faults, 3 * count);
}

// Launches that are each too short to ask for it.
TEST(NativeTier, IsMadeForAProgramThatIsLaunchedOften) {
    if (std::getenv("WARPWISE_TIER") != nullptr) GTEST_SKIP() << "WARPWISE_TIER chooses one tier for all launches";
    const Kernel each{
        "often", begin("  unsigned s = i; for (int j = 0; j < 4 * n; ++j) s = s * 7 + j; out[i] = s;"), {32, 1, 1}, {64, 1, 1}};
    const auto kernel = simt::compile(each.text, "k", "kernel.cu");
    ASSERT_TRUE(kernel) << text_of(kernel.error());
    const Outcome first = run(*kernel, each, TraceLevel::counters, Tier::automatic);
    ASSERT_LT(2 * first.warp_instructions, simt::kNativeSteps);
    EXPECT_FALSE(first.compiled);
    Outcome latest = first;
    for (int launch = 0; launch < 200 && !latest.compiled; ++launch) {
        latest = run(*kernel, each, TraceLevel::counters, Tier::automatic);
        EXPECT_EQ(latest, first);
    }
    EXPECT_TRUE(latest.compiled);
}

TEST(NativeTier, TakesOverWhileALaunchRuns) { expect_both_tiers(TraceLevel::counters, "60", simt::kNativeSteps); }
TEST(NativeTier, TakesOverWhileLinesAreCounted) { expect_both_tiers(TraceLevel::full, "15", simt::kNativeStepsLines); }

}  // namespace
}  // namespace warpwise::test
