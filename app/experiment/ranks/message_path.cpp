#include "experiment/ranks/message_path.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "experiment/run/arguments.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

class PathFinder {
  public:
    PathFinder(const Lesson& lesson, const RankJob& job, const ParameterValues& values, const RankLink& link)
        : lesson_(lesson), job_(job), values_(values), link_(link) {
        const auto* const ranks = std::get_if<std::int64_t>(&values_[kRanksName]);
        ranks_.resize(ranks == nullptr ? 1 : static_cast<std::size_t>(std::max<std::int64_t>(1, *ranks)));
        take_stages();
    }

    Result<MessagePath> find() {
        bool moves = true;
        while (moves) {
            moves = false;
            for (std::size_t rank = 0; rank < ranks_.size(); ++rank)
                while (step(rank)) moves = true;
            moves = pass_collective() || moves;
            if (problem_) return std::unexpected(*problem_);
        }
        MessagePath longest;
        for (const Rank& rank : ranks_) {
            if (rank.stage < stages_.size()) return failure("the messages of the job cannot be followed to the end");
            longest = later(longest, rank.done);
        }
        return longest;
    }

  private:
    // As they are run: what is repeated stands there again and again.
    void take_stages() {
        const auto& all = job_.stages;
        for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
            while (end < all.size() && all[end].times == all[first].times) ++end;
            const double times = all[first].times.empty() ? 1 : number(all[first].times, 0);
            for (double i = 0; i < times; ++i)
                for (std::size_t at = first; at < end; ++at) stages_.push_back(&all[at]);
        }
    }

    using Sent = std::pair<MessagePath, double>;  // what came before it, and its bytes
    // A receive that a later stage waits for.
    struct Started {
        std::string messages;
        std::size_t from = 0;
        std::optional<Sent> taken;
    };
    struct Rank {
        std::size_t stage = 0;
        bool has_sent = false;         // its part of the stage, an exchange
        std::vector<Started> started;  // in their order
        MessagePath done, port;        // what came before this moment; before it can send again
    };

    MessagePath later(const MessagePath& a, const MessagePath& b) const { return a.seconds(link_) < b.seconds(link_) ? b : a; }

    double number(const std::string& formula, std::size_t rank) {
        values_[kRankName] = static_cast<std::int64_t>(rank);
        const auto value = evaluate(formula, values_);
        if (!value) problem_ = value.error();
        return value.value_or(0);
    }
    double bytes_of(const RankStage& stage, std::size_t rank) {
        if (stage.array.empty()) return 0;
        const auto dtype = values_.find("dtype");
        const DType of_run =
            dtype == values_.end() ? DType::f32 : dtype_from_name(std::get<std::string>(dtype->second)).value_or(DType::f32);
        const auto shape = shape_of(*std::ranges::find(lesson_.arrays, stage.array, &ArraySpec::id), values_, of_run);
        if (!shape) {
            problem_ = shape.error();
            return 0;
        }
        double count = 1;
        for (const std::int64_t extent : shape->extents) count *= static_cast<double>(extent);
        if (!stage.count.empty()) count = number(stage.count, rank);
        return count * static_cast<double>(size_of(shape->dtype));
    }

    void send(std::size_t rank, const RankStage& stage) {
        Rank& own = ranks_[rank];
        const auto to = static_cast<std::size_t>(number(stage.to, rank));
        const double bytes = bytes_of(stage, rank);
        const MessagePath sent = later(own.done, own.port);
        own.port = {sent.messages + 1, sent.bytes + bytes};
        on_the_way_[{rank, to}].push_back({sent, bytes});
    }
    std::optional<Sent> next_message(std::size_t from, std::size_t to) {
        auto& waiting = on_the_way_[{from, to}];
        if (waiting.empty()) return std::nullopt;
        const Sent out = waiting.front();
        waiting.pop_front();
        return out;
    }
    void arrive(std::size_t rank, const Sent& message) {
        const MessagePath begun = later(ranks_[rank].done, message.first);
        ranks_[rank].done = {begun.messages + 1, begun.bytes + message.second};
    }
    // The messages of another rank go to the receives from it in the order in which these began: first to those that were started.
    bool receive(std::size_t rank, std::size_t from) {
        for (Started& each : ranks_[rank].started)
            if (each.from == from && !each.taken && !(each.taken = next_message(from, rank))) return false;
        const auto message = next_message(from, rank);
        if (message) arrive(rank, *message);
        return message.has_value();
    }

    bool receive_started(std::size_t rank, const std::string& messages) {
        std::vector<Started>& started = ranks_[rank].started;
        for (Started& each : started)
            if (!each.taken) each.taken = next_message(each.from, rank);
        const auto is_awaited = [&](const Started& each) { return each.messages == messages; };
        if (std::ranges::any_of(started, [&](const Started& each) { return is_awaited(each) && !each.taken; })) return false;
        for (const Started& each : started)
            if (is_awaited(each)) arrive(rank, *each.taken);
        std::erase_if(started, is_awaited);
        return true;
    }

    static bool is_collective(const RankStage& stage) {
        return stage.action == "reduce" || stage.action == "broadcast" || stage.action == "gather" || stage.action == "barrier";
    }
    bool takes_part(std::size_t rank, const RankStage& stage) { return stage.when.empty() || number(stage.when, rank) != 0; }

    bool step(std::size_t rank) {
        Rank& own = ranks_[rank];
        if (problem_ || own.stage == stages_.size()) return false;
        const RankStage& stage = *stages_[own.stage];
        if (takes_part(rank, stage)) {
            if (is_collective(stage)) return false;
            const bool sends = stage.action == "send" || stage.action == "exchange",
                       receives = stage.action == "receive" || stage.action == "exchange";
            if (sends && !std::exchange(own.has_sent, true)) send(rank, stage);
            const std::size_t from = receives ? static_cast<std::size_t>(number(stage.from, rank)) : 0;
            if (receives && stage.starts_messages()) own.started.push_back({stage.under_way, from, std::nullopt});
            if (receives && !stage.starts_messages() && !receive(rank, from)) return false;
            if (stage.action == "wait" && !receive_started(rank, stage.under_way)) return false;
        }
        own.has_sent = false;
        ++own.stage;
        return true;
    }

    // Once all ranks have come to the same one.
    bool pass_collective() {
        const std::size_t at = ranks_.front().stage;
        const bool are_all_there = std::ranges::all_of(ranks_, [&](const Rank& rank) { return rank.stage == at; });
        if (problem_ || !are_all_there || at == stages_.size() || !is_collective(*stages_[at])) return false;
        const RankStage& stage = *stages_[at];
        MessagePath last;
        for (const Rank& rank : ranks_) last = later(last, later(rank.done, rank.port));
        const auto count = static_cast<double>(ranks_.size());
        const double rounds = std::ceil(std::log2(count)), bytes = bytes_of(stage, 0);
        const double on_the_way = stage.action == "gather" ? (count - 1) * bytes : rounds * bytes;
        for (Rank& rank : ranks_) {
            rank.done = {last.messages + rounds, last.bytes + on_the_way};
            rank.port = rank.done;
            ++rank.stage;
        }
        return true;
    }

    const Lesson& lesson_;
    const RankJob& job_;
    ParameterValues values_;
    const RankLink& link_;
    std::vector<Rank> ranks_;
    std::vector<const RankStage*> stages_;
    std::map<std::pair<std::size_t, std::size_t>, std::deque<Sent>> on_the_way_;
    std::optional<Error> problem_;
};

}  // namespace

Result<MessagePath> message_path(const Lesson& lesson, const RankJob& job, const ParameterValues& values, const RankLink& link) {
    return PathFinder(lesson, job, values, link).find();
}

}  // namespace warpwise
