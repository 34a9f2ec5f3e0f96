// What the roofline keeps between frames, and the ceilings that were measured here.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "experiment/record/ceilings.h"

namespace warpwise::ui {

struct RooflineState {
    // Work by value of the swept parameter, evaluated once: {flops, bytes}.
    std::string lesson, kernel, parameters;
    std::map<double, std::array<double, 2>> work;
};

// Measured here, one a device, kept across runs. Recordings have their own.
struct CeilingsState {
    std::vector<Ceilings> known;
    bool measuring = false;
};

}  // namespace warpwise::ui
