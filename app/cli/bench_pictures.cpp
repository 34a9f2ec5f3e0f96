// warpwise bench --interop: how a picture comes to the screen, from kernels that write OpenGL's memory, and through the host
#include <fmt/format.h>

#include "base/json.h"
#include "base/standard_streams.h"
#include "cli/commands.h"
#include "experiment/record/measurement.h"
#include "experiment/record/record_json.h"

namespace warpwise {
namespace {

using nlohmann::json;

json json_of(const PictureCase& c) {
    return {{"lesson", c.lesson},
            {"width", c.edge},
            {"height", c.edge},
            {"path", c.path},
            {"frames", c.frames},
            {"map_ms", optional_value(c.map_ms)},
            {"kernel_ms", optional_value(c.kernel_ms)},
            {"unmap_ms", optional_value(c.unmap_ms)},
            {"copy_out_ms", optional_value(c.copy_out_ms)},
            {"routine_ms", optional_value(c.routine_ms)},
            {"upload_ms", optional_value(c.upload_ms)},
            {"draw_ms", optional_value(c.draw_ms)},
            {"frame_ms", c.missing.empty() ? json(c.frame_ms) : json(nullptr)},
            {"frames_per_s", c.frame_ms > 0 ? json(1e3 / c.frame_ms) : json(nullptr)},
            {"missing", c.missing.empty() ? json(nullptr) : json(c.missing)}};
}

std::string cell(const std::optional<double>& ms) { return ms ? duration_text(*ms) : "-"; }

void print(const PictureTimings& timings) {
    print_to(stdout,
             "{}\nGPU: {}, opened in {:.0f} ms\n\n{:<11} {:<12} {:<8}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}{:>9}\n",
             timings.host, timings.gpu.empty() ? "none" : timings.gpu, timings.open_ms, "lesson", "pixels", "path", "map", "kernel",
             "unmap", "copy out", "routine", "upload", "draw", "frame", "frames/s");
    for (const PictureCase& c : timings.cases) {
        print_to(stdout, "{:<11} {:<12} {:<8}", c.lesson, fmt::format("{} x {}", c.edge, c.edge), c.path);
        if (!c.missing.empty())
            print_to(stdout, "   {}\n", c.missing);
        else
            print_to(stdout, "{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}{:>9.1f}\n", cell(c.map_ms), cell(c.kernel_ms),
                     cell(c.unmap_ms), cell(c.copy_out_ms), cell(c.routine_ms), cell(c.upload_ms), cell(c.draw_ms),
                     duration_text(c.frame_ms), 1e3 / c.frame_ms);
    }
}

}  // namespace

int bench_pictures_command(const PictureBenchOptions& options, bool as_json, const WindowCommands& window) {
    if (window.bench_pictures == nullptr)
        return report(
            {ErrorKind::failure, "this build has no window, so there are no pictures to time", "Build with WARPWISE_WINDOW=ON"});
    const auto timings = window.bench_pictures(options);
    if (!timings) return report(timings.error());
    if (as_json) {
        json cases = json::array();
        for (const PictureCase& c : timings->cases) cases.push_back(json_of(c));
        print_to(stdout, "{}\n",
                 json_text({{"schema", "warpwise.bench-pictures/1"},
                            {"version", WARPWISE_VERSION},
                            {"machine", to_json(describe_machine())},
                            {"host", timings->host},
                            {"gpu", timings->gpu.empty() ? json(nullptr) : json(timings->gpu)},
                            {"gpu_missing", timings->gpu_missing.empty() ? json(nullptr) : json(timings->gpu_missing)},
                            {"cases", cases}}));
    } else {
        print(*timings);
    }
    // What was asked for, a GPU that writes OpenGL's memory, is not there.
    return timings->gpu_missing.empty() ? 0 : report({ErrorKind::device_missing, timings->gpu_missing, {}});
}

}  // namespace warpwise
