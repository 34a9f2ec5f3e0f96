// Random kernels against what they mean: the emulator, in each order of warps, traced, and stepped, must give what the oracle
// gives.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "fuzzed_launch.h"
#include "simt/code/bytecode.h"
#include "simt/debug/session.h"

namespace warpwise::test {
namespace {

class Fuzzed {
  public:
    explicit Fuzzed(std::uint64_t seed) : program(random_program(seed)), text(text_of(program)) {
        auto compiled = simt::compile(text, "k", "kernel.cu");
        if (compiled) {
            kernel_ = std::make_shared<simt::CompiledKernel>(std::move(*compiled));
        } else {
            ADD_FAILURE() << "seed " << seed << ": " << text_of_diagnostics(compiled.error()) << "\n" << text;
        }
    }
    bool compiled() const { return kernel_ != nullptr; }
    // LLVM takes seconds for what is much longer than a kernel of the lessons.
    bool is_short() const {
        std::size_t instructions = 0;
        for (const simt::Function& function : kernel_->program.functions) instructions += function.code.size();
        return instructions <= 300;
    }

    std::expected<ProgramResult, std::string> run(Shape shape, const simt::ExecuteOptions& options = {},
                                                  std::vector<LineCounts>* lines = nullptr) const {
        LaunchMemory launch(*kernel_, program, shape);
        simt::ExecuteOptions settings = options;
        settings.step_budget = std::uint64_t{1} << 26;
        settings.threads = std::max(options.threads, 1);
        const auto outcome = simt::execute(kernel_->program, kernel_->program.functions[kernel_->entry], launch_of(shape),
                                           launch.arguments, *launch.memory, settings);
        if (outcome.fault) return std::unexpected(text_of(*outcome.fault));
        if (lines) *lines = outcome.lines;
        return result_of(launch, [&](std::uint64_t address, void* to, std::size_t bytes) {
            std::memcpy(to, launch.memory->host(address, bytes), bytes);
        });
    }
    // The last block under the debugger, after all before it.
    std::expected<ProgramResult, std::string> step(Shape shape, simt::BlockOrder order) const {
        LaunchMemory launch(*kernel_, program, shape);
        const std::shared_ptr<const simt::Bytecode> code(kernel_, &kernel_->program);
        auto session = simt::Session::open(
            code, code->functions[kernel_->entry], launch_of(shape), launch.arguments, std::move(launch.memory),
            {.block = {grid_blocks - 1, 0, 0}, .before = BlocksBefore::all_run, .order = order, .checkpoint_steps = 1000}, {});
        if (!session) return std::unexpected(text_of(session.error()));
        // There, back to the middle, and there again.
        DebugState state = (*session)->run({.go = DebugGo::to_end, .look_ahead = false}, {});
        if (state.fault) return std::unexpected(text_of(*state.fault));
        (*session)->run({.go = DebugGo::to_position, .position = state.position / 2, .look_ahead = false}, {});
        state = (*session)->run({.go = DebugGo::to_end, .look_ahead = false}, {});
        if (state.fault) return std::unexpected(text_of(*state.fault));
        return result_of(launch, [&](std::uint64_t address, void* to, std::size_t bytes) {
            const auto from = (*session)->read(address, bytes);
            std::memcpy(to, from.data(), from.size());
        });
    }

    const RandomProgram program;
    const std::string text;

  private:
    static std::string text_of_diagnostics(const Diagnostics& diagnostics) { return warpwise::text_of(diagnostics); }
    std::shared_ptr<simt::CompiledKernel> kernel_;
};

class FuzzedKernels : public testing::TestWithParam<int> {
  protected:
    using Outcome = std::expected<ProgramResult, std::string>;
    void expect(const Fuzzed& fuzzed, Shape shape, const char* how, const ProgramResult& expected, const Outcome& got) {
        ++runs_;
        const auto wrong = got ? difference(fuzzed.program, expected, *got) : std::optional(got.error());
        if (wrong)
            ADD_FAILURE() << "seed " << fuzzed.program.seed << ", block " << shape[0] << " x " << shape[1] << ", " << how << ": "
                          << *wrong << "\n"
                          << fuzzed.text;
    }
    void check(std::uint64_t seed) {
        const Fuzzed fuzzed(seed);
        if (!fuzzed.compiled()) return;
        for (const Shape shape : fuzzed.program.blocks) {
            const ProgramResult meant = evaluate(fuzzed.program, shape, parameter);
            const auto expect_of = [&](const char* how, const Outcome& got) { expect(fuzzed, shape, how, meant, got); };
            expect_of("sequential", fuzzed.run(shape, {.trace = simt::TraceLevel::none}));
            if (seed % 4 == 0) {
                expect_of("reversed", fuzzed.run(shape, {.threads = 2, .order = simt::BlockOrder::reversed}));
                expect_of("random order", fuzzed.run(shape, {.order = simt::BlockOrder::random, .seed = seed}));
                expect_of("round-robin", fuzzed.run(shape, {.order = simt::BlockOrder::round_robin}));
                expect_of("by request", fuzzed.run(shape, {.order = simt::BlockOrder::by_request}));
                // No program has a race: a finding is a false one.
                expect_of("traced", fuzzed.run(shape, {.trace = simt::TraceLevel::full}));
            }
            if (seed % 11 == 2 &&
                fuzzed.is_short()) {  // compiled code, where the processor's lower levels have their turn too: WARPWISE_ISA
                expect_of("native", fuzzed.run(shape, {.trace = simt::TraceLevel::none, .tier = simt::Tier::native}));
                expect_of("native, counted", fuzzed.run(shape, {.threads = 2, .tier = simt::Tier::native}));
                std::vector<LineCounts> lines[2];
                for (const simt::Tier tier : {simt::Tier::native, simt::Tier::interpreted}) {
                    const bool is_native = tier == simt::Tier::native;
                    expect_of(
                        is_native ? "native, traced" : "traced, with counts of the lines",
                        fuzzed.run(shape, {.trace = simt::TraceLevel::full, .tier = tier, .line_counts = true}, &lines[is_native]));
                }
                EXPECT_EQ(lines[1], lines[0])
                    << "seed " << seed << ", block " << shape[0] << " x " << shape[1] << ": the counts of lines differ\n"
                    << fuzzed.text;
            }
            if (seed % 4 == 1) {
                constexpr simt::BlockOrder orders[] = {simt::BlockOrder::sequential, simt::BlockOrder::round_robin,
                                                       simt::BlockOrder::by_request};
                expect_of("stepped", fuzzed.step(shape, orders[seed / 4 % std::size(orders)]));
            }
        }
    }
    int runs_ = 0;
};

// 200 programs, or as many as WARPWISE_FUZZ_SEEDS asks for, from WARPWISE_FUZZ_FIRST_SEED on.
TEST_P(FuzzedKernels, GiveWhatTheHostComputes) {
    const std::uint64_t count = asked("WARPWISE_FUZZ_SEEDS", 200), first = asked("WARPWISE_FUZZ_FIRST_SEED", 0);
    const auto begin = std::chrono::steady_clock::now();
    std::uint64_t programs = 0;
    for (std::uint64_t i = static_cast<std::uint64_t>(GetParam()); i < count; i += shares, ++programs) {
        check(first + i);
        if (HasFailure()) return;
    }
    if (std::getenv("WARPWISE_FUZZ_SEEDS") != nullptr)
        fmt::print("{} programs, {} launches, {:.0f} s\n", programs, runs_,
                   std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

INSTANTIATE_TEST_SUITE_P(Shares, FuzzedKernels, testing::Range(0, shares));

// An oracle with one wrong rule stands for an emulator with one: the difference is found within a few programs.
TEST(FuzzedKernelsFail, WhenARuleIsWrong) {
    constexpr std::uint64_t programs = 60;
    std::vector<bool> found(all_mistakes.size());
    for (std::uint64_t seed = 0; seed < programs; ++seed) {
        const Fuzzed fuzzed(seed);
        ASSERT_TRUE(fuzzed.compiled());
        const Shape shape = fuzzed.program.blocks[seed % 2];
        const auto got = fuzzed.run(shape);
        ASSERT_TRUE(got) << got.error();
        ASSERT_FALSE(difference(fuzzed.program, evaluate(fuzzed.program, shape, parameter), *got)) << "seed " << seed;
        for (std::size_t i = 0; i < all_mistakes.size(); ++i)
            if (!found[i])
                found[i] =
                    difference(fuzzed.program, evaluate(fuzzed.program, shape, parameter, all_mistakes[i]), *got).has_value();
    }
    for (std::size_t i = 0; i < all_mistakes.size(); ++i) EXPECT_TRUE(found[i]) << "mistake " << static_cast<int>(all_mistakes[i]);
}

}  // namespace
}  // namespace warpwise::test
