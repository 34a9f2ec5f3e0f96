// The table of workloads that Warpwise is compared with other programs on (docs/measurements.md): each is a lesson without prose,
// so that the one run path, the tests and `warpwise bench --workloads` all read the same sizes, kernels and tolerances.
#pragma once

#include <string>
#include <vector>

#include "lesson/lesson.h"

namespace warpwise {

struct Workload {
    // Its kernels are a ladder: the last is the quickest. Its parameters' defaults are the table's sizes.
    Lesson lesson;
    ParameterValues small;        // sizes that the emulator runs at once; no multiples of anything
    std::string library_entry;    // a GPU library's name for the same work (KernelSource::entry), "library:gemm"; may be empty
    std::string library_origin;   // "cuBLAS"
    std::string own_kernel_ends;  // formula: 1 when a GPU should not be kept busy with our own kernel at these sizes

    const KernelSpec& best_kernel() const { return lesson.kernels.back(); }
};

std::vector<Workload> all_workloads();

}  // namespace warpwise
