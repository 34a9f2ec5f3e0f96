// Places in a program that nvcc has built, which a rank on a GPU tells as addresses: their lines, by addr2line.
#pragma once

#include <filesystem>
#include <vector>

#include "experiment/file/program_report.h"

namespace warpwise {

// In the calls and findings of the reports. A place stays unknown where addr2line is missing or does not know it.
void find_lines(std::vector<ProgramReport>& ranks, const std::filesystem::path& program);

}  // namespace warpwise
