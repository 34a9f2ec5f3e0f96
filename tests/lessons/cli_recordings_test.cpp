// Recordings on the command line: made, added to, interrupted, broken, asked for a run.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "lessons/command_line_fixture.h"

namespace warpwise {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::Called;
using ::testing::HasSubstr;

class CommandLineRecordings : public test::CommandLineTest {};

TEST_F(CommandLineRecordings, ClaimsAreHeldAgainstTheRecordingThatIsNamed) {
    const std::string file = write("other.json", read_file(WARPWISE_SOURCE_DIR "/assets/recordings/nvidia_h200.json").value_or(""));
    const Called called = call("course verify first_kernel --recording " + file);
    EXPECT_EQ(called.status, 0) << called.out;
    EXPECT_EQ(call("course verify first_kernel --recording no_such.json").status, 2);
}

TEST_F(CommandLineRecordings, RecordKeepsEveryLessonAndAddsToIt) {
    const fs::path file = dir / "cpu.json";
    const std::string options = " --device cpu-serial --repeats 1 --lesson-seconds 0.5 -o " + file.string();
    const Called recorded = call("record crossover" + options);
    ASSERT_EQ(recorded.status, 0) << recorded.err;
    EXPECT_THAT(recorded.err, HasSubstr("crossover vector_add cpu-serial, default: kernel "));
    json recording = json::parse(read_file(file).value_or(""), nullptr, false);
    ASSERT_TRUE(recording.is_object());
    EXPECT_EQ(recording["schema"], "warpwise.recording/2");
    const std::size_t of_crossover = recording["records"].size();
    EXPECT_GE(of_crossover, 3u);  // the default, its presets, and what half a second lets the sweep do
    ASSERT_EQ(call("record first_kernel --add" + options).status, 0);
    recording = json::parse(read_file(file).value_or(""), nullptr, false);
    EXPECT_GT(recording["records"].size(), of_crossover);
    EXPECT_EQ(call("record crossover --device emulated -o " + file.string()).status, 2);

    const json list = call("recordings " + file.string() + " --json").as_json();
    ASSERT_FALSE(list["recordings"].empty());
    EXPECT_EQ(list["recordings"].back()["file"], file.string());
    EXPECT_EQ(list["recordings"].back()["lessons"], json({"crossover", "first_kernel"}));
}

TEST_F(CommandLineRecordings, RecordedRunsAreExactOrSayWhatIsNear) {
    const fs::path file = dir / "cpu.json";
    ASSERT_EQ(call("record crossover --device cpu-serial --repeats 1 --lesson-seconds 0 -o " + file.string()).status, 0);
    const std::string recorded = "run crossover --device recorded --recording " + file.string() + " --json";
    const Called exact = call(recorded + " --set n=16");
    ASSERT_EQ(exact.status, 0) << exact.err;
    EXPECT_EQ(exact.as_json()["device"]["kind"], "recorded");
    EXPECT_EQ(exact.as_json()["phases"][0]["source"], "recorded");
    const Called between = call(recorded + " --set n=1000");
    EXPECT_EQ(between.status, 3);
    EXPECT_EQ(between.out, "");
    EXPECT_THAT(between.err, HasSubstr("The nearest recorded values: n = "));
    EXPECT_EQ(call(recorded + " --set grid=3 --set n=16").status, 3);
}

// What is measured until Ctrl+C is kept: the first lesson at least, and never half a file.
// Ctrl+C as soon as the second lesson begins; its many samples give the signal time to arrive.
TEST_F(CommandLineRecordings, AnInterruptedRecordingIsKept) {
    const fs::path file = dir / "cpu.json";
    const std::string command = "echo $$; exec " + std::string(WARPWISE_BINARY) +
                                " record first_kernel crossover --device cpu-serial --repeats 2000 -o " + file.string() + " 2>&1";
    FILE* pipe = ::popen(command.c_str(), "r");
    std::string out;
    pid_t recording = 0;
    char line[4096];
    while (std::fgets(line, sizeof line, pipe) != nullptr) {
        if (recording == 0) recording = std::stoi(line);
        if (std::string_view(line).starts_with("[2 of 2]")) ::kill(recording, SIGINT);
        out += line;
    }
    ::pclose(pipe);
    EXPECT_THAT(out, HasSubstr("what is measured is kept"));
    EXPECT_THAT(out, HasSubstr("interrupted: 1 of 2 lessons are recorded in full"));
    const Called listed = call("recordings " + file.string());
    EXPECT_EQ(listed.status, 0) << listed.err;
}

TEST_F(CommandLineRecordings, BrokenRecordingsAreNamed) {
    write("newer.json", R"({"schema": "warpwise.recording/9"})");
    write("cut.json", R"({"schema": "warpwise.recording/2", "records": [)");
    const Called called = call("recordings " + (dir / "newer.json").string() + " " + (dir / "cut.json").string());
    EXPECT_EQ(called.status, 1);
    EXPECT_THAT(called.err, HasSubstr("newer version of the program"));
    EXPECT_THAT(called.err, HasSubstr("cut.json is cut short"));
    const Called run = call("run crossover --device recorded --recording " + (dir / "cut.json").string());
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("cut short"));
}

}  // namespace
}  // namespace warpwise
