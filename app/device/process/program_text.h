// A whole CUDA program as it is compiled: its file, and what the command line says of how to read it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpwise {

struct ProgramText {
    std::filesystem::path file;
    std::vector<std::filesystem::path> include_dirs;  // -I, in their order
    std::vector<std::string> definitions;             // -D: "N", "N=3"
    std::string standard = "gnu++17";                 // as with nvcc
};

}  // namespace warpwise
