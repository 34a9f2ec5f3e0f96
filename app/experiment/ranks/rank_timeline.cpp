#include "experiment/ranks/rank_timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "base/number_text.h"

namespace warpwise {
namespace {

bool is_wait(const MpiCall& call) { return call.call.starts_with("MPI_Wait"); }
bool is_posted(const MpiCall& call) { return call.call.starts_with("MPI_I"); }  // MPI_Isend: another call waits for it
bool is_of_nccl(const MpiCall& call) { return call.call.starts_with("nccl"); }
bool is_probe(const MpiCall& call) { return call.call.contains("robe"); }
bool is_finalize(const MpiCall& call) { return call.call == "MPI_Finalize"; }
bool is_mark(const MpiCall& call) { return call.call == "MPI_Pcontrol"; }

// The call in which a message ends: of one that is only started, the next wait.
std::size_t wait_for(const std::vector<MpiCall>& calls, std::size_t call) {
    if (is_posted(calls[call]))
        for (std::size_t i = call + 1; i < calls.size(); ++i)
            if (is_wait(calls[i])) return i;
    return call;
}

// Parts of the time: begin and end.
using Intervals = std::vector<std::pair<double, double>>;
// In their order, those that touch each other as one.
Intervals joined(Intervals all) {
    std::ranges::sort(all);
    Intervals out;
    for (const auto& [begin, end] : all)
        if (!out.empty() && begin <= out.back().second)
            out.back().second = std::max(out.back().second, end);
        else
            out.emplace_back(begin, end);
    return out;
}
// Of two that are joined.
Intervals common_parts(const Intervals& a, const Intervals& b) {
    constexpr double events_are_exact_s = 2e-6;  // what follows in a stream may seem to begin that much earlier
    Intervals out;
    for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        const double begin = std::max(a[i].first, b[j].first), end = std::min(a[i].second, b[j].second);
        if (begin + events_are_exact_s < end) out.emplace_back(begin, end);
        if (a[i].second < b[j].second)
            ++i;
        else
            ++j;
    }
    return out;
}

class TimelineMaker {
  public:
    explicit TimelineMaker(const std::vector<ProgramReport>& ranks) {
        take_calls(ranks);
        match_messages();
        find_flights(out_);
        find_pauses();
    }
    RankTimeline take() { return std::move(out_); }

  private:
    // When a rank began or ended its work, by the clock of all.
    static std::vector<double> marks(const ProgramReport& report, int level) {
        std::vector<double> out;
        if (report.device == "emulated") return out;  // there, all calls count
        for (const MpiCall& call : report.mpi_calls)
            if (is_mark(call) && call.tag == level && call.end_s) out.push_back(report.clock_offset_s + *call.end_s);
        return out;
    }

    void find_rounds(const std::vector<ProgramReport>& ranks) {
        std::size_t count = ranks.empty() ? 0 : SIZE_MAX;
        for (const ProgramReport& report : ranks) count = std::min({count, marks(report, 1).size(), marks(report, 0).size()});
        for (std::size_t i = 0; i < count; ++i) {
            double begin = kNever, end = 0;
            for (const ProgramReport& report : ranks)
                begin = std::min(begin, marks(report, 1)[i]), end = std::max(end, marks(report, 0)[i]);
            out_.rounds_s.push_back(end - begin);
        }
    }

    static constexpr double kNever = std::numeric_limits<double>::infinity();

    void take_calls(const std::vector<ProgramReport>& ranks) {
        find_rounds(ranks);
        double begin = kNever;
        std::vector<double> own_begins;  // of a rank's last round, if it has any
        for (const ProgramReport& report : ranks) {
            const std::vector<double> begins = marks(report, 1);
            own_begins.push_back(begins.empty() ? -kNever : begins.back());
            if (!begins.empty()) begin = std::min(begin, begins.back());
            for (const MpiCall& call : report.mpi_calls)
                if (begins.empty())
                    begin =
                        std::min(begin, report.clock_offset_s +
                                            (call.call.starts_with("MPI_Init") ? call.end_s.value_or(call.begin_s) : call.begin_s));
        }
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            const ProgramReport& report = ranks[rank];
            RankTimeline::Row& row = out_.rows.emplace_back();
            const double own_begin = begin - report.clock_offset_s;
            const std::size_t rounds = marks(report, 1).size();
            const bool has_ended_rounds = rounds > 0 && marks(report, 0).size() == rounds;
            for (MpiCall call : report.mpi_calls) {
                if (call.call.starts_with("MPI_Init") || is_mark(call)) continue;
                if (call.end_s && report.clock_offset_s + *call.end_s < own_begins[rank]) continue;
                if (is_finalize(call) && has_ended_rounds) continue;
                call.begin_s = std::max(0.0, call.begin_s - own_begin);
                if (call.end_s) call.end_s = std::max(call.begin_s, *call.end_s - own_begin);
                // MPI takes long to end, which says nothing about the program.
                out_.length_s = std::max(out_.length_s, is_finalize(call) ? call.begin_s : call.end_s.value_or(call.begin_s));
                if (call.sends()) ++row.messages, row.bytes_sent += call.bytes;
                if (call.is_collective && !is_finalize(call)) ++row.collective_calls;
                row.calls.push_back(std::move(call));
            }
            for (const ProgramLaunch& launch : report.launches) {
                const double at = launch.begin_s - own_begin;
                if (launch.begin_s <= 0 || begin == kNever || at < 0) continue;
                row.launches.push_back({launch.kernel, launch.line, at, at + launch.wall_s});
                out_.length_s = std::max(out_.length_s, at + launch.wall_s);
            }
            for (const ProgramCopy& copy : report.copies) {
                const double at = copy.begin_s - own_begin;
                if (copy.begin_s <= 0 || begin == kNever || at < 0) continue;
                row.copies.push_back({copy.kind, copy.bytes, at, at + copy.wall_s});
                out_.length_s = std::max(out_.length_s, at + copy.wall_s);
            }
        }
        // What has no end lasts as long as all that has one, and somewhat longer, so that it can be seen.
        out_.length_s = std::max((out_.is_stuck() ? 1.25 : 1.03) * out_.length_s, 1e-6);
        for (RankTimeline::Row& row : out_.rows)
            for (MpiCall& call : row.calls)
                if (is_finalize(call) && call.end_s) call.end_s = std::max(call.begin_s, out_.length_s);
    }

    // The receives of a rank take the sends of another in their order.
    void match_messages() {
        std::vector<std::vector<bool>> is_taken;
        for (const auto& row : out_.rows) is_taken.emplace_back(row.calls.size(), false);
        for (int to = 0; to < rank_count(); ++to) {
            const auto& calls = row(to).calls;
            for (std::size_t i = 0; i < calls.size(); ++i) {
                const MpiCall& receive = calls[i];
                if (receive.from < 0 || receive.from >= rank_count() || is_probe(receive) || !receive.end_s) continue;
                const auto& theirs = row(receive.from).calls;
                auto& taken = is_taken[static_cast<std::size_t>(receive.from)];
                for (std::size_t j = 0; j < theirs.size(); ++j) {
                    const MpiCall& send = theirs[j];
                    const bool is_same_tag = receive.tag < 0 || send.tag < 0 || send.tag == receive.tag;
                    if (taken[j] || send.to != to || !is_same_tag) continue;
                    taken[j] = true;
                    out_.messages.push_back({receive.from, to, send.tag, j, i, send.bytes, send.begin_s, end_of_receive(to, i)});
                    break;
                }
            }
        }
        std::ranges::sort(out_.messages, {}, [](const RankMessage& m) { return std::tuple(m.sent_s, m.from, m.to); });
    }

    double end_of_receive(int rank, std::size_t call) const {
        const auto& calls = row(rank).calls;
        const MpiCall& last = calls[wait_for(calls, call)];
        return last.end_s.value_or(out_.length_s);
    }

    void pause(int rank, std::size_t index, int waits_for, double until) {
        const MpiCall& call = row(rank).calls[index];
        const double end = std::min(until, call.end_s.value_or(out_.length_s));
        double begin = call.begin_s;
        // While its GPU computes, a rank does not wait.
        for (const RankLaunch& launch : row(rank).launches)
            if (launch.begin_s < end && launch.end_s > begin) begin = launch.end_s;
        // The clocks of two GPUs are compared to some microseconds.
        constexpr double clocks_differ_s = 1e-5;
        if (end > begin + (is_of_nccl(call) ? clocks_differ_s : 0))
            out_.pauses.push_back({rank, waits_for, index, begin, end, false});
    }

    void find_pauses() {
        for (const RankMessage& message : out_.messages) {
            const std::size_t at = message.receive;
            const std::size_t waits = wait_for(row(message.to).calls, at);
            if (!is_posted(row(message.to).calls[at]) || waits != at) pause(message.to, waits, message.from, message.sent_s);
            const MpiCall& send = row(message.from).calls[message.send];
            const double begin = row(message.to).calls[at].begin_s;
            // MPI has kept a message whose send was over before the other rank came.
            if (!is_posted(send) && send.end_s.value_or(out_.length_s) > begin && !send.receives())
                pause(message.from, message.send, message.to, begin);
        }
        pauses_of_collectives();
        for (int rank = 0; rank < rank_count(); ++rank) {
            const auto& calls = row(rank).calls;
            for (std::size_t i = 0; i < calls.size(); ++i) {
                if (calls[i].end_s) continue;
                std::erase_if(out_.pauses, [&](const RankPause& each) { return each.rank == rank && each.call == i; });
                const int other = calls[i].sends() ? calls[i].to : calls[i].receives() ? calls[i].from : MpiCall::kUnknown;
                out_.pauses.push_back({rank, other, i, calls[i].begin_s, out_.length_s, true});
            }
        }
        const bool is_stuck = out_.is_stuck();  // then by rank
        std::ranges::sort(out_.pauses, {},
                          [&](const RankPause& each) { return std::tuple(is_stuck ? 0 : each.begin_s, each.rank); });
    }

    // A rank may leave such a call before all have come: it waits for the last one that came before it left.
    void pauses_of_collectives() {
        std::vector<std::vector<std::size_t>> own;
        std::size_t most = 0;
        for (const auto& row : out_.rows) {
            std::vector<std::size_t>& places = own.emplace_back();
            for (std::size_t i = 0; i < row.calls.size(); ++i)
                if (row.calls[i].is_collective && !is_finalize(row.calls[i])) places.push_back(i);
            most = std::max(most, places.size());
        }
        for (std::size_t k = 0; k < most; ++k) {
            std::vector<const MpiCall*> calls;
            for (int rank = 0; rank < rank_count(); ++rank) {
                const auto& places = own[static_cast<std::size_t>(rank)];
                if (k < places.size()) calls.push_back(&row(rank).calls[places[k]]);
            }
            const bool is_one_call =
                std::ranges::all_of(calls, [&](const MpiCall* each) { return each->call == calls.front()->call; });
            if (!is_one_call || std::cmp_less(calls.size(), rank_count())) continue;
            for (int rank = 0; rank < rank_count(); ++rank) {
                const MpiCall& call = *calls[static_cast<std::size_t>(rank)];
                int last = -1;
                double begin = call.begin_s;
                for (int other = 0; other < rank_count(); ++other) {
                    const double came = calls[static_cast<std::size_t>(other)]->begin_s;
                    if (came > begin && came <= call.end_s.value_or(out_.length_s)) last = other, begin = came;
                }
                if (last >= 0) pause(rank, own[static_cast<std::size_t>(rank)][k], last, begin);
            }
        }
    }

    int rank_count() const { return static_cast<int>(out_.rows.size()); }
    const RankTimeline::Row& row(int rank) const { return out_.rows[static_cast<std::size_t>(rank)]; }

    RankTimeline out_;
};

std::string rank_text(int rank) {
    return rank == MpiCall::kAnyone ? "any rank" : rank < 0 ? "another rank" : fmt::format("rank {}", rank);
}

std::string duration(double seconds) { return short_duration(1e3 * seconds); }

// One character per column: what the rank did for the most part of it.
std::string row_text(const RankTimeline& timeline, int rank, std::size_t columns) {
    std::string out(columns, ' ');
    const auto fill = [&](double begin, double end, char with) {
        const double scale = timeline.length_s > 0 ? static_cast<double>(columns) / timeline.length_s : 0;
        const auto first = static_cast<std::size_t>(begin * scale);
        const auto last = std::max(first + 1, static_cast<std::size_t>(end * scale + 0.5));
        for (std::size_t i = first; i < std::min(last, columns); ++i) out[i] = with;
    };
    const RankTimeline::Row& row = timeline.rows[static_cast<std::size_t>(rank)];
    for (const RankFlight& flight : row.flights) fill(flight.begin_s, flight.end_s, '-');
    for (const RankCopy& copy : row.copies) fill(copy.begin_s, copy.end_s, '=');
    for (const RankLaunch& launch : row.launches) fill(launch.begin_s, launch.end_s, '#');
    for (const MpiCall& call : row.calls)
        fill(call.begin_s, call.end_s.value_or(timeline.length_s),
             is_finalize(call)    ? '|'
             : call.is_collective ? 'c'
             : call.sends()       ? (call.receives() ? 'x' : 's')
             : call.receives()    ? 'r'
                                  : 'w');
    for (const auto& [begin, end] : row.overlaps) fill(begin, end, '%');
    for (const RankPause& pause : timeline.pauses)
        if (pause.rank == rank) fill(pause.begin_s, pause.end_s, pause.is_for_ever ? '!' : '.');
    return out;
}

}  // namespace

void find_flights(RankTimeline& timeline) {
    for (RankTimeline::Row& row : timeline.rows) {
        Intervals messages, launches;
        for (std::size_t i = 0; i < row.calls.size(); ++i) {
            const MpiCall& call = row.calls[i];
            const std::size_t wait = wait_for(row.calls, i);
            const double end = row.calls[wait].end_s.value_or(timeline.length_s);
            if (wait != i) row.flights.push_back({i, wait, call.begin_s, end});
            if (wait != i || is_of_nccl(call)) messages.emplace_back(call.begin_s, end);
        }
        for (const RankLaunch& launch : row.launches) launches.emplace_back(launch.begin_s, launch.end_s);
        row.overlaps = common_parts(joined(std::move(messages)), joined(std::move(launches)));
    }
}

double RankTimeline::Row::overlap_s() const {
    double out = 0;
    for (const auto& [begin, end] : overlaps) out += end - begin;
    return out;
}

bool RankTimeline::is_stuck() const {
    return std::ranges::any_of(rows, [](const Row& row) {
        return std::ranges::any_of(row.calls, [](const MpiCall& call) { return !call.end_s && !is_finalize(call); });
    });
}

const RankPause* RankTimeline::pause_of(int rank, std::size_t call) const {
    const auto found = std::ranges::find_if(pauses, [&](const RankPause& each) { return each.rank == rank && each.call == call; });
    return found == pauses.end() ? nullptr : &*found;
}

RankTimeline timeline_of(const std::vector<ProgramReport>& ranks) { return TimelineMaker(ranks).take(); }

std::map<std::string, double> values_of(const RankTimeline& timeline) {
    double messages = 0, bytes = 0, most_messages = 0, most_bytes = 0, most_receivers = 0, collectives = 0, waiting = 0;
    for (const RankTimeline::Row& row : timeline.rows) {
        messages += static_cast<double>(row.messages), bytes += static_cast<double>(row.bytes_sent);
        most_messages = std::max(most_messages, static_cast<double>(row.messages));
        most_bytes = std::max(most_bytes, static_cast<double>(row.bytes_sent));
        std::set<int> receivers;
        for (const MpiCall& call : row.calls)
            if (call.sends()) receivers.insert(call.to);
        most_receivers = std::max(most_receivers, static_cast<double>(receivers.size()));
        collectives = std::max(collectives, static_cast<double>(row.collective_calls));
        const auto waits = [](const MpiCall& call) { return !call.end_s && !is_finalize(call); };
        waiting += std::ranges::any_of(row.calls, waits) ? 1 : 0;
    }
    return {{"messages", messages},
            {"bytes_sent", bytes},
            {"most_messages", most_messages},
            {"most_bytes", most_bytes},
            {"most_receivers", most_receivers},
            {"collective_calls", collectives},
            {"waiting_ranks", waiting}};
}

std::string text_of(const MpiCall& call) {
    std::string out = call.call;
    if (call.sends()) out += " to " + rank_text(call.to);
    if (call.receives()) out += fmt::format("{}from {}", call.sends() ? " and " : " ", rank_text(call.from));
    if (call.bytes > 0 && (call.sends() || call.is_collective)) out += fmt::format(", {} bytes", with_separators(call.bytes));
    return call.line > 0 ? out + fmt::format(" (line {})", call.line) : out;
}

std::string summary_of(const RankTimeline& timeline) {
    const auto values = values_of(timeline);
    const auto count = [](double n, std::string_view one) {
        return fmt::format("{} {}{}", with_separators(static_cast<std::int64_t>(n)), one, n == 1 ? "" : "s");
    };
    std::string out = fmt::format("{}: {}, {}", count(static_cast<double>(timeline.rows.size()), "rank"),
                                  count(values.at("messages"), "message") + (timeline.is_stuck() ? " begun" : ""),
                                  count(values.at("bytes_sent"), "byte"));
    if (values.at("collective_calls") > 0) out += ", " + count(values.at("collective_calls"), "collective call");
    out += ".";
    if (timeline.is_stuck())
        return out + fmt::format(" {} for ever.", values.at("waiting_ranks") == 1
                                                      ? "One rank waits"
                                                      : fmt::format("{:g} ranks wait", values.at("waiting_ranks")));
    const auto most = std::ranges::max_element(timeline.rows, {}, &RankTimeline::Row::overlap_s);
    if (most != timeline.rows.end() && most->overlap_s() > 0)
        out += fmt::format(" Kernels of rank {} ran for {} while its messages were under way.", most - timeline.rows.begin(),
                           duration(most->overlap_s()));
    const auto longest = std::ranges::max_element(timeline.pauses, {}, [](const RankPause& p) { return p.end_s - p.begin_s; });
    if (longest != timeline.pauses.end())
        out += fmt::format(" The longest wait: rank {} for {}, {}.", longest->rank, rank_text(longest->waits_for),
                           duration(longest->end_s - longest->begin_s));
    return out;
}

std::string text_of(const RankTimeline& timeline, std::size_t columns) {
    std::string out;
    for (int rank = 0; rank < static_cast<int>(timeline.rows.size()); ++rank)
        out += fmt::format("rank {:<3}[{}]\n", rank, row_text(timeline, rank, columns));
    const bool has_flights = std::ranges::any_of(
        timeline.rows, [](const RankTimeline::Row& row) { return !row.flights.empty() || !row.overlaps.empty(); });
    if (timeline.is_stuck()) {
        out += "# kernel  = copy  s send  r receive  x both  c collective call  ! waits for ever\n";
        for (const RankPause& pause : timeline.pauses)
            if (pause.is_for_ever)
                out += fmt::format("rank {} waits in {}\n", pause.rank,
                                   text_of(timeline.rows[static_cast<std::size_t>(pause.rank)].calls[pause.call]));
    } else {
        out += fmt::format(
            "{:<8}0{:>{}}\n# kernel  = copy  s send  r receive  x both  c collective call  w wait  . waits for another rank  | "
            "MPI_Finalize\n{}",
            "", duration(timeline.length_s), columns - 1, has_flights ? "- message under way  % kernel meanwhile\n" : "");
    }
    constexpr std::size_t most_listed = 40;
    for (std::size_t i = 0; i < std::min(timeline.messages.size(), most_listed); ++i) {
        const RankMessage& m = timeline.messages[i];
        out += fmt::format("message {} -> {}: {} bytes, sent at {}, received at {}", m.from, m.to, with_separators(m.bytes),
                           duration(m.sent_s), duration(m.received_s));
        for (const auto& [rank, call] : {std::pair(m.to, m.receive), std::pair(m.from, m.send)})
            if (const RankPause* pause = timeline.pause_of(rank, call); pause != nullptr && !pause->is_for_ever)
                out += fmt::format("; rank {} waited {}", rank, duration(pause->end_s - pause->begin_s));
        out += "\n";
    }
    if (timeline.messages.size() > most_listed)
        out += fmt::format("and {} more message{}\n", timeline.messages.size() - most_listed,
                           timeline.messages.size() - most_listed == 1 ? "" : "s");
    return out;
}

nlohmann::json to_json(const RankTimeline& timeline) {
    nlohmann::json ranks = nlohmann::json::array(), messages = nlohmann::json::array(), pauses = nlohmann::json::array();
    for (const RankTimeline::Row& row : timeline.rows) {
        nlohmann::json calls = nlohmann::json::array(), launches = nlohmann::json::array();
        for (const MpiCall& call : row.calls)
            calls.push_back({{"call", call.call},
                             {"line", call.line},
                             {"to", call.to},
                             {"from", call.from},
                             {"tag", call.tag},
                             {"bytes", call.bytes},
                             {"is_collective", call.is_collective},
                             {"begin_s", call.begin_s},
                             {"end_s", call.end_s ? nlohmann::json(*call.end_s) : nlohmann::json()}});
        for (const RankLaunch& launch : row.launches)
            launches.push_back(
                {{"kernel", launch.kernel}, {"line", launch.line}, {"begin_s", launch.begin_s}, {"end_s", launch.end_s}});
        nlohmann::json copies = nlohmann::json::array(), flights = nlohmann::json::array();
        for (const RankFlight& flight : row.flights)
            flights.push_back({{"call", flight.call}, {"wait", flight.wait}, {"begin_s", flight.begin_s}, {"end_s", flight.end_s}});
        for (const RankCopy& copy : row.copies)
            copies.push_back({{"kind", copy.kind}, {"bytes", copy.bytes}, {"begin_s", copy.begin_s}, {"end_s", copy.end_s}});
        ranks.push_back({{"messages", row.messages},
                         {"bytes_sent", row.bytes_sent},
                         {"collective_calls", row.collective_calls},
                         {"calls", calls},
                         {"launches", launches},
                         {"copies", copies},
                         {"under_way", flights},
                         {"overlap_s", row.overlap_s()}});
    }
    for (const RankMessage& m : timeline.messages)
        messages.push_back({{"from", m.from},
                            {"to", m.to},
                            {"tag", m.tag},
                            {"send", m.send},
                            {"receive", m.receive},
                            {"bytes", m.bytes},
                            {"sent_s", m.sent_s},
                            {"received_s", m.received_s}});
    for (const RankPause& p : timeline.pauses)
        pauses.push_back({{"rank", p.rank},
                          {"waits_for", p.waits_for < 0 ? nlohmann::json() : nlohmann::json(p.waits_for)},
                          {"call", p.call},
                          {"begin_s", p.begin_s},
                          {"end_s", p.is_for_ever ? nlohmann::json() : nlohmann::json(p.end_s)}});
    return {{"source", "measured"}, {"length_s", timeline.length_s}, {"rounds_s", timeline.rounds_s},
            {"ranks", ranks},       {"messages", messages},          {"waits", pauses}};
}

}  // namespace warpwise
