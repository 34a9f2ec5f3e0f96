#include "experiment/file/launch_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/counted.h"
#include "base/number_text.h"

namespace warpwise {
namespace {

// From dark blue over green to yellow, as viridis.
Rgb colour_of(double share) {
    constexpr std::array<std::array<double, 3>, 5> stops{
        {{68, 1, 84}, {59, 82, 139}, {33, 145, 140}, {94, 201, 98}, {253, 231, 37}}};
    const double at = std::clamp(share, 0.0, 1.0) * (stops.size() - 1);
    const std::size_t first = std::min(static_cast<std::size_t>(at), stops.size() - 2);
    Rgb out{};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = static_cast<std::uint8_t>(
            std::lround(std::lerp(stops[first][i], stops[first + 1][i], at - static_cast<double>(first))));
    return out;
}
constexpr Rgb kNoNumber{195, 52, 47};

struct ValueRange {
    double least = 0, most = 0;
};

ValueRange range_of(const ProgramLaunch::Array& before, const ProgramLaunch::Array& after) {
    std::vector<double> values;
    const auto add = [&](const std::vector<double>& from) {
        std::ranges::copy_if(from, std::back_inserter(values), [](double each) { return std::isfinite(each); });
    };
    if (before.before) add(*before.before);
    add(after.after);
    if (values.empty()) return {};
    const auto [least, most] = std::ranges::minmax(values);
    return {least, most};
}

std::vector<Rgb> colours_of(const std::vector<double>& values, const ValueRange& range) {
    std::vector<Rgb> out;
    out.reserve(values.size());
    const double span = range.most - range.least;
    for (const double each : values)
        out.push_back(std::isfinite(each) ? colour_of(span > 0 ? (each - range.least) / span : 0.5) : kNoNumber);
    return out;
}

std::string values_words(const char* when, std::size_t launch, const ProgramLaunch::Array& array,
                         const std::vector<double>& values) {
    const std::string begin = fmt::format("{} {} launch {}", array.name, when, with_separators(launch + 1));
    if (values.empty()) return begin;
    return array.elements == 1 ? fmt::format("{}: one element, {}", begin, values.front())
                               : fmt::format("{}: {}, the first {}, the last shown {}", begin, counted(array.elements, "element"),
                                             values.front(), values.back());
}

std::uint64_t linear_index(const Dim3& at, const Dim3& extent) {
    return at.x + std::uint64_t{extent.x} * (at.y + std::uint64_t{extent.y} * at.z);
}

double count_of(const ProgramLaunch& launch, const char* name) {
    const auto found = launch.counters.find(name);
    return found == launch.counters.end() ? 0 : found->second;
}

// Of each launch.
std::vector<std::vector<std::size_t>> findings_of_launches(const ProgramReport& report) {
    std::vector<std::vector<std::size_t>> out(report.launches.size());
    for (std::size_t i = 0; i < report.findings.size(); ++i) {
        const int launch = report.findings[i].launch;
        if (launch >= 0 && static_cast<std::size_t>(launch) < out.size()) out[static_cast<std::size_t>(launch)].push_back(i);
    }
    return out;
}

}  // namespace

std::vector<LaunchRow> launch_rows(const ProgramReport& report) {
    const auto findings = findings_of_launches(report);
    std::vector<bool> stands_apart(report.launches.size());  // another step is between it and the launch before
    bool is_after_launch = false;
    for (const ProgramReport::Step& step : report.steps) {
        const bool is_launch = step.what == ProgramReport::Step::What::launch;
        if (is_launch && step.index < stands_apart.size()) stands_apart[step.index] = !is_after_launch;
        is_after_launch = is_launch;
    }
    std::vector<LaunchRow> rows;
    for (std::size_t i = 0; i < report.launches.size(); ++i) {
        const ProgramLaunch& launch = report.launches[i];
        const bool continues = !rows.empty() && !stands_apart[i] && findings[i].empty() && rows.back().findings.empty() &&
                               are_alike(report.launches[rows.back().first()], launch);
        if (continues) {
            rows.back().launches.push_back(i);
            continue;
        }
        const auto is_mistake = [&](std::size_t finding) { return !report.findings[finding].is_note; };
        rows.push_back({{i}, findings[i], launch.fault.has_value() || std::ranges::any_of(findings[i], is_mistake)});
    }
    return rows;
}

std::vector<LaunchRow> merged_rows(const ProgramReport& report, std::vector<LaunchRow> rows, std::size_t most) {
    if (rows.size() <= most) return rows;
    std::vector<LaunchRow> out;
    std::vector<std::size_t> merging;  // rows of `out` that take others
    for (LaunchRow& row : rows) {
        const auto alike = [&](std::size_t i) { return are_alike(report.launches[out[i].first()], report.launches[row.first()]); };
        const auto found = row.findings.empty() ? std::ranges::find_if(merging, alike) : merging.end();
        if (found != merging.end()) {
            out[*found].launches.insert(out[*found].launches.end(), row.launches.begin(), row.launches.end());
            continue;
        }
        if (row.findings.empty()) merging.push_back(out.size());
        out.push_back(std::move(row));
    }
    return out;
}

std::string numbers_words(const LaunchRow& row) {
    constexpr std::size_t most_named = 3;
    const std::size_t count = row.launches.size();
    if (count == 1) return fmt::format("launch {}", with_separators(row.first() + 1));
    if (row.last() - row.first() + 1 == count)
        return fmt::format("launches {} to {}", with_separators(row.first() + 1), with_separators(row.last() + 1));
    std::string out = "launches ";
    for (std::size_t i = 0; i < std::min(count, most_named); ++i) {
        if (i > 0) out += i + 1 == count ? " and " : ", ";
        out += with_separators(row.launches[i] + 1);
    }
    return count > most_named ? fmt::format("{} and {} more", out, with_separators(count - most_named)) : out;
}

std::string shape_words(const ProgramLaunch& launch) {
    return fmt::format("{} {} of {} {}", extents_text(launch.shape.grid), launch.shape.grid.count() == 1 ? "block" : "blocks",
                       extents_text(launch.shape.block), launch.shape.block.count() == 1 ? "thread" : "threads");
}

std::vector<std::string> counts_lines(const ProgramLaunch& launch) {
    const double requests = count_of(launch, "global_load_requests"), sectors = count_of(launch, "global_load_sectors");
    if (launch.is_ended_by_fault) return {"stopped"};
    if (requests == 0) return {};
    std::vector<std::string> out{counted(static_cast<std::uint64_t>(requests), "load request"),
                                 fmt::format("{:.1f} sectors each", sectors / requests)};
    const double conflicts = count_of(launch, "shared_load_bank_conflicts") + count_of(launch, "shared_store_bank_conflicts");
    if (conflicts > 0) out.push_back(counted(static_cast<std::uint64_t>(conflicts), "bank conflict"));
    return out;
}

std::string finding_title(const ProgramReport& report, const ProgramFinding& finding) {
    std::string place;
    if (finding.line > 0) {
        const bool is_elsewhere = !finding.file.empty() && finding.file != report.program;
        const std::string of = is_elsewhere ? " of " + std::filesystem::path(finding.file).filename().string() : "";
        place = fmt::format("Line {}{}: ", finding.line, of);
    }
    return fmt::format("{}{}{}", place, finding.is_note ? "note: " : "", finding.message);
}

GridThumbnail grid_thumbnail(const ProgramLaunch& launch) {
    GridThumbnail out;
    out.blocks = launch.shape.grid.count();
    out.cells = std::min(out.blocks, GridThumbnail::kMostCells);
    if (out.cells > 0 && launch.fault && launch.fault->block)
        out.hit = std::min(linear_index(*launch.fault->block, launch.shape.grid) * out.cells / out.blocks, out.cells - 1);
    return out;
}

std::vector<ArrayStrip> array_strips(const ProgramReport& report, const LaunchRow& row) {
    const auto has_arrays = [&](std::size_t launch) { return !report.launches[launch].arrays.empty(); };
    const auto found = std::ranges::find_if(row.launches.rbegin(), row.launches.rend(), has_arrays);
    if (found == row.launches.rend()) return {};
    const ProgramLaunch &first = report.launches[row.first()], &last = report.launches[*found];
    std::vector<ArrayStrip> out;
    for (std::size_t i = 0; i < first.arrays.size() && i < last.arrays.size(); ++i) {
        const ProgramLaunch::Array &before = first.arrays[i], &after = last.arrays[i];
        const bool has_numbers = std::ranges::any_of(after.after, [](double each) { return std::isfinite(each); });
        if (!before.is_output || !has_numbers) continue;
        const ValueRange range = range_of(before, after);
        ArrayStrip strip{before.name, {}, colours_of(after.after, range), {}, values_words("after", *found, after, after.after)};
        strip.before_words = fmt::format("{} before launch {}: not written yet", before.name, with_separators(row.first() + 1));
        if (before.before) {
            strip.before = colours_of(*before.before, range);
            strip.before_words = values_words("before", row.first(), before, *before.before);
        }
        strip.changed = strip.before != strip.after;
        out.push_back(std::move(strip));
    }
    return out;
}

std::string FaultLanes::words() const {
    std::string out = fmt::format("Warp {} of block ({}, {}, {}): ", warp, block.x, block.y, block.z);
    if (lane) out += fmt::format("lane {}{}", *lane, is_first ? ", the first that fails" : "");
    if (lane && other) out += "; ";
    if (other) out += fmt::format("lane {} is the other thread", *other);
    return out;
}

std::vector<FaultLanes> fault_lanes(const ProgramLaunch& launch, const ProgramFinding& finding) {
    if (!launch.fault || !launch.fault->thread || !launch.fault->block) return {};
    const Fault& fault = *launch.fault;
    if (finding.kind != name_of(fault.kind) || finding.line != fault.line) return {};
    const auto warp_of = [&](const Dim3& block, const Dim3& thread) {
        const std::uint64_t threads = launch.shape.block.count();
        FaultLanes out{.block = block,
                       .warp = linear_index(thread, launch.shape.block) / FaultLanes::kLanes,
                       .lanes = 0,
                       .lane = {},
                       .is_first = false,
                       .other = {}};
        out.lanes = std::min(threads - std::min(threads, out.warp * FaultLanes::kLanes), FaultLanes::kLanes);
        return out;
    };
    const auto lane_of = [&](const Dim3& thread) { return linear_index(thread, launch.shape.block) % FaultLanes::kLanes; };
    std::vector<FaultLanes> out{warp_of(*fault.block, *fault.thread)};
    out[0].lane = lane_of(*fault.thread);
    out[0].is_first = fault.kind != FaultKind::data_race && fault.kind != FaultKind::barrier_divergence;
    if (!fault.other || !fault.other->thread || !fault.other->block) return out;
    FaultLanes other = warp_of(*fault.other->block, *fault.other->thread);
    const bool is_same_warp = other.block == out[0].block && other.warp == out[0].warp;
    if (!is_same_warp) out.push_back(other);
    out.back().other = lane_of(*fault.other->thread);
    return out;
}

}  // namespace warpwise
