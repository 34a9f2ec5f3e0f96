// The command lines of nvcc, g++ and gcc, as far as they say what a program is made of.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "device/process/program_text.h"

namespace warpwise {

struct CompilerCommand {
    // What is given or made: `inputs` in their order, sources, objects and archives; `text` has what else is meant, without them.
    std::vector<std::filesystem::path> inputs;
    ProgramText text;
    std::optional<std::filesystem::path> output;  // -o
    bool is_compile_only = false;                 // -c, -dc, -dw
    bool is_other = false;                        // -E, -M, --ptx, -dlink, --version, ...: it makes no program
    std::vector<std::string> own;                 // words that `takes_own` asked for, with their values
    std::vector<std::string> unknown;             // options that no compiler of CUDA programs has, as far as is known here
};

// `own_options`: options of Warpwise's own that may stand between the others, "--json" or, with a value, "--trace=". A name that
// ends in "=" takes the next word as its value unless one is attached.
CompilerCommand read_compiler_command(std::span<const std::string> words, std::span<const std::string_view> own_options = {});

// How many of the words are an option of Warpwise's own with its value; 0: the first is none.
std::size_t own_words(std::span<const std::string> words, std::span<const std::string_view> own_options);

}  // namespace warpwise
