// One look for a phase in every view.
#include "ui/timing/phase_look.h"

#include <gtest/gtest.h>

#include "ui/timing/timings_rows.h"

namespace warpwise::ui {
namespace {

TEST(PhaseLook, NoTwoPhasesLookAlikeAndTheKernelHasItsDevicesColour) {
    for (std::size_t i = 0; i < kTimedPhases.size(); ++i)
        for (std::size_t j = i + 1; j < kTimedPhases.size(); ++j)
            EXPECT_NE(phase_look(kTimedPhases[i]), phase_look(kTimedPhases[j])) << kTimedPhases[i] << " and " << kTimedPhases[j];
    EXPECT_EQ(phase_look("kernel").colour, PhaseLook::Colour::device);
    for (const char* copy : {"copy_in", "copy_out"}) EXPECT_EQ(phase_look(copy).colour, PhaseLook::Colour::series) << copy;
}

}  // namespace
}  // namespace warpwise::ui
