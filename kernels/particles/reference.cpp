// The CPU's answer to kernels/particles: every particle pulled by every other, and moved on by a step.
#include <algorithm>
#include <cmath>

#include "device/cpu/routine_table.h"
#include "device/cpu/routine_tools.h"

namespace warpwise::routines {
namespace {

struct Particle {
    float x, y, z, mass;
};

// What all forms read of the arguments.
struct Cloud {
    const Particle* now;
    Particle* next;
    Particle* velocity;  // its fourth number is unused
    std::int64_t n;
    float dt, softening;
};

Cloud cloud_of(const RoutineCall& call) {
    return {reinterpret_cast<const Particle*>(call.array<const float>(0).data()),
            reinterpret_cast<Particle*>(call.array<float>(1).data()),
            reinterpret_cast<Particle*>(call.array<float>(2).data()),
            call.scalar<std::int64_t>(3),
            call.scalar<float>(4),
            call.scalar<float>(5)};
}

WARPWISE_INLINE inline void move(const Cloud& c, std::int64_t i, float pull_x, float pull_y, float pull_z) {
    const Particle& here = c.now[i];
    Particle& v = c.velocity[i];
    v.x = std::fma(pull_x, c.dt, v.x);
    v.y = std::fma(pull_y, c.dt, v.y);
    v.z = std::fma(pull_z, c.dt, v.z);
    c.next[i] = {std::fma(v.x, c.dt, here.x), std::fma(v.y, c.dt, here.y), std::fma(v.z, c.dt, here.z), here.mass};
}

WARPWISE_INLINE inline void step_of(const Cloud& c, std::int64_t i) {
    const Particle& here = c.now[i];
    float pull_x = 0, pull_y = 0, pull_z = 0;
    for (std::int64_t j = 0; j < c.n; ++j) {
        const Particle& other = c.now[j];
        const float x = other.x - here.x, y = other.y - here.y, z = other.z - here.z;
        const float inverse = 1 / std::sqrt(std::fma(x, x, std::fma(y, y, std::fma(z, z, c.softening * c.softening))));
        const float pull = other.mass * inverse * inverse * inverse;
        pull_x = std::fma(pull, x, pull_x);
        pull_y = std::fma(pull, y, pull_y);
        pull_z = std::fma(pull, z, pull_z);
    }
    move(c, i, pull_x, pull_y, pull_z);
}

// As many particles side by side as the widest registers hold; narrower ones take several.
constexpr std::int64_t kParticleLanes = 16;
using Floats = float __attribute__((vector_size(kParticleLanes * sizeof(float))));
using Words = std::int32_t __attribute__((vector_size(kParticleLanes * sizeof(float))));

// A first guess from the exponent's bits, and three steps of Newton's, which leave the last bit or two: as good as the GPU's
// rsqrtf, and several times quicker than a square root and a division.
WARPWISE_INLINE inline void to_inverse_square_root(Floats& x) {
    const Floats half = x * 0.5f;
    Floats guess = __builtin_bit_cast(Floats, 0x5f3759df - (__builtin_bit_cast(Words, x) >> 1));
    for (int step = 0; step < 3; ++step) guess *= __builtin_elementwise_fma(-half * guess, guess, Floats{} + 1.5f);
    x = guess;
}

// The particles from `first` on, one per lane; the sums run in the order of the plain loop.
WARPWISE_INLINE inline void step_of_lanes(const Cloud& c, std::int64_t first) {
    const std::int64_t count = std::min(kParticleLanes, c.n - first);
    Floats here_x{}, here_y{}, here_z{}, pull_x{}, pull_y{}, pull_z{};
    for (std::int64_t lane = 0; lane < count; ++lane) {
        here_x[lane] = c.now[first + lane].x;
        here_y[lane] = c.now[first + lane].y;
        here_z[lane] = c.now[first + lane].z;
    }
    const Floats softening2 = Floats{} + c.softening * c.softening;
    for (std::int64_t j = 0; j < c.n; ++j) {
        const Particle& other = c.now[j];
        const Floats x = other.x - here_x, y = other.y - here_y, z = other.z - here_z;
        Floats inverse =
            __builtin_elementwise_fma(x, x, __builtin_elementwise_fma(y, y, __builtin_elementwise_fma(z, z, softening2)));
        to_inverse_square_root(inverse);
        const Floats pull = other.mass * inverse * inverse * inverse;
        pull_x = __builtin_elementwise_fma(pull, x, pull_x);
        pull_y = __builtin_elementwise_fma(pull, y, pull_y);
        pull_z = __builtin_elementwise_fma(pull, z, pull_z);
    }
    for (std::int64_t lane = 0; lane < count; ++lane) move(c, first + lane, pull_x[lane], pull_y[lane], pull_z[lane]);
}

// Groups of `lanes` particles.
void vector_groups(const Cloud& c, std::int64_t first, std::int64_t last) {
    with_vector_isa([=] WARPWISE_INLINE {
        for (std::int64_t group = first; group < last; ++group) step_of_lanes(c, group * kParticleLanes);
    });
}

std::int64_t groups_of(const Cloud& c) { return (c.n + kParticleLanes - 1) / kParticleLanes; }

}  // namespace

void particles_step_serial(const RoutineCall& call) {
    const Cloud c = cloud_of(call);
    // Compiled for the instruction set only so that a fused step is an instruction and not a call.
    with_vector_isa([=] WARPWISE_INLINE {
        for (std::int64_t i = 0; i < c.n; ++i) step_of(c, i);
    });
}

void particles_step_vector(const RoutineCall& call) {
    const Cloud c = cloud_of(call);
    vector_groups(c, 0, groups_of(c));
}

void particles_step_threads(const RoutineCall& call) {
    const Cloud c = cloud_of(call);
    // A group's pull by one particle costs about as much as moving 128 bytes.
    parallel_for_ranges(groups_of(c), c.n * 128, call.threads,
                        [&](std::int64_t first, std::int64_t last) { vector_groups(c, first, last); });
}

}  // namespace warpwise::routines
