#include "experiment/ranks/joined_ranks.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "experiment/ranks/rank_timeline.h"

namespace warpwise {
namespace {

// Lines come in any order from different ranks: "[rank 2] ..." go behind those of rank 1.
std::string by_rank(const std::string& output) {
    std::vector<std::pair<int, std::string>> lines;
    std::istringstream text(output);
    for (std::string line; std::getline(text, line);) {
        constexpr std::string_view mark = "[rank ";
        const int rank = line.starts_with(mark) ? std::atoi(line.c_str() + mark.size()) : 0;
        lines.emplace_back(rank, line);
    }
    std::vector<std::size_t> order(lines.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(lines[i].first, i); });
    std::string out;
    for (const std::size_t i : order) out += lines[i].second + "\n";
    return out;
}

}  // namespace

ProgramReport joined(const RanksReport& report) {
    ProgramReport out;
    out.program = report.program;
    out.output = by_rank(report.output);
    out.has_ended = std::ranges::all_of(report.ranks, &ProgramReport::has_ended);
    for (const ProgramReport& rank : report.ranks) {
        if (out.diagnostics.empty()) out.diagnostics = rank.diagnostics;
        const int launches = static_cast<int>(out.launches.size());
        for (ProgramFinding finding : rank.findings) {
            if (finding.launch >= 0) finding.launch += launches;
            const bool is_told = std::ranges::any_of(out.findings, [&](const ProgramFinding& each) {
                return each.kind == finding.kind && each.file == finding.file && each.line == finding.line;
            });
            if (!is_told) out.findings.push_back(std::move(finding));
        }
        out.errors.insert(out.errors.end(), rank.errors.begin(), rank.errors.end());
        out.launches.insert(out.launches.end(), rank.launches.begin(), rank.launches.end());
        out.more_launches.insert(out.more_launches.end(), rank.more_launches.begin(), rank.more_launches.end());
        out.copies.insert(out.copies.end(), rank.copies.begin(), rank.copies.end());
        out.waits.insert(out.waits.end(), rank.waits.begin(), rank.waits.end());
        if (rank.has_ended && out.exit_code == 0) out.exit_code = rank.exit_code;
    }
    if (out.exit_code == 0) out.exit_code = report.exit_code;
    out.rank_values = values_of(timeline_of(report.ranks));
    out.rank_values["ranks"] = static_cast<double>(report.ranks.size());
    return out;
}

}  // namespace warpwise
