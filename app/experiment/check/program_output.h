// What a program printed beside what it should print.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warpwise {

// Each line of `expected` must stand within a line that was printed, word by word, in this order; other lines may stand between.
// Whole numbers are equal if they are, others if they differ by at most `tolerance`, relative. Upper and lower case are the same,
// and * stands for any word or number. Empty: it does; else the first line that is missing, for a learner.
std::string missing_in_output(const std::string& printed, const std::string& expected, double tolerance);

// The first of these that stands in a line that was printed, as missing_in_output() looks for it; empty: none does.
std::string forbidden_in_output(const std::string& printed, const std::vector<std::string>& never);

}  // namespace warpwise
