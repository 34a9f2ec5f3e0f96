// What the card of an exercise says of a check: each requirement once, with a tick or a cross.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ui/kit/widgets.h"
#include "ui/lesson/exercise_panel.h"

namespace warpwise::ui {
namespace {

using testing::ElementsAre;

GateVerdict gate(const char* counter, const char* say, bool passed, const char* explained = "") {
    GateVerdict verdict{.gate = {}, .value = 1, .explained = explained, .passed = passed, .judged = true};
    verdict.gate.counter = counter;
    verdict.gate.say = say;
    return verdict;
}

TEST(ExerciseLines, EveryRequirementThatIsNotMetIsTold) {
    ExerciseResult result;
    result.shapes.resize(2);
    result.failure = "gate";
    result.first_failure = "every thread should write: 1 thread does";
    result.gates = {gate("", "right for all n", true), gate("a", "every thread should write", false, "1 thread does"),
                    gate("b", "there should be no atomics", true), gate("c", "few loads", false, "there are 9")};
    const std::string tick = std::string(icon::kCheck) + "  ", cross = std::string(icon::kCross) + "  ";
    EXPECT_THAT(verdict_of(result).lines,
                ElementsAre("Every thread should write: 1 thread does", "Right on 2 of 2 launches with random data",
                            tick + "Right for all n", tick + "There should be no atomics", cross + "Few loads: there are 9"));
}

}  // namespace
}  // namespace warpwise::ui
