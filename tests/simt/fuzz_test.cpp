// Random kernels against what they mean: the emulator, in each order of warps, traced, and stepped, must give what the oracle
// gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fmt/format.h"
#include "random_program.h"
#include "simt/code/bytecode.h"
#include "simt/compile/compile.h"
#include "simt/debug/session.h"
#include "simt/execute/execute.h"

namespace warpwise::test {
namespace {

using Shape = std::array<std::uint32_t, 2>;

constexpr std::int32_t parameter = 5;

LaunchShape launch_of(Shape shape) { return {{grid_blocks, 1, 1}, {shape[0], shape[1], 1}, 0}; }

template <typename T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
    std::vector<std::byte> out(values.size() * sizeof(T));
    std::memcpy(out.data(), values.data(), out.size());
    return out;
}
std::vector<std::byte> packed(const std::vector<std::uint64_t>& values, std::size_t size) {
    std::vector<std::byte> out(values.size() * size);
    for (std::size_t i = 0; i < values.size(); ++i) std::memcpy(out.data() + i * size, &values[i], size);
    return out;
}
std::size_t size_of(Type type) {
    static constexpr std::array<std::size_t, 8> sizes{1, 1, 4, 4, 8, 2, 4, 8};
    return sizes[static_cast<std::size_t>(type)];
}

// The arrays of a launch, in memory of its own.
struct LaunchMemory {
    std::unique_ptr<simt::Memory> memory = std::make_unique<simt::Memory>();
    std::vector<simt::ArgumentBytes> arguments;
    std::array<std::uint64_t, 3> results{};  // out, words, wides
    std::size_t out_count = 0;

    LaunchMemory(const simt::CompiledKernel& kernel, const RandomProgram& program, Shape shape) {
        EXPECT_TRUE(simt::prepare_memory(kernel.program, *memory));
        out_count = std::size_t{grid_blocks} * shape[0] * shape[1] * words_per_thread(program);
        std::vector<std::uint32_t> words;
        for (std::uint32_t i = 0; i < result_words; ++i)
            words.push_back(static_cast<std::uint32_t>(start_of(static_cast<Atomic>(i / 4))));
        results[0] = add(kernel, std::vector<std::byte>(out_count * 8), 8);
        results[1] = add(kernel, bytes_of(words), 4);
        results[2] = add(kernel, std::vector<std::byte>(result_wides * 8), 8);
        arguments.push_back(bytes_of(std::vector{parameter}));
        for (const Type type : value_types) add(kernel, packed(inputs_of(program, type), size_of(type)), size_of(type));
    }
    std::uint64_t add(const simt::CompiledKernel& kernel, const std::vector<std::byte>& from, std::size_t element) {
        const std::size_t index = arguments.size();
        const auto base = memory->allocate(kernel.parameters[index].name, from.size(), element, index);
        std::memcpy(memory->host(*base, from.size()), from.data(), from.size());
        arguments.push_back(bytes_of(std::vector{*base}));
        return *base;
    }
};

// `read` gives the bytes at an address.
template <typename Read>
ProgramResult result_of(const LaunchMemory& launch, const Read& read) {
    ProgramResult out{std::vector<std::uint64_t>(launch.out_count), std::vector<std::uint32_t>(result_words),
                      std::vector<std::uint64_t>(result_wides)};
    read(launch.results[0], out.out.data(), out.out.size() * 8);
    read(launch.results[1], out.words.data(), out.words.size() * 4);
    read(launch.results[2], out.wides.data(), out.wides.size() * 8);
    return out;
}

// A difference in words, or nothing.
std::optional<std::string> difference(const RandomProgram& program, const ProgramResult& expected, const ProgramResult& got) {
    const std::uint32_t each = words_per_thread(program);
    for (std::size_t i = 0; i < expected.out.size(); ++i) {
        if (expected.out[i] == got.out[i]) continue;
        const std::size_t thread = i / each, which = i % each, variables = program.kernel.variables.size();
        return fmt::format("thread {} of the launch, {}{}: expected {:#x}, got {:#x}", thread, which < variables ? "v" : "array a",
                           which < variables ? which : which - variables, expected.out[i], got.out[i]);
    }
    for (std::size_t i = 0; i < expected.words.size(); ++i)
        if (expected.words[i] != got.words[i])
            return fmt::format("words[{}]: expected {:#x}, got {:#x}", i, expected.words[i], got.words[i]);
    for (std::size_t i = 0; i < expected.wides.size(); ++i)
        if (expected.wides[i] != got.wides[i])
            return fmt::format("wides[{}]: expected {:#x}, got {:#x}", i, expected.wides[i], got.wides[i]);
    return std::nullopt;
}

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

std::uint64_t asked(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

constexpr int shares = 10;

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
