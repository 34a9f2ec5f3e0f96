#include "ui/picture/points_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "lesson/formula.h"
#include "ui/picture/image_palette.h"
#include "ui/picture/view_option.h"

namespace warpwise::ui {
namespace {

// The option's value, or what is there without it.
Result<double> number_of(const ViewSpec& view, const char* name, const ParameterValues& values, double otherwise) {
    const std::string formula = option_of(view, name);
    if (formula.empty()) return otherwise;
    const auto value = evaluate(formula, values);
    if (!value) return usage_error(fmt::format("the points view's \"{}\": {}", name, value.error().message), value.error().hint);
    return value;
}

Result<std::string> array_of_fours(const Lesson& lesson, const ViewSpec& view, const char* option) {
    std::string id = option_of(view, option);
    const auto found = std::ranges::find(lesson.arrays, id, &ArraySpec::id);
    if (found == lesson.arrays.end())
        return usage_error(fmt::format("the points view shows the array \"{}\", which the lesson does not have", id));
    if (found->dtype != "f32" || found->shape.size() != 2 || found->shape[1] != "4")
        return usage_error(fmt::format("the points view cannot show the array \"{}\"", id),
                           "It takes arrays of f32 with the shape [\"n\", \"4\"]: x, y, z and mass.");
    return id;
}

Result<void> read_camera(PointsSpec& spec, const ViewSpec& view, const ParameterValues& values) {
    constexpr double degree = std::numbers::pi / 180;
    const auto yaw = number_of(view, "yaw", values, 25), pitch = number_of(view, "pitch", values, 35),
               distance = number_of(view, "distance", values, 5);
    for (const auto& value : {yaw, pitch, distance})
        if (!value) return std::unexpected(value.error());
    spec.camera.yaw = static_cast<float>(*yaw * degree);
    spec.camera.pitch = static_cast<float>(std::clamp(*pitch, -88.0, 88.0) * degree);
    spec.camera.distance =
        std::clamp(static_cast<float>(*distance), gl::OrbitCamera::kLeastDistance, gl::OrbitCamera::kLargestDistance);
    return {};
}

}  // namespace

const ViewSpec* find_points_view(const Lesson& lesson) {
    const auto found = std::ranges::find(lesson.views, "points", &ViewSpec::kind);
    return found == lesson.views.end() ? nullptr : &*found;
}

Result<PointsSpec> points_spec(const Lesson& lesson, const ViewSpec& view, const ParameterValues& values) {
    PointsSpec spec;
    const auto places = array_of_fours(lesson, view, "array");
    if (!places) return std::unexpected(places.error());
    spec.places = *places;
    if (!option_of(view, "values").empty()) {
        const auto vectors = array_of_fours(lesson, view, "values");
        if (!vectors) return std::unexpected(vectors.error());
        spec.vectors = *vectors;
    }
    if (const std::string palette = option_of(view, "palette"); !palette.empty()) spec.palette = palette;
    if (!palette_table(spec.palette))
        return usage_error(fmt::format("there is no palette \"{}\"", spec.palette),
                           "The palettes are viridis, inferno, cividis and grey.");
    const auto low = number_of(view, "low", values, 0), high = number_of(view, "high", values, 1);
    if (!low) return std::unexpected(low.error());
    if (!high) return std::unexpected(high.error());
    spec.low = *low;
    spec.high = *high;
    if (const auto camera = read_camera(spec, view, values); !camera) return std::unexpected(camera.error());
    spec.about = option_of(view, "about");
    return spec;
}

std::span<const float> rows_of_four(const Array* array) {
    if (array == nullptr || array->dtype() != DType::f32 || array->shape().size() != 2 || array->shape()[1] != 4) return {};
    return array->as<float>();
}

const Array* find_array(const std::vector<Array>& arrays, const std::string& name) {
    const auto found = std::ranges::find(arrays, name, &Array::name);
    return found != arrays.end() ? &*found : nullptr;
}

float usual_mass(std::span<const float> places) {
    std::vector<float> masses;
    for (std::size_t i = 3; i < places.size(); i += 4) masses.push_back(places[i]);
    if (masses.empty()) return 1;
    const auto middle = masses.begin() + static_cast<std::ptrdiff_t>(masses.size() / 2);
    std::ranges::nth_element(masses, middle);
    return *middle > 0 ? *middle : 1;
}

std::optional<std::int64_t> particle_at(std::span<const float> places, const gl::Projection& projection, float x, float y,
                                        float reach) {
    std::optional<std::int64_t> nearest;
    float best = reach * reach;
    for (std::size_t i = 0; i + 3 < places.size(); i += 4) {
        const auto at = projection.of({places[i], places[i + 1], places[i + 2]});
        if (!at) continue;
        const float away = (at->x - x) * (at->x - x) + (at->y - y) * (at->y - y);
        if (!(away < best)) continue;
        best = away;
        nearest = static_cast<std::int64_t>(i / 4);
    }
    return nearest;
}

std::optional<std::uint64_t> thread_of_particle(const ThreadFacts& facts, const RunRecord* record, std::int64_t particle) {
    if (particle < 0) return std::nullopt;
    if (facts.has_writes) return facts.writer_of(particle * 4, record);
    if (!facts.formula) return std::nullopt;
    // One thread per particle is the rule; else the threads are asked one by one.
    if (particle_of_thread(facts, static_cast<std::uint64_t>(particle)) == particle) return particle;
    for (std::uint64_t thread = 0; thread < facts.threads; ++thread)
        if (particle_of_thread(facts, thread) == particle) return thread;
    return std::nullopt;
}

std::optional<std::int64_t> particle_of_thread(const ThreadFacts& facts, std::uint64_t thread) {
    const auto element = facts.element_of(thread);
    // What was written is counted in floats, what the formula says in particles.
    return element && !facts.first_written.empty() ? std::optional(*element / 4) : element;
}

std::vector<std::int64_t> particles_of_warp(const ThreadFacts& facts, std::uint64_t thread) {
    std::vector<std::int64_t> particles;
    const ThreadPlace place = place_of(facts.shape, thread);
    const std::uint64_t first = thread - place.lane(), in_block = place.in_block - place.lane();
    for (std::uint64_t lane = 0; lane < kWarpSize && in_block + lane < facts.shape.block.count(); ++lane)
        if (const auto particle = particle_of_thread(facts, first + lane)) particles.push_back(*particle);
    return particles;
}

std::optional<ParticleValues> values_of(std::span<const float> places, std::span<const float> vectors, std::int64_t particle) {
    const auto row = static_cast<std::size_t>(particle) * 4;
    if (particle < 0 || row + 3 >= places.size()) return std::nullopt;
    const auto at = [](std::span<const float> values, std::size_t i) { return static_cast<double>(values[i]); };
    ParticleValues found{at(places, row), at(places, row + 1), at(places, row + 2), at(places, row + 3), 0};
    if (row + 3 < vectors.size()) found.value = std::hypot(at(vectors, row), at(vectors, row + 1), at(vectors, row + 2));
    return found;
}

std::string about_particle(const PointsSpec& spec, const ParameterValues& values, const ParticleValues& particle) {
    if (spec.about.empty()) return {};
    FormulaNames names;
    for (const auto& [id, value] : values) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) names[id] = static_cast<double>(*whole);
        if (const auto* real = std::get_if<double>(&value)) names[id] = *real;
    }
    const auto three_digits = [](double value) { return std::round(value * 1000) / 1000; };
    names["x"] = three_digits(particle.x);
    names["y"] = three_digits(particle.y);
    names["z"] = three_digits(particle.z);
    names["mass"] = particle.mass;
    names["value"] = three_digits(particle.value);
    const auto text = fill_template(spec.about, names);
    return text ? *text : text.error().text();
}

}  // namespace warpwise::ui
