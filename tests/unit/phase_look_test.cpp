// One look for a phase in every view.
#include "ui/timing/phase_look.h"

#include <gtest/gtest.h>

#include "ui/timing/timings_rows.h"

namespace warpwise::ui {
namespace {

TEST(PhaseLook, NoTwoPhasesLookAlikeAndTheKernelHasItsDevicesColour) {
    for (std::size_t i = 0; i < timed_phases.size(); ++i)
        for (std::size_t j = i + 1; j < timed_phases.size(); ++j)
            EXPECT_NE(phase_look(timed_phases[i]), phase_look(timed_phases[j])) << timed_phases[i] << " and " << timed_phases[j];
    EXPECT_EQ(phase_look("kernel").colour, PhaseLook::Colour::device);
    for (const char* copy : {"copy_in", "copy_out"}) EXPECT_EQ(phase_look(copy).colour, PhaseLook::Colour::series) << copy;
}

}  // namespace
}  // namespace warpwise::ui
