// A launch's phases by name, for the tests of times.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/devices.h"

namespace warpwise::testing_devices {

inline const Phase& phase(const LaunchOutcome& outcome, const std::string& name) {
    const auto found = std::ranges::find(outcome.phases, name, &Phase::name);
    EXPECT_NE(found, outcome.phases.end()) << name;
    static const Phase none;
    return found != outcome.phases.end() ? *found : none;
}

inline double median(std::vector<double> samples) {
    std::ranges::sort(samples);
    return samples.empty() ? 0 : samples[samples.size() / 2];
}
inline double median_ms(const LaunchOutcome& outcome, const std::string& name) { return median(phase(outcome, name).samples_ms); }

}  // namespace warpwise::testing_devices
