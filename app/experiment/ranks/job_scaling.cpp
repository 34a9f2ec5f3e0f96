#include "experiment/ranks/job_scaling.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "base/counted.h"
#include "base/number_text.h"
#include "experiment/ranks/job_program.h"
#include "experiment/ranks/job_sizes.h"

namespace warpwise {

double JobScaling::ideal_s(int ranks) const {
    if (points.empty()) return 0;
    return weak.empty() ? points.front().seconds * points.front().ranks / ranks : points.front().seconds;
}

double JobScaling::efficiency(const ScalingPoint& point) const {
    return point.seconds > 0 ? ideal_s(point.ranks) / point.seconds : 0;
}

std::optional<ScalingModel> fit_model(const JobScaling& scaling) {
    if (!scaling.link) return std::nullopt;
    ScalingModel model{.is_weak = !scaling.weak.empty(), .link = *scaling.link};
    // What is left without the messages is serial + parallel / ranks: a line over 1 / ranks, by least squares.
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const ScalingPoint& point : scaling.points) {
        if (point.ranks > scaling.processors) continue;
        const double inverse = 1.0 / point.ranks, left = std::max(0.0, point.seconds - model.message_s(point.path));
        n += 1, x += inverse, y += left, xx += inverse * inverse, xy += inverse * left;
    }
    if (model.is_weak) {
        if (n < 1) return std::nullopt;
        model.parallel_s = y / n;
        return model;
    }
    const double spread = n * xx - x * x;
    if (n < 2 || spread <= 0) return std::nullopt;
    model.parallel_s = std::max(0.0, (n * xy - x * y) / spread);
    model.serial_s = std::max(0.0, (y - model.parallel_s * x) / n);
    if (model.serial_s + model.parallel_s <= 0) return std::nullopt;
    return model;
}

namespace {

// A status of JobRun, as a sentence has it.
std::string how_it_ended(const std::string& status) {
    return status == "wrong" ? "gave a wrong result" : status == "deadlock" ? "ended in a deadlock" : "failed";
}

Result<ParameterValues> values_in_ranks(const Lesson& lesson, const RankJob& job, const ParameterValues& values,
                                        const std::string& weak, int ranks) {
    ParameterValues given = values;
    given[kRanksName] = std::int64_t{ranks};
    if (weak.empty()) return given;
    const ParameterValues whole = values_of_job(lesson, job, values);
    const auto size = whole.find(weak);
    const auto* one = size == whole.end() ? nullptr : std::get_if<std::int64_t>(&size->second);
    const std::vector<std::string> sizes = sizes_of_job(lesson, job, whole);
    if (one == nullptr || std::ranges::find(sizes, weak) == sizes.end())
        return usage_error(one == nullptr ? fmt::format("'{}' is not a size of this lesson", weak)
                                          : fmt::format("the ranks of the job {} do not divide {} among them", job.id, weak),
                           sizes.empty() ? "It has no size that grows with its ranks: leave out --weak."
                                         : fmt::format("--weak takes one of {}.", fmt::join(sizes, ", ")));
    given[weak] = *one * ranks;
    return given;
}

}  // namespace

Result<JobScaling> measure_scaling(const Lesson& lesson, const RankJob& job, const ParameterValues& values,
                                   const ScalingRequest& request, DeviceSet& devices, const std::stop_token& stop) {
    JobScaling out{.lesson = lesson.id, .job = job.id, .weak = request.weak, .values = values_of_job(lesson, job, values)};
    out.values[kRanksName] = std::int64_t{1};
    out.processors = request.places.gpus.empty() ? static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))
                                                 : static_cast<int>(request.places.gpus.size());
    out.overlaps = std::ranges::any_of(job.stages, &RankStage::starts_messages);
    if (request.places.has_other_machines()) {
        const auto& hosts = request.places.hosts->hosts;
        const int own = std::exchange(out.processors, 0);
        for (const HostFile::Host& host : hosts) out.processors += host.slots > 0 ? host.slots : own;
        out.hosts = fmt::format("{} hosts", hosts.size());
    }
    const auto in_ranks = [&](int ranks) { return values_in_ranks(lesson, job, values, request.weak, ranks); };
    for (const int ranks : request.ranks) {
        const auto given = in_ranks(ranks);
        if (!given) return std::unexpected(given.error());
        ScalingPoint point{.ranks = ranks};
        for (int i = 0; i < std::max(1, request.repeats); ++i) {
            const auto run = run_job(lesson, job, *given, devices, stop, request.places);
            if (!run) return std::unexpected(run.error());
            if (stop.stop_requested()) return failure("it was stopped");
            if (!run->is_as_expected)
                return failure(fmt::format("with {} ranks the job {}, so it was not timed", ranks, how_it_ended(run->status)),
                               fmt::format("Run it with --ranks {} to see why.", ranks));
            point.seconds = i == 0 ? run->job_s : std::min(point.seconds, run->job_s);
            point.gpus = run->gpus;
        }
        out.points.push_back(point);
    }
    std::ranges::sort(out.points, {}, &ScalingPoint::ranks);
    const int most = out.points.empty() ? 1 : out.points.back().ranks;
    if (most < 2) return out;
    const auto gpus = gpus_of_job(job, request.places.gpus, 2, devices);
    if (!gpus) return std::unexpected(gpus.error());
    const auto link = measure_link(stop, request.places, *gpus);
    if (!link) return std::unexpected(link.error());
    out.link = *link;
    for (const int more : {2 * most, 4 * most, 8 * most}) out.beyond.push_back({.ranks = more});
    const auto path_in = [&](int ranks) -> Result<MessagePath> {
        const auto given = in_ranks(ranks);
        if (!given) return std::unexpected(given.error());
        return message_path(lesson, job, values_of_job(lesson, job, *given), *link);
    };
    const auto find_paths = [&](auto& points) -> Result<void> {
        for (auto& point : points) {
            const auto path = path_in(point.ranks);
            if (!path) return std::unexpected(path.error());
            point.path = *path;
        }
        return {};
    };
    if (auto found = find_paths(out.points); !found) return std::unexpected(found.error());
    if (auto found = find_paths(out.beyond); !found) return std::unexpected(found.error());
    return out;
}

std::string text_of_model(const JobScaling& scaling) {
    const auto model = fit_model(scaling);
    if (!model || scaling.beyond.empty()) return {};
    std::string out = "A model, not measured: ";
    out += model->is_weak
               ? fmt::format("each rank computes for {}, however many ranks there are", short_duration(1e3 * model->parallel_s))
               : fmt::format("{:.0f} % of the work does not get faster (Amdahl's law)", 100 * model->serial_share());
    out += ". Each message of the longest chain adds latency + bytes / bandwidth";
    if (scaling.overlaps) out += ", as if nothing were computed meanwhile";
    out += fmt::format(". With one {} per rank, the job would take", scaling.is_on_gpus() ? "GPU" : "processor");
    for (const JobScaling::Beyond& each : scaling.beyond)
        out += fmt::format("{} {} with {} ranks", &each == &scaling.beyond.front() ? "" : ",",
                           short_duration(1e3 * model->seconds(each.ranks, each.path)), each.ranks);
    const JobScaling::Beyond& last = scaling.beyond.back();
    return out + fmt::format(". Of the last time, {} are {}{}.", short_duration(1e3 * model->message_s(last.path)),
                             counted(static_cast<std::uint64_t>(last.path.messages), "message"),
                             last.path.messages == 1 ? "" : ", one after another");
}

std::string text_of(const JobScaling& scaling) {
    const bool is_strong = scaling.weak.empty();
    std::string out = fmt::format("{:>5}  {:>10}  {:>10}  {:>10}  {:>8}\n", "ranks", "measured", "ideal", "efficiency",
                                  is_strong ? "speedup" : "");
    for (const ScalingPoint& point : scaling.points)
        out += fmt::format("{:>5}  {:>10}  {:>10}  {:>9.0f}%  {:>8}\n", point.ranks, duration_text(1e3 * point.seconds),
                           duration_text(1e3 * scaling.ideal_s(point.ranks)), 100 * scaling.efficiency(point),
                           is_strong ? fmt::format("{:.2f}", scaling.points.front().seconds / point.seconds) : std::string());
    if (scaling.is_on_gpus()) {
        for (const ScalingPoint& point : scaling.points)
            out += fmt::format("{}: {}\n", counted(static_cast<std::uint64_t>(point.ranks), "rank"),
                               text_of(point.gpus, point.ranks, scaling.recorded_on));
    } else {
        const std::string where = scaling.hosts.empty() ? fmt::format("this machine, which has {}", scaling.processors)
                                                        : fmt::format("{}, taken to have {}", scaling.hosts, scaling.processors);
        out += fmt::format("Times were measured on {} processor{}, with one thread per rank; kernels run in the emulator.\n", where,
                           scaling.processors == 1 ? "" : "s");
    }
    if (scaling.link) out += text_of(*scaling.link) + "\n";
    if (const std::string model = text_of_model(scaling); !model.empty()) out += model + "\n";
    return out;
}

nlohmann::json to_json(const JobScaling& scaling) {
    nlohmann::json points = nlohmann::json::array(), model, link;
    for (const ScalingPoint& point : scaling.points)
        points.push_back({{"ranks", point.ranks},
                          {"source", "measured"},
                          {"seconds", point.seconds},
                          {"device", to_json(point.gpus)},
                          {"ideal_s", scaling.ideal_s(point.ranks)},
                          {"efficiency", scaling.efficiency(point)}});
    if (scaling.link) link = to_json(*scaling.link);
    if (const auto fitted = fit_model(scaling)) {
        model = {{"source", "model"},
                 {"law", "serial + parallel / ranks + messages * latency + bytes / bandwidth"},
                 {"serial_s", fitted->serial_s},
                 {"parallel_s", fitted->parallel_s},
                 {"points", nlohmann::json::array()}};
        if (fitted->is_weak) model["law"] = "parallel + messages * latency + bytes / bandwidth";
        for (const JobScaling::Beyond& each : scaling.beyond)
            model["points"].push_back({{"ranks", each.ranks},
                                       {"source", "model"},
                                       {"seconds", fitted->seconds(each.ranks, each.path)},
                                       {"messages", each.path.messages},
                                       {"bytes", each.path.bytes},
                                       {"messages_s", fitted->message_s(each.path)}});
    }
    nlohmann::json values = nlohmann::json::object();
    for (const auto& [id, value] : scaling.values) std::visit([&, &id = id](const auto& v) { values[id] = v; }, value);
    return {{"schema", "warpwise.scaling/1"},
            {"lesson", scaling.lesson},
            {"job", scaling.job},
            {"weak", scaling.weak},
            {"values", values},
            {"processors", scaling.processors},
            {"points", points},
            {"link", link},
            {"model", model}};
}

}  // namespace warpwise
