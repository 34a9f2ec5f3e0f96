// What other machines measured: the recordings that are open, and which of their runs stand beside the draft's own.
#pragma once

#include <cstddef>
#include <filesystem>
#include <set>
#include <vector>

#include "experiment/record/recording.h"

namespace warpwise::ui {

// A run of a recording that was made with the draft's exact values.
struct RecordedRun {
    std::size_t recording = 0;  // its place in KnownRecordings::all
    const RunRecord* record = nullptr;
};

struct KnownRecordings {
    Recordings all;                          // shipped, kept and opened ones, in this order
    std::set<std::filesystem::path> hidden;  // files that are not shown
    std::vector<RecordedRun> of_draft;       // refreshed with the draft
};

}  // namespace warpwise::ui
