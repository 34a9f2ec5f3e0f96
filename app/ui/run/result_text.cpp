#include "ui/run/result_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/escape.h"
#include "base/number_text.h"
#include "experiment/record/record_text.h"
#include "experiment/run/record_values.h"
#include "lesson/formula.h"
#include "ui/kit/widgets.h"

namespace warpwise::ui {

namespace {

std::optional<double> counter(const RunRecord& record, const std::string& name) {
    const auto found = record.counters.find(name);
    if (found == record.counters.end()) return std::nullopt;
    return found->second;
}

std::string count_text(double value) {
    if (value >= 0 && value == std::floor(value)) return with_separators(static_cast<std::uint64_t>(value));
    return fmt::format("{:.2f}", value);
}

bool is_output(const RunRecord& record, const Array& array) {
    return record.outputs != nullptr && std::ranges::find(*record.outputs, array.name, &Array::name) != record.outputs->end();
}

// What a warp of elements needs at best: 4 sectors for elements of 4 bytes, 8 for those of 8. Loads are of the arrays that the
// kernel reads, stores of those that it leaves; where these differ in size, the count is of a mixture and has no best.
std::optional<double> best_sectors(const RunRecord& record, bool store) {
    std::set<std::size_t> bytes;
    if (record.inputs != nullptr)
        for (const Array& array : *record.inputs)
            if (is_output(record, array) == store) bytes.insert(size_of(array.dtype()));
    if (bytes.empty())
        if (const auto dtype = dtype_from_name(record.dtype)) bytes.insert(size_of(*dtype));
    if (bytes.size() != 1) return std::nullopt;
    return std::max(1.0, static_cast<double>(*bytes.begin() * kWarpSize) / 32.0);
}

void add_sector_row(std::vector<ResultRow>& rows, const RunRecord& record, const std::string& what) {
    const auto requests = counter(record, "global_" + what + "_requests"), sectors = counter(record, "global_" + what + "_sectors");
    if (!requests || !sectors || *requests <= 0) return;
    const std::optional<double> best = best_sectors(record, what == "store");
    std::string help =
        fmt::format("{} sectors of 32 bytes for {} {} requests of warps.", count_text(*sectors), count_text(*requests), what);
    if (best)
        help += fmt::format(
            " A full warp of neighbouring elements needs at least {:.0f}; fewer are possible when lanes share a sector or are "
            "masked out.",
            *best);
    rows.push_back({.label = what + " sectors / request",
                    .value = fmt::format("{:.1f}", *sectors / *requests),
                    .note = best ? fmt::format("full warp: {:.0f}", *best) : std::string(),
                    .origin = Origin::counted,
                    .term = "sector",
                    .help = std::move(help)});
}

void add_count_row(std::vector<ResultRow>& rows, const RunRecord& record, const std::string& name, std::string label,
                   std::string term, std::string help) {
    const auto value = counter(record, name);
    if (!value || *value == 0) return;
    rows.push_back({.label = std::move(label),
                    .value = count_text(*value),
                    .note = {},
                    .origin = Origin::counted,
                    .term = std::move(term),
                    .help = std::move(help)});
}

void add_branch_row(std::vector<ResultRow>& rows, const RunRecord& record) {
    const auto divergent = counter(record, "divergent_branches"), all = counter(record, "branches");
    if (!divergent || !all || *all == 0) return;
    rows.push_back(
        {.label = "divergent branches",
         .value = count_text(*divergent),
         .note = "of " + count_text(*all),
         .origin = Origin::counted,
         .term = "divergence",
         .help = "How often the lanes of a warp disagreed at a branch: the warp then runs both sides, one after the other."});
}

std::string value_of_phase(const RecordedPhase& phase) {
    const Measurement& m = phase.measurement;
    return m.samples_ms.empty() ? duration_text(phase.cold_ms.value_or(0)) : duration_text(m.median_ms);
}

// A GPU's time is what is not measured in the emulator, and what a recording brings.
std::string time_label(const RunRecord& record) {
    const DeviceTraits& traits = traits_of(record.device.kind);
    if (!traits.has_times || traits.is_recorded) return "GPU time";
    return short_title_of(record.device.id()) + " time";
}

ResultRow time_row(const RunRecord& record) {
    ResultRow row{.label = time_label(record), .value = {}, .note = {}, .origin = Origin::absent, .term = "median", .help = {}};
    if (!traits_of(record.device.kind).has_times) {
        row.value = "not measured: emulated";
        row.term = "emulator";
        row.help =
            fmt::format("The emulator counts what a GPU would do but has no GPU clock. Its own work took {} of the CPU's time.",
                        duration_text(record.wall_s * 1000));
        return row;
    }
    const RecordedPhase* phase = record.find_phase("kernel");
    if (phase == nullptr) phase = record.find_phase("total");
    if (phase == nullptr) {
        row.value = "no time";
        row.help = "This run ended before anything was timed.";
        return row;
    }
    row.origin = phase->source == "recorded" ? Origin::recorded : Origin::measured;
    row.value = value_of_phase(*phase);
    row.help =
        fmt::format("{}: {} of {} runs on {}{}.", phase->name, phase->measurement.too_few() ? "median (too few samples)" : "median",
                    phase->measurement.samples_ms.size(), record.device.name,
                    row.origin == Origin::recorded ? ", recorded " + record.date.substr(0, 10) : "");
    return row;
}

}  // namespace

const char* name_of(Origin origin) {
    switch (origin) {
        case Origin::counted: return "counted";
        case Origin::measured: return "measured";
        case Origin::recorded: return "recorded";
        case Origin::absent: break;
    }
    return "absent";
}

std::vector<ResultRow> counter_rows(const RunRecord& record) {
    std::vector<ResultRow> rows;
    if (record.counters.empty() && record.warp_instructions == 0) return rows;
    const std::uint64_t warps = record.launch.grid.count() * ((record.launch.block.count() + kWarpSize - 1) / kWarpSize);
    rows.push_back({.label = "warps run",
                    .value = with_separators(warps),
                    .note = {},
                    .origin = Origin::counted,
                    .term = "warp",
                    .help = "Blocks times the warps of a block; the last warp of a block may be partly empty."});
    if (record.warp_instructions > 0)
        rows.push_back(
            {.label = "warp instructions",
             .value = with_separators(record.warp_instructions),
             .origin = Origin::counted,
             .term = "warp",
             .help = std::string("Instructions of the emulator's program, counted once for a warp of 32 lanes. A GPU's own "
                                 "compiler makes a different number of instructions from the same source.") +
                     (record.compiled ? fmt::format(" This launch was {}, this computer's processor, while it ran: that makes the "
                                                    "emulator faster, and the counts do not change.",
                                                    compiled_text(record))
                                      : "")});
    add_sector_row(rows, record, "load");
    add_sector_row(rows, record, "store");
    add_branch_row(rows, record);
    add_count_row(rows, record, "global_atomic_requests", "atomic requests", "atomic",
                  "Atomics whose old value is used, counted per warp.");
    add_count_row(rows, record, "global_reduction_requests", "reduction requests", "atomic",
                  "Atomics whose old value is not used, counted per warp.");
    add_count_row(rows, record, "shared_load_bank_conflicts", "load bank conflicts", "bank conflict",
                  "Extra wavefronts of shared memory, because lanes read different words of one bank.");
    add_count_row(rows, record, "shared_store_bank_conflicts", "store bank conflicts", "bank conflict",
                  "Extra wavefronts of shared memory, because lanes wrote different words of one bank.");
    return rows;
}

std::vector<ResultRow> time_rows(const std::vector<const RunRecord*>& records) {
    std::vector<ResultRow> rows;
    for (const RunRecord* record : records) rows.push_back(time_row(*record));
    return rows;
}

ResultRow recorded_row(const RunRecord& record) {
    ResultRow row = time_row(record);
    row.label = fmt::format("{}, {}", full_name_of(record.device), record.date.substr(0, std::string_view("2026-11-21").size()));
    return row;
}

std::string place_text(const Dim3& index, const Dim3& extent) {
    if (extent.z > 1 || index.z > 0) return fmt::format("({}, {}, {})", index.x, index.y, index.z);
    if (extent.y > 1 || index.y > 0) return fmt::format("({}, {})", index.x, index.y);
    return std::to_string(index.x);
}

std::string measured_text(const Lesson& lesson, const RunRecord& record, const std::string& measured) {
    if (measured.empty()) return {};
    return fill_template(measured, values_of(lesson, record)).value_or("");
}

std::string rows_as_csv(const std::vector<ResultRow>& rows) {
    std::string csv = "what,value,note,origin\n";
    for (const ResultRow& row : rows)
        csv += csv_field(row.label) + ',' + csv_field(row.value) + ',' + csv_field(row.note) + ',' + name_of(row.origin) + '\n';
    return csv;
}

}  // namespace warpwise::ui
