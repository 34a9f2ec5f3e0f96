// What a lesson's view of points shows: which arrays as which particles, which thread wrote a particle, and which particle lies
// under the mouse. No window library in here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gl/orbit_camera.h"
#include "ui/threads/thread_grid_facts.h"

namespace warpwise::ui {

// The points view of a manifest with its formulas evaluated (docs/writing-lessons.md lists the options).
struct PointsSpec {
    std::string places;   // f32 [n, 4]: x, y, z and mass
    std::string vectors;  // f32 [n, 4]: its length is what is coloured; empty: all alike
    std::string palette = "inferno";
    double low = 0, high = 1;  // lengths at the palette's ends
    gl::OrbitCamera camera;    // at the start
    std::string about;         // a line on the chosen particle, with expressions over parameters, x, y, z, mass and value
    bool operator==(const PointsSpec&) const = default;
};

const ViewSpec* find_points_view(const Lesson&);
// An Error names the option that does not fit.
Result<PointsSpec> points_spec(const Lesson&, const ViewSpec&, const ParameterValues&);

// Four floats per particle; empty when the array is not f32 [n, 4] or is not there.
std::span<const float> rows_of_four(const Array*);
const Array* find_array(const std::vector<Array>&, const std::string& name);
// The mass that most particles have, for their size: the median. 1 when there is none.
float usual_mass(std::span<const float> places);

// Nearest on the picture to (x, y), at most `reach` pixels away.
std::optional<std::int64_t> particle_at(std::span<const float> places, const gl::Projection&, float x, float y, float reach);

// Thread and particle, both ways: what the traced run wrote, else what the kernel's formula says. Elements are rows of four.
std::optional<std::uint64_t> thread_of_particle(const ThreadFacts&, const RunRecord*, std::int64_t particle);
std::optional<std::int64_t> particle_of_thread(const ThreadFacts&, std::uint64_t thread);
// The particles that the lanes of the thread's warp move, its own included.
std::vector<std::int64_t> particles_of_warp(const ThreadFacts&, std::uint64_t thread);

struct ParticleValues {
    double x = 0, y = 0, z = 0, mass = 0, value = 0;
};
std::optional<ParticleValues> values_of(std::span<const float> places, std::span<const float> vectors, std::int64_t particle);
// The line on a particle; an expression that cannot be evaluated says so.
std::string about_particle(const PointsSpec&, const ParameterValues&, const ParticleValues&);

}  // namespace warpwise::ui
