#include "experiment/file/program_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/fault_json.h"
#include "base/json.h"

namespace warpwise {
using nlohmann::json;

namespace {

constexpr std::size_t kMostSteps = 20'000;     // of a program that launches for ever
constexpr std::size_t kMostLaunches = 20'000;  // with their counters, some 4 KB each

std::string text_in(const json& in, const char* key) { return in.value(key, std::string()); }

Dim3 dim3_in(const json& in, const char* key) {
    const json& d = in.at(key);
    return {d.at(0).get<std::uint32_t>(), d.at(1).get<std::uint32_t>(), d.at(2).get<std::uint32_t>()};
}

json to_json(Dim3 d) { return {d.x, d.y, d.z}; }

std::vector<double> numbers_in(const json& in) {
    std::vector<double> out;
    for (const json& each : in) out.push_back(each.is_number() ? each.get<double>() : std::numeric_limits<double>::quiet_NaN());
    return out;
}

ProgramLaunch::Array array_in(const json& in) {
    ProgramLaunch::Array array{
        text_in(in, "name"), in.at("elements"), in.value("is_output", false), {}, numbers_in(in.at("after"))};
    if (in.at("before").is_array()) array.before = numbers_in(in.at("before"));
    return array;
}

ProgramLaunch launch_in(const json& in) {
    ProgramLaunch launch;
    launch.kernel = text_in(in, "kernel");
    launch.file = text_in(in, "file");
    launch.line = in.value("line", 0);
    launch.gpu = in.value("gpu", 0);
    launch.shape = {dim3_in(in, "grid"), dim3_in(in, "block"), in.at("dynamic_shared_bytes")};
    if (in.contains("gpu_ms")) {
        const double milliseconds = in.at("gpu_ms");
        if (milliseconds >= 0) {
            launch.gpu_ms = milliseconds;
            launch.begin_s = in.value("begin_s", 0.0);
            launch.wall_s = 1e-3 * milliseconds;
        }
        return launch;
    }
    launch.static_shared_bytes = in.at("static_shared_bytes");
    launch.trace = text_in(in, "trace");
    launch.counters = in.at("counters").get<std::map<std::string, double>>();
    launch.warp_instructions = in.at("executed").at("warp_instructions");
    launch.lane_instructions = in.at("executed").at("lane_instructions");
    launch.wall_s = in.at("executed").at("wall_s");
    launch.begin_s = in.value("begin_s", 0.0);
    if (in.contains("repeats")) launch.repeats = in.at("repeats").get<int>();
    if (in.contains("fault")) launch.fault = fault_from_json(in.at("fault"));
    launch.is_ended_by_fault = in.value("is_ended_by_fault", false);
    launch.is_mapped = in.value("is_mapped", false);
    if (in.contains("arrays"))
        for (const json& each : in.at("arrays")) launch.arrays.push_back(array_in(each));
    return launch;
}

MpiCall mpi_call_in(const json& in) {
    return {.call = in.at(0),
            .file = in.at(1),
            .line = in.at(2),
            .to = in.at(3),
            .from = in.at(4),
            .tag = in.at(5),
            .bytes = in.at(6),
            .is_collective = in.at(7),
            .begin_s = in.at(8),
            .end_s = in.at(9).is_null() ? std::nullopt : std::optional(in.at(9).get<double>())};
}

json to_json(const MpiCall& call) {
    return {{"call", call.call},       {"file", call.file},
            {"line", call.line},       {"to", call.to},
            {"from", call.from},       {"tag", call.tag},
            {"bytes", call.bytes},     {"is_collective", call.is_collective},
            {"begin_s", call.begin_s}, {"end_s", call.end_s ? json(*call.end_s) : json(nullptr)}};
}

// A time on a GPU is needed for the median, and is small.
void add(ProgramReport& report, ProgramLaunch launch) {
    if (report.launches.size() < kMostLaunches || launch.gpu_ms) {
        if (report.steps.size() < kMostSteps) report.steps.push_back({ProgramReport::Step::What::launch, report.launches.size()});
        report.launches.push_back(std::move(launch));
        return;
    }
    auto known = std::ranges::find_if(report.more_launches, [&](const auto& each) { return are_alike(each.first, launch); });
    const bool is_repeat = launch.repeats.has_value(), is_part = launch.trace != "full";
    if (known == report.more_launches.end()) known = report.more_launches.insert(known, {std::move(launch)});
    ++known->times;
    if (is_part) ++known->partly_checked;
    if (is_repeat) ++known->repeats;
}

void add_work(ProgramReport& report, const json& event, bool is_launch) {
    if (report.works.size() >= kMostSteps || event.value("work", report.works.size()) != report.works.size()) return;
    report.works.push_back({is_launch, event.value("stream", std::uint64_t{0}), event.value("beside", std::vector<std::size_t>())});
}

void add_step(ProgramReport& report, ProgramReport::Step::What what, std::size_t index) {
    if (report.steps.size() < kMostSteps) report.steps.push_back({what, index});
}

void add(ProgramReport& report, const json& event) {
    const std::string what = text_in(event, "event");
    if (what == "finding") {
        const int launch = event.at("launch");
        const bool is_listed = launch < static_cast<int>(kMostLaunches);
        report.findings.push_back({text_in(event, "kind"), text_in(event, "file"), event.at("line"), text_in(event, "message"),
                                   text_in(event, "hint"), is_listed ? launch : -1, event.value("is_note", false)});
    } else if (what == "error") {
        report.errors.push_back(
            {text_in(event, "call"), text_in(event, "name"), text_in(event, "file"), text_in(event, "message"), event.at("line")});
        if (report.errors.back().call == ProgramError::kLaunch)
            add_step(report, ProgramReport::Step::What::refused, report.errors.size() - 1);
    } else if (what == "launch") {
        add(report, launch_in(event));
        add_work(report, event, true);
    } else if (what == "copy") {
        add_work(report, event, false);
        add_step(report, ProgramReport::Step::What::copy, report.copies.size());
        report.copies.push_back({text_in(event, "call"), text_in(event, "kind"), text_in(event, "file"), event.at("line"),
                                 event.at("bytes"), event.value("from_gpu", 0), event.value("to_gpu", 0),
                                 event.value("begin_s", 0.0), event.value("wall_s", 0.0)});
    } else if (what == "library") {
        add_step(report, ProgramReport::Step::What::library, report.library_calls.size());
        report.library_calls.push_back({text_in(event, "call"), text_in(event, "size"), text_in(event, "file"), event.at("line")});
    } else if (what == "mpi") {
        for (const json& call : event.at("calls")) report.mpi_calls.push_back(mpi_call_in(call));
        std::ranges::sort(report.mpi_calls, {}, &MpiCall::begin_s);
        report.more_mpi_calls = event.value("more", report.more_mpi_calls);
        report.clock_offset_s = event.value("clock_offset_s", report.clock_offset_s);
    } else if (what == "wait") {
        if (report.waits.size() >= kMostSteps) return;
        add_step(report, ProgramReport::Step::What::wait, report.waits.size());
        report.waits.push_back({text_in(event, "call"), text_in(event, "file"), event.at("line")});
    } else if (what == "clock") {
        report.early_clocks.push_back(
            {text_in(event, "call"), text_in(event, "file"), event.at("line"), event.value("launch_line", 0)});
    } else if (what == "picture") {
        report.pictures.push_back(
            {text_in(event, "file"), text_in(event, "problem"), event.at("width"), event.at("height"), event.at("frames")});
    } else if (what == "compiler_warning") {
        Diagnostic warning{.file = text_in(event, "file"),
                           .line = event.at("line"),
                           .column = event.at("column"),
                           .message = text_in(event, "message"),
                           .hint = text_in(event, "hint")};
        warning.severity = Severity::note;
        report.diagnostics.push_back(std::move(warning));
    } else if (what == "warning") {
        const std::size_t launch = event.at("launch");
        if (launch < report.launches.size())
            report.launches[launch].warnings.push_back(
                fmt::format("line {}: {}", event.at("line").get<int>(), text_in(event, "message")));
    } else if (what == "gpus") {
        report.wanted_gpus = std::max(report.wanted_gpus, event.value("wanted", 0));
        if (event.contains("counted")) report.has_counted_gpus = true;
    } else if (what == "diagnostics") {
        report.diagnostics = diagnostics_from_json(event.at("diagnostics"));
    } else if (what == "kept") {
        report.kept = text_in(event, "problem");
    } else if (what == "end") {
        report.has_ended = true;
        report.exit_code = event.at("exit_code");
    }
}

}  // namespace

bool are_alike(const ProgramLaunch& a, const ProgramLaunch& b) {
    return a.kernel == b.kernel && a.line == b.line && a.gpu == b.gpu && a.shape == b.shape &&
           a.fault.has_value() == b.fault.has_value();
}

std::size_t ProgramReport::launch_count() const {
    std::size_t count = launches.size();
    for (const MoreLaunches& each : more_launches) count += each.times;
    return count;
}

std::size_t ProgramReport::mistake_count() const {
    return static_cast<std::size_t>(std::ranges::count(findings, false, &ProgramFinding::is_note));
}

std::size_t ProgramReport::partly_checked_count() const {
    auto out = static_cast<std::size_t>(std::ranges::count_if(launches, [](const ProgramLaunch& l) { return l.trace != "full"; }));
    for (const MoreLaunches& each : more_launches) out += each.partly_checked;
    return out;
}

int ProgramReport::exit_status() const {
    if (has_errors(diagnostics)) return 2;
    return mistake_count() == 0 ? exit_code : 1;
}

void add_event(ProgramReport& report, const std::string& line) {
    const json event = parsed_or_discarded(line);
    if (!event.is_object()) return;
    try {
        add(report, event);
    } catch (const json::exception&) {  // a line that was cut short when the process was killed
    }
}

json to_json(const ProgramReport& report) {
    json errors = json::array(), findings = json::array(), launches = json::array(), steps = json::array();
    for (const Diagnostic& each : report.diagnostics)
        errors.push_back({{"file", each.file},
                          {"line", each.line},
                          {"column", each.column},
                          {"severity", each.severity == Severity::error ? "error" : "note"},
                          {"message", each.message},
                          {"hint", each.hint}});
    for (const ProgramError& each : report.errors)
        errors.push_back({{"call", each.call},
                          {"name", each.name},
                          {"file", each.file},
                          {"line", each.line},
                          {"severity", "error"},
                          {"message", each.message}});
    for (const ProgramFinding& each : report.findings)
        findings.push_back({{"kind", each.kind},
                            {"severity", each.is_note ? "note" : "mistake"},
                            {"file", each.file},
                            {"line", each.line},
                            {"message", each.message},
                            {"hint", each.hint},
                            {"launch", each.launch < 0 ? json(nullptr) : json(each.launch)}});
    for (const ProgramLaunch& each : report.launches)
        launches.push_back({{"kernel", each.kernel},
                            {"file", each.file},
                            {"line", each.line},
                            {"gpu", each.gpu},
                            {"grid", to_json(each.shape.grid)},
                            {"block", to_json(each.shape.block)},
                            {"dynamic_shared_bytes", each.shape.dynamic_shared_bytes},
                            {"static_shared_bytes", each.static_shared_bytes},
                            {"trace", each.trace},
                            {"counters", each.counters},
                            {"executed",
                             {{"warp_instructions", each.warp_instructions},
                              {"lane_instructions", each.lane_instructions},
                              {"wall_s", each.wall_s}}},
                            {"repeats", each.repeats ? json(*each.repeats) : json(nullptr)},
                            {"gpu_ms", each.gpu_ms ? json(*each.gpu_ms) : json(nullptr)},
                            {"fault", each.fault ? warpwise::to_json(*each.fault) : json(nullptr)},
                            {"is_ended_by_fault", each.is_ended_by_fault},
                            {"warnings", each.warnings}});
    json more = json::array();
    for (const ProgramReport::MoreLaunches& each : report.more_launches)
        more.push_back({{"kernel", each.first.kernel},
                        {"file", each.first.file},
                        {"line", each.first.line},
                        {"gpu", each.first.gpu},
                        {"grid", to_json(each.first.shape.grid)},
                        {"block", to_json(each.first.shape.block)},
                        {"times", each.times},
                        {"repeats", each.repeats}});
    for (const ProgramReport::Step& step : report.steps) {
        if (step.what == ProgramReport::Step::What::launch) {
            steps.push_back({{"launch", step.index}});
            continue;
        }
        if (step.what == ProgramReport::Step::What::library) {
            const ProgramLibraryCall& call = report.library_calls[step.index];
            steps.push_back({{"library", call.call}, {"size", call.size}, {"file", call.file}, {"line", call.line}});
            continue;
        }
        if (step.what == ProgramReport::Step::What::refused) {
            const ProgramError& error = report.errors[step.index];
            steps.push_back({{"refused", error.name}, {"file", error.file}, {"line", error.line}});
            continue;
        }
        if (step.what == ProgramReport::Step::What::wait) {
            const ProgramWait& wait = report.waits[step.index];
            steps.push_back({{"wait", wait.call}, {"file", wait.file}, {"line", wait.line}});
            continue;
        }
        const ProgramCopy& copy = report.copies[step.index];
        steps.push_back(
            {{"copy", copy.kind}, {"call", copy.call}, {"bytes", copy.bytes}, {"file", copy.file}, {"line", copy.line}});
        if (report.gpus > 1) steps.back().update({{"from_gpu", copy.from_gpu}, {"to_gpu", copy.to_gpu}});
    }
    json pictures = json::array();
    for (const ProgramPicture& each : report.pictures)
        pictures.push_back({{"file", each.file},
                            {"problem", each.problem},
                            {"width", each.width},
                            {"height", each.height},
                            {"frames", each.frames}});
    json mpi_calls = json::array();
    for (const MpiCall& each : report.mpi_calls) mpi_calls.push_back(to_json(each));
    json out = {{"schema", "warpwise.exec/1"}, {"program", report.program},
                {"mpi_calls", mpi_calls},      {"more_mpi_calls", report.more_mpi_calls},
                {"pictures", pictures},        {"is_stopped", report.is_stopped},
                {"device", report.device},     {"exit_code", report.exit_code},
                {"gpus", report.gpus},         {"wanted_gpus", report.wanted_gpus},
                {"output", report.output},     {"errors", errors},
                {"findings", findings},        {"launches", launches},
                {"more_launches", more},       {"steps", steps}};
    if (report.smallest) out["smallest_case"] = to_json(*report.smallest);
    return out;
}

std::optional<int> signal_of(int exit_code) {
    constexpr int kFirst = 129, kLast = 128 + 64;
    return exit_code >= kFirst && exit_code <= kLast ? std::optional(exit_code - 128) : std::nullopt;
}

}  // namespace warpwise
