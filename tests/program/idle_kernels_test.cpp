// Runs of a program in which the launches of one kernel do nothing: whether it uses what that kernel computes.
#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "experiment/file/program_run.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {

TEST(IdleKernels, DoNothing) {
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
        options.idle_kernel = idle;
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
    const auto reports = run_whole_program_often(options, {{}, {.idle_kernel = "next"}, {.idle_kernel = "twice"}, {}});
    ASSERT_TRUE(reports) << reports.error().text();
    ASSERT_EQ(reports->size(), 4u);
    std::string outputs;
    for (const ProgramReport& report : *reports) outputs += report.output.substr(0, 3);
    EXPECT_EQ(outputs, "21 20 11 21 ");
}

TEST(IdleKernels, AreWaitedForOnlySoLong) {
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
    const auto reports = run_whole_program_often(options, {{}, {.idle_kernel = "count"}, {}});
    ASSERT_TRUE(reports) << reports.error().text();
    ASSERT_EQ(reports->size(), 3u);
    EXPECT_EQ((*reports)[0].output, "3\n");
    EXPECT_EQ((*reports)[1].exit_code, 128 + SIGXCPU);
    EXPECT_EQ((*reports)[2].output, "3\n");
}

}  // namespace
}  // namespace warpwise
