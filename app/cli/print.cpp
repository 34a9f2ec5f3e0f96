#include "cli/print.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace warpwise {
namespace {

std::string dims(const Dim3& d) {
    if (d.z != 1) return fmt::format("{} x {} x {}", d.x, d.y, d.z);
    if (d.y != 1) return fmt::format("{} x {}", d.x, d.y);
    return grouped(d.x);
}

std::string counter_text(double value) {
    return value == std::floor(value) && value >= 0 && value < 1e18 ? grouped(static_cast<std::uint64_t>(value))
                                                                    : fmt::format("{:.4g}", value);
}

// "2 marked: outlier, throttled: power limit"
std::string marks_text(const RecordedPhase& phase) {
    std::set<std::string> reasons;
    for (const auto& [sample, why] : phase.marked) reasons.insert(why);
    return reasons.empty() ? "" : fmt::format(", {} marked ({})", phase.marked.size(), fmt::join(reasons, ", "));
}

// How a run on a GPU went, when it was not the plain way.
std::string way_line(const RunRecord& record) {
    std::string text = record.copies == CopyMode::pageable ? "" : fmt::format(", {} arrays", name_of(record.copies));
    if (!record.timeline.empty())
        text += fmt::format(", {} chunk{} on {} stream{}", record.chunks, record.chunks == 1 ? "" : "s", record.streams,
                            record.streams == 1 ? "" : "s");
    if (record.flushed_l2) text += ", L2 cache flushed";
    return text.empty() ? "" : "  " + text.substr(2) + "\n";
}

std::string phase_line(const RecordedPhase& phase) {
    std::string line = fmt::format("  {:<9}", phase.name);
    if (!phase.measurement.samples_ms.empty()) {
        line += fmt::format("{:>9} median of {}", duration_text(phase.measurement.median_ms), phase.measurement.samples_ms.size());
        if (phase.measurement.too_few()) line += " (too few to trust)";
        line += marks_text(phase);
        if (phase.cold_ms) line += fmt::format(", first {}", duration_text(*phase.cold_ms));
    } else if (phase.cold_ms) {
        line += fmt::format("{:>9} once", duration_text(*phase.cold_ms));
    }
    return line + (phase.source == "recorded" ? ", recorded\n" : "\n");
}

std::string check_lines(const Check& check) {
    if (check.passed)
        return fmt::format("  {} of {} elements as {} has them{}\n", grouped(check.compared), grouped(check.compared),
                           check.compared_with,
                           check.max_abs_error > 0 ? fmt::format(", largest difference {:.3g}", check.max_abs_error) : "");
    std::string text =
        fmt::format("  {} of {} elements differ from {}\n", grouped(check.differing), grouped(check.compared), check.compared_with);
    if (const auto& d = check.first_difference)
        text += fmt::format("  first: {}[{}] is {} and should be {}\n", d->array, d->index, d->found, d->expected);
    return text;
}

}  // namespace

std::string grouped(std::uint64_t value) {
    std::string text = fmt::format("{}", value);
    for (std::ptrdiff_t at = std::ssize(text) - 3; at > 0; at -= 3) text.insert(static_cast<std::size_t>(at), ",");
    return text;
}

std::string first_elements(const Array& array) {
    constexpr std::size_t shown = 8;
    std::string text = array.name + " =";
    for (std::size_t i = 0; i < array.size() && i < shown; ++i) text += (i == 0 ? " " : ", ") + array.text(i);
    if (array.size() > shown) text += ", ... " + array.text(array.size() - 1);
    std::string shape;
    for (std::int64_t extent : array.shape()) shape += (shape.empty() ? "" : " x ") + grouped(static_cast<std::uint64_t>(extent));
    return text + fmt::format(" ({}, {})", name_of(array.dtype()), shape);
}

std::string summary_of(const RunRecord& record) {
    std::string text =
        fmt::format("{}: {} on {} ({})\n", name_of(record.status), record.kernel, name_of(record.device.id()), record.device.name);
    text += fmt::format("  grid {}, block {}: {} threads", dims(record.launch.grid), dims(record.launch.block),
                        grouped(record.launch.thread_count()));
    if (record.launch.dynamic_shared_bytes != 0)
        text += fmt::format(", {} bytes of shared memory a block", grouped(record.launch.dynamic_shared_bytes));
    text += "\n";
    if (!record.diagnostics.empty()) text += text_of(record.diagnostics);
    if (record.fault && !has_errors(record.diagnostics)) text += text_of(*record.fault) + "\n";
    if (record.check) text += check_lines(*record.check);
    text += way_line(record);
    for (const RecordedPhase& phase : record.phases) text += phase_line(phase);
    if (record.warp_instructions != 0)
        text += fmt::format("  executed  {} warp instructions in {} of the emulator's own time\n",
                            grouped(record.warp_instructions), duration_text(record.wall_s * 1e3));
    // Most kernels use a few of the counters; the JSON has the zeros too.
    for (const auto& [name, value] : record.counters)
        if (value != 0) text += fmt::format("  {:<36}{:>16}\n", name, counter_text(value));
    if (!record.printed.empty()) text += "printed by the kernel:\n" + record.printed + (record.printed.ends_with('\n') ? "" : "\n");
    return text;
}

}  // namespace warpwise
