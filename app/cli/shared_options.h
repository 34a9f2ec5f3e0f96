// Options that several commands take, and commands that have a file of their own beside command_options.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/commands.h"

namespace warpwise {

// Of --seed: the message for what is not a whole number of 64 bits, else "". CLI11 would wrap -1 around and truncate larger
// numbers.
std::string check_seed(const std::string& text);
CLI::Option* add_settings(CLI::App&, std::vector<std::string>& settings);  // --set K=V
// --grid, --block, --shared, --arg and --seed
void add_kernel_arguments(CLI::App&, KernelOptions&);
// `--arg A B FILE.cu` gives the file to the greedy --arg: it is taken back when there is no other.
void take_file_from_arguments(std::vector<std::string>& arguments, std::string& file);

// warpwise trace (trace_options.cpp): `target` is a file that ends in .cu, or a lesson.
void add_trace_command(CLI::App& app, TraceOptions&, std::string& target);
int run_trace(const CLI::App& trace, TraceOptions&, std::string target);

}  // namespace warpwise
