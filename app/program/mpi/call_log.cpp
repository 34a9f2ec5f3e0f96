#include "program/mpi/call_log.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace warpwise {
namespace {

double now_s() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

constexpr std::size_t kCallsPerEvent = 200;

}  // namespace

std::size_t CallLog::begin(const RankWait& call) {
    const std::lock_guard lock(mutex_);
    if (entries_.size() == kMostCalls) {
        ++more_;
        return kMostCalls;
    }
    entries_.push_back({.call = call, .begin_s = now_s()});
    return entries_.size() - 1;
}

void CallLog::end(std::size_t place, int from) {
    const std::lock_guard lock(mutex_);
    if (place >= entries_.size()) return;
    Entry& entry = entries_[place];
    entry.end_s = now_s();
    if (entry.call.from == RankWait::kAnyone) entry.call.from = from;
}

void CallLog::add(const RankWait& call, double begin_s, double end_s) {
    const std::lock_guard lock(mutex_);
    if (entries_.size() == kMostCalls)
        ++more_;
    else
        entries_.push_back({.call = call, .begin_s = begin_s, .end_s = end_s});
}

void CallLog::begin_anew() {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_,
                  [](const Entry& entry) { return entry.is_told || std::string_view(entry.call.call) != "MPI_Pcontrol"; });
    told_ = 0;
    more_ = 0;
}

void CallLog::tell(RankHost& host, bool is_last) {
    const std::lock_guard lock(mutex_);
    nlohmann::json calls = nlohmann::json::array();
    const auto send = [&] {
        if (!calls.empty()) host.event({{"event", "mpi"}, {"calls", std::move(calls)}});
        calls = nlohmann::json::array();
    };
    for (std::size_t i = told_; i < entries_.size(); ++i) {
        Entry& entry = entries_[i];
        const bool has_ended = entry.end_s >= 0;
        if (entry.is_told || (!has_ended && !is_last)) continue;
        const RankWait& call = entry.call;
        calls.push_back({std::string(call.call), std::string(call.file), call.line, call.to, call.from, call.tag, call.bytes,
                         call.is_in_group, entry.begin_s, has_ended ? nlohmann::json(entry.end_s) : nlohmann::json()});
        entry.is_told = true;
        if (calls.size() == kCallsPerEvent) send();
    }
    send();
    while (told_ < entries_.size() && entries_[told_].is_told) ++told_;
    if (is_last && more_ > 0) host.event({{"event", "mpi"}, {"calls", calls}, {"more", more_}});
}

}  // namespace warpwise
