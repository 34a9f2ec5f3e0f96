#include "experiment/ranks/job_sizes.h"

#include "experiment/ranks/job_launch.h"
#include "experiment/ranks/job_program.h"
#include "lesson/formula.h"

namespace warpwise {
namespace {

// What the first rank has to do: the elements of its arrays and messages, the blocks of its launches, how often stages are
// repeated.
Result<std::vector<double>> work_of_rank(const Lesson& lesson, const RankJob& job, ParameterValues values) {
    const auto program = job_program(lesson, job, values);
    if (!program) return std::unexpected(program.error());
    std::vector<double> out;
    for (const JobArray& array : program->arrays) out.push_back(static_cast<double>(array.elements));
    values[kRankName] = std::int64_t{0};
    for (const RankStage& stage : job.stages) {
        for (const std::string& formula : {stage.count, stage.times}) {
            if (formula.empty()) continue;
            const auto value = evaluate(formula, values);
            if (!value) return std::unexpected(value.error());
            out.push_back(*value);
        }
        if (stage.kernel.empty()) continue;
        const auto launch = launch_of_stage(lesson, stage, values);
        if (!launch) return std::unexpected(launch.error());
        for (const std::uint32_t edge : {launch->shape.grid.x, launch->shape.grid.y, launch->shape.grid.z}) out.push_back(edge);
    }
    return out;
}

}  // namespace

std::vector<std::string> sizes_of_job(const Lesson& lesson, const RankJob& job, const ParameterValues& values) {
    constexpr std::int64_t more = 2;
    const auto in_ranks = [&](std::int64_t ranks, const std::string& size) {
        ParameterValues out = values;
        out[kRanksName] = ranks;
        if (auto* const whole = std::get_if<std::int64_t>(&out.at(size))) *whole *= ranks;
        return out;
    };
    std::vector<std::string> out;
    for (const Parameter& parameter : lesson.parameters) {
        if (parameter.kind != ParameterKind::size || !std::holds_alternative<std::int64_t>(values.at(parameter.id))) continue;
        ParameterValues twice = in_ranks(more, parameter.id);
        twice[kRanksName] = std::int64_t{1};
        const auto alone = work_of_rank(lesson, job, in_ranks(1, parameter.id)),
                   divided = work_of_rank(lesson, job, in_ranks(more, parameter.id));
        const auto first = job_program(lesson, job, in_ranks(1, parameter.id)), second = job_program(lesson, job, twice);
        const bool depends = first && second && first->text != second->text;
        if (depends && alone && divided && *divided == *alone) out.push_back(parameter.id);
    }
    return out;
}

}  // namespace warpwise
