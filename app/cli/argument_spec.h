// What `warpwise kernel --arg` takes: f32[4096]:iota, u8[64,64]:mix, FILE.npy, i32:5, f32:0.5, f32x3:1,2,3, struct:i32:5,f32:0.5,
// file:params.bin (docs/command-line.md).
#pragma once

#include <string>
#include <vector>

#include "experiment/run/arguments.h"

namespace warpwise {

// Arrays are filled from the seed and their place among the arguments. Every mistake is a usage error that quotes the spec.
Result<ArgumentSet> make_arguments(const std::vector<std::string>& specs, std::uint64_t seed);

// "c=f32[4]:iota": values for variables of the program, with the same fills; each array has its variable's name.
Result<std::vector<Array>> make_symbols(const std::vector<std::string>& specs, std::uint64_t seed);
// Beside the kernel's arguments, for Device::launch.
void give_symbols(std::vector<KernelArgument>&, std::vector<Array>& symbols);

// The kernel's own words for its arguments, where the device knows them.
void name_after_parameters(ArgumentSet&, const Program&);

struct SaveSpec {
    std::size_t argument = 0;  // counted from 0
    std::string file;
};
// "2=out.npy"; the argument must be one of `set`'s arrays.
Result<SaveSpec> parse_save(const std::string& text, const ArgumentSet& set);

}  // namespace warpwise
