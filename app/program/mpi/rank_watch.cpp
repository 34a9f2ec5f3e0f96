#include "program/mpi/rank_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace warpwise {
namespace {

using Seen = RankBoard::Seen;
using State = RankBoard::State;

// Rank `a` sends what rank `b` receives.
bool meet(int a, const RankWait& send, int b, const RankWait& receive) {
    const bool is_from = receive.from == a || receive.from == RankWait::kAnyone;
    return send.to == b && is_from && (receive.tag < 0 || send.tag < 0 || receive.tag == send.tag);
}

std::string peer(int rank) {
    return rank == RankWait::kAnyone ? "any rank" : rank == RankWait::kUnknown ? "a rank" : fmt::format("rank {}", rank);
}

}  // namespace

bool all_wait(const std::vector<Seen>& ranks) {
    const auto is_still = [](const Seen& each) { return each.state == State::waits || each.state == State::has_ended; };
    return std::ranges::all_of(ranks, is_still) && std::ranges::find(ranks, State::waits, &Seen::state) != ranks.end();
}

bool may_move(const std::vector<Seen>& ranks) {
    const int count = static_cast<int>(ranks.size());
    bool is_one_call = true;
    std::string_view call;
    for (int a = 0; a < count; ++a) {
        const Seen& one = ranks[static_cast<std::size_t>(a)];
        if (one.state != State::waits) {
            is_one_call = false;
            continue;
        }
        const RankWait& wait = one.wait;
        if (wait.is_of_request || wait.to == RankWait::kUnknown || wait.from == RankWait::kUnknown) return true;
        if (!wait.is_in_group || (!call.empty() && call != wait.call)) is_one_call = false;
        call = wait.call;
        for (int b = 0; b < count; ++b) {
            const Seen& other = ranks[static_cast<std::size_t>(b)];
            if (other.state == State::waits && meet(a, wait, b, other.wait)) return true;
        }
    }
    return is_one_call;
}

std::string text_of(int rank, const Seen& seen, bool has_place) {
    if (seen.state == State::has_ended) return fmt::format("rank {} has called MPI_Finalize", rank);
    const RankWait& wait = seen.wait;
    std::string out = fmt::format("rank {} waits in {}", rank, std::string_view(wait.call));
    if (wait.to != RankWait::kNobody) out += fmt::format(" to {}", peer(wait.to));
    if (wait.from != RankWait::kNobody)
        out += fmt::format(" {}from {}", wait.to != RankWait::kNobody ? "and " : "", peer(wait.from));
    std::vector<std::string> more;
    if (has_place && wait.line > 0) more.push_back(fmt::format("line {}", wait.line));
    if (wait.to != RankWait::kNobody && wait.bytes > 0) more.push_back(fmt::format("{} bytes", wait.bytes));
    if ((wait.to != RankWait::kNobody || wait.from != RankWait::kNobody) && wait.tag >= 0)
        more.push_back(fmt::format("tag {}", wait.tag));
    for (std::size_t i = 0; i < more.size(); ++i) out += (i == 0 ? " (" : ", ") + more[i];
    return more.empty() ? out : out + ")";
}

bool is_stuck_itself(const Seen& seen) { return seen.state == State::waits && std::string_view(seen.wait.call) != "MPI_Finalize"; }

StuckText stuck_text(int rank, const std::vector<Seen>& ranks) {
    constexpr std::size_t kMostListed = 7;
    const Seen& own = ranks[static_cast<std::size_t>(rank)];
    StuckText out{.message = text_of(rank, own, false) + ", and nothing can end the wait: ", .hint = {}};
    std::size_t listed = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        if (static_cast<int>(i) == rank) continue;
        if (listed == kMostListed) {
            const std::size_t more = ranks.size() - 1 - listed;
            out.message += fmt::format(", and {} more {}", more, more == 1 ? "rank waits" : "ranks wait");
            break;
        }
        out.message += (listed == 0 ? "" : ", ") + text_of(static_cast<int>(i), ranks[i], true);
        ++listed;
    }
    if (ranks.size() == 1) out.message += "there is no other rank";
    const auto sends = [](const Seen& each) {
        return each.state == State::waits && each.wait.to != RankWait::kNobody && each.wait.from == RankWait::kNobody;
    };
    const auto receives = [](const Seen& each) {
        return each.state == State::waits && each.wait.from != RankWait::kNobody && each.wait.to == RankWait::kNobody;
    };
    if (std::ranges::all_of(ranks, sends)) {
        out.hint =
            "All ranks send before they receive. MPI_Send returns early only for small messages, which MPI can buffer. Let one "
            "rank of each pair receive first, or use MPI_Sendrecv().";
    } else if (std::ranges::all_of(ranks, receives)) {
        out.hint = "All ranks receive before they send. Let one rank of each pair send first, or use MPI_Sendrecv().";
    } else if (own.wait.is_in_group) {
        out.hint = "Every rank of the communicator must make this call. Look for an 'if' that keeps some of them from it.";
    } else {
        out.hint =
            "Every send needs a receive in the other rank, with the same tag and communicator. Compare the ranks and tags of the "
            "calls on both sides.";
    }
    return out;
}

bool StuckSearch::look(const std::vector<Seen>& ranks) {
    if (!all_wait(ranks) || !std::ranges::equal(ranks, first_, {}, &Seen::number, &Seen::number)) {
        first_ = ranks;
        return false;
    }
    const std::uint64_t wanted = may_move(ranks) ? kUnsure : kSure;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        if (ranks[i].state == State::waits && ranks[i].ticks - first_[i].ticks < wanted) return false;
    return true;
}

}  // namespace warpwise
