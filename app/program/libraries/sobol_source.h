// Sobol's quasi-random numbers as cuRAND's host interface gives them, with the direction numbers of Joe and Kuo (2008, set D(6)).
#pragma once

#include <cstdint>

#include "program/libraries/random_source.h"

namespace warpwise {

constexpr unsigned kSobolDimensions = 21;  // whose direction numbers are here; cuRAND has 20,000

std::unique_ptr<RandomSource> sobol_source_32();
std::unique_ptr<RandomSource> sobol_source_64();

// Of each dimension 32 or 64. What is read behind them is a fault.
const std::uint32_t* sobol_directions_32();
const std::uint64_t* sobol_directions_64();

}  // namespace warpwise
