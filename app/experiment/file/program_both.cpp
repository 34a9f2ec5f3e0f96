#include "experiment/file/program_both.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <ranges>
#include <sstream>
#include <tuple>
#include <utility>

#include "base/number_text.h"

namespace warpwise {
namespace {

using Key = std::tuple<std::string, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;

Key key_of(const ProgramLaunch& launch) {
    const auto& [grid, block, shared] = launch.shape;
    return {launch.kernel, grid.x, grid.y, grid.z, block.x, block.y, block.z};
}

std::optional<std::string> next_line(std::istringstream& from) {
    std::string line;
    return std::getline(from, line) ? std::optional(std::move(line)) : std::nullopt;
}

std::string quoted(const std::optional<std::string>& line) { return line ? *line : "(nothing: the output has ended)"; }

nlohmann::json json_of(const std::optional<std::string>& line) { return line ? nlohmann::json(*line) : nlohmann::json(nullptr); }

}  // namespace

std::optional<OutputDifference> first_difference(const std::string& emulated, const std::string& cuda) {
    std::istringstream first(emulated), second(cuda);
    for (int line = 1;; ++line) {
        auto a = next_line(first), b = next_line(second);
        if (!a && !b) return std::nullopt;
        if (a != b) return OutputDifference{line, std::move(a), std::move(b)};
    }
}

BothReports joined(ProgramReport emulated, Result<ProgramReport> cuda) {
    BothReports out{.emulated = std::move(emulated), .cuda = {}, .missing = {}, .only_on_gpu = {}, .difference = {}};
    if (!cuda) {
        out.missing = cuda.error();
        return out;
    }
    out.cuda = *std::move(cuda);
    if (has_errors(out.cuda->diagnostics)) return out;
    std::map<Key, std::vector<ProgramLaunch*>> open;  // last one first
    for (ProgramLaunch& each : std::ranges::reverse_view(out.emulated.launches)) open[key_of(each)].push_back(&each);
    for (const ProgramLaunch& each : out.cuda->launches) {
        auto& same = open[key_of(each)];
        if (same.empty()) {
            out.only_on_gpu.push_back(each);
        } else {
            same.back()->gpu_ms = each.gpu_ms;
            same.pop_back();
        }
    }
    out.difference = first_difference(out.emulated.output, out.cuda->output);
    return out;
}

int BothReports::exit_status() const {
    const int own = emulated.exit_status();
    return own == 0 && cuda ? cuda->exit_status() : own;
}

std::string text_of(const BothReports& reports) {
    std::string out = text_of(reports.emulated);
    if (reports.missing) {
        out += fmt::format("Nothing ran on a GPU: {}.\n", reports.missing->message);
        if (!reports.missing->hint.empty()) out += fmt::format("  {}\n", reports.missing->hint);
        return out;
    }
    const ProgramReport& cuda = *reports.cuda;
    if (has_errors(cuda.diagnostics)) {
        for (const Diagnostic& each : cuda.diagnostics) out += fmt::format("Nothing ran on a GPU: {}\n", each.message);
        return out;
    }
    if (!reports.only_on_gpu.empty()) {
        ProgramReport rest;
        rest.device = cuda.device;
        rest.launches = reports.only_on_gpu;
        out += "\nLaunches that ran only on the GPU:" + times_table(rest);
    }
    out += fmt::format("On the GPU: {} kernel launch{}, exit code {}. ", with_separators(cuda.launch_count()),
                       cuda.launch_count() == 1 ? "" : "es", cuda.exit_code);
    if (!reports.difference) return out + "Both runs printed the same text.\n";
    const OutputDifference& first = *reports.difference;
    return out + fmt::format("The two outputs differ. The first difference is in line {}:\n  emulated: {}\n  GPU:      {}\n",
                             first.line, quoted(first.emulated), quoted(first.cuda));
}

nlohmann::json to_json(const BothReports& reports) {
    nlohmann::json out = to_json(reports.emulated);
    out["device"] = "cuda,emulated";
    out["cuda"] = reports.cuda ? to_json(*reports.cuda) : nlohmann::json(nullptr);
    out["cuda_missing"] = nullptr;
    if (reports.missing) out["cuda_missing"] = {{"message", reports.missing->message}, {"hint", reports.missing->hint}};
    out["first_difference"] = nullptr;
    if (const auto& first = reports.difference)
        out["first_difference"] = {{"line", first->line}, {"emulated", json_of(first->emulated)}, {"cuda", json_of(first->cuda)}};
    return out;
}

}  // namespace warpwise
