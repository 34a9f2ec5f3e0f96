#include "experiment/run/record_values.h"

#include <algorithm>

#include "experiment/run/resolve.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

using Values = std::map<std::string, double>;

void add_launch(Values& values, const Lesson& lesson, const RunRecord& record) {
    const Dim3& grid = record.launch.grid;
    const Dim3& block = record.launch.block;
    const std::uint64_t warps_of_block = (block.count() + warp_size - 1) / warp_size;
    values["blocks"] = static_cast<double>(grid.count());
    values["threads"] = static_cast<double>(record.launch.thread_count());
    values["warps"] = static_cast<double>(grid.count() * warps_of_block);
    values["grid_x"] = grid.x;
    values["grid_y"] = grid.y;
    values["grid_z"] = grid.z;
    values["block_x"] = block.x;
    values["block_y"] = block.y;
    values["block_z"] = block.z;
    if (const auto resolved = resolve_launch(lesson, record.request)) values["work"] = static_cast<double>(resolved->work);
}

void add_check(Values& values, const RunRecord& record) {
    if (!record.check) return;
    values["compared"] = static_cast<double>(record.check->compared);
    values["differing"] = static_cast<double>(record.check->differing);
    values["max_abs_error"] = record.check->max_abs_error;
}

// Of sorted writers, 0 for elements that no thread wrote: how many elements the busiest one wrote.
std::size_t longest_run(const std::vector<std::uint32_t>& writers) {
    std::size_t longest = 0;
    for (auto first = std::ranges::upper_bound(writers, 0u); first != writers.end();) {
        const auto end = std::upper_bound(first, writers.end(), *first);
        longest = std::max(longest, static_cast<std::size_t>(end - first));
        first = end;
    }
    return longest;
}

void add_writes(Values& values, const RunRecord& record) {
    for (const WriteMap& map : record.writes) {
        const auto is_written = [](std::uint32_t writer) { return writer != 0; };
        const auto first = std::ranges::find_if(map.writer, is_written);
        if (first == map.writer.end()) continue;
        const auto last = std::find_if(map.writer.rbegin(), map.writer.rend(), is_written);
        values["written"] = static_cast<double>(std::ranges::count_if(map.writer, is_written));
        values["first_written"] = static_cast<double>(first - map.writer.begin());
        values["last_written"] = static_cast<double>(map.writer.rend() - last - 1);
        std::vector<std::uint32_t> writers(map.writer);
        std::ranges::sort(writers);
        values["most_by_one_writer"] = static_cast<double>(longest_run(writers));
        const auto repeated = std::ranges::unique(writers);
        writers.erase(repeated.begin(), repeated.end());
        values["writers"] = static_cast<double>(writers.size() - (writers.front() == 0 ? 1 : 0));
        return;
    }
    if (!record.writes.empty()) values["written"] = values["writers"] = values["most_by_one_writer"] = 0;
}

void add_array_bytes(Values& values, const Lesson& lesson, const RunRecord& record) {
    const KernelSpec* kernel = lesson.find_kernel(record.request.kernel);
    if (kernel == nullptr) return;
    double bytes = 0;
    for (const ArraySpec& array : lesson.arrays) {
        if (std::ranges::find(kernel->arguments, array.id) == kernel->arguments.end()) continue;
        const auto named = record.request.parameters.find(array.dtype);
        const std::string dtype_name = named == record.request.parameters.end() ? array.dtype : text_of(named->second);
        const auto dtype = dtype_from_name(dtype_name);
        double size = dtype ? static_cast<double>(size_of(*dtype)) : 0;
        for (const std::string& edge : array.shape) size *= evaluate(edge, record.request.parameters).value_or(0);
        bytes += size;
    }
    values["array_bytes"] = bytes;
}

}  // namespace

Values values_of(const Lesson& lesson, const RunRecord& record) {
    Values values(record.counters.begin(), record.counters.end());
    for (const char* repeats : {"global_load_repeats", "global_load_repeat_sectors", "global_store_repeats",
                                "global_store_repeat_sectors", "shared_load_repeats", "shared_store_repeats"})
        if (!record.counters.empty()) values.try_emplace(repeats, 0);
    add_launch(values, lesson, record);
    add_check(values, record);
    add_writes(values, record);
    add_array_bytes(values, lesson, record);
    values["warp_instructions"] = static_cast<double>(record.warp_instructions);
    values["lane_instructions"] = static_cast<double>(record.lane_instructions);
    if (record.warp_instructions > 0) values["active_lanes"] = values["lane_instructions"] / values["warp_instructions"];
    values["fault"] = record.fault ? 1 : 0;
    for (const auto& [id, value] : record.request.parameters) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) values[id] = static_cast<double>(*whole);
        if (const auto* real = std::get_if<double>(&value)) values[id] = *real;
    }
    return values;
}

}  // namespace warpwise
