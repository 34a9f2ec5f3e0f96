// Clang over a whole program, once for each side. Internal to the compiler of programs.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "device/process/program_text.h"
#include "program/compile/ignored_result.h"

namespace warpwise {

enum class ProgramSide { host, device };
enum class SourceLanguage { cuda, cpp, c };  // of a .cu file, a .cpp file that g++ would compile, a .c file

SourceLanguage language_of(const ProgramText&, const std::filesystem::path& source);

struct FrontEndResult {
    Diagnostics errors;  // none: the action has run
    std::vector<IgnoredResult> ignored;
    Diagnostics warnings;  // of the compiler, about the program's own text: notes
};

// The machine's C++ headers are read, and the program's own; CUDA's are texts of ours. Runs on the caller's stack.
FrontEndResult run_front_end(const ProgramText&, const std::filesystem::path& source, ProgramSide, clang::FrontendAction&);

}  // namespace warpwise
