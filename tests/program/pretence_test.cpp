// Runs of a program that pretend something, to see whether the program looks at it: kernels that do nothing, launches that are
// refused, and launches that take long by the clocks of the program.
#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "experiment/file/program_run.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

TEST(Pretence, IdleKernelsDoNothing) {
    const test::TemporaryFolder temporary;
    temporary.write("idle.cu", R"(#include <cstdio>
template <typename T> __global__ void twice(T* a) { a[threadIdx.x] *= 2; }
__global__ void next(int* a) { a[threadIdx.x] += 1; }
int main() {
    int* a;
    cudaMallocManaged(&a, 32 * sizeof(int));
    for (int i = 0; i < 32; ++i) a[i] = i;
    twice<<<1, 32>>>(a);
    next<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    twice<<<1, 2048>>>(a);
    std::printf("%d %s\n", a[10], cudaGetErrorName(cudaGetLastError()));
    cudaFree(a);
}
)");
    const auto printed = [&](const std::string& idle) {
        ExecOptions options;
        options.text.file = temporary.path() / "idle.cu";
        options.pretence.idle_kernel = idle;
        const auto report = run_whole_program(options, ProgramOutputMode::kept);
        EXPECT_TRUE(report) << report.error().text();
        EXPECT_EQ(report->mistake_count(), 0u) << text_of(*report);
        return report->output;
    };
    EXPECT_EQ(printed(""), "21 cudaErrorInvalidConfiguration\n");
    EXPECT_EQ(printed("twice"), "11 cudaErrorInvalidConfiguration\n");
    EXPECT_EQ(printed("next"), "20 cudaErrorInvalidConfiguration\n");
    ExecOptions options;
    options.text.file = temporary.path() / "idle.cu";
    const auto reports =
        run_whole_program_often(options, {{}, {.pretence = {.idle_kernel = "next"}}, {.pretence = {.idle_kernel = "twice"}}, {}});
    ASSERT_TRUE(reports) << reports.error().text();
    ASSERT_EQ(reports->size(), 4u);
    std::string outputs;
    for (const ProgramReport& report : *reports) outputs += report.output.substr(0, 3);
    EXPECT_EQ(outputs, "21 20 11 21 ");
}

TEST(Pretence, IdleKernelsAreWaitedForOnlySoLong) {
    const test::TemporaryFolder temporary;
    temporary.write("waits.cu", R"(#include <cstdio>
__global__ void count(int* a) { if (threadIdx.x == 0) ++*a; }
int main() {
    int* a;
    cudaMallocManaged(&a, sizeof(int));
    for (*a = 0; *a < 3;) {
        count<<<1, 32>>>(a);
        cudaDeviceSynchronize();
    }
    std::printf("%d\n", *a);
    cudaFree(a);
}
)");
    ExecOptions options;
    options.text.file = temporary.path() / "waits.cu";
    const auto reports = run_whole_program_often(options, {{}, {.pretence = {.idle_kernel = "count"}}, {}});
    ASSERT_TRUE(reports) << reports.error().text();
    ASSERT_EQ(reports->size(), 3u);
    EXPECT_EQ((*reports)[0].output, "3\n");
    EXPECT_EQ((*reports)[1].exit_code, 128 + SIGXCPU);
    EXPECT_EQ((*reports)[2].output, "3\n");
}

TEST(Pretence, LaunchesAreRefusedWithTheErrorThatIsNamed) {
    const test::TemporaryFolder temporary;
    temporary.write("refused.cu", R"(#include <cstdio>
__global__ void one(int* a) { *a = 1; }
int main() {
    int* a;
    cudaMallocManaged(&a, sizeof(int));
    one<<<1, 1>>>(a);
    const cudaError_t error = cudaGetLastError();
    std::printf("%d: %s; %s\n", *a, cudaGetErrorString(error), cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(a);
}
)");
    ExecOptions options;
    options.text.file = temporary.path() / "refused.cu";
    const auto reports = run_whole_program_often(options, {{.pretence = {.launch_error = "cudaErrorLaunchOutOfResources"}}});
    ASSERT_TRUE(reports) << reports.error().text();
    EXPECT_EQ(reports->front().output, "0: too many resources requested for launch; no error\n");
    EXPECT_EQ(reports->front().mistake_count(), 0u) << text_of(reports->front());
    EXPECT_TRUE(reports->front().launches.empty());
}

// Only what the host has waited for has taken its time: the clock that is read too early does not know of it.
TEST(Pretence, LaunchesTakeLongByEveryClock) {
    const test::TemporaryFolder temporary;
    temporary.write("clocks.cu", R"(#include <sys/time.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <initializer_list>
__global__ void one(int* a) { *a = 1; }
double steady() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }
double system_time() { return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count(); }
double posix() { timespec now; clock_gettime(CLOCK_MONOTONIC, &now); return now.tv_sec + now.tv_nsec * 1e-9; }
double of_day() { timeval now; gettimeofday(&now, nullptr); return now.tv_sec + now.tv_usec * 1e-6; }
double processor() { return double(clock()) / CLOCKS_PER_SEC; }
int main() {
    int* a;
    cudaMalloc(&a, sizeof(int));
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (auto read : {steady, system_time, posix, of_day, processor}) {
        const double start = read();
        cudaEventRecord(begin);
        one<<<1, 1>>>(a);
        one<<<1, 1>>>(a);
        cudaEventRecord(end);
        const double early = read();
        cudaDeviceSynchronize();
        const double late = read();
        float ms = 0;
        cudaEventElapsedTime(&ms, begin, end);
        std::printf("%.1f %.1f %.1f\n", (early - start) / 1000, (late - start) / 1000, ms / 1e6);
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(a);
}
)");
    ExecOptions options;
    options.text.file = temporary.path() / "clocks.cu";
    const auto reports = run_whole_program_often(options, {{}, {.pretence = {.launch_s = 2000.25}}});
    ASSERT_TRUE(reports) << reports.error().text();
    ASSERT_EQ(reports->size(), 2u);
    std::string ordinary, long_launches;
    for (int i = 0; i < 5; ++i) {
        ordinary += "0.0 0.0 0.0\n";
        long_launches += "0.0 4.0 4.0\n";
    }
    EXPECT_EQ((*reports)[0].output, ordinary);
    EXPECT_EQ((*reports)[1].output, long_launches);
}

}  // namespace
}  // namespace warpwise
