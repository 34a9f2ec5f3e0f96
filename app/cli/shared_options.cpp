#include "cli/shared_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>

namespace warpwise {
namespace {

// Far more than any device has: which limit is broken, the device tells.
constexpr std::int64_t kMostSharedBytes = 1 << 30;

}  // namespace

std::string check_seed(const std::string& text) {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error == std::errc{} && end == text.data() + text.size()) return "";
    return fmt::format("{} is not a whole number from 0 to {}", text, std::numeric_limits<std::uint64_t>::max());
}

// One `--set K=V` each time: a greedy option would swallow the lesson that follows.
CLI::Option* add_settings(CLI::App& command, std::vector<std::string>& settings) {
    return command.add_option("--set", settings, "A parameter, grid, block or dtype: NAME=VALUE")
        ->allow_extra_args(false)
        ->type_name("K=V");
}

void add_kernel_arguments(CLI::App& command, KernelOptions& o) {
    command.add_option("-I", o.includes.folders, "A folder of headers, as for a compiler; repeat for more")
        ->allow_extra_args(false)
        ->type_name("DIR");
    command.add_option("-D", o.includes.definitions, "A macro: NAME or NAME=VALUE; repeat for more")
        ->allow_extra_args(false)
        ->type_name("NAME");
    command.add_option("--grid", o.grid, "Blocks: X[,Y,Z]")->capture_default_str();
    command.add_option("--block", o.block, "Threads per block: X[,Y,Z]")->capture_default_str();
    command.add_option("--shared", o.shared_bytes, "Bytes of dynamic shared memory per block")
        ->check(CLI::Range(std::int64_t{0}, kMostSharedBytes));
    command
        .add_option("--arg", o.arguments,
                    "An argument, in the kernel's order: f32[4096]:iota, u8[64,64]:mix, FILE.npy, i32:5, f32x3:1,2,3, "
                    "struct:i32:5,f32:0.5, file:params.bin")
        ->type_name("SPEC");
    command
        .add_option("--symbol", o.symbols, "Values of a __constant__ or __device__ variable, written as for --arg: c=f32[4]:iota")
        ->allow_extra_args(false)
        ->type_name("NAME=SPEC");
    command.add_option("--seed", o.seed, "Seed of uniform arrays")->check(check_seed)->capture_default_str();
}

void take_file_from_arguments(std::vector<std::string>& arguments, std::string& file) {
    if (!file.empty() || arguments.empty() || !arguments.back().ends_with(".cu")) return;
    file = std::move(arguments.back());
    arguments.pop_back();
}

}  // namespace warpwise
