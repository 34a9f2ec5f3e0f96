// What a run came to, in the words that the terminal and the window share.
#pragma once

#include <cstdint>
#include <string>

#include "experiment/record/record.h"

namespace warpwise {

// A race is found while the kernel goes on to its end; every other fault stops it.
bool came_to_its_end(const RunRecord&);

// By CUDA's limits: nothing of it ran.
bool was_refused(const RunRecord&);

// "correct", "wrong result", "finished, with a data race", "stopped by a fault", "does not compile", "could not start",
// "cancelled", "the launch was refused, and no thread ran"
std::string outcome_text(const RunRecord&);

// "100 of 100 elements equal the CPU routine", "2 of 100 elements differ from the CPU routine"
std::string check_text(const Check&);
// "First: a[0] expected 2, found 1"
std::string difference_text(const Check::Difference&);
// "35 of 100 elements"; of one, "1 of 1 element".
std::string share_of_elements(std::uint64_t some, std::uint64_t all);

// "compiled for AVX2 after block 12 of 64", "compiled for AVX2 from the first block on"; empty: all of it was interpreted
std::string compiled_text(const RunRecord&);
// "n = 33, block = 32, dtype = f32", in the lesson's order
std::string settings_text(const Lesson&, const ParameterValues&);

}  // namespace warpwise
