// Clang over a whole program, once for each side. Internal to the compiler of programs.
#pragma once

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "device/process/program_text.h"
#include "program/compile/ignored_result.h"

namespace warpwise {

enum class ProgramSide { host, device };

struct FrontEndResult {
    Diagnostics errors;  // none: the action has run
    std::vector<IgnoredResult> ignored;
};

// The machine's C++ headers are read, and the program's own; CUDA's are texts of ours. Runs on the caller's stack.
FrontEndResult run_front_end(const ProgramText&, ProgramSide, clang::FrontendAction&);

}  // namespace warpwise
