#include "experiment/picture/graphics_animation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <utility>

#include "experiment/run/arguments.h"
#include "experiment/run/resolve.h"
#include "lesson/kernel_files.h"

namespace warpwise {
namespace {

using Clock = std::chrono::steady_clock;

// The request with what a lesson says where it is silent.
struct Resolved {
    ExperimentRequest request;
    const KernelSpec* kernel = nullptr;
    ResolvedLaunch launch;
};

Result<Resolved> resolve(const Lesson& lesson, const ExperimentRequest& asked) {
    if (asked.edited_source)
        return usage_error("an edited kernel does not run in the window's own process, where a fault would end the window",
                           "It runs on the device cuda, in a separate process.");
    Resolved resolved{asked, nullptr, {}};
    if (resolved.request.kernel.empty() && !lesson.kernels.empty()) resolved.request.kernel = lesson.kernels.front().id;
    for (const auto& [id, value] : lesson.defaults()) resolved.request.parameters.try_emplace(id, value);
    auto launch = resolve_launch(lesson, resolved.request);
    if (!launch) return std::unexpected(launch.error());
    resolved.launch = std::move(*launch);
    resolved.kernel = lesson.find_kernel(resolved.request.kernel);
    return resolved;
}

std::size_t bytes_of(const ArrayShape& shape) {
    std::size_t bytes = size_of(shape.dtype);
    for (const std::int64_t extent : shape.extents)
        if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(extent), &bytes)) return SIZE_MAX;  // no machine has so much
    return bytes;
}

Result<ArrayShape> shape_of_array(const Lesson& lesson, const std::string& id, const Resolved& resolved) {
    const auto spec = std::ranges::find(lesson.arrays, id, &ArraySpec::id);
    if (spec == lesson.arrays.end()) return usage_error(fmt::format("lesson '{}' has no array \"{}\"", lesson.id, id));
    return shape_of(*spec, resolved.request.parameters, resolved.launch.dtype);
}

Result<std::optional<AnimationSpec>> animation_of(const Lesson& lesson, const KernelSpec* kernel) {
    const auto declared = declared_animation(lesson, kernel);
    if (!declared) return std::nullopt;
    if (!*declared) return std::unexpected(declared->error());
    return **declared;
}

// The cells of a disc in one row.
struct Stretch {
    std::int64_t row = 0, first = 0, count = 0;
};

std::vector<Stretch> stretches_of_disc(std::int64_t x, std::int64_t y, double radius, std::int64_t width, std::int64_t height) {
    std::vector<Stretch> stretches;
    if (!(radius >= 0)) return stretches;
    // a disc over everything is no larger than the array
    const auto reach = static_cast<std::int64_t>(std::min(radius, 2.0 * static_cast<double>(std::max(width, height))));
    const auto inside = [&](std::int64_t dx, std::int64_t dy) {
        return static_cast<double>(dx) * static_cast<double>(dx) + static_cast<double>(dy) * static_cast<double>(dy) <=
               radius * radius;
    };
    for (std::int64_t row = std::max<std::int64_t>(0, y - reach); row <= std::min(height - 1, y + reach); ++row) {
        std::int64_t half = reach;
        while (half > 0 && !inside(half, row - y)) --half;
        if (!inside(half, row - y)) continue;
        const std::int64_t first = std::max<std::int64_t>(0, x - half), end = std::min(width, x + half + 1);
        if (first < end) stretches.push_back({row, first, end - first});
    }
    return stretches;
}

}  // namespace

std::string_view name_of(PicturePath path) { return path == PicturePath::interop ? "interop" : "copy"; }

Result<std::vector<DrawnArray>> drawn_arrays(const Lesson& lesson, const ExperimentRequest& request) {
    const auto resolved = resolve(lesson, request);
    if (!resolved) return std::unexpected(resolved.error());
    const auto animation = animation_of(lesson, resolved->kernel);
    if (!animation) return std::unexpected(animation.error());
    std::vector<std::string> ids;
    if (*animation) {
        ids = {(*animation)->read, (*animation)->written};
        if (!(*animation)->also_shown.empty()) ids.push_back((*animation)->also_shown);
    } else {
        const auto view = std::ranges::find(lesson.views, "image", &ViewSpec::kind);
        if (view == lesson.views.end() || !view->options.contains("array"))
            return usage_error(fmt::format("lesson '{}' has no picture", lesson.id));
        // of several that the view names, the first that the kernel takes
        const std::vector<std::string> named = option_texts(*view, "array"), &taken = resolved->kernel->arguments;
        const auto shown =
            std::ranges::find_if(named, [&](const std::string& id) { return std::ranges::find(taken, id) != taken.end(); });
        ids = {shown != named.end() ? *shown : named.front()};
    }
    std::vector<DrawnArray> arrays;
    for (const std::string& id : ids) {
        auto shape = shape_of_array(lesson, id, *resolved);
        if (!shape) return std::unexpected(shape.error());
        const std::size_t bytes = bytes_of(*shape);
        arrays.push_back({id, shape->dtype, std::move(shape->extents), bytes / size_of(shape->dtype), bytes});
    }
    return arrays;
}

struct GraphicsAnimation::State {
    // An array of the launch; of two that change places the memory does, and the name stays.
    struct Held {
        std::string id;
        ArrayShape shape;
        std::unique_ptr<GraphicsBuffer> buffer;
        std::uint32_t gl_buffer = 0;
    };
    // An argument of the launch: an array's place among `arrays`, or a number.
    struct Slot {
        std::optional<std::size_t> array;
        DType dtype = DType::i32;
        std::array<std::byte, 8> scalar{};
    };

    const Lesson& lesson;
    Resolved resolved;
    GraphicsDevice& device;
    std::shared_ptr<Program> program;
    Targets targets;
    std::vector<Held> arrays;
    std::vector<Slot> slots;
    std::optional<std::pair<std::size_t, std::size_t>> swapped;  // read, written
    std::unique_ptr<GraphicsHostMemory> host;                    // for the copy path: as large as its largest array
    std::uint64_t steps = 0;
    std::optional<double> upload_ms;

    Result<std::size_t> place_of(const std::string& id) const {
        const auto found = std::ranges::find(arrays, id, &Held::id);
        if (found == arrays.end())
            return usage_error(fmt::format("kernel '{}' does not take the array \"{}\"", resolved.kernel->id, id));
        return static_cast<std::size_t>(found - arrays.begin());
    }

    Result<ArgumentSet> filled() const {
        return make_arguments(lesson, *resolved.kernel, resolved.request.parameters, resolved.launch.dtype, resolved.request.seed);
    }

    Result<void> bind(ArgumentSet& set) {
        const auto bound =
            bind_to_program(set, set.arrays, *program, kind_that(&DeviceTraits::has_graphics), resolved.launch.dtype);
        if (!bound) return std::unexpected(bound.error());
        slots.clear();
        for (const KernelArgument& argument : *bound) {
            Slot& slot = slots.emplace_back();
            slot.dtype = argument.dtype;
            slot.scalar = argument.scalar;
            if (argument.kind == KernelArgument::Kind::array)
                slot.array = static_cast<std::size_t>(argument.array - set.arrays.data());
        }
        return {};
    }

    Result<void> hold(const Array& array) {
        Held held{array.name, {array.dtype(), array.shape()}, nullptr, 0};
        const auto shared = targets.gl_buffers.find(array.name);
        const bool is_shared = targets.path == PicturePath::interop && shared != targets.gl_buffers.end();
        if (is_shared) held.gl_buffer = shared->second;
        auto buffer = is_shared ? device.share(shared->second, array.size_bytes()) : device.allocate(array.size_bytes());
        if (!buffer) return std::unexpected(buffer.error());
        held.buffer = std::move(*buffer);
        arrays.push_back(std::move(held));
        return {};
    }

    Result<void> find_swapped() {
        const auto animation = animation_of(lesson, resolved.kernel);
        if (!animation) return std::unexpected(animation.error());
        if (!*animation) return {};
        const auto read = place_of((*animation)->read), written = place_of((*animation)->written);
        if (!read) return std::unexpected(read.error());
        if (!written) return std::unexpected(written.error());
        const Held &a = arrays[*read], &b = arrays[*written];
        if (*read == *written || a.shape != b.shape)
            return usage_error(
                fmt::format("the arrays \"{}\" and \"{}\" cannot be swapped: they differ in shape or dtype", a.id, b.id));
        if ((a.gl_buffer == 0) != (b.gl_buffer == 0))
            return usage_error(fmt::format("only one of the swapped arrays \"{}\" and \"{}\" can be drawn", a.id, b.id));
        swapped = {*read, *written};
        return {};
    }

    Result<void> reserve_host() {
        if (targets.path == PicturePath::interop) return {};
        std::size_t most = 0;
        for (const std::string& id : targets.shown) {
            const auto place = place_of(id);
            if (!place) return std::unexpected(place.error());
            most = std::max(most, bytes_of(arrays[*place].shape));
        }
        auto memory = device.host_memory(most);
        if (!memory) return std::unexpected(memory.error());
        host = std::move(*memory);
        return {};
    }

    Result<void> write_all(const ArgumentSet& set) {
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            const GraphicsPiece whole{0, set.arrays[i].bytes()};
            if (auto written = device.write(*arrays[i].buffer, {&whole, 1}); !written) return written;
        }
        steps = 0;
        return show();
    }

    // The copy path's second half.
    Result<void> show() {
        if (targets.path == PicturePath::interop) return {};
        double spent_ms = 0;
        for (const std::string& id : targets.shown) {
            const Held& held = arrays[*place_of(id)];
            const std::span<std::byte> bytes = host->bytes().first(bytes_of(held.shape));
            if (auto read = device.read(bytes, *held.buffer); !read) return read;
            const auto begin = Clock::now();
            if (auto uploaded = targets.upload(id, bytes); !uploaded) return uploaded;
            spent_ms += std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
        }
        upload_ms = spent_ms;
        return {};
    }

    // A disc of cells that are the bits of words.
    Result<void> paint_bits(const Held& held, std::int64_t x, std::int64_t y, double radius, std::int64_t width, bool on) {
        std::vector<std::uint32_t> words(bytes_of(held.shape) / sizeof(std::uint32_t));
        const std::int64_t height = static_cast<std::int64_t>(words.size()) * 32 / width;
        const std::vector<Stretch> stretches = stretches_of_disc(x, y, radius, width, height);
        if (stretches.empty()) return {};
        if (auto read = device.read(std::as_writable_bytes(std::span(words)), *held.buffer); !read) return read;
        std::vector<GraphicsPiece> pieces;
        for (const Stretch& stretch : stretches) {
            const auto first = static_cast<std::size_t>(stretch.row * width + stretch.first);
            const std::size_t end = first + static_cast<std::size_t>(stretch.count);
            for (std::size_t cell = first; cell < end; ++cell) {
                const std::uint32_t bit = std::uint32_t{1} << (cell % 32);
                words[cell / 32] = on ? words[cell / 32] | bit : words[cell / 32] & ~bit;
            }
            const auto touched = std::span(words).subspan(first / 32, (end - 1) / 32 - first / 32 + 1);
            pieces.push_back({first / 32 * sizeof(std::uint32_t), std::as_bytes(touched)});
        }
        return device.write(*held.buffer, pieces);
    }

    GraphicsDevice::Launch launch(bool with_places_changed) const {
        GraphicsDevice::Launch made{program.get(), resolved.launch.shape, {}};
        for (const Slot& slot : slots) {
            GraphicsArgument& argument = made.arguments.emplace_back();
            argument.dtype = slot.dtype;
            argument.scalar = slot.scalar;
            if (!slot.array) continue;
            std::size_t place = *slot.array;
            if (with_places_changed && place == swapped->first)
                place = swapped->second;
            else if (with_places_changed && place == swapped->second)
                place = swapped->first;
            argument.buffer = arrays[place].buffer.get();
        }
        return made;
    }

    void change_places() {
        Held &a = arrays[swapped->first], &b = arrays[swapped->second];
        std::swap(a.buffer, b.buffer);
        std::swap(a.gl_buffer, b.gl_buffer);
    }
};

GraphicsAnimation::GraphicsAnimation(std::unique_ptr<State> state) : state_(std::move(state)) {}
GraphicsAnimation::~GraphicsAnimation() = default;
GraphicsAnimation::GraphicsAnimation(GraphicsAnimation&&) noexcept = default;
GraphicsAnimation& GraphicsAnimation::operator=(GraphicsAnimation&&) noexcept = default;

Result<std::shared_ptr<Program>> GraphicsAnimation::compile(const Lesson& lesson, const ExperimentRequest& request,
                                                            GraphicsDevice& device) {
    const auto resolved = resolve(lesson, request);
    if (!resolved) return std::unexpected(resolved.error());
    auto text = read_kernel_source(lesson, *resolved->kernel);
    if (!text) return std::unexpected(text.error());
    auto program = device.compile({std::move(*text), resolved->launch.entry, shown_kernel_path(lesson, *resolved->kernel)});
    if (!program) return failure("the kernel does not compile: " + text_of(program.error()));
    return std::move(*program);
}

Result<GraphicsAnimation> GraphicsAnimation::make(const Lesson& lesson, const ExperimentRequest& request, GraphicsDevice& device,
                                                  std::shared_ptr<Program> program, Targets targets) {
    auto resolved = resolve(lesson, request);
    if (!resolved) return std::unexpected(resolved.error());
    if (targets.path == PicturePath::copy && !targets.upload) return usage_error("the copy path has no target to upload to");
    auto state = std::make_unique<State>(lesson, std::move(*resolved), device, std::move(program), std::move(targets));
    auto set = state->filled();
    if (!set) return std::unexpected(set.error());
    if (auto bound = state->bind(*set); !bound) return std::unexpected(bound.error());
    for (const Array& array : set->arrays)
        if (auto held = state->hold(array); !held) return std::unexpected(held.error());
    if (auto found = state->find_swapped(); !found) return std::unexpected(found.error());
    if (auto reserved = state->reserve_host(); !reserved) return std::unexpected(reserved.error());
    if (auto written = state->write_all(*set); !written) return std::unexpected(written.error());
    return GraphicsAnimation(std::move(state));
}

Result<void> GraphicsAnimation::run(std::uint64_t count) {
    State& s = *state_;
    std::vector<GraphicsDevice::Launch> launches;
    for (std::uint64_t i = 0; i < count; ++i) launches.push_back(s.launch(s.swapped && i % 2 != 0));
    if (auto ran = s.device.run(launches); !ran) return ran;
    if (s.swapped && count % 2 != 0) s.change_places();
    s.steps += count;
    return s.show();
}

Result<bool> GraphicsAnimation::set_parameters(const ParameterValues& values) {
    State& s = *state_;
    ExperimentRequest request = s.resolved.request;
    for (const auto& [id, value] : values) request.parameters[id] = value;
    auto resolved = resolve(s.lesson, request);
    if (!resolved) return std::unexpected(resolved.error());
    if (resolved->launch.dtype != s.resolved.launch.dtype || resolved->launch.entry != s.resolved.launch.entry) return false;
    for (const State::Held& held : s.arrays) {
        const auto shape = shape_of_array(s.lesson, held.id, *resolved);
        if (!shape) return std::unexpected(shape.error());
        if (*shape != held.shape) return false;
    }
    auto set = name_arguments(s.lesson, *resolved->kernel, resolved->request.parameters);
    if (!set) return std::unexpected(set.error());
    if (auto bound = s.bind(*set); !bound) return std::unexpected(bound.error());
    s.resolved = std::move(*resolved);
    return true;
}

Result<void> GraphicsAnimation::reset() {
    const auto set = state_->filled();
    if (!set) return std::unexpected(set.error());
    return state_->write_all(*set);
}

Result<void> GraphicsAnimation::paint(std::int64_t x, std::int64_t y, double radius, std::int64_t width, double value) {
    State& s = *state_;
    if (!s.swapped || width <= 0) return {};
    const State::Held& held = s.arrays[s.swapped->first];
    if (held.shape.dtype == DType::u32 && !held.shape.extents.empty() && held.shape.extents.back() * 32 == width) {
        if (auto painted = s.paint_bits(held, x, y, radius, width, value != 0); !painted) return painted;
        return s.show();
    }
    const std::size_t element = size_of(held.shape.dtype), bytes = bytes_of(held.shape);
    const auto height = static_cast<std::int64_t>(bytes / element) / width;
    const std::vector<Stretch> stretches = stretches_of_disc(x, y, radius, width, height);
    if (stretches.empty()) return {};
    std::vector<std::byte> row(static_cast<std::size_t>(std::ranges::max(stretches, {}, &Stretch::count).count) * element);
    visit_dtype(held.shape.dtype, [&]<typename T>() {
        const T cell = static_cast<T>(value);
        for (std::size_t at = 0; at < row.size(); at += element) std::memcpy(row.data() + at, &cell, element);
    });
    std::vector<GraphicsPiece> pieces;
    for (const Stretch& stretch : stretches)
        pieces.push_back({static_cast<std::size_t>(stretch.row * width + stretch.first) * element,
                          std::span(row).first(static_cast<std::size_t>(stretch.count) * element)});
    if (auto written = s.device.write(*held.buffer, pieces); !written) return written;
    return s.show();
}

std::uint32_t GraphicsAnimation::gl_buffer(const std::string& array) const {
    const auto place = state_->place_of(array);
    return place ? state_->arrays[*place].gl_buffer : 0;
}

Result<Array> GraphicsAnimation::read(const std::string& array) const {
    const auto place = state_->place_of(array);
    if (!place) return std::unexpected(place.error());
    const State::Held& held = state_->arrays[*place];
    auto copy = Array::make(held.shape.dtype, held.shape.extents);
    if (!copy) return copy;
    copy->name = array;
    if (auto read = state_->device.read(copy->bytes(), *held.buffer); !read) return std::unexpected(read.error());
    return copy;
}

std::uint64_t GraphicsAnimation::steps_done() const { return state_->steps; }
PicturePath GraphicsAnimation::path() const { return state_->targets.path; }
PictureTimes GraphicsAnimation::times() { return {state_->device.times(), state_->upload_ms}; }

}  // namespace warpwise
