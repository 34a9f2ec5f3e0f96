// The programs that a build would make, read from the commands that `make -n` or CMake's makefiles print.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "device/process/program_text.h"

namespace warpwise {

struct BuiltProgram {
    std::filesystem::path file;  // that the build would write
    ProgramText text;            // its sources, and the options of all of them together
    bool has_cuda() const;       // one of its sources is a .cu file
};

// `commands`: a line each, as a shell takes them, with make's "Entering directory" between. `folder`: where the first one runs.
// Compilers are nvcc, g++, gcc and their kin; objects and archives lead back to their sources. Other commands are passed over.
std::vector<BuiltProgram> programs_of_build(std::string_view commands, const std::filesystem::path& folder);

// A line such as "cd cuda; make": `make -n` does not run it, so it has to be asked there as well.
struct NestedMake {
    std::filesystem::path folder;
    std::vector<std::string> words;  // targets and settings
    bool operator==(const NestedMake&) const = default;
};
std::vector<NestedMake> makes_of_build(std::string_view commands, const std::filesystem::path& folder);

}  // namespace warpwise
