// The learner's run beside the lesson's: which elements and threads differ, and what each run cost.
#include "ui/compare/compare_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace warpwise::ui {
namespace {

Array floats(const std::string& name, const std::vector<float>& values) {
    Array array = *Array::make(DType::f32, {static_cast<std::int64_t>(values.size())});
    array.name = name;
    std::ranges::copy(values, array.as<float>().begin());
    return array;
}

// Two blocks of two threads, each of which writes one element of `out`.
RunRecord run_that_left(const std::vector<float>& values) {
    RunRecord record;
    record.launch = {{2, 1, 1}, {2, 1, 1}, 0};
    record.dtype = "f32";
    record.argument_names = {"a", "out"};
    record.outputs = std::make_shared<const std::vector<Array>>(std::vector<Array>{floats("out", values)});
    record.writes = {{1, {1, 2, 3, 4}}};
    record.check = Check{.passed = true, .compared = 4};
    return record;
}

TEST(CompareFacts, OnlyWhatDiffersIsLitInBoth) {
    const RunRecord yours = run_that_left({1, 2, 9, 4}), lessons = run_that_left({1, 2, 3, 4});
    const CompareFacts facts = compare_facts(yours, lessons, DifferenceKind::beyond_tolerance, {});
    EXPECT_EQ(facts.array, "out");
    EXPECT_EQ(facts.differing, 1u);
    EXPECT_EQ(facts.differs, (std::vector<std::uint8_t>{0, 0, 1, 0}));
    EXPECT_EQ(facts.first_differing, std::vector<std::uint64_t>{2});
    EXPECT_EQ(facts.yours.thread_differs, (std::vector<std::uint8_t>{0, 0, 1, 0}));
    EXPECT_EQ(facts.lessons.thread_differs, (std::vector<std::uint8_t>{0, 0, 1, 0}));
    EXPECT_EQ(facts.low, 1);
    EXPECT_EQ(facts.high, 9);
    EXPECT_TRUE(facts.why_not.empty());
}

TEST(CompareFacts, ATraceNamesTheThreadThatWroteTheOtherValue) {
    RunRecord yours = run_that_left({1, 2, 3, 9});
    yours.writes = {{1, {1, 1, 1, 1}}};  // the first thread writes all
    const CompareFacts facts = compare_facts(yours, run_that_left({1, 2, 3, 4}), DifferenceKind::exact, {});
    EXPECT_EQ(facts.yours.thread_differs, (std::vector<std::uint8_t>{1, 0, 0, 0}));
    EXPECT_EQ(facts.yours.first_written, (std::vector<std::uint32_t>{4, 0, 0, 0}));  // the one that differs, before others
    EXPECT_EQ(facts.lessons.thread_differs, (std::vector<std::uint8_t>{0, 0, 0, 1}));
}

TEST(CompareFacts, TheToleranceIsTheLessonsAndExactIsBitForBit) {
    const float close = std::nextafter(3.0f, 4.0f);
    const RunRecord yours = run_that_left({1, 2, close, 4}), lessons = run_that_left({1, 2, 3, 4});
    EXPECT_EQ(compare_facts(yours, lessons, DifferenceKind::beyond_tolerance, {.absolute = 1e-5}).differing, 0u);
    EXPECT_EQ(compare_facts(yours, lessons, DifferenceKind::exact, {.absolute = 1e-5}).differing, 1u);
    const float nan = std::nanf("");
    EXPECT_EQ(compare_facts(run_that_left({nan}), run_that_left({nan}), DifferenceKind::exact, {}).differing, 0u);
    EXPECT_EQ(compare_facts(run_that_left({nan}), run_that_left({1}), DifferenceKind::beyond_tolerance, {.absolute = 9}).differing,
              1u);
}

TEST(CompareFacts, CountsHaveADifferenceWithItsDirection) {
    RunRecord yours = run_that_left({1, 2, 3, 4}), lessons = run_that_left({1, 2, 3, 4});
    yours.counters = {{"global_load_requests", 2}, {"global_load_sectors", 24}, {"divergent_branches", 1}};
    lessons.counters = {{"global_load_requests", 2}, {"global_load_sectors", 8}, {"divergent_branches", 1}};
    yours.check->differing = 1;
    const CompareFacts facts = compare_facts(yours, lessons, DifferenceKind::exact, {});
    const auto row = [&](const std::string& label) {
        const auto found = std::ranges::find(facts.rows, label, &CompareRow::label);
        EXPECT_NE(found, facts.rows.end()) << label;
        return *found;
    };
    EXPECT_EQ(difference_text(row("sectors")), "16 more");
    EXPECT_FALSE(row("sectors").is_better());
    EXPECT_EQ(difference_text(row("sectors per request")), "8 more");
    EXPECT_EQ(difference_text(row("divergent branches")), "equal");
    EXPECT_EQ(difference_text(row("elements right")), "1 fewer");
    EXPECT_FALSE(row("elements right").is_better());
    EXPECT_EQ(value_text(4.3333), "4.33");
    EXPECT_EQ(value_text(1024), "1,024");
    EXPECT_NE(compare_csv(facts).find("sectors,24,8,16\n"), std::string::npos);
}

// Its record has the arrays as they were before the launch, and counts of 0: neither is a result.
TEST(CompareFacts, ATextThatDoesNotCompileIsComparedInNothing) {
    RunRecord yours = run_that_left({0, 0, 0, 0});
    yours.diagnostics = {{.file = "k.cu", .line = 5, .message = "expected ';'", .hint = {}}};
    const CompareFacts facts = compare_facts(yours, run_that_left({1, 2, 3, 4}), DifferenceKind::exact, {});
    EXPECT_FALSE(facts.yours.ran);
    EXPECT_NE(facts.why_not.find("does not compile"), std::string::npos);
    EXPECT_TRUE(facts.differs.empty());
    EXPECT_TRUE(facts.rows.empty());
    EXPECT_EQ(facts.lessons.first_written, (std::vector<std::uint32_t>{1, 2, 3, 4}));
}

TEST(CompareFacts, ARunThatLeftNothingSaysWhy) {
    RunRecord yours = run_that_left({1, 2, 3, 4});
    yours.outputs = nullptr;
    yours.diagnostics = {{.file = "k.cu", .line = 5, .message = "expected ';'", .hint = {}}};
    const CompareFacts facts = compare_facts(yours, run_that_left({1, 2, 3, 4}), DifferenceKind::exact, {});
    EXPECT_EQ(facts.yours.verdict, "does not compile");
    EXPECT_NE(facts.why_not.find("does not compile"), std::string::npos);
    EXPECT_EQ(facts.lessons.verdict, "all 4 right");
    EXPECT_TRUE(facts.lessons.is_right);
}

}  // namespace
}  // namespace warpwise::ui
