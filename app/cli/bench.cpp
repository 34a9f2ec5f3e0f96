// warpwise bench: how fast the emulator and the window are here
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "base/files.h"
#include "base/json.h"
#include "base/paths.h"
#include "base/standard_streams.h"
#include "cli/argument_spec.h"
#include "cli/commands.h"
#include "cli/print.h"
#include "device/cpu/routines.h"
#include "experiment/record/record_json.h"
#include "experiment/run/comparison.h"
#include "experiment/run/execution.h"

namespace warpwise {
namespace {

using nlohmann::json;

struct Case {
    const char* name;
    const char* source;  // below kernels/
    const char* entry;
    LaunchShape shape;
    std::vector<std::string> arguments;
    const char* routine;
    AllowedError allowed;
};

// The sizes that the budgets in the design name.
std::vector<Case> cases() {
    return {
        {"vector_add 1 M",
         "arithmetic/vector_add/1_thread_per_element.cu",
         "vector_add<float>",
         {{4096, 1, 1}, {256, 1, 1}},
         {"f32[2^20]:uniform", "f32[2^20]:uniform", "f32[2^20]:zeros", "i32:2^20"},
         "vector_add",
         {}},
        // Sums of 512 products of numbers below 1, in another order or with fused steps.
        {"matmul_tiled 512^3",
         "linear_algebra/matmul/2_tiled.cu",
         "matmul_tiled<float>",
         {{32, 32, 1}, {16, 16, 1}},
         {"f32[512,512]:uniform", "f32[512,512]:uniform", "f32[512,512]:zeros", "i32:512"},
         "matmul",
         {1e-4, 512 * 1.2e-7}},
        // The kernel writes its fused steps out, so every device should give these very counts; the check below allows for one
        // that rounds otherwise at the boundary.
        {"mandelbrot 1024^2 x 256",
         "images/mandelbrot/1_thread_per_pixel.cu",
         "mandelbrot",
         {{64, 64, 1}, {16, 16, 1}},
         {"i32[1024,1024]:zeros", "i32:1024", "i32:1024", "f32:-2", "f32:-1.5", "f32:0.0029296875", "i32:256"},
         "mandelbrot",
         {}},
    };
}

struct Rates {
    double seconds = 0;
    double call_seconds = 0;  // with the arrays' way to the emulator's process and back
    RunRecord record;
    double wrong_share = 0;  // of the elements
};

constexpr double kMostWrongShare = 1e-2;

// What the CPU routine makes of a case's inputs.
std::vector<Array> expected_of(const Case& c, const ArgumentSet& inputs) {
    std::vector<Array> expected = inputs.arrays;
    std::vector<KernelArgument> arguments = bind_to_routine(inputs, expected);
    find_routine(c.routine)->serial({arguments, c.shape, 0});
    return expected;
}

double wrong_share(const Case& c, const std::vector<Array>& expected, const std::vector<Array>& found) {
    std::vector<const Array*> f, e;
    for (const Array& array : found) f.push_back(&array);
    for (const Array& array : expected) e.push_back(&array);
    const Check check = compare_arrays(f, e, c.allowed);
    return static_cast<double>(check.differing) / static_cast<double>(std::max<std::uint64_t>(1, check.compared));
}

// The median of up to five launches, or of as many as fit into a third of a second: the whole bench is to end within half a
// minute.
Result<Rates> measure_case(const Case& c, Device& device, int threads, Trace trace, const ArgumentSet& inputs,
                           const std::vector<Array>& expected) {
    auto text = read_file(data_dir() / "kernels" / c.source);
    if (!text) return std::unexpected(text.error());
    Rates rates{.record = new_record(device.describe())};
    rates.record.launch = c.shape;
    const auto program = compile_into(rates.record, device, {std::move(*text), c.entry, c.source});
    if (program == nullptr) return failure(fmt::format("{} does not compile: {}", c.name, text_of(rates.record.diagnostics)));
    LaunchOptions options;
    options.threads = threads;
    options.trace = trace;
    options.step_budget = ~std::uint64_t{0};
    std::vector<double> seconds, call_seconds;
    double spent = 0;
    std::vector<Array> arrays;
    while (seconds.size() < 5 && spent < 0.33) {
        arrays = inputs.arrays;
        auto bound = bind_to_program(inputs, arrays, *program, device.describe().id(), DType::f32);
        if (!bound) return std::unexpected(bound.error());
        const auto begin = std::chrono::steady_clock::now();
        launch_into(rates.record, device, *program, std::move(*bound), options);
        call_seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        if (rates.record.fault) return failure(fmt::format("{} fails: {}", c.name, text_of(*rates.record.fault)));
        seconds.push_back(rates.record.wall_s);
        spent += rates.record.wall_s;
    }
    rates.seconds = measure(seconds).median_ms;
    rates.call_seconds = measure(call_seconds).median_ms;
    rates.wrong_share = wrong_share(c, expected, arrays);
    if (rates.wrong_share > kMostWrongShare)
        return failure(fmt::format("{} has a share of {:.2g} wrong elements", c.name, rates.wrong_share));
    return rates;
}

const char* trace_name(Trace trace) { return trace == Trace::none ? "none" : trace == Trace::counters ? "counters" : "full"; }

json json_of(const Case& c, int threads, Trace trace, const Rates& r) {
    const auto rate = [&](std::uint64_t count) { return r.seconds > 0 ? static_cast<double>(count) / r.seconds : 0.0; };
    return {{"name", c.name},
            {"threads", threads},
            {"trace", trace_name(trace)},
            {"seconds", r.seconds},
            {"call_seconds", r.call_seconds},
            {"warp_instructions", r.record.warp_instructions},
            {"lane_instructions", r.record.lane_instructions},
            {"warp_instructions_per_s", rate(r.record.warp_instructions)},
            {"lane_instructions_per_s", rate(r.record.lane_instructions)},
            {"wrong_share", r.wrong_share}};
}

json moving_json(const std::vector<FrameTimes::Moving>& all) {
    json list = json::array();
    for (const FrameTimes::Moving& m : all)
        list.push_back({{"lesson", m.lesson},
                        {"size", m.size},
                        {"pictures_per_s", m.pictures_per_s},
                        {"compute_ms", m.compute_ms},
                        {"colours_ms", m.colours_ms},
                        {"upload_ms", m.upload_ms},
                        {"frame_ms", m.frame_ms}});
    return list;
}

json json_of(const FrameTimes& f) {
    return {{"host", f.host},
            {"width", f.width},
            {"height", f.height},
            {"frames", f.frames},
            {"median_ms", f.median_ms},
            {"p95_ms", f.p95_ms},
            {"max_ms", f.max_ms},
            {"moving", moving_json(f.moving)},
            {"edit_to_result_ms", f.edit_to_result_ms},
            {"edit_run_ms", f.edit_run_ms},
            {"edit_draw_ms", f.edit_draw_ms}};
}

void print_line(const json& j) {
    print_to(stdout, "{:<26}{:>8}  {:<9}{:>10}{:>10}{:>13.1f} M/s{:>13.1f} M/s\n", j["name"].get<std::string>(),
             j["threads"].get<int>(), j["trace"].get<std::string>(), duration_text(j["seconds"].get<double>() * 1e3),
             duration_text(j["call_seconds"].get<double>() * 1e3), j["warp_instructions_per_s"].get<double>() / 1e6,
             j["lane_instructions_per_s"].get<double>() / 1e6);
    std::fflush(stdout);
}

// Points have the graphics card's colours, which take no time of their own.
std::string coloured(double ms) { return ms > 0 ? fmt::format("coloured in {}, ", duration_text(ms)) : std::string(); }

}  // namespace

int bench_command(bool as_json, const WindowCommands& window, bool only_frames) {
    DeviceSet devices;
    const auto device = devices.get(kind_that(&DeviceTraits::has_counts));
    if (!device) return report(device.error());
    const Machine machine = describe_machine();
    if (!as_json && !only_frames)
        print_to(stdout, "{}, {} cores\n\n{:<26}{:>8}  {:<9}{:>10}{:>10}{:>17}{:>17}\n", machine.cpu, machine.cores, "emulator",
                 "threads", "trace", "time", "in all", "warp instr.", "lane instr.");
    json emulator = json::array();
    std::vector<int> thread_counts{1};
    if (machine.cores > 1) thread_counts.push_back(machine.cores);
    for (const Case& c : only_frames ? std::vector<Case>() : cases()) {
        const auto inputs = make_arguments(c.arguments, 1);
        if (!inputs) return report(inputs.error());
        const std::vector<Array> expected = expected_of(c, *inputs);
        for (int threads : thread_counts)
            for (Trace trace : {Trace::none, Trace::counters, Trace::full}) {
                const auto rates = measure_case(c, **device, threads, trace, *inputs, expected);
                if (!rates) return report(rates.error());
                emulator.push_back(json_of(c, threads, trace, *rates));
                if (!as_json) print_line(emulator.back());
            }
    }
    json frames = nullptr;
    std::string no_frames = "this build has no window";
    if (window.bench_frames != nullptr) {
        if (const auto measured = window.bench_frames())
            frames = json_of(*measured);
        else
            no_frames = measured.error().text();
    }
    if (as_json) {
        print_to(stdout, "{}\n",
                 json_text({{"schema", "warpwise.bench/1"},
                            {"version", WARPWISE_VERSION},
                            {"machine", to_json(machine)},
                            {"emulator", emulator},
                            {"frames", frames},
                            {"frames_missing", frames.is_null() ? json(no_frames) : json(nullptr)}}));
        return 0;
    }
    if (frames.is_null())
        print_to(stdout, "\nframes: not measured, {}\n", no_frames);
    else
        print_to(stdout, "\nframes of the full layout, 1 M threads, {} x {}, {}: median {}, 95 % below {}, longest {}\n",
                 frames["width"].get<int>(), frames["height"].get<int>(), frames["host"].get<std::string>(),
                 duration_text(frames["median_ms"].get<double>()), duration_text(frames["p95_ms"].get<double>()),
                 duration_text(frames["max_ms"].get<double>()));
    if (!frames.is_null())
        print_to(stdout, "a changed block size is seen after {}, of which the emulator {} and the frame {}\n",
                 duration_text(frames["edit_to_result_ms"].get<double>()), duration_text(frames["edit_run_ms"].get<double>()),
                 duration_text(frames["edit_draw_ms"].get<double>()));
    for (const json& m : frames.is_null() ? json::array() : frames["moving"])
        print_to(stdout, "{}, {}: {:.0f} pictures/s; computed in {}, {}uploaded in {}, a frame drawn in {}\n",
                 m["lesson"].get<std::string>(), m["size"].get<std::string>(), m["pictures_per_s"].get<double>(),
                 duration_text(m["compute_ms"].get<double>()), coloured(m["colours_ms"].get<double>()),
                 duration_text(m["upload_ms"].get<double>()), duration_text(m["frame_ms"].get<double>()));
    return 0;
}

}  // namespace warpwise
