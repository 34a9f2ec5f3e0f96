// An exercise whose text is a whole program, host code and kernels: how it is run, and what it has to print.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace warpwise {

struct ProgramRun {
    std::string name;                       // "1,000 elements"; the arguments when the manifest gives none
    std::vector<std::string> arguments;     // kSeedArgument stands for a number that is new in every check
    std::optional<std::string> prints;      // lines that it must print, in their order; nothing: those that the solution prints
    std::vector<std::string> never_prints;  // words of which none may appear
    bool fails = false;                     // it must end with an exit code other than 0; gates are not judged
    std::string launch_error;               // CUDA's name of the error with which each launch is refused
    double launch_s = 0;                    // each launch takes as many seconds longer, by every clock of the program
    int ranks = 0;                          // processes of an MPI program; 0: it is no MPI program
};
inline constexpr const char* kSeedArgument = "{seed}";

struct ProgramTask {
    std::vector<ProgramRun> runs;
    double tolerance = 1e-5;                        // of the numbers that it prints, relative
    std::optional<std::vector<std::string>> notes;  // kinds of notes that are allowed; nothing: all
};

}  // namespace warpwise
