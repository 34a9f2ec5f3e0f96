#include "experiment/record/record_text.h"

#include <gtest/gtest.h>

namespace warpwise {
namespace {

RunRecord record_of(RunStatus status) {
    RunRecord record;
    record.status = status;
    return record;
}

RunRecord with_fault(FaultKind kind) {
    RunRecord record = record_of(RunStatus::fault);
    record.fault = Fault{.kind = kind};
    return record;
}

TEST(RecordText, AFaultThatDidNotStopTheRunIsToldAsFound) {
    EXPECT_EQ(outcome_text(with_fault(FaultKind::out_of_bounds)), "stopped by a fault");
    EXPECT_FALSE(came_to_its_end(with_fault(FaultKind::out_of_bounds)));
    RunRecord race = with_fault(FaultKind::data_race);
    EXPECT_TRUE(came_to_its_end(race));
    EXPECT_EQ(outcome_text(race), "finished, with a data race");
    race.check = Check{.passed = true};
    EXPECT_EQ(outcome_text(race), "finished, with a data race");
    race.check->passed = false;
    EXPECT_EQ(outcome_text(race), "finished, with a data race and a wrong result");
}

TEST(RecordText, ACancelledRunDidNotFinish) {
    RunRecord race = with_fault(FaultKind::data_race);
    race.status = RunStatus::cancelled;
    EXPECT_FALSE(came_to_its_end(race));
    EXPECT_EQ(outcome_text(race), "cancelled");
}

TEST(RecordText, ALongLaunchSaysWhatItWasCompiledFor) {
    RunRecord record = record_of(RunStatus::ok);
    record.launch.grid = {1024, 2, 1};
    EXPECT_EQ(compiled_text(record), "");
    record.compiled = CompiledCode{.isa = "AVX-512", .after_blocks = 1012};
    EXPECT_EQ(compiled_text(record), "compiled for AVX-512 after block 1,012 of 2,048");
    record.compiled->after_blocks = 0;
    EXPECT_EQ(compiled_text(record), "compiled for AVX-512 from the first block on");
}

TEST(RecordText, EveryOtherOutcomeHasItsWords) {
    RunRecord right = record_of(RunStatus::ok);
    EXPECT_EQ(outcome_text(right), "finished");  // nothing was compared
    right.check = Check{.passed = true};
    EXPECT_EQ(outcome_text(right), "correct");
    EXPECT_EQ(outcome_text(record_of(RunStatus::wrong)), "wrong result");
    RunRecord broken = record_of(RunStatus::error);
    EXPECT_EQ(outcome_text(broken), "could not start");
    broken.diagnostics = {{.file = "k.cu", .line = 5, .message = "expected ';'", .hint = {}}};
    EXPECT_EQ(outcome_text(broken), "does not compile");
}

TEST(RecordText, AComparisonNamesWhatItComparedWith) {
    Check check{.passed = true};
    check.compared = 1000;
    EXPECT_EQ(check_text(check), "1,000 of 1,000 elements equal the CPU routine");
    check.max_abs_error = 1e-7;
    EXPECT_EQ(check_text(check), "1,000 of 1,000 elements agree with the CPU routine");
    check.passed = false;
    check.differing = 3;
    check.compared_with = "reference.cu";
    EXPECT_EQ(check_text(check), "3 of 1,000 elements differ from the lesson's reference");
    check.differing = check.compared = 1;
    EXPECT_EQ(check_text(check), "1 of 1 element differs from the lesson's reference");
    EXPECT_EQ(difference_text({"a", 0, "2", "1"}), "First: a[0] expected 2, found 1");
}

}  // namespace
}  // namespace warpwise
