#include "cli/print.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "base/number_text.h"
#include "experiment/record/record_text.h"

namespace warpwise {
namespace {

std::string counter_text(double value) {
    return value == std::floor(value) && value >= 0 && value < 1e18 ? with_separators(static_cast<std::uint64_t>(value))
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
    std::string text = "  " + check_text(check);
    if (check.passed && check.max_abs_error > 0) text += fmt::format(", largest difference {:.3g}", check.max_abs_error);
    if (const auto& first = check.first_difference) text += "\n  " + difference_text(*first);
    return text + "\n";
}

}  // namespace

std::string first_elements(const Array& array) {
    constexpr std::size_t shown = 8;
    std::string text = array.name + " =";
    for (std::size_t i = 0; i < array.size() && i < shown; ++i) text += (i == 0 ? " " : ", ") + array.text(i);
    if (array.size() > shown) text += ", ... " + array.text(array.size() - 1);
    std::string shape;
    for (std::int64_t extent : array.shape()) shape += (shape.empty() ? "" : " × ") + with_separators(extent);
    return text + fmt::format(" ({}, {})", name_of(array.dtype()), shape);
}

std::string summary_of(const RunRecord& record) {
    std::string text =
        fmt::format("{} on {} ({}): {}\n", record.kernel, name_of(record.device.id()), record.device.name, outcome_text(record));
    const std::uint64_t threads = record.launch.thread_count();
    text += fmt::format("  grid {}, block {}: {} thread{}", extents_text(record.launch.grid), extents_text(record.launch.block),
                        with_separators(threads), threads == 1 ? "" : "s");
    if (record.launch.dynamic_shared_bytes != 0)
        text += fmt::format(", {} bytes of shared memory per block", with_separators(record.launch.dynamic_shared_bytes));
    if (const auto launched = record.readings.find("device_launches"); launched != record.readings.end())
        text += fmt::format(", and {} grid{} that its threads launched",
                            with_separators(static_cast<std::uint64_t>(launched->second)), launched->second == 1 ? "" : "s");
    text += "\n";
    if (!record.diagnostics.empty()) text += text_of(record.diagnostics);
    if (record.fault && !has_errors(record.diagnostics)) text += text_of(*record.fault) + "\n";
    if (record.check) text += check_lines(*record.check);
    text += way_line(record);
    for (const RecordedPhase& phase : record.phases) text += phase_line(phase);
    if (record.warp_instructions != 0)
        text += fmt::format("  executed  {} warp instructions in {} of the emulator's own time{}\n",
                            with_separators(record.warp_instructions), duration_text(record.wall_s * 1e3),
                            record.compiled ? ", " + compiled_text(record) : "");
    // Most kernels use a few of the counters; the JSON has the zeros too.
    for (const auto& [name, value] : record.counters)
        if (value != 0) text += fmt::format("  {:<36}{:>16}\n", name, counter_text(value));
    if (!record.printed.empty()) text += "printed by the kernel:\n" + record.printed + (record.printed.ends_with('\n') ? "" : "\n");
    return text;
}

}  // namespace warpwise
