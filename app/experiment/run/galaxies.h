// Two discs of particles on their way into each other: the fills `galaxies` and `galaxies_velocity`.
#pragma once

#include <cstdint>

#include "base/array.h"
#include "base/error.h"

namespace warpwise {

// Rows of four: x, y, z and the mass of a particle; of velocities x, y, z and 0. Both come from the same random numbers, so that a
// particle's velocity is that of a circle around its disc's centre. Masses add up to 1.5, the discs' radii are 1 and 0.6, and
// the constant of gravity is 1. An Error when the array's rows are not of four floats.
Result<void> fill_galaxies(Array& array, bool velocities, std::uint64_t seed);

}  // namespace warpwise
