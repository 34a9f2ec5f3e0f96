// Another program run to its end: what it is given on standard input, what it writes, and how it ended.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace warpwise {

struct ProgramOutput {
    int status = 0;  // its exit status; 128 + the signal that ended it
    std::string out, err;
};

// Ended by force after `limit_s`. An Error when it cannot be started, takes too long, or writes more than 64 MB.
Result<ProgramOutput> run_program(const std::vector<std::string>& command, std::string_view input, double limit_s);

}  // namespace warpwise
