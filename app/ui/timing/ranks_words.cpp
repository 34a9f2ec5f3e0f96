#include "ui/timing/ranks_words.h"

#include <fmt/format.h>

#include "base/number_text.h"

namespace warpwise::ui {

RankBar bar_of(const MpiCall& call) {
    if (call.call == "MPI_Finalize") return RankBar::finalize;
    if (call.is_collective) return RankBar::collective;
    if (call.sends()) return call.receives() ? RankBar::exchange : RankBar::send;
    return call.receives() ? RankBar::receive : RankBar::wait;
}

const char* label_of(RankBar bar) {
    switch (bar) {
        case RankBar::kernel: return "kernel";
        case RankBar::copy: return "copy between host and GPU";
        case RankBar::send: return "send";
        case RankBar::receive: return "receive";
        case RankBar::exchange: return "send and receive";
        case RankBar::collective: return "collective call";
        case RankBar::wait: return "MPI_Wait";
        case RankBar::finalize: break;
    }
    return "MPI_Finalize";
}

std::string call_sentence(const RankTimeline& timeline, int rank, std::size_t index) {
    const auto& calls = timeline.rows[static_cast<std::size_t>(rank)].calls;
    if (index >= calls.size()) return {};
    const MpiCall& call = calls[index];
    std::string out = fmt::format("Rank {}: {}", rank, text_of(call));
    if (!call.end_s) return out + ". It waits for ever.";
    out += fmt::format(", {}.", short_duration(1e3 * (*call.end_s - call.begin_s)));
    if (const RankPause* pause = timeline.pause_of(rank, index))
        out += pause->waits_for < 0 ? fmt::format(" It waited {}.", short_duration(1e3 * (pause->end_s - pause->begin_s)))
                                    : fmt::format(" It waited {} for rank {}.",
                                                  short_duration(1e3 * (pause->end_s - pause->begin_s)), pause->waits_for);
    return out;
}

std::string verdict_sentence(const JobRun& run) {
    if (run.status == "deadlock") return "Deadlock: the ranks wait for each other, and nothing can end it. All of them were ended.";
    if (run.status == "failed") {
        for (const ProgramReport& rank : run.report.ranks) {
            for (const Diagnostic& one : rank.diagnostics)
                if (one.severity == Severity::error)
                    return fmt::format("It does not compile: {} (line {}).", one.message, one.line);
            if (!rank.findings.empty())
                return fmt::format("{} (line {}).", rank.findings.front().message, rank.findings.front().line);
            if (!rank.errors.empty()) return fmt::format("{} (line {}).", rank.errors.front().name, rank.errors.front().line);
        }
        return fmt::format("It ended with the exit code {}.", run.report.exit_code);
    }
    if (run.status == "wrong") return "Wrong. " + run.difference + ".";
    if (!run.check) return "All ranks ended.";
    return fmt::format("Right: {} element{} compared with {}.", with_separators(run.check->compared),
                       run.check->compared == 1 ? "" : "s", run.check->compared_with);
}

}  // namespace warpwise::ui
