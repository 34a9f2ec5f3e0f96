// What a learner who misses a gate is told: a sentence with the counts in it.
#pragma once

#include <expected>
#include <map>
#include <string>
#include <vector>

namespace warpwise {

// The expressions in braces of "your kernel makes {value|load|loads} per warp; {limit} are enough". After an expression may follow
// what is counted, for one and for several of it. Or what is wrong with the text.
std::expected<std::vector<std::string>, std::string> expressions_in_gate_text(const std::string& text);

// The sentence with its numbers, to three digits; an expression that has no value leaves nothing.
std::string fill_gate_text(const std::string& text, const std::map<std::string, double>& values);

}  // namespace warpwise
