// A whole CUDA program as it is compiled: its sources, and what the command line says of how to read them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace warpwise {

// .cu, .cpp, .cc, .cxx, .c, .C
inline bool is_program_source(const std::filesystem::path& file) {
    for (const char* ending : {".cu", ".cpp", ".cc", ".cxx", ".c", ".C"})
        if (file.extension() == ending) return true;
    return false;
}

struct ProgramText {
    std::filesystem::path file;                       // the only source, or the first one
    std::vector<std::filesystem::path> more_files;    // compiled each for itself and linked with it
    std::vector<std::filesystem::path> include_dirs;  // -I, in their order
    std::vector<std::string> definitions;             // -D: "N", "N=3"
    std::vector<std::string> undefinitions;           // -U
    std::vector<std::string> forced_includes;         // -include
    std::vector<std::string> libraries;               // -l: "jpeg"
    std::vector<std::filesystem::path> library_dirs;  // -L
    std::string standard = "gnu++17";                 // as with nvcc
    bool is_all_cuda = false;                         // -x cu: a .cpp file holds CUDA C++, too
    bool is_c_as_cpp = false;                         // .c files are C++, as g++ reads them
    bool has_openmp = false;                          // -fopenmp
    std::vector<std::string> gpu_options;             // that change a GPU's code, as nvcc reads them: "--use_fast_math"
    // `name` with one dash; nvcc takes two as well.
    bool has_gpu_option(std::string_view name) const {
        return std::ranges::any_of(gpu_options, [&](std::string_view each) { return each == name || each.substr(1) == name; });
    }
    std::vector<std::filesystem::path> sources() const {
        std::vector<std::filesystem::path> out{file};
        out.insert(out.end(), more_files.begin(), more_files.end());
        return out;
    }
};

}  // namespace warpwise
