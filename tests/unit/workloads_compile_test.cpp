// Every kernel of the table of workloads compiles for a GPU. Skipped
// where NVRTC is missing.
#ifdef WARPWISE_HAS_CUDA
#include <gtest/gtest.h>

#include "cuda/compile/kernel_compiler.h"
#include "experiment/workload/workloads.h"

namespace warpwise {
namespace {

TEST(WorkloadKernels, CompileForGpus) {
    const auto nvrtc = Nvrtc::open();
    if (!nvrtc) GTEST_SKIP() << nvrtc.error().text();
    for (const Workload& workload : all_workloads())
        for (const KernelSpec& kernel : workload.lesson.kernels)
            for (const int architecture : {75, 90}) {
                const auto text = read_kernel_source(workload.lesson, kernel);
                ASSERT_TRUE(text) << text.error().text();
                const auto compiled = compile_kernel(*nvrtc, KernelSource{*text, kernel.entry, kernel.source}, architecture);
                EXPECT_TRUE(compiled) << kernel.source << " for sm_" << architecture << ": "
                                      << (compiled ? "" : text_of(compiled.error()));
            }
}

}  // namespace
}  // namespace warpwise
#endif
