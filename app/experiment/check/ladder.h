// A rung of a ladder: the learner's line in its kernel, run on the emulator, and its count beside the par.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/run/device_set.h"
#include "experiment/run/run_hooks.h"
#include "experiment/run/runner.h"
#include "lesson/score.h"

namespace warpwise {

// Who wrote the elements of the array that a rung draws.
struct DrawnWrites {
    std::vector<std::uint32_t> writer;  // by element: the thread's number in the launch + 1; 0: no thread
    std::vector<bool> wrong;            // by element
    std::uint32_t block_threads = 1;
    std::size_t row = 0;  // elements in a row of a matrix or an image; 0: the array has one dimension
};

struct RungResult {
    bool right = false;           // for all of its values
    std::string told;             // what is wrong, or what was right
    Diagnostics diagnostics;      // of a line that does not compile
    std::optional<double> count;  // `par.of`, of a line that is right
    Medal medal = Medal::none;
    DrawnWrites drawn;  // of the rung's own values, whatever came of it
    std::string line;   // that was run
};

// At most this many elements are drawn.
inline constexpr std::size_t kMostDrawn = 256;

// With random data, for the rung's values and for those that must be right, too. An Error when nothing can be run.
Result<RungResult> run_rung(const Lesson&, const Rung&, const std::string& line, DeviceSet&, const RunHooks&);

}  // namespace warpwise
