// How a run on a GPU goes: the lesson's [run], its parameters, and what the request puts over them.
#pragma once

#include "experiment/record/record.h"

namespace warpwise {

struct ResolvedRunSettings {
    CopyMode copies = CopyMode::pageable;
    bool flush_l2 = false;
    int chunks = 1, streams = 1;
    std::optional<std::size_t> length_argument;  // by place among the kernel's arguments; nothing: the kernel is not cut
};

// A kernel without `length` runs whole, whatever [run] says about chunks. One that is cut (into one chunk, too) copies from
// page-locked memory and has a timeline.
Result<ResolvedRunSettings> resolve_run_settings(const Lesson&, const KernelSpec&, const ExperimentRequest&);

}  // namespace warpwise
