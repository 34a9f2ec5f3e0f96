// The values of a watched thread's accesses, by the type that the program declares.
#include "simt/emulator.h"

namespace warpwise::test {
namespace {

TEST(WatchedValues, OfSharedMemoryAreOfTheDeclaredType) {
    const char* const text = R"(struct Pair { float x; int y; };
__global__ void k(int* out) {
    __shared__ int counts[32];
    __shared__ float sums[32];
    __shared__ Pair pairs[32];
    int t = threadIdx.x;
    counts[t] = -t;
    sums[t] = t + 0.5f;
    pairs[t].x = 2.25f;
    pairs[t].y = -t;
    out[t] = counts[t] + pairs[t].y;
}
)";
    Array out = zeros(DType::i32, 32);
    LaunchOptions options;
    options.trace = Trace::full;
    options.watch_thread = 3;
    const LaunchOutcome outcome = run(text, "k", shape_of(1, 32), {argument(out)}, options);
    ASSERT_FALSE(outcome.fault) << fault_text(outcome);
    std::vector<std::string> values;
    for (const WatchedAccess& access : outcome.watched) values.push_back(access.value);
    EXPECT_EQ(values, (std::vector<std::string>{"-3", "3.5", "2.25", "-3", "-3", "-3", "-6"}));
}

}  // namespace
}  // namespace warpwise::test
