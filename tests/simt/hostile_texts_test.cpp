// No text ends the program: whatever is compiled and run, a message comes back, soon, and the next run works.
#include "hostile_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "base/clock.h"
#include "base/files.h"
#include "device/process/emulator_pool.h"

namespace warpwise::test {
namespace {

constexpr const char* good_text =
    "__global__ void good(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 2; }";

class HostileTexts : public testing::Test {
  protected:
    // Impatient, so that what hangs does not hold up the suite.
    void SetUp() override {
        auto settings = emulator_settings();
        ASSERT_TRUE(settings.has_value()) << settings.error().text();
        settings->compile_limit_s = 1;
        auto pool = EmulatorPool::start(std::move(*settings));
        ASSERT_TRUE(pool.has_value()) << pool.error().text();
        pool_ = std::move(*pool);
        auto good = pool_->compile({good_text, "good", "good.cu"});
        ASSERT_TRUE(good.has_value()) << text_of(good.error());
        good_ = std::move(*good);
    }

    void expect_next_run_works() {
        Array a = Array::make(DType::f32, {64}).value();
        const LaunchOutcome outcome = launch(*good_, a, {});
        ASSERT_FALSE(outcome.fault.has_value()) << text_of(*outcome.fault);
        ASSERT_EQ(a.value(63), 2);
    }

    // Compiles and runs it, and expects an end with words.
    void expect_message(const HostileText& hostile) {
        SCOPED_TRACE(hostile.name);
        const auto program = pool_->compile({hostile.text, "k", "hostile.cu"});
        if (!program) {
            ASSERT_FALSE(program.error().empty());
            EXPECT_FALSE(text_of(program.error()).empty());
            note(program.error().front().message);
        } else {
            run(**program);
        }
        expect_next_run_works();
    }

    int ended_ = 0, compiled_ = 0;

  private:
    LaunchOutcome launch(Program& program, Array& a, const LaunchOptions& options) {
        KernelArgument array{.name = "a", .array = &a};
        KernelArgument n{.kind = KernelArgument::Kind::scalar, .name = "n", .dtype = DType::i32};
        n.scalar[0] = std::byte{64};
        return pool_->launch(program, {{2, 1, 1}, {64, 1, 1}, 0}, {array, n}, options);
    }
    void run(Program& program) {
        ++compiled_;
        Array a = Array::make(DType::f32, {64}).value();
        const LaunchOutcome outcome = launch(program, a, {.trace = Trace::full, .step_budget = std::uint64_t{1} << 24});
        if (!outcome.fault) return;
        EXPECT_FALSE(outcome.fault->message.empty());
        if (outcome.fault->kind == FaultKind::device_lost) note(outcome.fault->message);
    }
    // Whether a process was ended over it.
    void note(const std::string& message) {
        if (message.starts_with("the compiler ") || message.starts_with("the emulator's process ")) ++ended_;
    }

    std::unique_ptr<EmulatorPool> pool_;
    std::shared_ptr<Program> good_;
};

std::vector<std::string> all_kernels() {
    std::vector<std::string> texts;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(WARPWISE_SOURCE_DIR "/kernels"))
        if (entry.path().extension() == ".cu") texts.push_back(read_file(entry.path()).value_or(""));
    std::ranges::sort(texts);
    return texts;
}

// Every eighth kind, so that the suite stays quick; all of them with WARPWISE_HOSTILE_ALL=1.
TEST_F(HostileTexts, EachKindIsAMessage) {
    const std::vector<HostileText> texts = hostile_texts();
    const std::size_t step = std::getenv("WARPWISE_HOSTILE_ALL") != nullptr ? 1 : 8;
    for (std::size_t i = 0; i < texts.size(); i += step) {
        expect_message(texts[i]);
        if (HasFatalFailure()) return;
    }
}

// Forty seeds, or as many as WARPWISE_FUZZ_SEEDS asks for, from WARPWISE_FUZZ_FIRST_SEED on.
TEST_F(HostileTexts, SeededOnesAreMessages) {
    const char* asked = std::getenv("WARPWISE_FUZZ_SEEDS");
    const char* first_asked = std::getenv("WARPWISE_FUZZ_FIRST_SEED");
    const std::uint32_t first = first_asked != nullptr ? static_cast<std::uint32_t>(std::atol(first_asked)) : 1;
    const std::uint32_t count = asked != nullptr ? static_cast<std::uint32_t>(std::atol(asked)) : 40;
    const std::vector<std::string> corpus = all_kernels();
    const auto begin = std::chrono::steady_clock::now();
    double slowest = 0;
    for (std::uint32_t seed = first; seed < first + count; ++seed) {
        const auto one = std::chrono::steady_clock::now();
        expect_message(hostile_text(seed, corpus));
        slowest = std::max(slowest, seconds_since(one));
        if (HasFatalFailure()) return;
    }
    if (asked != nullptr)
        std::printf("%u seeds from %u: %d compiled, %d ended their process, %.0f s, the slowest %.1f s\n", count, first, compiled_,
                    ended_, seconds_since(begin), slowest);
}

}  // namespace
}  // namespace warpwise::test
