// Recordings: what is planned, how a file keeps it, what is said of broken files, and what is near a point that was not recorded.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"
#include "base/paths.h"
#include "experiment/record/recording.h"
#include "experiment/run/recording_plan.h"
#include "lesson_folder.h"

namespace warpwise {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

// A course as the views see it, without the kernels' sources.
Lesson swept_lesson() {
    Lesson lesson;
    lesson.id = "scaling";
    lesson.parameters = {{.id = "n", .label = "n", .default_value = std::int64_t{64}, .min = 1, .max = 1024},
                         {.id = "dtype",
                          .label = "dtype",
                          .kind = ParameterKind::dtype,
                          .default_value = std::string("f32"),
                          .choices = {"f32", "f64"}}};
    lesson.kernels = {{.id = "right"}, {.id = "wrong", .expect_wrong = true}, {.id = "faulty", .expect_fault = "out_of_bounds"}};
    lesson.presets = {{.name = "many", .kernel = "right", .values = {{"n", std::int64_t{1024}}}},
                      {.name = "beyond", .kernel = "faulty", .values = {}},
                      {.name = "the default", .values = {{"n", std::int64_t{64}}}}};
    lesson.views = {{.kind = "sweep", .options = {{"over", "n"}, {"from", "16"}, {"to", "64"}}}};
    return lesson;
}

RunRecord run_of(const std::string& lesson, const std::string& kernel, std::int64_t n, const std::string& dtype = "f32") {
    RunRecord record;
    record.request.lesson = record.lesson = lesson;
    record.request.kernel = kernel;
    record.request.device = record.device.kind = DeviceKind::cuda;
    record.request.parameters = {{"n", n}, {"dtype", dtype}};
    record.kernel = "scale<float>";
    record.device.name = "NVIDIA Test";
    record.device.properties = {{"compute_capability", "9.0"}};
    record.date = "2026-01-02T03:04:05Z";
    record.dtype = dtype;
    record.phases = {{.name = "compile", .cold_ms = 12.3456789},
                     {.name = "kernel", .cold_ms = 0.25, .measurement = measure({0.0029285515861949703, 0.003, 0.0031})}};
    record.check = Check{.passed = true};
    return record;
}

Recording recording_of(std::vector<RunRecord> records) {
    Recording recording;
    recording.device_name = "NVIDIA Test";
    recording.date = "2026-01-02T03:04:05Z";
    recording.machine.cpu = "A CPU";
    recording.machine.cores = 4;
    recording.records = std::move(records);
    return recording;
}

class RecordingFile : public ::testing::Test {
  protected:
    fs::path write(const std::string& text) const {
        folder.write("r.json", text);
        return folder.path() / "r.json";
    }
    std::string saved_text(const Recording& recording) const {
        const fs::path file = folder.path() / "saved.json";
        EXPECT_TRUE(save_recording(file, recording));
        return read_file(file).value_or("");
    }
    // What is said of the file.
    std::string told(const fs::path& file) const {
        const auto loaded = load_recording(file);
        return loaded ? "loaded" : loaded.error().text();
    }
    test::TemporaryFolder folder;
};

// A pipe that someone left there would be waited for at the start of the program.
TEST_F(RecordingFile, WhatIsNoFileInAFolderIsAWarning) {
    ASSERT_EQ(::mkfifo((folder.path() / "a.json").c_str(), 0600), 0);
    fs::create_directories(folder.path() / "b.json");
    EXPECT_TRUE(save_recording(folder.path() / "c.json", recording_of({run_of("scaling", "right", 16)})));
    const Recordings loaded = load_recordings({folder.path()});
    EXPECT_EQ(loaded.files.size(), 1u);
    ASSERT_EQ(loaded.problems.size(), 2u);
    EXPECT_THAT(loaded.problems[0].message, HasSubstr("a.json is not a file"));
    EXPECT_EQ(loaded.problems[0].severity, Severity::warning);
}

TEST_F(RecordingFile, NoMistakeIsToldInTheWordsOfALibrary) {
    for (const char* text :
         {R"({"schema": "warpwise.recording/2"})", R"({"schema": "warpwise.recording/2", "device": 3})",
          R"({"schema": "warpwise.recording/2", "device": "d", "date": "d", "machine": {}, "records": [{}]})", R"([1e999])"})
        EXPECT_THAT(told(write(text)), Not(HasSubstr("json.exception"))) << text;
}

TEST(RecordingPlan, HasDefaultsPresetsAndTheSweepOfRightKernelsOnce) {
    const auto plan = recording_plan(swept_lesson());
    ASSERT_TRUE(plan) << plan.error().text();
    std::vector<std::string> names;
    for (const PlannedRun& run : *plan) {
        EXPECT_EQ(run.kernel, "right") << run.name;
        EXPECT_EQ(run.parameters.size(), 2u);
        EXPECT_EQ(run.gpu_alone, run.name.ends_with("f64"));
        names.push_back(run.name);
    }
    // n = 64 in f32 is the default, and the preset that says so
    EXPECT_THAT(names, ::testing::ElementsAre("default", "preset 'many'", "n = 16", "n = 32", "n = 16, dtype = f64",
                                              "n = 32, dtype = f64", "n = 64, dtype = f64"));
}

TEST(RecordingPlan, ASweepOverEachWayToCopy) {
    Lesson lesson = swept_lesson();
    lesson.parameters.push_back({.id = "copies",
                                 .kind = ParameterKind::choice,
                                 .default_value = std::string("pageable"),
                                 .choices = {"pageable", "pinned"}});
    lesson.run.copies = "copies";
    const auto plan = recording_plan(lesson);
    ASSERT_TRUE(plan);
    EXPECT_EQ(std::ranges::count_if(*plan, [](const PlannedRun& run) { return run.name.ends_with("copies = pinned"); }), 3);
}

TEST(RecordingPlan, EveryLessonOfTheCourseHasARun) {
    const Course course = load_course(data_dir() / "lessons");
    ASSERT_FALSE(course.lessons.empty());
    for (const Lesson& lesson : course.lessons) {
        const auto plan = recording_plan(lesson);
        ASSERT_TRUE(plan) << lesson.id << ": " << plan.error().text();
        EXPECT_FALSE(plan->empty()) << lesson.id;
    }
}

TEST_F(RecordingFile, KeepsARunAndRoundsItsTimes) {
    const RunRecord before = run_of("scaling", "right", 64);
    const fs::path file = write(saved_text(recording_of({before, run_of("scaling", "right", 128, "f64")})));
    const auto loaded = load_recording(file);
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_TRUE(loaded->problems.empty());
    const Recording& recording = loaded->recording;
    EXPECT_EQ(recording.title(), "NVIDIA Test, 2026-01-02");
    EXPECT_EQ(recording.machine.cpu, "A CPU");
    ASSERT_EQ(recording.records.size(), 2u);
    const RunRecord& after = recording.records[0];
    EXPECT_EQ(after.request.parameters, before.request.parameters);
    EXPECT_EQ(after.device.name, "NVIDIA Test");
    EXPECT_EQ(after.device.properties, before.device.properties);
    EXPECT_EQ(after.status, RunStatus::ok);
    EXPECT_TRUE(after.check && after.check->passed);
    const RecordedPhase* kernel = after.find_phase("kernel");
    ASSERT_NE(kernel, nullptr);
    EXPECT_EQ(kernel->source, "recorded");
    EXPECT_EQ(kernel->measurement.samples_ms[0], 0.00292855);
    EXPECT_EQ(kernel->measurement.median_ms, 0.003);
    EXPECT_EQ(after.find_phase("compile")->cold_ms, 12.3457);
    EXPECT_EQ(recording.records[1].dtype, "f64");
    // What is read can be written, and is the same again.
    EXPECT_EQ(saved_text(recording), read_file(file).value_or(""));
}

TEST_F(RecordingFile, ARunCostsLittle) {
    std::vector<RunRecord> records;
    for (std::int64_t n = 1; n <= 100; ++n) records.push_back(run_of("scaling", "right", n));
    EXPECT_LT(saved_text(recording_of(records)).size(), 100 * 700u);
}

TEST_F(RecordingFile, TheFirstVersionIsStillRead) {
    json old = {{"schema", "warpwise.recording/1"}, {"device", "NVIDIA Old"}, {"date", "2025-01-01T00:00:00Z"}};
    old["machine"] = json::object();
    old["records"] = json::array({to_json(run_of("scaling", "right", 64))});
    const auto loaded = load_recording(write(old.dump()));
    ASSERT_TRUE(loaded) << loaded.error().text();
    EXPECT_EQ(loaded->recording.find("scaling", "right", DeviceKind::cuda, {{"n", std::int64_t{64}}, {"dtype", "f32"}}).size(), 1u);
}

TEST_F(RecordingFile, CutShort) {
    const std::string whole = saved_text(recording_of({run_of("scaling", "right", 64), run_of("scaling", "right", 128)}));
    for (const std::size_t length : {whole.size() - 3, whole.size() / 2, std::size_t{1}})
        EXPECT_THAT(told(write(whole.substr(0, length))), HasSubstr("cut short")) << length;
    EXPECT_THAT(told(write(whole.substr(0, whole.size() / 2))), HasSubstr("Copy it again"));
    EXPECT_THAT(told(write("")), HasSubstr("r.json is empty"));
}

TEST_F(RecordingFile, OtherFilesSayWhatTheyAre) {
    EXPECT_THAT(told(write("\x89PNG\r\n not JSON")), HasSubstr("stops being JSON at byte 1"));
    EXPECT_THAT(told(write("[1, 2, 3]")), HasSubstr("names no schema"));
    EXPECT_THAT(told(write(R"({"version": 1, "lessons": {}})")), HasSubstr("names no schema"));
    EXPECT_THAT(told(write(to_json(run_of("scaling", "right", 64)).dump())), HasSubstr("the record of one run"));
    EXPECT_THAT(told(write(R"({"schema": "someone.else/3"})")), HasSubstr("'someone.else/3'"));
    EXPECT_THAT(told(write(R"({"schema": "warpwise.recording/2", "machine": 1e999})")), HasSubstr("is not a recording"));
    EXPECT_THAT(told(write(R"({"schema": "warpwise.recording/2"})")), HasSubstr("is damaged"));
    EXPECT_THAT(told(write(R"({"schema":"warpwise.recording/2","device":"x","date":"y","machine":{},"records":7})")),
                HasSubstr("are not a list"));
    EXPECT_THAT(told(folder.path() / "nowhere.json"), HasSubstr("there is no file"));
    EXPECT_THAT(told(folder.path()), HasSubstr("is a folder"));
}

TEST_F(RecordingFile, ANewerVersionIsNamed) {
    const std::string text = told(write(R"({"schema": "warpwise.recording/9", "later": true})"));
    EXPECT_THAT(text, HasSubstr("newer version of the program (warpwise.recording/9; this one reads up to warpwise.recording/2)"));
    EXPECT_THAT(text, HasSubstr("record it again with this one"));
}

TEST_F(RecordingFile, TooLargeIsSaidAndNotRead) {
    const fs::path file = write("{");
    fs::resize_file(file, std::uintmax_t{65} << 20);  // sparse
    EXPECT_THAT(told(file), HasSubstr("larger than 64 MB"));
}

TEST_F(RecordingFile, ADamagedRunCostsOnlyItself) {
    json whole = json::parse(saved_text(recording_of({run_of("scaling", "right", 64), run_of("scaling", "right", 128)})));
    whole["records"][0]["phases"] = "none";
    const auto loaded = load_recording(write(whole.dump()));
    ASSERT_TRUE(loaded) << loaded.error().text();
    ASSERT_EQ(loaded->recording.records.size(), 1u);
    ASSERT_EQ(loaded->problems.size(), 1u);
    EXPECT_THAT(loaded->problems[0].message, HasSubstr("1 run is damaged and skipped: number 1: "));
    whole["records"][1]["launch"] = {{"grid", {1}}};
    EXPECT_THAT(told(write(whole.dump())), HasSubstr("none of its 2 runs can be read"));
}

TEST_F(RecordingFile, ABrokenByteIsNoCrash) {
    const std::string whole = saved_text(recording_of({run_of("scaling", "right", 64)}));
    for (std::size_t i = 0; i < whole.size(); i += 7)
        for (const char byte : {'\0', '"', '{', '9', '\xff'}) {
            std::string text = whole;
            text[i] = byte;
            static_cast<void>(load_recording(write(text)));  // an answer, whichever
        }
}

TEST_F(RecordingFile, ItIsReplacedWholeOrNotAtAll) {
    const fs::path file = write(saved_text(recording_of({run_of("scaling", "right", 64)})));
    const auto full = save_recording("/dev/full/r.json", recording_of({}));
    ASSERT_FALSE(full);
    EXPECT_THAT(full.error().message, HasSubstr("/dev/full"));
    EXPECT_EQ(told(file), "loaded");
}

TEST(Recordings, WordsForWhatIsNear) {
    Recordings recordings;
    recordings.files.push_back(recording_of({run_of("scaling", "right", 16), run_of("scaling", "right", 64),
                                             run_of("scaling", "right", 1024), run_of("scaling", "right", 32, "f64")}));
    const Lesson lesson = swept_lesson();
    const auto near = [&](const std::string& kernel, std::int64_t n, const std::string& dtype) {
        return nearest_recorded(recordings, lesson, kernel, DeviceKind::cuda, {{"n", n}, {"dtype", dtype}});
    };
    EXPECT_EQ(near("right", 100, "f32"), "The nearest recorded values: n = 64 or 1024.");
    EXPECT_EQ(near("right", 32, "f32"), "The nearest recorded values: dtype = f64; n = 16 or 64.");
    EXPECT_EQ(near("right", 2048, "f32"), "The nearest recorded values: n = 1024.");
    EXPECT_EQ(near("right", 5, "i32"), "The nearest run that is recorded has dtype = f32 and n = 16.");
    EXPECT_EQ(near("other", 5, "f32"), "For this lesson one kernel is recorded: right.");
    EXPECT_EQ(nearest_recorded(recordings, Lesson{}, "k", DeviceKind::cuda, {}), "");
}

TEST(Recordings, RunsOfOtherCoursesAreNamed) {
    Course course;
    course.lessons = {swept_lesson()};
    EXPECT_TRUE(strangers_in(recording_of({run_of("scaling", "right", 64)}), course).empty());
    RunRecord changed = run_of("scaling", "right", 64);
    changed.request.parameters["tile"] = std::int64_t{16};
    const Diagnostics told = strangers_in(
        recording_of({run_of("scaling", "right", 64), run_of("weather", "right", 64), run_of("scaling", "gone", 64), changed}),
        course);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_EQ(told[0].message,
              "3 of its 4 runs belong to lessons or kernels that this course does not have: kernel 'gone' of lesson 'scaling', "
              "lesson 'weather' and "
              "other parameters of lesson 'scaling'");
}

TEST(Recordings, AGpuIsShownAndWithoutOneTheCpu) {
    Recording recording = recording_of({run_of("scaling", "right", 64)});
    RunRecord serial = run_of("scaling", "right", 64);
    serial.device.kind = DeviceKind::cpu_serial;
    recording.records.push_back(serial);
    EXPECT_THAT(recording.shown_devices(), ::testing::ElementsAre(DeviceId(DeviceKind::cuda)));
    recording.records.erase(recording.records.begin());
    EXPECT_THAT(recording.shown_devices(), ::testing::ElementsAre(DeviceId(DeviceKind::cpu_serial)));
}

}  // namespace
}  // namespace warpwise
