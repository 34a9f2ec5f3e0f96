// How a run on a GPU goes, from the lesson and the request; and how the record keeps it.
#include "experiment/run/run_settings.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "experiment/run/execution.h"

namespace warpwise {
namespace {

Lesson lesson_run_with(RunSettings run) {
    Lesson lesson;
    lesson.id = "streams";
    lesson.run = std::move(run);
    return lesson;
}

KernelSpec kernel_of_n() {
    KernelSpec kernel;
    kernel.arguments = {"a", "n * 2", "n"};
    kernel.length = "n";
    return kernel;
}

TEST(RunSettings, WithoutRunEverythingIsWhole) {
    const auto settings = resolve_run_settings(lesson_run_with({}), KernelSpec{}, {});
    ASSERT_TRUE(settings) << settings.error().text();
    EXPECT_EQ(settings->copies, CopyMode::pageable);
    EXPECT_FALSE(settings->flush_l2);
    EXPECT_EQ(settings->chunks, 1);
    EXPECT_EQ(settings->streams, 1);
    EXPECT_FALSE(settings->length_argument);
}

TEST(RunSettings, WordsFormulasAndParameters) {
    ExperimentRequest request;
    request.parameters = {{"n", std::int64_t{1000}}, {"how", std::string("resident")}, {"cold", std::int64_t{1}}};
    const Lesson lesson = lesson_run_with({.copies = "how", .chunks = "ceil(n / 300)", .streams = "2", .flush_l2 = "cold"});
    const auto settings = resolve_run_settings(lesson, kernel_of_n(), request);
    ASSERT_TRUE(settings) << settings.error().text();
    EXPECT_EQ(settings->copies, CopyMode::pinned) << "only such copies overlap";
    EXPECT_TRUE(settings->flush_l2);
    EXPECT_EQ(settings->chunks, 4);
    EXPECT_EQ(settings->streams, 2);
    EXPECT_EQ(settings->length_argument, 2u);
    EXPECT_EQ(resolve_run_settings(lesson_run_with({.copies = "pinned"}), KernelSpec{}, request)->copies, CopyMode::pinned);
    const auto whole = resolve_run_settings(lesson, KernelSpec{}, request);
    EXPECT_EQ(whole->chunks, 1) << "a kernel without a length is not cut";
    EXPECT_EQ(whole->copies, CopyMode::resident);
}

TEST(RunSettings, TheRequestIsPutOverTheLesson) {
    ExperimentRequest request;
    request.copies = CopyMode::pageable;
    request.flush_l2 = false;
    const auto settings = resolve_run_settings(lesson_run_with({.copies = "pinned", .flush_l2 = "1"}), KernelSpec{}, request);
    ASSERT_TRUE(settings);
    EXPECT_EQ(settings->copies, CopyMode::pageable);
    EXPECT_FALSE(settings->flush_l2);
}

TEST(RunSettings, ImpossibleCountsAreUsageErrors) {
    ExperimentRequest request;
    request.parameters["n"] = std::int64_t{5000};
    for (const RunSettings& run : {RunSettings{.chunks = "n"}, RunSettings{.chunks = "0"}, RunSettings{.streams = "n"}}) {
        RunSettings cut = run;
        if (cut.chunks.empty()) cut.chunks = "2";
        const auto settings = resolve_run_settings(lesson_run_with(cut), kernel_of_n(), request);
        ASSERT_FALSE(settings);
        EXPECT_EQ(settings.error().kind, ErrorKind::usage);
        EXPECT_NE(settings.error().text().find("whole number from 1 to"), std::string::npos) << settings.error().text();
    }
}

TEST(Outliers, AreFarFromTheMedianInBothSenses) {
    // 5 MAD are 0.5 here
    EXPECT_EQ(outliers_of(measure({10, 10.1, 9.9, 10, 10.1, 9.9, 10.6})), (std::map<std::size_t, std::string>{{6, "outlier"}}));
    EXPECT_TRUE(outliers_of(measure({10, 10.1, 9.9, 10, 10.1, 9.9, 10.4})).empty());
    // no spread at all: 2 % count
    EXPECT_TRUE(outliers_of(measure({100, 100, 100, 100, 101.9})).empty());
    EXPECT_EQ(outliers_of(measure({97.9, 100, 100, 100, 100})).count(0), 1u);
    EXPECT_TRUE(outliers_of(measure({1, 1, 1, 50})).empty()) << "four samples say too little";
    EXPECT_TRUE(outliers_of(measure({})).empty());
}

// A device that answers as a GPU would.
class ScriptedDevice : public Device {
  public:
    DeviceInfo describe() const override { return {.kind = DeviceKind::cuda, .name = "scripted", .properties = {}}; }
    std::expected<std::shared_ptr<Program>, Diagnostics> compile(const KernelSource&) override {
        return std::make_shared<Program>();
    }
    LaunchOutcome launch(Program&, const LaunchShape&, std::vector<KernelArgument>, const LaunchOptions&) override {
        LaunchOutcome outcome;
        outcome.phases = {{"kernel", 2.0, {1, 1, 1, 1, 5}}, {"total", 3.0, {2, 2, 2, 2, 2}}};
        outcome.timeline = {{"copy_in", 0, 0, 0, 1}, {"kernel", 1, 1, 0.5, 2}};
        outcome.readings = {{"sm_clock_mhz", 1980}};
        outcome.compiled = CompiledCode{.isa = "AVX2", .after_blocks = 12};
        outcome.throttled = {{1, "power limit"}};
        return outcome;
    }
};

TEST(RunSettings, TheRecordSaysHowItRanThroughJsonToo) {
    ScriptedDevice device;
    RunRecord record = new_record(device.describe());
    record.request.copies = CopyMode::pinned;
    record.request.flush_l2 = true;
    Program program;
    launch_into(record, device, program, {}, {.copies = CopyMode::pinned, .flush_l2 = true, .chunks = 8, .streams = 2});
    record.flops = 2e9;
    const auto back = record_from_json(to_json(record));
    ASSERT_TRUE(back) << back.error().text();
    for (const RunRecord& r : {record, *back}) {
        EXPECT_EQ(r.copies, CopyMode::pinned);
        EXPECT_TRUE(r.flushed_l2);
        EXPECT_EQ(r.chunks, 8);
        EXPECT_EQ(r.streams, 2);
        EXPECT_EQ(r.timeline.size(), 2u);
        EXPECT_EQ(r.timeline_source, "measured");
        EXPECT_EQ(r.readings.at("sm_clock_mhz"), 1980);
        EXPECT_EQ(r.flops, 2e9);
        EXPECT_EQ(r.compiled, (CompiledCode{.isa = "AVX2", .after_blocks = 12}));
        EXPECT_FALSE(r.bytes);
        EXPECT_EQ(r.request.copies, CopyMode::pinned);
        EXPECT_EQ(r.request.flush_l2, true);
        EXPECT_EQ(r.find_phase("kernel")->marked,
                  (std::map<std::size_t, std::string>{{1, "throttled: power limit"}, {4, "outlier"}}));
        EXPECT_TRUE(r.find_phase("total")->marked.empty());
    }
    EXPECT_EQ(back->timeline, record.timeline);
}

TEST(RunSettings, ARecordOfAnEarlierVersionReadsAsWhole) {
    nlohmann::json json = to_json(new_record({.kind = DeviceKind::cuda, .name = "scripted", .properties = {}}));
    for (const char* key : {"copies", "flushed_l2", "chunks", "streams", "timeline", "timeline_source", "readings", "work"})
        json.erase(key);
    json["executed"].erase("compiled");
    const auto record = record_from_json(json);
    ASSERT_TRUE(record) << record.error().text();
    EXPECT_EQ(record->copies, CopyMode::pageable);
    EXPECT_EQ(record->chunks, 1);
    EXPECT_TRUE(record->timeline.empty());
}

}  // namespace
}  // namespace warpwise
