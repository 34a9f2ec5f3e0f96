#include "lesson/messages_under_way.h"

#include <fmt/format.h>

#include <algorithm>

#include "lesson/formula.h"

namespace warpwise {
namespace {

std::string elements_text(double first, double end) {
    return end - first == 1 ? fmt::format("element {:.0f}", first) : fmt::format("elements {:.0f} to {:.0f}", first, end - 1);
}

}  // namespace

ParameterValues MessagesUnderWay::values_of(int rank) const {
    ParameterValues values = job_.values;
    values.merge(lesson_.defaults());
    values[kRankName] = std::int64_t{rank};
    return values;
}

// A formula that does not give a number was reported where it stands.
std::vector<MessagesUnderWay::Part> MessagesUnderWay::parts_of(const RankStage& stage, const ParameterValues& values) const {
    const auto number = [&](const std::string& formula) { return evaluate(formula, values).value_or(0); };
    const auto whole = [&](const std::string& array, bool is_written) {
        double count = 1;
        const auto spec = std::ranges::find(lesson_.arrays, array, &ArraySpec::id);
        if (spec == lesson_.arrays.end()) return Part{array, 0, 0, is_written};
        for (const std::string& extent : spec->shape) count *= number(extent);
        return Part{array, 0, count, is_written};
    };
    const auto some = [&](const std::string& array, const std::string& first, bool is_written) {
        const double begin = number(first), count = stage.count.empty() ? whole(stage.array, false).end : number(stage.count);
        return Part{array, begin, begin + count, is_written};
    };
    if (stage.action == "copy") return {whole(stage.array, true)};
    if (stage.action == "send") return {some(stage.array, stage.first, false)};
    if (stage.action == "receive" || stage.action == "broadcast") return {some(stage.array, stage.first, true)};
    if (stage.action == "exchange") return {some(stage.array, stage.first, false), some(stage.into, stage.into_first, true)};
    if (stage.action == "reduce") return {some(stage.array, stage.first, false), some(stage.into, stage.into_first, true)};
    if (stage.action == "gather") return {some(stage.array, stage.first, false), whole(stage.into, true)};
    return {};
}

void MessagesUnderWay::wait(const RankStage& stage, Fields& fields) {
    if (stage.under_way.empty()) return;
    if (!started_.contains(stage.under_way))
        fields.error("for",
                     fmt::format("it waits for \"{}\", and no stage before it starts messages of that name", stage.under_way),
                     fmt::format("A send, receive or exchange with start = \"{}\" does.", stage.under_way));
    if (stage.when.empty()) started_.erase(stage.under_way);
    std::erase_if(under_way_, [&](const Message& each) {
        return each.name == stage.under_way && (stage.when.empty() || evaluate(stage.when, values_of(each.rank)).value_or(1) != 0);
    });
}

// False: something is under way where the stages end that are repeated together.
bool MessagesUnderWay::end_loop(Fields& fields, const std::string& where) {
    started_.clear();
    if (under_way_.empty()) return true;
    const Message& left = under_way_.front();
    fields.error(
        "stage",
        fmt::format("{}, the messages \"{}\" of rank {} are still under way: no stage waits for them", where, left.name, left.rank),
        fmt::format("Add a stage with do = \"wait\" and for = \"{}\", in the same loop.", left.name));
    under_way_.clear();
    return false;
}

void MessagesUnderWay::pass(const RankStage& stage, Fields& fields) {
    if (stage.times != times_ && !end_loop(fields, times_.empty() ? "where the loop begins" : "where the loop ends")) return;
    times_ = stage.times;
    if (stage.action == "wait") return wait(stage, fields);
    if (stage.starts_messages()) started_.insert(stage.under_way);
    ParameterValues defaults = values_of(0);
    const auto* const ranks = std::get_if<std::int64_t>(&defaults[kRanksName]);
    bool is_told = false;
    for (int rank = 0; ranks != nullptr && rank < *ranks; ++rank) {
        const ParameterValues values = values_of(rank);
        if (!stage.when.empty() && evaluate(stage.when, values).value_or(0) == 0) continue;
        for (const Part& part : parts_of(stage, values)) {
            const auto used = std::ranges::find_if(
                under_way_, [&](const Message& each) { return each.rank == rank && each.part.overlaps(part); });
            if (used != under_way_.end() && !is_told)
                fields.error("do",
                             fmt::format("rank {} {} {} of {} while the messages \"{}\" are under way, which {} {}", rank,
                                         stage.action == "copy" ? "copies"
                                         : part.is_written      ? "writes"
                                                                : "sends",
                                         elements_text(part.first, part.end), part.array, used->name,
                                         used->part.is_written ? "bring" : "send", elements_text(used->part.first, used->part.end)),
                             fmt::format("Wait first: a stage with do = \"wait\" and for = \"{}\".", used->name));
            is_told = is_told || used != under_way_.end();
        }
        if (stage.starts_messages())
            for (const Part& part : parts_of(stage, values)) under_way_.push_back({stage.under_way, rank, part});
    }
}

void MessagesUnderWay::end(Fields& of_job) { end_loop(of_job, "at the end of the job"); }

}  // namespace warpwise
