#include "experiment/picture/animation.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "device/cpu/routines.h"
#include "experiment/run/arguments.h"
#include "experiment/run/execution.h"
#include "experiment/run/resolve.h"
#include "lesson/formula.h"
#include "lesson/kernel_files.h"

namespace warpwise {
namespace {

bool is_array(const Lesson& lesson, const std::string& id) {
    return std::ranges::find(lesson.arrays, id, &ArraySpec::id) != lesson.arrays.end();
}

bool takes(const KernelSpec& kernel, const std::string& array) {
    return std::ranges::find(kernel.arguments, array) != kernel.arguments.end();
}

Result<AnimationSpec> spec_of(const Lesson& lesson, const ViewSpec& view, const KernelSpec* kernel) {
    AnimationSpec spec;
    const std::vector<std::string> ids = option_texts(view, "swap");
    if (ids.empty() || ids.size() % 2 != 0)
        return usage_error("an animation swaps arrays in pairs", "Write swap = [\"now\", \"next\"], the array that is read first.");
    for (const std::string& id : ids)
        if (!is_array(lesson, id))
            return usage_error(fmt::format("the animation swaps \"{}\", which is not an array of the lesson", id));
    std::size_t pair = 0;
    for (std::size_t i = 0; i < ids.size() && kernel != nullptr; i += 2)
        if (takes(*kernel, ids[i]) && takes(*kernel, ids[i + 1])) {
            pair = i;
            break;
        }
    spec.read = ids[pair];
    spec.written = ids[pair + 1];
    if (const auto values = view.options.find("values"); view.kind == "points" && values != view.options.end()) {
        if (!is_array(lesson, values->second))
            return usage_error(
                fmt::format("the view of points colours by \"{}\", which is not an array of the lesson", values->second));
        spec.also_shown = values->second;
    }
    if (const auto steps = view.options.find("steps_per_frame"); steps != view.options.end()) {
        const auto value = evaluate(steps->second, lesson.defaults());
        if (!value) return std::unexpected(value.error());
        spec.steps_per_frame = static_cast<int>(std::clamp(*value, 1.0, 1000.0));
    }
    return spec;
}

bool is_moving_kind(const std::string& view) { return view == "image" || view == "points"; }

Result<RoutineFunction> routine_of(const KernelSpec& kernel, DeviceKind kind) {
    const Routine* routine = find_routine(kernel.reference);
    if (routine == nullptr)
        return usage_error(fmt::format("kernel '{}' has no CPU routine", kernel.id), "Animate it on the emulator.");
    // a library may be missing here, and is asked for nothing so small
    if (const RoutineFunction asked = routine->form(kind); asked != nullptr && asked != routine->library) return asked;
    return routine->vector != nullptr ? routine->vector : routine->serial;
}

// Two arrays of one shape change their contents and keep their names.
void swap_contents(Array& a, Array& b) {
    std::swap(a, b);
    std::swap(a.name, b.name);
}

// What to choose in place of a kernel that does not take the array.
std::string moving_presets(const Lesson& lesson, const std::string& array) {
    for (const Preset& preset : lesson.presets)
        for (const KernelSpec& kernel : lesson.kernels)
            if (kernel.id == preset.kernel && std::ranges::find(kernel.arguments, array) != kernel.arguments.end())
                return fmt::format("Choose a preset that does, for example {}.", preset.name);
    return {};
}

}  // namespace

std::optional<Result<AnimationSpec>> declared_animation(const Lesson& lesson, const KernelSpec* kernel) {
    for (const ViewSpec& view : lesson.views)
        if (is_moving_kind(view.kind) && view.options.contains("swap")) return spec_of(lesson, view, kernel);
    return std::nullopt;
}

struct Animation::State {
    const Lesson& lesson;
    const KernelSpec& kernel;
    ExperimentRequest request;
    ResolvedLaunch launch;
    ArgumentSet arguments;
    std::size_t read = 0, written = 0;  // places among the arrays
    std::optional<std::size_t> also_shown;
    RoutineFunction routine = nullptr;  // of a CPU device
    Device* device = nullptr;           // else
    std::shared_ptr<Program> program;
    std::uint64_t steps = 0;

    Result<void> fill() {
        auto made = make_arguments(lesson, kernel, request.parameters, launch.dtype, request.seed);
        if (!made) return std::unexpected(made.error());
        arguments = std::move(*made);
        steps = 0;
        return {};
    }

    Result<std::size_t> place_of(const std::string& id) const {
        const auto found = std::ranges::find(arguments.arrays, id, &Array::name);
        if (found == arguments.arrays.end())
            return usage_error(fmt::format("'{}' does not move this picture: it does not take the array \"{}\"", kernel.title, id),
                               moving_presets(lesson, id));
        return static_cast<std::size_t>(found - arguments.arrays.begin());
    }

    Result<void> find_arrays(const AnimationSpec& spec) {
        const auto first = place_of(spec.read), second = place_of(spec.written);
        if (!first) return std::unexpected(first.error());
        if (!second) return std::unexpected(second.error());
        read = *first;
        written = *second;
        if (const auto third = place_of(spec.also_shown); third && *third != read) also_shown = *third;
        const Array &a = arguments.arrays[read], &b = arguments.arrays[written];
        if (read == written || a.dtype() != b.dtype() || a.shape() != b.shape())
            return usage_error(fmt::format("the arrays \"{}\" and \"{}\" cannot be swapped: they differ in shape or dtype",
                                           spec.read, spec.written));
        return {};
    }

    Result<void> prepare(DeviceSet& devices, const std::stop_token& stop) {
        if (traits_of(request.device).runs_routines()) {
            const auto found = routine_of(kernel, request.device.kind);
            if (!found) return std::unexpected(found.error());
            routine = *found;
            return {};
        }
        const auto found = devices.get(request.device);
        if (!found) return std::unexpected(found.error());
        device = *found;
        auto text = request.edited_source ? Result<std::string>(*request.edited_source) : read_kernel_source(lesson, kernel);
        if (!text) return std::unexpected(text.error());
        auto compiled = device->compile_until({std::move(*text), launch.entry, shown_kernel_path(lesson, kernel)}, stop);
        if (!compiled) return failure("the kernel does not compile: " + text_of(compiled.error()));
        program = std::move(*compiled);
        return {};
    }

    Result<void> run_once(const std::stop_token& stop) {
        if (routine != nullptr) {
            std::vector<KernelArgument> bound = bind_to_routine(arguments, arguments.arrays);
            routine({bound, launch.shape, request.threads});
            return {};
        }
        auto bound = bind_to_program(arguments, arguments.arrays, *program, request.device, launch.dtype);
        if (!bound) return std::unexpected(bound.error());
        LaunchOptions options;
        options.trace = Trace::none;
        options.threads = request.threads;
        options.stop = stop;
        const LaunchOutcome outcome = device->launch(*program, launch.shape, std::move(*bound), options);
        if (outcome.fault) return failure(text_of(*outcome.fault));
        if (outcome.cancelled) return failure("the step was cancelled");
        return {};
    }
};

Animation::Animation(std::unique_ptr<State> state) : state_(std::move(state)) {}
Animation::~Animation() = default;
Animation::Animation(Animation&&) noexcept = default;
Animation& Animation::operator=(Animation&&) noexcept = default;

Result<Animation> Animation::make(const Lesson& lesson, const ExperimentRequest& asked, DeviceSet& devices,
                                  const std::stop_token& stop) {
    ExperimentRequest request = asked;
    if (request.kernel.empty() && !lesson.kernels.empty()) request.kernel = lesson.kernels.front().id;
    const auto spec = declared_animation(lesson, lesson.find_kernel(request.kernel));
    if (!spec) return usage_error(fmt::format("lesson '{}' has nothing that moves", lesson.id));
    if (!*spec) return std::unexpected(spec->error());
    for (const auto& [id, value] : lesson.defaults()) request.parameters.try_emplace(id, value);
    const auto launch = resolve_launch(lesson, request);
    if (!launch) return std::unexpected(launch.error());
    auto state = std::make_unique<State>(lesson, *lesson.find_kernel(request.kernel), request, *launch);
    if (auto filled = state->fill(); !filled) return std::unexpected(filled.error());
    if (auto found = state->find_arrays(**spec); !found) return std::unexpected(found.error());
    if (auto ready = state->prepare(devices, stop); !ready) return std::unexpected(ready.error());
    return Animation(std::move(state));
}

Result<void> Animation::step(std::uint64_t count, const std::stop_token& stop) {
    for (std::uint64_t i = 0; i < count && !stop.stop_requested(); ++i) {
        if (auto ran = state_->run_once(stop); !ran) return ran;
        swap_contents(state_->arguments.arrays[state_->read], state_->arguments.arrays[state_->written]);
        ++state_->steps;
    }
    return {};
}

Result<void> Animation::reset() { return state_->fill(); }

Result<void> Animation::load(std::span<const Array> arrays) {
    std::vector<Array*> own{&state_->arguments.arrays[state_->read]};
    if (state_->also_shown) own.push_back(&state_->arguments.arrays[*state_->also_shown]);
    bool fits = arrays.size() <= own.size();
    for (std::size_t i = 0; fits && i < arrays.size(); ++i)
        fits = arrays[i].dtype() == own[i]->dtype() && arrays[i].shape() == own[i]->shape();
    if (!fits) return usage_error("the animation cannot continue from an array of a different shape or dtype");
    for (std::size_t i = 0; i < arrays.size(); ++i) std::ranges::copy(arrays[i].bytes(), own[i]->bytes().begin());
    state_->steps = 0;
    return {};
}

std::uint64_t Animation::steps_done() const { return state_->steps; }
const Array& Animation::state() const { return state_->arguments.arrays[state_->read]; }

std::vector<Array> Animation::shown() const {
    std::vector<Array> arrays{state()};
    if (state_->also_shown) arrays.push_back(state_->arguments.arrays[*state_->also_shown]);
    return arrays;
}

void Animation::paint(std::int64_t x, std::int64_t y, double radius, std::int64_t width, double value) {
    Array& array = state_->arguments.arrays[state_->read];
    const std::int64_t row_elements = array.shape().empty() ? 0 : array.shape().back();
    if (width <= 0 || row_elements <= 0) return;
    const bool packed = array.dtype() == DType::u32 && row_elements * 32 == width;
    const std::int64_t height = static_cast<std::int64_t>(array.size()) / (packed ? row_elements : width);
    const auto reach = static_cast<std::int64_t>(std::max(0.0, radius));
    const auto set = [&](auto put) {
        for (std::int64_t row = std::max<std::int64_t>(0, y - reach); row <= std::min(height - 1, y + reach); ++row)
            for (std::int64_t column = std::max<std::int64_t>(0, x - reach); column <= std::min(width - 1, x + reach); ++column) {
                const auto dx = static_cast<double>(column - x), dy = static_cast<double>(row - y);
                if (dx * dx + dy * dy <= radius * radius) put(static_cast<std::size_t>(row * width + column));
            }
    };
    if (packed) {
        set([&](std::size_t cell) {
            std::uint32_t& word = array.as<std::uint32_t>()[cell / 32];
            const std::uint32_t bit = std::uint32_t{1} << (cell % 32);
            word = value != 0 ? word | bit : word & ~bit;
        });
        return;
    }
    visit_dtype(array.dtype(), [&]<typename T>() { set([&](std::size_t cell) { array.as<T>()[cell] = static_cast<T>(value); }); });
}

}  // namespace warpwise
