// How long a lesson's picture takes from its computation to the screen's texture: by a kernel that writes OpenGL's memory, by
// way of the host, and from a CPU routine.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "base/paths.h"
#include "cli/window_options.h"
#include "device/cpu/routines.h"
#include "device/gpu/cuda_loader.h"
#include "experiment/picture/graphics_animation.h"
#include "experiment/record/measurement.h"
#include "experiment/run/arguments.h"
#include "experiment/run/resolve.h"
#include "gl/array_picture.h"
#include "gl/draw_timer.h"
#include "gl/host.h"
#include "gl/make_host.h"
#include "gl/shared_buffer.h"
#include "ui/picture/array_colours.h"

namespace warpwise {
namespace {

constexpr std::array kLessons{"mandelbrot", "heat"};
constexpr int kViewEdge = 1024;  // of a picture on a large screen
constexpr int kWarmUpPictures = 3, kFewestFrames = 5, kMostFrames = 100;
constexpr double kMostS = 1.5;  // of one measurement: the whole bench ends within a minute

// The samples of one part; without any the part has no time.
struct PartSamples {
    std::vector<double> ms;
    void add(std::optional<double> value) {
        if (value) ms.push_back(*value);
    }
    std::optional<double> median() const { return ms.empty() ? std::nullopt : std::optional(measure(ms).median_ms); }
};

// Calls `frame` until there are samples enough; the first error ends it.
Result<int> repeat(const std::function<Result<void>()>& frame) {
    for (int i = 0; i < kWarmUpPictures; ++i)
        if (auto done = frame(); !done) return std::unexpected(done.error());
    const auto begin = Clock::now();
    int frames = 0;
    while (frames < kFewestFrames || (frames < kMostFrames && ms_since(begin) < kMostS * 1e3)) {
        if (auto done = frame(); !done) return std::unexpected(done.error());
        ++frames;
    }
    return frames;
}

// What all ways of one lesson's picture share.
struct Scene {
    const Lesson& lesson;
    ExperimentRequest request;
    std::vector<DrawnArray> drawn;
    gl::ArrayColours colours;
    int edge = 0;
    gl::ArrayPicture picture;

    // As a view of view_edge pixels shows all of it.
    Result<void> draw(std::uint32_t buffer) {
        return picture.draw({buffer, drawn[0].dtype, drawn[0].count, edge, edge}, colours, gl::whole_part(edge, edge, kViewEdge));
    }
    Result<std::optional<double>> timed_draw(std::uint32_t buffer) {
        Result<void> done;
        const auto ms = gl::time_draw([&] { done = draw(buffer); });
        if (!done) return std::unexpected(done.error());
        return ms;
    }
};

Result<Scene> make_scene(const Lesson& lesson, int edge) {
    Scene scene{lesson, {}, {}, {}, edge, {}};
    scene.request.lesson = lesson.id;
    scene.request.parameters = lesson.defaults();
    scene.request.parameters["width"] = scene.request.parameters["height"] = std::int64_t{edge};
    auto drawn = drawn_arrays(lesson, scene.request);
    if (!drawn) return std::unexpected(drawn.error());
    scene.drawn = std::move(*drawn);
    const auto spec = ui::image_spec(lesson, *ui::find_image_view(lesson), scene.request.parameters);
    if (!spec) return std::unexpected(spec.error());
    scene.colours = ui::array_colours(*spec, *ui::palette_table(spec->palette), 0, 1, 0xff000000u);
    return scene;
}

// The frames of one way, first with their parts timed one by one, then as they come.
Result<void> measure_frames(PictureCase& result, Scene& scene, const std::function<Result<std::uint32_t>()>& compute,
                            const std::function<void()>& note_parts) {
    PartSamples draw, whole;
    const auto timed = repeat([&]() -> Result<void> {
        const auto buffer = compute();
        if (!buffer) return std::unexpected(buffer.error());
        const auto ms = scene.timed_draw(*buffer);
        if (!ms) return std::unexpected(ms.error());
        draw.add(*ms);
        gl::wait_until_drawn();
        note_parts();
        return {};
    });
    if (!timed) return std::unexpected(timed.error());
    const auto frames = repeat([&]() -> Result<void> {
        const auto begin = Clock::now();
        const auto buffer = compute();
        if (!buffer) return std::unexpected(buffer.error());
        if (auto drawn = scene.draw(*buffer); !drawn) return drawn;
        gl::wait_until_drawn();
        whole.add(ms_since(begin));
        return {};
    });
    if (!frames) return std::unexpected(frames.error());
    result.draw_ms = draw.median();
    result.frame_ms = *whole.median();
    result.frames = *frames;
    return {};
}

Result<void> measure_gpu(PictureCase& result, Scene& scene, GraphicsDevice& device, std::shared_ptr<Program> program,
                         PicturePath path) {
    std::vector<gl::SharedBuffer> buffers;
    GraphicsAnimation::Targets targets;
    targets.path = path;
    const auto storage = path == PicturePath::interop ? gl::SharedBuffer::Storage::fixed : gl::SharedBuffer::Storage::replaced;
    for (const DrawnArray& array : scene.drawn) {
        auto buffer = gl::SharedBuffer::make(array.bytes, storage);
        if (!buffer) return std::unexpected(buffer.error());
        targets.gl_buffers[array.id] = buffer->name();
        buffers.push_back(std::move(*buffer));
    }
    targets.shown = {scene.drawn[0].id};
    targets.upload = [&](const std::string&, std::span<const std::byte> bytes) { return buffers[0].upload(bytes); };
    auto animation = GraphicsAnimation::make(scene.lesson, scene.request, device, std::move(program), targets);
    if (!animation) return std::unexpected(animation.error());

    PartSamples map, kernel, unmap, copy_out, upload;
    const auto compute = [&]() -> Result<std::uint32_t> {
        if (auto ran = animation->run(1); !ran) return std::unexpected(ran.error());
        return path == PicturePath::interop ? animation->gl_buffer(scene.drawn[0].id) : buffers[0].name();
    };
    const auto note_parts = [&] {
        const PictureTimes times = animation->times();
        map.add(times.gpu.map_ms);
        kernel.add(times.gpu.kernel_ms);
        unmap.add(times.gpu.unmap_ms);
        if (path == PicturePath::interop) return;
        copy_out.add(times.gpu.copy_out_ms);
        upload.add(times.upload_ms);
    };
    if (auto measured = measure_frames(result, scene, compute, note_parts); !measured) return measured;
    result.map_ms = map.median();
    result.kernel_ms = kernel.median();
    result.unmap_ms = unmap.median();
    result.copy_out_ms = copy_out.median();
    result.upload_ms = upload.median();
    return {};
}

// The lesson's own CPU routine in its fastest form, and the upload that every machine can do.
Result<void> measure_upload(PictureCase& result, Scene& scene) {
    const KernelSpec& kernel = scene.lesson.kernels.front();
    scene.request.kernel = kernel.id;
    const Routine* routine = find_routine(kernel.reference);
    if (routine == nullptr) return failure(fmt::format("kernel '{}' has no CPU routine", kernel.id));
    const RoutineFunction function = routine->threads != nullptr ? routine->threads : routine->serial;
    const auto launch = resolve_launch(scene.lesson, scene.request);
    if (!launch) return std::unexpected(launch.error());
    auto set = make_arguments(scene.lesson, kernel, scene.request.parameters, launch->dtype, 1);
    if (!set) return std::unexpected(set.error());
    const auto newest = std::ranges::find(set->arrays, scene.drawn.back().id, &Array::name);  // what a step writes
    auto buffer = gl::SharedBuffer::make(scene.drawn.back().bytes, gl::SharedBuffer::Storage::replaced);
    if (!buffer) return std::unexpected(buffer.error());

    PartSamples routine_times, uploads;
    const auto compute = [&]() -> Result<std::uint32_t> {
        auto begin = Clock::now();
        std::vector<KernelArgument> bound = bind_to_routine(*set, set->arrays);
        function({bound, launch->shape, 0});
        routine_times.add(ms_since(begin));
        begin = Clock::now();
        if (auto uploaded = buffer->upload(newest->bytes()); !uploaded) return std::unexpected(uploaded.error());
        uploads.add(ms_since(begin));
        return buffer->name();
    };
    if (auto measured = measure_frames(result, scene, compute, [] {}); !measured) return measured;
    result.routine_ms = routine_times.median();
    result.upload_ms = uploads.median();
    return {};
}

// A size that is refused is a line in the table and no end of the bench.
void keep(PictureTimings& timings, PictureCase result, const Result<void>& measured) {
    if (!measured) result.missing = measured.error().text();
    timings.cases.push_back(std::move(result));
}

void measure_lesson(PictureTimings& timings, const Lesson& lesson, const std::vector<int>& edges, GraphicsDevice* device) {
    for (const int edge : edges) {
        const PictureCase blank{.lesson = lesson.id, .edge = edge, .path = "upload"};
        auto scene = make_scene(lesson, edge);
        if (!scene) {
            keep(timings, blank, std::unexpected(scene.error()));
            continue;
        }
        if (device != nullptr) {
            const auto program = GraphicsAnimation::compile(lesson, scene->request, *device);
            for (const PicturePath path : {PicturePath::interop, PicturePath::copy}) {
                PictureCase result = blank;
                result.path = name_of(path);
                const Result<void> measured =
                    program ? measure_gpu(result, *scene, *device, *program, path) : Result<void>(std::unexpected(program.error()));
                keep(timings, std::move(result), measured);
            }
        }
        PictureCase result = blank;
        const Result<void> measured = measure_upload(result, *scene);
        keep(timings, std::move(result), measured);
    }
}

}  // namespace

Result<PictureTimings> bench_pictures(const PictureBenchOptions& options) {
    const auto kind = gl::host_kind_from_name(options.host);
    if (!kind || *kind == gl::HostKind::null) return usage_error(fmt::format("there is no host \"{}\" that draws", options.host));
    auto host = gl::make_host({*kind, {1280, 800}, "Warpwise"});
    if (!host) return std::unexpected(host.error());
    const Course course = load_course(data_dir() / "lessons");
    PictureTimings timings;
    timings.host = (*host)->description();
    const auto begin = Clock::now();
    const auto device = make_graphics_device();
    timings.open_ms = ms_since(begin);
    if (device)
        timings.gpu = (*device)->describe().name;
    else
        timings.gpu_missing = device.error().text();
    for (const char* id : kLessons)
        if (const Lesson* lesson = course.find(id))
            measure_lesson(timings, *lesson, options.edges, device ? device->get() : nullptr);
    return timings;
}

}  // namespace warpwise
