// A program's report for a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <map>
#include <numeric>

#include "base/counted.h"
#include "base/number_text.h"
#include "base/paths.h"
#include "experiment/file/program_report.h"

namespace warpwise {
namespace {

std::string place(const std::string& file, int line) {
    if (file.empty()) return "an unknown place";
    return line > 0 ? fmt::format("{}:{}", shown_path(file), line) : shown_path(file);
}

std::string size_text(Dim3 d) {
    return d.z > 1 ? fmt::format("{} x {} x {}", d.x, d.y, d.z) : d.y > 1 ? fmt::format("{} x {}", d.x, d.y) : std::to_string(d.x);
}

double counter(const ProgramLaunch& launch, const std::string& name) {
    const auto found = launch.counters.find(name);
    return found == launch.counters.end() ? 0 : found->second;
}

std::string ratio(double sectors, double requests) { return requests > 0 ? fmt::format("{:.1f}", sectors / requests) : "-"; }

// Launches of one kernel at one place with one shape are one row.
struct Row {
    const ProgramLaunch* first;
    std::size_t count = 0;
    std::vector<double> gpu_ms{};  // of those that a GPU has run as well
};
std::vector<Row> rows_of(const ProgramReport& report) {
    std::vector<Row> rows;
    const auto count = [&](const ProgramLaunch& launch, std::size_t times) {
        const auto same = std::ranges::find_if(rows, [&](const Row& row) { return are_alike(*row.first, launch); });
        Row& row = same == rows.end() ? rows.emplace_back(&launch) : *same;
        row.count += times;
        if (launch.gpu_ms) row.gpu_ms.push_back(*launch.gpu_ms);
    };
    for (const ProgramLaunch& launch : report.launches) count(launch, 1);
    for (const ProgramReport::MoreLaunches& each : report.more_launches) count(each.first, each.times);
    return rows;
}

// "12", or "shift.cu:12" in a program that launches from several sources.
std::string line_text(const std::vector<Row>& rows, const ProgramLaunch& launch) {
    const bool is_one_file = std::ranges::all_of(rows, [&](const Row& row) { return row.first->file == launch.file; });
    return is_one_file ? std::to_string(launch.line)
                       : fmt::format("{}:{}", std::filesystem::path(launch.file).filename().string(), launch.line);
}

// Calls of one function at one place with one size are one row.
std::string library_table(const ProgramReport& report) {
    if (report.library_calls.empty()) return {};
    std::vector<std::pair<std::string, int>> rows;
    for (const ProgramLibraryCall& each : report.library_calls) {
        std::string row = fmt::format("{:<28} {:>5}", each.call, each.line);
        const auto same = std::ranges::find_if(
            rows, [&](const auto& known) { return known.first.starts_with(row) && known.first.ends_with("  " + each.size); });
        if (same == rows.end()) {
            rows.emplace_back(row + "  " + each.size, 1);
        } else {
            ++same->second;
        }
    }
    std::string out = fmt::format("\n{:<28} {:>5} {:>7}  {}\n", "library call", "line", "times", "size");
    for (const auto& [row, times] : rows) out += fmt::format("{} {:>7}{}\n", row.substr(0, 34), times, row.substr(34));
    return out + "Computed by this machine's processor.\n";
}

// The median and the sum of the times of some launches, as the last columns of a row.
std::string times_text(std::vector<double> measured) {
    if (measured.empty()) return fmt::format(" {:>12} {:>12}", "-", "-");
    std::ranges::sort(measured);
    return fmt::format(" {:>12.4f} {:>12.4f}", measured[measured.size() / 2],
                       std::accumulate(measured.begin(), measured.end(), 0.0));
}

// The program asked for more GPUs than there were, or did nothing once it had counted them. Empty otherwise.
std::string gpus_text(const ProgramReport& report) {
    if (report.wanted_gpus > report.gpus)
        return fmt::format("The program asked for GPU {}, but it had {}. Run it with --gpus {} to emulate {} GPUs.\n",
                           report.wanted_gpus - 1,
                           report.gpus == 1 ? "only GPU 0" : fmt::format("only GPUs 0 to {}", report.gpus - 1), report.wanted_gpus,
                           report.wanted_gpus);
    if (report.gpus == 1 && report.has_counted_gpus && report.launch_count() == 0 && report.diagnostics.empty())
        return "The program counted the GPUs, found one, and launched no kernel. If it needs several, run it with --gpus 2.\n";
    return {};
}

}  // namespace

// By kernel and shape: the median of the times that were measured.
std::string times_table(const ProgramReport& report) {
    std::map<std::string, std::vector<double>> times;
    for (const ProgramLaunch& l : report.launches) {
        auto& row = times[fmt::format("{:<28} {:>14} {:>14}", l.kernel, size_text(l.shape.grid), size_text(l.shape.block))];
        if (l.gpu_ms) row.push_back(*l.gpu_ms);
    }
    if (times.empty()) return {};
    std::string out =
        fmt::format("\n{:<28} {:>14} {:>14} {:>7} {:>12} {:>12}\n", "kernel", "grid", "block", "times", "median ms", "total ms");
    for (const auto& [row, measured] : times)
        out += measured.empty() ? fmt::format("{} {:>7}\n", row, "-")
                                : fmt::format("{} {:>7}{}\n", row, measured.size(), times_text(measured));
    return out + "Measured on this machine's GPU between two events for each launch.\n";
}

std::string repeated_text(const ProgramReport& report) {
    auto repeated = static_cast<std::size_t>(
        std::ranges::count_if(report.launches, [](const ProgramLaunch& l) { return l.repeats.has_value(); }));
    for (const ProgramReport::MoreLaunches& each : report.more_launches) repeated += each.repeats;
    if (repeated == 0) return {};
    return fmt::format(
        "{} of the {} launches had the same arguments and memory contents as an earlier launch, so their results were reused.",
        with_separators(repeated), with_separators(report.launch_count()));
}

std::string signal_text(int signal) {
    const char* const name = strsignal(signal);
    std::string words = name != nullptr ? name : "";
    if (!words.empty()) words[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[0])));
    return fmt::format("ended by signal {}{}", signal, words.empty() ? "" : " (" + words + ")");
}

std::string verdict_of(const ProgramReport& report, std::string_view all_checks) {
    const std::size_t count = report.launch_count();
    const std::string launches = counted(count, "kernel launch");
    if (has_errors(report.diagnostics)) return "The program does not compile.";
    if (report.device != "emulated")
        return fmt::format("Nothing was checked: {} on the GPU, exit code {}. Without --device the emulator looks for mistakes.",
                           launches, report.exit_code);
    const std::string ending = report.is_stopped             ? "stopped before its end"
                               : signal_of(report.exit_code) ? signal_text(*signal_of(report.exit_code))
                                                             : fmt::format("exit code {}", report.exit_code);
    const std::size_t mistakes = report.mistake_count(), notes = report.note_count();
    const std::string noted = notes > 0 ? fmt::format(" ({})", counted(notes, "note")) : "";
    std::string unchecked;
    if (const std::size_t partly = report.partly_checked_count(); partly > 0 && partly == count && count == 1)
        unchecked = fmt::format(" The launch was checked only in part; {} checks all of it.", all_checks);
    else if (partly > 0)
        unchecked = fmt::format(" {} of {} launches {} checked only in part; {} checks all of them.", with_separators(partly),
                                with_separators(count), partly == 1 ? "was" : "were", all_checks);
    if (mistakes > 0) return fmt::format("{} found{}: {}, {}.{}", counted(mistakes, "mistake"), noted, launches, ending, unchecked);
    if (report.is_stopped || signal_of(report.exit_code))
        return fmt::format("The program was {}. Nothing else was found{}: {}.{}", ending, noted, launches, unchecked);
    if (report.exit_code != 0)
        return fmt::format("The program ended with {}. No mistake was found{}: {}.{}", ending, noted, launches, unchecked);
    return fmt::format("No mistake was found{}: {}, {}.{}", noted, launches, ending, unchecked);
}

std::string text_of(const ProgramReport& report) {
    std::string out;
    for (const Diagnostic& each : report.diagnostics) {
        const std::string column = each.line > 0 ? fmt::format(":{}", each.column) : "";
        out += fmt::format("{}{}: {}: {}\n", place(each.file, each.line), column,
                           each.severity == Severity::error ? "error" : "note", each.message);
        if (!each.hint.empty()) out += fmt::format("  {}\n", each.hint);
    }
    for (const ProgramFinding& each : report.findings) {
        out += fmt::format("{}: {}{}: {}\n", place(each.file, each.line), each.is_note ? "note: " : "", each.kind, each.message);
        if (!each.hint.empty()) out += fmt::format("  {}\n", each.hint);
    }
    for (const ProgramError& each : report.errors)
        if (each.call.empty()) out += fmt::format("{}: {}: {}\n", place(each.file, each.line), each.name, each.message);
    const std::vector<Row> rows = rows_of(report);
    if (report.device != "emulated") {
        out += times_table(report) + verdict_of(report) + "\n";
        return out;
    }
    if (!rows.empty()) {
        const auto gpu_text = [&](const std::string& text) {
            return report.gpus > 1 ? fmt::format(" {:>4}", text) : std::string();
        };
        std::size_t width = 5;
        for (const Row& row : rows) width = std::max(width, line_text(rows, *row.first).size());
        const bool has_times = std::ranges::any_of(rows, [](const Row& row) { return !row.gpu_ms.empty(); });
        out += fmt::format("\n{:<28}{} {:>{}} {:>7} {:>14} {:>14} {:>10} {:>15} {:>15}{}\n", "kernel", gpu_text("GPU"), "line",
                           width, "times", "grid", "block", "shared", "sectors/request", "bank conflicts",
                           has_times ? fmt::format(" {:>12} {:>12}", "GPU median", "GPU total") : "");
        for (const Row& row : rows) {
            const ProgramLaunch& l = *row.first;
            out += fmt::format("{:<28}{} {:>{}} {:>7} {:>14} {:>14} {:>10} {:>15} {:>15.0f}{}\n", l.kernel,
                               gpu_text(std::to_string(l.gpu)), line_text(rows, l), width, row.count, size_text(l.shape.grid),
                               size_text(l.shape.block), l.shape.dynamic_shared_bytes + l.static_shared_bytes,
                               ratio(counter(l, "global_load_sectors"), counter(l, "global_load_requests")),
                               counter(l, "shared_load_bank_conflicts") + counter(l, "shared_store_bank_conflicts"),
                               has_times ? times_text(row.gpu_ms) : "");
        }
        out += "The counts are emulated, for one launch.\n";
        if (has_times) out += "The times, in ms, are measured on this machine's GPU, between two events for each launch.\n";
        if (const std::string repeated = repeated_text(report); !repeated.empty()) out += repeated + "\n";
    }
    for (const ProgramPicture& each : report.pictures)
        out += each.problem.empty()
                   ? fmt::format("The program's picture: {}, {} x {} pixels{}\n", shown_path(each.file), each.width, each.height,
                                 each.frames > 1 ? fmt::format(", an animation of {} frames", each.frames) : "")
                   : fmt::format("The program's picture is not written: {}\n", each.problem);
    out += library_table(report) + gpus_text(report) + verdict_of(report) + "\n";
    return report.smallest ? out + text_of(*report.smallest) + "\n" : out;
}

}  // namespace warpwise
