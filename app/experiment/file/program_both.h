// A program that was run twice: in the emulator, which finds mistakes and counts, and on a GPU, where launches are timed.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "base/error.h"
#include "experiment/file/program_report.h"

namespace warpwise {

// The first line in which two outputs differ, from 1. A line that one of them does not have is nullopt.
struct OutputDifference {
    int line = 0;
    std::optional<std::string> emulated, cuda;
};
std::optional<OutputDifference> first_difference(const std::string& emulated, const std::string& cuda);

struct BothReports {
    ProgramReport emulated;             // a launch that the GPU made as well has its time there
    std::optional<ProgramReport> cuda;  // nothing: see `missing`
    std::optional<Error> missing;       // why the program did not run on a GPU
    std::vector<ProgramLaunch> only_on_gpu;
    std::optional<OutputDifference> difference;
    int exit_status() const;  // the emulator's; where that is 0, the GPU's
};
// The launches of one kernel with one shape are matched in their order.
BothReports joined(ProgramReport emulated, Result<ProgramReport> cuda);

std::string text_of(const BothReports&);
nlohmann::json to_json(const BothReports&);

}  // namespace warpwise
