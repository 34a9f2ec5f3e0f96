// What a lesson says about its presets, held against a recording and against counts.
#include "experiment/record/claims.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warpwise {
namespace {

using ::testing::HasSubstr;

Lesson two_presets() {
    Lesson lesson;
    lesson.id = "streams";
    lesson.parameters = {{.id = "chunks", .label = "Chunks", .default_value = std::int64_t{1}, .min = 1, .max = 64}};
    lesson.kernels = {{.id = "cool"}};
    lesson.presets = {{.name = "Whole", .kernel = "cool", .values = {{"chunks", std::int64_t{1}}}},
                      {.name = "Eight chunks, one stream", .kernel = "cool", .values = {{"chunks", std::int64_t{8}}}}};
    return lesson;
}

RunRecord run_of(std::int64_t chunks, double total_ms, DeviceKind kind = DeviceKind::cuda) {
    RunRecord record;
    record.request.lesson = record.lesson = "streams";
    record.request.kernel = "cool";
    record.request.device = record.device.kind = kind;
    record.request.parameters = {{"chunks", chunks}};
    record.phases = {{.name = "compile", .cold_ms = 20},
                     {.name = "total", .cold_ms = 4, .measurement = measure({total_ms, total_ms, 100})}};
    return record;
}

Recordings recordings_of(std::vector<RunRecord> records) {
    Recording recording;
    recording.device_name = "NVIDIA Test";
    recording.date = "2026-01-02T03:04:05Z";
    recording.records = std::move(records);
    return {{recording}, {}};
}

const CountsOf no_counts = [](const PresetRun&) -> Result<std::map<std::string, double>> { return failure("not to be run"); };

ClaimVerdict judge(const std::string& claim, const Recordings& recordings, const CountsOf& counts = no_counts) {
    return judge_claim(two_presets(), claim, recordings, counts);
}

TEST(Claim, NamesItsPresetsAndWhatIsAskedOfThem) {
    const auto parsed =
        parse_claim("[Eight chunks, one stream].total < 2 * [Whole @ cpu-serial].first_kernel", two_presets().presets);
    ASSERT_TRUE(parsed) << parsed.error().text();
    EXPECT_EQ(parsed->formula, "place_0 < 2 * place_1");
    EXPECT_EQ(parsed->places[0], (PresetValue{"Eight chunks, one stream", "cuda", "total"}));
    EXPECT_EQ(parsed->places[1], (PresetValue{"Whole", "cpu-serial", "first_kernel"}));
}

TEST(Claim, ThatIsNotOneIsToldWhatToWrite) {
    const auto presets = two_presets().presets;
    EXPECT_THAT(parse_claim("[Whol].total > 1", presets).error().text(), HasSubstr("Did you mean \"Whole\"?"));
    EXPECT_THAT(parse_claim("[Whole.total > 1", presets).error().text(), HasSubstr("a [ has no ]"));
    EXPECT_THAT(parse_claim("[Whole] > 1", presets).error().text(), HasSubstr("Write [Whole].total"));
    EXPECT_THAT(parse_claim("1 > 0", presets).error().text(), HasSubstr("names no preset"));
    EXPECT_FALSE(parse_claim("[Whole].total >", presets));
}

TEST(Claim, HoldsOrFailsByTheMedianOfTheRecordedRun) {
    const Recordings recordings = recordings_of({run_of(1, 2), run_of(8, 3)});
    const ClaimVerdict holds = judge("[Eight chunks, one stream].total > [Whole].total", recordings);
    EXPECT_EQ(holds.state, ClaimState::holds);
    EXPECT_THAT(holds.detail, HasSubstr("[Whole].total is 2.00 ms"));
    EXPECT_EQ(judge("[Eight chunks, one stream].total < [Whole].total", recordings).state, ClaimState::fails);
    EXPECT_EQ(judge("[Whole].first_total == 4 && [Whole].compile == 20", recordings).state, ClaimState::holds);
}

TEST(Claim, WithoutARecordingIsNeitherTrueNorFalse) {
    const ClaimVerdict verdict = judge("[Eight chunks, one stream].total > [Whole].total", recordings_of({run_of(1, 2)}));
    EXPECT_EQ(verdict.state, ClaimState::not_recorded);
    EXPECT_THAT(verdict.detail, HasSubstr("[Eight chunks, one stream].total"));
    EXPECT_THAT(verdict.detail, ::testing::Not(HasSubstr("[Whole]")));
    EXPECT_EQ(judge("[Whole].total > 0", {}).state, ClaimState::not_recorded);
    EXPECT_EQ(judge("[Whole @ cpu-serial].total > 0", recordings_of({run_of(1, 2)})).state, ClaimState::not_recorded);
}

TEST(Claim, CountsComeFromARunOfThePreset) {
    const CountsOf counts = [](const PresetRun& run) -> Result<std::map<std::string, double>> {
        return std::map<std::string, double>{{"warps", 32.0 * std::get<std::int64_t>(run.parameters.at("chunks"))}};
    };
    EXPECT_EQ(judge("[Eight chunks, one stream].warps == 8 * [Whole].warps", {}, counts).state, ClaimState::holds);
    EXPECT_EQ(judge("[Whole].warps > 32", {}, counts).state, ClaimState::fails);
    EXPECT_EQ(judge("[Whole].sectors > 32", {}, counts).state, ClaimState::wrong);
}

TEST(RecordedValue, FillsASentenceFromOneRecording) {
    const Recordings recordings = recordings_of({run_of(1, 3.63), run_of(8, 1.81), run_of(1, 50, DeviceKind::cpu_serial)});
    const auto answer = [&](const std::string& asked) {
        return answer_recorded(two_presets(), "recorded \"" + asked + "\"", recordings);
    };
    EXPECT_EQ(answer("[Whole].total"), "3.63 ms");
    EXPECT_EQ(answer("[Whole @ cpu-serial].total"), "50.0 ms");
    EXPECT_EQ(answer("[Whole].total / [Eight chunks, one stream].total"), "2.0");
    EXPECT_EQ(answer("[Whole].total + [Eight chunks, one stream].total"), "5.44 ms");
    EXPECT_EQ(answer("2155 * [Whole].total / [Whole].total"), "2,155");
    EXPECT_EQ(answer("device"), "NVIDIA Test");
    EXPECT_EQ(answer("date"), "2026-01-02");
    EXPECT_EQ(answer("[Whole].kernel"), std::nullopt);
    EXPECT_EQ(answer_recorded(two_presets(), "param n", recordings), std::nullopt);
    EXPECT_EQ(answer_recorded(two_presets(), "recorded \"[Whole].total\"", {}), std::nullopt);
}

TEST(RecordedValue, OfTwoRecordingsOneAnswersEverything) {
    Recordings recordings = recordings_of({run_of(1, 3)});
    recordings.files.push_back(recordings_of({run_of(1, 5), run_of(8, 4)}).files.front());
    EXPECT_EQ(answer_recorded(two_presets(), "recorded \"[Whole].total\"", recordings), "3.00 ms");
    EXPECT_EQ(answer_recorded(two_presets(), "recorded \"[Eight chunks, one stream].total\"", recordings), std::nullopt);
}

}  // namespace
}  // namespace warpwise
