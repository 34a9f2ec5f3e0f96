#include "cli/shot_debug_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <charconv>
#include <string_view>

namespace warpwise {
namespace {

// "13,1,2": up to three whole numbers from 0.
bool parse_numbers(std::string_view text, std::array<int*, 3> values) {
    const char* at = text.data();
    const char* const end = at + text.size();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto [stop, error] = std::from_chars(at, end, *values[i]);
        if (error != std::errc{} || *values[i] < 0) return false;
        if (stop == end) return true;
        if (*stop != ',') return false;
        at = stop + 1;
    }
    return false;
}

}  // namespace

void add_debug_options(CLI::App& shot, DebugWords& words, ShotOptions& options) {
    CLI::Option* debug_at =
        shot.add_option("--debug-at", words.at,
                        "Step the kernel until the warp is about to execute the line for the n-th time (VISIT), and "
                        "draw the view there; line 0 is the block's start")
            ->type_name("LINE[,WARP[,VISIT]]")
            ->excludes("--frames")
            ->excludes("--figure");
    shot.add_option("--debug-block", words.block, "With --debug-at: the block's index; the first when not given")
        ->type_name("X[,Y[,Z]]")
        ->needs(debug_at);
    CLI::Option* program =
        shot.add_flag("--program", options.runs_program, "Run main() of the CUDA file first")->excludes("--frames");
    shot.add_option("--launch", options.launch, "With --program: open launch N, counted from 1")
        ->type_name("N")
        ->needs(program)
        ->check(CLI::Range(1, 1'000'000));
    shot.add_option("--debug-steps", options.debug_steps, "With --debug-at: an animation (APNG) of this many steps from there")
        ->type_name("N")
        ->check(CLI::Range(1, 1000))
        ->needs(debug_at);
}

Result<void> take_debug_words(const DebugWords& words, ShotOptions& options) {
    if (words.at.empty()) return {};
    ShotOptions::DebugPlace at;
    if (!parse_numbers(words.at, {&at.line, &at.warp, &at.visit}) || at.visit < 1)
        return usage_error(fmt::format("--debug-at {} is not valid", words.at),
                           "Write it as LINE, LINE,WARP or LINE,WARP,VISIT, such as 13,1,2; visits count from 1.");
    int x = 0, y = 0, z = 0;
    if (!words.block.empty() && !parse_numbers(words.block, {&x, &y, &z}))
        return usage_error(fmt::format("--debug-block {} is not a block's index", words.block),
                           "Write it as X, X,Y or X,Y,Z, such as 2,1.");
    at.block_x = static_cast<std::uint32_t>(x), at.block_y = static_cast<std::uint32_t>(y),
    at.block_z = static_cast<std::uint32_t>(z);
    options.debug_at = at;
    return {};
}

}  // namespace warpwise
