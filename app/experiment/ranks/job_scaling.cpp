#include "experiment/ranks/job_scaling.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

#include "base/number_text.h"

namespace warpwise {

double JobScaling::ideal_s(int ranks) const {
    if (points.empty()) return 0;
    return weak.empty() ? points.front().seconds * points.front().ranks / ranks : points.front().seconds;
}

double JobScaling::efficiency(const ScalingPoint& point) const {
    return point.seconds > 0 ? ideal_s(point.ranks) / point.seconds : 0;
}

std::optional<AmdahlModel> fit_amdahl(const JobScaling& scaling) {
    if (!scaling.weak.empty()) return std::nullopt;
    // seconds = serial + parallel / ranks: a line over 1 / ranks, by least squares
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const ScalingPoint& point : scaling.points) {
        if (point.ranks > scaling.processors) continue;
        const double inverse = 1.0 / point.ranks;
        n += 1, x += inverse, y += point.seconds, xx += inverse * inverse, xy += inverse * point.seconds;
    }
    const double spread = n * xx - x * x;
    if (n < 2 || spread <= 0) return std::nullopt;
    const double parallel = std::max(0.0, (n * xy - x * y) / spread), serial = std::max(0.0, (y - parallel * x) / n);
    if (serial + parallel <= 0) return std::nullopt;
    return AmdahlModel{serial + parallel, serial / (serial + parallel)};
}

Result<JobScaling> measure_scaling(const Lesson& lesson, const RankJob& job, const ParameterValues& values,
                                   const ScalingRequest& request, DeviceSet& devices, const std::stop_token& stop) {
    JobScaling out{.lesson = lesson.id, .job = job.id, .weak = request.weak, .processors = 1, .points = {}};
    out.processors = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    for (const int ranks : request.ranks) {
        ParameterValues given = values;
        given[kRanksName] = std::int64_t{ranks};
        if (!request.weak.empty()) {
            const ParameterValues whole = values_of_job(lesson, job, values);
            const auto size = whole.find(request.weak);
            const auto* one = size == whole.end() ? nullptr : std::get_if<std::int64_t>(&size->second);
            if (one == nullptr) return usage_error(fmt::format("the lesson has no size '{}' that could grow", request.weak));
            given[request.weak] = *one * ranks;
        }
        ScalingPoint point{ranks, 0};
        for (int i = 0; i < std::max(1, request.repeats); ++i) {
            const auto run = run_job(lesson, job, given, devices, stop);
            if (!run) return std::unexpected(run.error());
            if (stop.stop_requested()) return failure("it was stopped");
            if (run->status != "right")
                return failure(fmt::format("in {} ranks, the job is {}, so its time says nothing", ranks, run->status));
            point.seconds = i == 0 ? run->job_s : std::min(point.seconds, run->job_s);
        }
        out.points.push_back(point);
    }
    std::ranges::sort(out.points, {}, &ScalingPoint::ranks);
    return out;
}

std::string text_of(const JobScaling& scaling) {
    const bool is_strong = scaling.weak.empty();
    std::string out =
        fmt::format("{:>5}  {:>10}  {:>10}  {:>10}  {:>8}\n", "ranks", "time", "ideal", "efficiency", is_strong ? "speed-up" : "");
    for (const ScalingPoint& point : scaling.points)
        out += fmt::format("{:>5}  {:>10}  {:>10}  {:>9.0f}%  {:>8}\n", point.ranks, duration_text(1e3 * point.seconds),
                           duration_text(1e3 * scaling.ideal_s(point.ranks)), 100 * scaling.efficiency(point),
                           is_strong ? fmt::format("{:.2f}", scaling.points.front().seconds / point.seconds) : std::string());
    out += fmt::format(
        "Times were measured on this machine, which has {} processor{}, with one thread per rank; kernels run in the emulator.\n",
        scaling.processors, scaling.processors == 1 ? "" : "s");
    if (const auto model = fit_amdahl(scaling)) {
        out += fmt::format(
            "A model, not measured: by Amdahl's law, {:.0f} % of the work does not get faster. With a processor for each "
            "rank it would take",
            100 * model->serial_share);
        const int last = scaling.points.back().ranks;
        for (const int more : {2 * last, 4 * last, 8 * last})
            out += fmt::format("{} {} in {} ranks", more == 2 * last ? "" : ",", short_duration(1e3 * model->seconds(more)), more);
        out += ".\n";
    }
    return out;
}

nlohmann::json to_json(const JobScaling& scaling) {
    nlohmann::json points = nlohmann::json::array(), model;
    for (const ScalingPoint& point : scaling.points)
        points.push_back({{"ranks", point.ranks},
                          {"source", "measured"},
                          {"seconds", point.seconds},
                          {"ideal_s", scaling.ideal_s(point.ranks)},
                          {"efficiency", scaling.efficiency(point)}});
    if (const auto fitted = fit_amdahl(scaling))
        model = {{"source", "model"}, {"law", "Amdahl"}, {"one_s", fitted->one_s}, {"serial_share", fitted->serial_share}};
    return {{"schema", "warpwise.scaling/1"},   {"lesson", scaling.lesson}, {"job", scaling.job}, {"weak", scaling.weak},
            {"processors", scaling.processors}, {"points", points},         {"model", model}};
}

}  // namespace warpwise
