// The texts that are CUDA's host headers for a program that runs here.
#pragma once

#include <span>
#include <string_view>

namespace warpwise {

struct ProgramHeader {
    std::string_view name, text;
};

std::span<const ProgramHeader> program_headers();

}  // namespace warpwise
