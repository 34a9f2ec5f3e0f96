// What `trace` and `dap` step through: a kernel of a file with arguments from the command line, or a lesson's; and how it is put
// under the debugger.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "device/interface/debug_session.h"
#include "experiment/run/arguments.h"

namespace warpwise {

struct DebugTarget {
    KernelSource source;
    std::filesystem::path file;  // where the text lies
    LaunchShape shape;
    ArgumentSet arguments;
    std::vector<Array> symbols;  // values of variables of the program, by name
    DType dtype = DType::f32;    // of a lesson's numbers
};
Result<DebugTarget> debug_target_of(const KernelOptions&);  // file, entry, grid, block, shared_bytes, arguments, seed
Result<DebugTarget> debug_target_of(const RunOptions&);     // lesson, kernel, settings, seed
Result<DebugTarget> debug_target_of(const Lesson&, const ExperimentRequest&);

// What has been put under the debugger, or why it could not be: then there is no session, but a fault.
struct DebugStart {
    std::shared_ptr<Program> program;
    Diagnostics diagnostics;  // of the compiler
    std::optional<Fault> fault;
    std::unique_ptr<DebugSession> session;  // goes before the program
};
// Compiles and enters the block. The target's arrays are the session's memory and outlive it. An Error for what is the caller's
// doing: a block that the grid does not have, arguments that the kernel does not take. After a stop there is no session.
Result<DebugStart> start_debugger(Device&, DebugTarget&, const DebugOptions&, const std::stop_token& = {});

// "2" or "2,0,1": an index, counted from 0.
Result<Dim3> parse_block_index(std::string_view option, std::string_view text);
// Of --schedule: the words of device/interface/schedule.h.
Result<void> set_schedule(DebugOptions&, std::string_view text);
std::string schedule_text(const DebugOptions&);  // the same words
// Of --before: "none" or "all".
Result<BlocksBefore> parse_blocks_before(std::string_view text);
std::string_view before_text(BlocksBefore);  // the same words

Result<void> check_warp(const LaunchShape&, std::uint32_t warp);

}  // namespace warpwise
