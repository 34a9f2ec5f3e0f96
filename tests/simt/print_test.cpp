// printf: the first megabyte is shown, and what lies beyond it costs little.
#include "simt/emulator.h"
#include "simt/execute/execute_objects.h"

namespace warpwise::test {
namespace {

constexpr std::size_t shown_bytes = std::size_t{1} << 20;

// A line of 400 characters, which takes long to format.
const char* const lines_kernel = R"(
__global__ void lines(int* count, int n, double x) {
    for (int k = 0; k < n; ++k) count[threadIdx.x] = printf("%04d %0394.200f\n", k, x);
})";

// Two characters that are printed count as a step: this is enough for the first megabyte and the formats, and for a quarter of what
// the kernels below would print in all.
LaunchOptions with_budget_for_the_bound() {
    LaunchOptions options;
    options.threads = 1;
    options.step_budget = std::uint64_t{3} << 19;
    return options;
}

TEST(Print, BeyondTheBoundNothingIsFormatted) {
    Array count = zeros(DType::i32, 32);
    const auto outcome = run(lines_kernel, "lines", shape_of(1, 32), {argument(count), scalar(1000), scalar(DType::f64, 1e150 / 3)},
                             with_budget_for_the_bound());  // 12.8 MB
    EXPECT_FALSE(outcome.fault) << fault_text(outcome);
    EXPECT_GT(outcome.printed.size(), shown_bytes);
    EXPECT_EQ(count.as<int>()[31], 2) << "printf returns how many arguments it read";
}

TEST(Print, BlocksBehindTheBoundFormatNothing) {
    Array count = zeros(DType::i32, 32);
    const auto outcome = run(lines_kernel, "lines", shape_of(100, 32), {argument(count), scalar(10), scalar(DType::f64, 1e150 / 3)},
                             with_budget_for_the_bound());  // 12.8 MB: a block has 128 kB
    EXPECT_FALSE(outcome.fault) << fault_text(outcome);
    EXPECT_GT(outcome.printed.size(), shown_bytes);
}

TEST(Print, TheFirstMegabyteDoesNotDependOnHostThreads) {
    const auto printed = [](int threads) {
        Array count = zeros(DType::i32, 32);
        LaunchOptions options;
        options.threads = threads;
        return run("__global__ void k(int* a) { for (int i = 0; i < 40; ++i) printf(\"%d %d\\n\", blockIdx.x, i); }", "k",
                   shape_of(500, 32), {argument(count)}, options)
            .printed;
    };
    const std::string one = printed(1);
    EXPECT_GT(one.size(), shown_bytes);
    EXPECT_TRUE(one.ends_with("... (the rest is not shown)\n"));
    EXPECT_EQ(printed(4), one);
}

TEST(Print, AWildPointerIsAFaultBeyondTheBoundToo) {
    Array a = zeros(DType::i32, 32);
    const auto outcome = run(R"(
__global__ void wild(const char* a) {
    for (int k = 0; k < 1000; ++k) printf("%0400d\n", k);
    printf("%s\n", a + (1 << 20));
})",
                             "wild", shape_of(1, 32), {argument(a)});
    EXPECT_GT(outcome.printed.size(), shown_bytes);
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->kind, FaultKind::out_of_bounds);
}

// Each call has a buffer of its own in local memory: finding it must not take a walk over all of them.
TEST(Print, TheBufferOfACallIsFoundAmongManyByFewLooks) {
    std::vector<simt::LocalObject> buffers(2000);
    for (std::size_t i = 0; i < buffers.size(); ++i) buffers[i].offset = static_cast<std::uint32_t>(64 + 16 * i);
    int looks = 0;
    const auto offset_of = [&](const simt::LocalObject& buffer) {
        ++looks;
        return buffer.offset;
    };
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        looks = 0;
        EXPECT_EQ(simt::last_from(buffers, 64 + 16 * i + 15, offset_of), &buffers[i]);
        EXPECT_LE(looks, 12);
    }
    EXPECT_EQ(simt::last_from(buffers, 63, offset_of), nullptr);
}

TEST(Print, ThousandsOfCallsEachPrintTheirOwn) {
    constexpr int calls = 2000;
    std::string body, expected;
    for (int i = 0; i < calls; ++i) {
        body += "printf(\"%d %d\\n\", a[0], " + std::to_string(i) + ");\n";
        expected += "7 " + std::to_string(i) + "\n";
    }
    Array a = zeros(DType::i32, 1);
    a.as<int>()[0] = 7;
    EXPECT_EQ(run("__global__ void calls(int* a) {\n" + body + "}", "calls", shape_of(1, 1), {argument(a)}).printed, expected);
}

std::string printed_by(const std::string& arguments) {
    const auto outcome = run("__global__ void k() { printf(" + arguments + "); }", "k", shape_of(1, 1), {});
    EXPECT_FALSE(outcome.fault) << fault_text(outcome);
    return outcome.printed;
}

TEST(Print, WidthsAndPrecisionsAreNumbersOfThreeDigits) {
    EXPECT_EQ(printed_by(R"("%*d|%-*d|%*d|", 5, 1, 5, 2, -5, 3)"), "    1|2    |3    |");
    EXPECT_EQ(printed_by(R"("%.*f|%8.*f|%.*f|", 2, 1.5, 3, 2.25, -1, 0.5)"), "1.50|   2.250|0.500000|");
    EXPECT_EQ(printed_by(R"("%+05d|% d|%#x|%-6u|%.3e|%5c|", 42, 7, 255, 9u, 1234.5, 'x')"),
              "+0042| 7|0xff|9     |1.234e+03|    x|");
    EXPECT_EQ(printed_by(R"("%hhd %hd %lld %zu %s%%", 257, 65537, 1LL << 40, 3ul, "end")"), "1 1 1099511627776 3 end%");
    EXPECT_EQ(printed_by(R"("%99999999999999999999d", 1)"), std::string(998, ' ') + "1");
    EXPECT_EQ(printed_by(R"("%*d", 2147483647, 1)"), std::string(998, ' ') + "1");
    EXPECT_EQ(printed_by(R"("%*d", -2147483647 - 1, 1)"), "1" + std::string(998, ' '));
    EXPECT_EQ(printed_by(R"("%.999999f", 0.5)").size(), 2u + 999u);
}

// One '*' a number: three of them made one of nine digits, and a line of as many characters.
TEST(Print, SeveralStarsMakeNoLargerNumber) {
    const std::string printed = printed_by(R"("%***d\n", 499, 499, 499, 1)");
    EXPECT_LT(printed.size(), 1100u);
    EXPECT_TRUE(printed.ends_with("*d\n")) << "what is no conversion stays as it is written";
    EXPECT_LT(printed_by(R"("%.*.*.*d\n", 499, 499, 499, 1)").size(), 1100u);
    EXPECT_LT(printed_by(R"("%9*9*9*d\n", 499, 499, 499, 1)").size(), 1100u);
}

// The host's library would read wide characters behind the pointer.
TEST(Print, AStringHasNoLength) {
    EXPECT_EQ(printed_by(R"("%ls|%lls|%5hs|%.2zs|", "one", "two", "ab", "three")"), "one|two|   ab|th|");
    EXPECT_EQ(printed_by(R"("%lc%hc", 'a', 'b')"), "ab");
}

TEST(Print, WhatIsPrintedCountsAgainstTheBudget) {
    const std::string text = "__global__ void k() { for (int i = 0; i < 2000; ++i) printf(\"" + std::string(4000, 'x') + "\"); }";
    LaunchOptions options;
    options.step_budget = std::uint64_t{1} << 20;  // a hundred times the instructions, an eighth of the characters
    const auto outcome = run(text, "k", shape_of(1, 32), {}, options);
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->kind, FaultKind::step_budget);
    EXPECT_NE(outcome.fault->message.find("what it prints"), std::string::npos) << fault_text(outcome);
    EXPECT_EQ(outcome.fault->line, 1);
}

}  // namespace
}  // namespace warpwise::test
