// For tests of whole programs: runs a program as `warpwise exec` does, and returns its report.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "experiment/file/program_run.h"

namespace warpwise::test {

inline const std::filesystem::path programs_folder = std::filesystem::path(WARPWISE_SOURCE_DIR) / "tests/programs";

inline ProgramReport report_of(const ExecOptions& options) {
    auto report = run_whole_program(options, ProgramOutputMode::kept);
    EXPECT_TRUE(report.has_value()) << (report ? "" : report.error().text());
    return report ? std::move(*report) : ProgramReport{};
}

inline ProgramReport report_of(const std::filesystem::path& file, std::vector<std::string> arguments = {},
                               ExecTrace trace = ExecTrace::automatic, int gpus = 1) {
    ExecOptions options;
    options.gpus = gpus;
    options.trace = trace;
    options.text.file = file;
    options.arguments = std::move(arguments);
    return report_of(options);
}

}  // namespace warpwise::test
