#include "cli/debug_target.h"

#include <fmt/format.h>

#include <array>
#include <limits>
#include <tuple>

#include "base/files.h"
#include "base/number_text.h"
#include "base/thread_name.h"
#include "cli/argument_spec.h"
#include "cli/kernel_file.h"
#include "cli/run_request.h"
#include "device/interface/schedule.h"
#include "experiment/run/execution.h"
#include "experiment/run/kernel_includes.h"
#include "experiment/run/numbers.h"
#include "experiment/run/resolve.h"
#include "lesson/kernel_files.h"

namespace warpwise {
namespace {

Result<void> check_block(const LaunchShape& shape, const Dim3& block) {
    for (const auto& [edge, index, blocks] :
         {std::tuple{"x", block.x, shape.grid.x}, {"y", block.y, shape.grid.y}, {"z", block.z, shape.grid.z}})
        if (index >= blocks && blocks != 0)  // a launch without blocks has words of its own
            return usage_error(fmt::format("there is no block {} along {}: the grid has {}", index, edge, with_separators(blocks)),
                               fmt::format("Blocks are counted from 0; the last one along {} is {}.", edge, blocks - 1));
    return {};
}

}  // namespace

Result<DebugTarget> debug_target_of(const KernelOptions& options) {
    DebugTarget target;
    auto source = read_kernel(options.file, options.entry, options.includes);
    if (!source) return std::unexpected(source.error());
    target.source = std::move(*source);
    target.file = options.file;
    const auto grid = parse_dim3("--grid", options.grid);
    if (!grid) return std::unexpected(grid.error());
    const auto block = parse_dim3("--block", options.block);
    if (!block) return std::unexpected(block.error());
    target.shape = {*grid, *block, options.shared_bytes};
    auto arguments = make_arguments(options.arguments, options.seed);
    if (!arguments) return std::unexpected(arguments.error());
    target.arguments = std::move(*arguments);
    target.source.options.argument_bytes = bytes_of_each(target.arguments);
    auto symbols = make_symbols(options.symbols, options.seed);
    if (!symbols) return std::unexpected(symbols.error());
    target.symbols = std::move(*symbols);
    return target;
}

Result<DebugTarget> debug_target_of(const RunOptions& options) {
    DeviceSet devices;
    const auto prepared = prepare_run(options, devices);
    if (!prepared) return std::unexpected(prepared.error());
    return debug_target_of(prepared->lesson, prepared->request);
}

Result<DebugTarget> debug_target_of(const Lesson& lesson, const ExperimentRequest& request) {
    const auto launch = resolve_launch(lesson, request);
    if (!launch) return std::unexpected(launch.error());
    const KernelSpec& kernel = request.kernel.empty() ? lesson.kernels.front() : *lesson.find_kernel(request.kernel);
    DebugTarget target;
    target.shape = launch->shape;
    target.dtype = launch->dtype;
    auto text = read_kernel_source(lesson, kernel);
    if (!text) return std::unexpected(text.error());
    target.source = {std::move(*text), launch->entry, shown_kernel_path(lesson, kernel), includes_of(lesson, kernel)};
    if (const auto file = find_kernel_file(lesson, kernel)) target.file = *file;
    auto arguments = make_arguments(lesson, kernel, request.parameters, launch->dtype, request.seed);
    if (!arguments) return std::unexpected(arguments.error());
    target.arguments = std::move(*arguments);
    return target;
}

Result<DebugStart> start_debugger(Device& device, DebugTarget& target, const DebugOptions& options, const std::stop_token& stop) {
    if (const auto inside = check_block(target.shape, options.block); !inside) return std::unexpected(inside.error());
    DebugStart start;
    RunRecord compiled;
    start.program = compile_into(compiled, device, target.source, stop);
    start.diagnostics = std::move(compiled.diagnostics);
    start.fault = std::move(compiled.fault);
    if (start.program == nullptr) return start;
    name_after_parameters(target.arguments, *start.program);
    auto bound = bind_to_program(target.arguments, target.arguments.arrays, *start.program, device.describe().id(), target.dtype);
    if (!bound) return std::unexpected(bound.error());
    give_symbols(*bound, target.symbols);
    auto session = device.debug(*start.program, target.shape, std::move(*bound), options, stop);
    if (session)
        start.session = std::move(*session);
    else
        start.fault = std::move(session.error());
    return start;
}

Result<Dim3> parse_block_index(std::string_view option, std::string_view text) {
    std::array<std::uint32_t, 3> parts{};
    std::size_t count = 0;
    for (std::string_view rest = text; count < parts.size();) {
        const std::size_t comma = rest.find(',');
        const auto part = parse_integer(rest.substr(0, comma));
        if (!part || *part < 0 || *part > std::numeric_limits<std::uint32_t>::max()) break;
        parts[count++] = static_cast<std::uint32_t>(*part);
        if (comma == std::string_view::npos) return Dim3{parts[0], parts[1], parts[2]};
        rest.remove_prefix(comma + 1);
    }
    return usage_error(fmt::format("{} '{}' is not the index of a block", option, text),
                       "Write one to three whole numbers, counted from 0, like 2 or 2,0,1.");
}

Result<void> set_schedule(DebugOptions& options, std::string_view text) {
    const auto choice = parse_schedule(text);
    if (!choice) return std::unexpected(choice.error());
    options.schedule = choice->schedule;
    options.schedule_seed = choice->seed;
    return {};
}

std::string schedule_text(const DebugOptions& options) { return text_of(ScheduleChoice{options.schedule, options.schedule_seed}); }

Result<BlocksBefore> parse_blocks_before(std::string_view text) {
    for (const BlocksBefore before : {BlocksBefore::not_run, BlocksBefore::all_run})
        if (text == before_text(before)) return before;
    return usage_error(fmt::format("'{}' is not a choice of the blocks that run before this one", text),
                       "Choose none (memory is as it was at the start of the launch) or all.");
}

std::string_view before_text(BlocksBefore before) { return before == BlocksBefore::not_run ? "none" : "all"; }

Result<void> check_warp(const LaunchShape& shape, std::uint32_t warp) {
    const std::uint64_t warps = warps_per_block(shape);
    if (warp < warps || warps == 0) return {};  // a launch without threads has words of its own
    return usage_error(fmt::format("there is no warp {}: a block of {} threads has {} warp{}", warp,
                                   with_separators(shape.block.count()), with_separators(warps), warps == 1 ? "" : "s"),
                       fmt::format("Warps are counted from 0; the last one is {}.", warps - 1));
}

}  // namespace warpwise
