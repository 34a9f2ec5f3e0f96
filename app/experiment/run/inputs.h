// Deterministic array contents: the same seed gives the same bytes on every machine (docs/writing-lessons.md lists the fills).
#pragma once

#include <cstdint>
#include <string>

#include "base/array.h"

namespace warpwise {

// Fills `array`; `stream` tells the arrays of a run apart (their place among the kernel's arguments).
//   zeros ones       every element 0 or 1
//   unset            the host does not fill it: zeros here; a full trace tells of elements that are read before they are written
//   iota             0, 1, 2, ... converted to the dtype
//   constant=2.5     that value
//   uniform          floats in [0, 1); integers 0 to 99
//   uniform=-1..1    floats in [-1, 1); integers from the first to the last, both included
//   equal            one value for all elements, drawn as uniform draws it; equal=LOW..HIGH
//   descending       n - 1, n - 2, ... 0; descending=LOW..HIGH: in even steps from HIGH down to LOW
//   edges            each element one of the values at which the dtype's arithmetic goes wrong (experiment/run/edge_values.h), in
//                    random order; edges=LOW..HIGH those of that range; edges=all infinities and NaN as well
//   galaxies         rows x, y, z, mass of two discs of particles (experiment/run/galaxies.h)
//   galaxies_velocity  rows x, y, z, 0: how fast those particles go
//   mix              byte i of the array is (i * 2654435761) >> 13
//   life=PATTERN     cells of 0 and 1 (experiment/run/life_patterns.h); in u32 arrays 32 cells of a row in a word, lowest bit
//                    leftmost
//   spots            0, and 1 in three discs of the picture that the rows of the last dimension make
// An unknown fill is a usage error that lists these.
Result<void> fill_array(Array& array, const std::string& fill, std::uint64_t seed, std::uint64_t stream);

}  // namespace warpwise
