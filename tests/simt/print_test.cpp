// printf: the first megabyte is shown, and what lies beyond it costs little.
#include <ctime>

#include "simt/emulator.h"

namespace warpwise::test {
namespace {

constexpr std::size_t shown_bytes = std::size_t{1} << 20;

// A line of 400 characters, which takes long to format.
const char* const lines_kernel = R"(
__global__ void lines(int* count, int n, double x) {
    for (int k = 0; k < n; ++k) count[threadIdx.x] = printf("%04d %0394.200f\n", k, x);
})";

// Seconds of processor time (tests share their machine) that a launch takes, without the compiler.
class Printer {
  public:
    Printer(const std::string& text, const std::string& entry) : device_(make_emulated_device()) {
        auto program = device_->compile({text, entry, "kernel.cu"});
        if (!program) {
            ADD_FAILURE() << text_of(program.error());
            return;
        }
        program_ = std::move(*program);
    }
    double seconds(const LaunchShape& shape, const std::vector<KernelArgument>& arguments) {
        if (!program_) return 0;
        LaunchOptions options;
        options.threads = 1;
        const std::clock_t start = std::clock();
        outcome = device_->launch(*program_, shape, arguments, options);
        return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    }

    LaunchOutcome outcome;

  private:
    std::unique_ptr<Device> device_;
    std::shared_ptr<Program> program_;
};

TEST(Print, BeyondTheBoundNothingIsFormatted) {
    Printer printer(lines_kernel, "lines");
    Array count = zeros(DType::i32, 32);
    const auto seconds = [&](int lines) {
        return printer.seconds(shape_of(1, 32), {argument(count), scalar(lines), scalar(DType::f64, 1e150 / 3)});
    };
    const double bound = seconds(100);  // 1.28 MB
    EXPECT_GT(printer.outcome.printed.size(), shown_bytes);
    const double ten_times = seconds(1000);
    EXPECT_FALSE(printer.outcome.fault) << fault_text(printer.outcome);
    EXPECT_GT(printer.outcome.printed.size(), shown_bytes);
    EXPECT_EQ(count.as<int>()[31], 2) << "printf returns how many arguments it read";
    EXPECT_LT(ten_times, 4 * bound);
}

TEST(Print, BlocksBehindTheBoundFormatNothing) {
    Printer printer(lines_kernel, "lines");
    Array count = zeros(DType::i32, 32);
    const auto seconds = [&](std::uint32_t blocks) {
        return printer.seconds(shape_of(blocks, 32), {argument(count), scalar(10), scalar(DType::f64, 1e150 / 3)});
    };
    const double twice = seconds(17);  // 2.1 MB: a block has 128 kB
    const double twenty_times = seconds(170);
    EXPECT_GT(printer.outcome.printed.size(), shown_bytes);
    EXPECT_LT(twenty_times, 4 * twice);
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
TEST(Print, TimeGrowsWithTheCallsAndNotWithTheirSquare) {
    const auto seconds = [](int calls) {
        std::string body;
        for (int i = 0; i < calls; ++i) body += "printf(\"%d %d\\n\", a[0], threadIdx.x);\n";
        Printer printer("__global__ void calls(int* a) {\n" + body + "}", "calls");
        Array a = zeros(DType::i32, 1);
        return printer.seconds(shape_of(1, 256), {argument(a)});
    };
    EXPECT_LT(seconds(2000), 8 * seconds(500));  // four times the calls
}

}  // namespace
}  // namespace warpwise::test
