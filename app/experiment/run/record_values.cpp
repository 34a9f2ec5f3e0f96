#include "experiment/run/record_values.h"

#include <algorithm>
#include <unordered_map>

#include "experiment/run/resolve.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

using Values = std::map<std::string, double>;

void add_launch(Values& values, const Lesson& lesson, const RunRecord& record) {
    const Dim3& grid = record.launch.grid;
    const Dim3& block = record.launch.block;
    const std::uint64_t warps_of_block = (block.count() + kWarpSize - 1) / kWarpSize;
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

void add_writes(Values& values, const RunRecord& record) {
    const auto summary = record.write_summary ? record.write_summary : summary_of(record.writes);
    if (!summary) return;
    values["written"] = static_cast<double>(summary->written);
    values["writers"] = static_cast<double>(summary->writers);
    values["most_by_one_writer"] = static_cast<double>(summary->most_by_one);
    if (summary->written == 0) return;
    values["first_written"] = static_cast<double>(summary->first);
    values["last_written"] = static_cast<double>(summary->last);
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

std::optional<WriteSummary> summary_of(const std::vector<WriteMap>& maps) {
    if (maps.empty()) return std::nullopt;
    const auto is_written = [](std::uint32_t writer) { return writer != 0; };
    for (const WriteMap& map : maps) {
        const auto first = std::ranges::find_if(map.writer, is_written);
        if (first == map.writer.end()) continue;
        WriteSummary summary{.first = static_cast<std::uint64_t>(first - map.writer.begin())};
        const auto last = std::find_if(map.writer.rbegin(), map.writer.rend(), is_written);
        summary.last = static_cast<std::uint64_t>(map.writer.rend() - last - 1);
        const auto count = [&](auto& by_writer) {
            for (const std::uint32_t writer : map.writer) {
                if (writer == 0) continue;
                ++summary.written;
                const std::uint32_t elements = ++by_writer[writer];
                summary.writers += elements == 1;
                summary.most_by_one = std::max<std::uint64_t>(summary.most_by_one, elements);
            }
        };
        // A place for each thread, unless few elements have been written by threads of a very large launch.
        const std::size_t largest = *std::ranges::max_element(map.writer);
        std::vector<std::uint32_t> places;
        std::unordered_map<std::uint32_t, std::uint32_t> named;
        if (largest < 8 * map.writer.size()) {
            places.resize(largest + 1);
            count(places);
        } else {
            count(named);
        }
        return summary;
    }
    return WriteSummary{};
}

Values values_of(const Lesson& lesson, const RunRecord& record) {
    Values values(record.counters.begin(), record.counters.end());
    for (const char* of_full_trace :
         {"global_load_repeats", "global_load_repeat_sectors", "global_store_repeats", "global_store_repeat_sectors",
          "shared_load_repeats", "shared_store_repeats", "global_load_threads", "global_load_bytes", "shared_load_bytes"})
        if (!record.counters.empty()) values.try_emplace(of_full_trace, 0);
    add_launch(values, lesson, record);
    add_check(values, record);
    add_writes(values, record);
    add_array_bytes(values, lesson, record);
    values["warp_instructions"] = static_cast<double>(record.warp_instructions);
    values["lane_instructions"] = static_cast<double>(record.lane_instructions);
    values["most_by_one_warp"] = static_cast<double>(record.most_by_one_warp);
    if (record.warp_instructions > 0) values["active_lanes"] = values["lane_instructions"] / values["warp_instructions"];
    values["fault"] = record.fault ? 1 : 0;
    for (const auto& [id, value] : record.request.parameters) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) values[id] = static_cast<double>(*whole);
        if (const auto* real = std::get_if<double>(&value)) values[id] = *real;
    }
    return values;
}

}  // namespace warpwise
