// The whole numbers that say how large a program's work is: its arguments, and constants of its host code.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "device/process/exec_options.h"

namespace warpwise {

struct ProgramNumber {
    enum class Where { argument, definition, text } where = Where::argument;
    std::string name;            // "n"; "argument 1"
    std::int64_t value = 0;      // at least 2: nothing else can be made smaller
    std::size_t index = 0;       // in ExecOptions::arguments or ProgramText::definitions
    std::filesystem::path file;  // of `text`, with the line from 1 and where its expression stands
    int line = 0;
    std::size_t begin = 0, end = 0;
};

// Arguments first, then -D NAME=NUMBER, then "#define N (1 << 20)" and "int n = 1000" outside of device code, in their order. Only
// numbers that stand alone: what is made of others follows them. A source that cannot be read has none.
std::vector<ProgramNumber> program_numbers(const ExecOptions&);
// Those of one text, of a file of that name.
std::vector<ProgramNumber> numbers_in_text(std::string_view text, const std::filesystem::path& file);

}  // namespace warpwise
