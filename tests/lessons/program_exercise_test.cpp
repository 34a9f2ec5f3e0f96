// Exercises whose text is a whole program: what passes, what is told, and whose programs may run. ShippedLesson.Holds grades all
// texts of the course.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "device/process/walls.h"
#include "experiment/check/check_exercise.h"
#include "experiment/check/program_output.h"
#include "experiment/check/program_values.h"
#include "lesson/manifest.h"
#include "lesson/trusted_packs.h"
#include "temporary_folder.h"

using namespace warpwise;
using testing::HasSubstr;

namespace {

Lesson lesson_in(const std::string& folder) {
    auto lesson = load_lesson(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons" / folder);
    EXPECT_TRUE(lesson) << text_of(lesson.error());
    return lesson ? *lesson : Lesson();
}

Result<ExerciseResult> graded(const Lesson& lesson, const std::string& id, const std::string& text, double most_s = 30) {
    DeviceSet devices;
    ExerciseOptions options{.exercise = id, .source = "mine.cu"};
    options.most_program_s = most_s;
    options.seed = 7;
    return check_exercise(lesson, text, devices, options);
}

}  // namespace

TEST(ProgramOutput, LinesAreFoundInTheirOrder) {
    EXPECT_EQ(missing_in_output("n = 5\nThe sum = 12.\n", "sum = 12\n", 0), "");
    EXPECT_EQ(missing_in_output("Sum = 12.00001\n", "sum = 12.0", 1e-5), "");
    EXPECT_EQ(missing_in_output("took 0.31 ms\nlast 3\n", "* ms\nlast 3", 0), "");
    EXPECT_EQ(missing_in_output("a -3\n", "a -3", 0), "");
    EXPECT_THAT(missing_in_output("a 3\n", "a -3", 0), HasSubstr("it prints \"a 3\", and should print \"a -3\""));
    EXPECT_THAT(missing_in_output("sum = 13\n", "sum = 12", 1), HasSubstr("should print \"sum = 12\""))
        << "whole numbers are exact";
    EXPECT_THAT(missing_in_output("b 2\na 1\n", "a 1\nb 2", 0), HasSubstr("\"b 2\" after the lines before it"));
    EXPECT_THAT(missing_in_output("", "a 1", 0), HasSubstr("it prints nothing"));
    EXPECT_EQ(forbidden_in_output("the sum = 3\n", {"sum"}), "the sum = 3");
    EXPECT_EQ(forbidden_in_output("summary\n", {"sum"}), "");
}

TEST(ProgramValues, WorkOfTwoStreamsOverlaps) {
    ProgramReport report;
    // A copy and a launch of stream 1, then a copy of stream 2 that nothing orders with either, and a launch after it.
    for (
        const char* line : {
            R"({"event":"copy","work":0,"stream":1,"beside":[],"kind":"host_to_device","call":"c","file":"f","line":1,"bytes":8})",
            R"({"event":"copy","work":1,"stream":2,"beside":[0],"kind":"host_to_device","call":"c","file":"f","line":2,"bytes":4})",
            R"({"event":"launch","work":2,"stream":2,"beside":[0],"kernel":"k<int>","grid":[2,1,1],"block":[32,1,1],
                 "dynamic_shared_bytes":0,"static_shared_bytes":0,"trace":"full","counters":{"barriers":3},
                 "executed":{"warp_instructions":5,"lane_instructions":9,"wall_s":0}})",
            R"({"event":"wait","call":"cudaDeviceSynchronize","file":"f","line":3})",
        })
        add_event(report, line);
    const auto values = program_values(report, {"8", "x"});
    EXPECT_EQ(values.at("streams"), 2);
    EXPECT_EQ(values.at("most_in_a_stream"), 2) << "stream 2 has a copy and a launch";
    EXPECT_EQ(values.at("overlapping_copies"), 1) << "that of stream 1";
    EXPECT_EQ(values.at("overlapping_launches"), 1);
    EXPECT_EQ(values.at("bytes_to_device"), 12);
    EXPECT_EQ(values.at("threads"), 64);
    EXPECT_EQ(values.at("barriers"), 3);
    EXPECT_EQ(values.at("waits"), 1);
    EXPECT_EQ(values.at("argument_1"), 8);
    EXPECT_FALSE(values.contains("argument_2"));
    EXPECT_EQ(program_values(report, {}, "k").at("launches"), 1);
    EXPECT_EQ(program_values(report, {}, "other").at("launches"), 0);
}

TEST(ProgramExercise, IsToldWhatIsWrongWithItsLine) {
    const Lesson lesson = lesson_in("04_guards_and_limits");
    const auto result = graded(lesson, "checked_launch", lesson.find_exercise("checked_launch")->stub);
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_FALSE(result->passed);
    EXPECT_EQ(result->failure, "unchecked_error");
    EXPECT_THAT(result->first_failure, HasSubstr("with blocks of 2,048 threads: line "));
    EXPECT_THAT(result->hint, HasSubstr("Which call looks at the launch's error"));
    ASSERT_EQ(result->programs.size(), 2u) << "the third run is not told";
    EXPECT_EQ(result->programs[1].findings.front().file, "mine.cu");
    EXPECT_THAT(to_html(*result), HasSubstr("class=\"steps\""));
    EXPECT_EQ(to_json(*result)["programs"][0]["exit_code"], 0);
}

// A sum that the host computes stays right when the kernel does nothing; that of the solution does not.
TEST(ProgramExercise, AsksWhatBecomesOfTheOutputWithoutAKernel) {
    Lesson lesson = lesson_in("04_guards_and_limits");
    Exercise& exercise = *std::ranges::find(lesson.exercises, "checked_launch", &Exercise::id);
    exercise.gates = {{.counter = "argument_1 == 1 ? 0 : right_without",  // 0 is the sum of one number, with and without
                       .at_most = 0,
                       .say = "used",
                       .tell = "n = {argument_1}",
                       .kernel = "twice"}};
    const auto right = graded(lesson, "checked_launch", exercise.solution);
    ASSERT_TRUE(right) << right.error().text();
    EXPECT_TRUE(right->passed) << right->first_failure;
    std::string text = exercise.solution;
    const std::string add = "for (float each : doubled) sum += each;";
    ASSERT_NE(text.find(add), std::string::npos);
    text.replace(text.find(add), add.size(), "for (float each : numbers) sum += 2 * each;");
    const auto lazy = graded(lesson, "checked_launch", text);
    ASSERT_TRUE(lazy) << lazy.error().text();
    EXPECT_FALSE(lazy->passed);
    EXPECT_EQ(lazy->failure, "gate");
    EXPECT_THAT(lazy->first_failure, HasSubstr("used: n = 1,000 (with n = 1,000 and blocks of 256 threads)"));
}

// Its runs with and without the kernel do not fit into the time of one check: that does not say whether it needs the kernel.
TEST(ProgramExercise, ASlowProgramIsRunWithoutAKernelAllTheSame) {
    Lesson lesson = lesson_in("04_guards_and_limits");
    Exercise& exercise = *std::ranges::find(lesson.exercises, "checked_launch", &Exercise::id);
    exercise.gates = {{.counter = "right_without", .at_most = 0, .say = "used", .tell = "n = {argument_1}", .kernel = "twice"}};
    exercise.program->runs.resize(1);
    std::string text = "#include <unistd.h>\n" + exercise.solution;
    for (const auto& [from, to] :
         {std::pair{"for (float each : doubled) sum += each;", "for (float each : numbers) sum += 2 * each;"},
          std::pair{"int main(int argc, char** argv) {", "int main(int argc, char** argv) {\n    usleep(2'200'000);"}}) {
        ASSERT_NE(text.find(from), std::string::npos) << from;
        text.replace(text.find(from), std::string_view(from).size(), to);
    }
    const auto lazy = graded(lesson, "checked_launch", text, 4);
    ASSERT_TRUE(lazy) << lazy.error().text();
    EXPECT_FALSE(lazy->passed);
    EXPECT_EQ(lazy->failure, "gate") << lazy->first_failure;
}

TEST(ProgramExercise, EndsAProgramThatDoesNotCompileOrReadsNothing) {
    const Lesson lesson = lesson_in("04_guards_and_limits");
    const auto result = graded(lesson, "checked_launch", "int main() { return launch; }\n");
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->failure, "compile");
    EXPECT_THAT(result->first_failure, HasSubstr("mine.cu:1"));
}

TEST(ProgramExercise, ChangesNoFiles) {
    if (walls_here().landlock == 0) GTEST_SKIP() << "this kernel has no Landlock";
    const test::TemporaryFolder folder;
    const std::string file = (folder.path() / "mine").string();
    const auto result = graded(lesson_in("04_guards_and_limits"), "checked_launch",
                               "#include <cstdio>\n#include <fstream>\nint main() {\n    std::ofstream to(\"" + file +
                                   "\");\n    std::puts(to ? \"written\" : \"refused\");\n}\n");
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->programs.front().output, "refused\n");
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(ProgramExercise, OfAnotherPackRunsOnlyIfItIsTrusted) {
    const test::TemporaryFolder folder, home;
    std::filesystem::copy(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons/04_guards_and_limits", folder.path() / "04_mine",
                          std::filesystem::copy_options::recursive);
    ::setenv("XDG_DATA_HOME", home.path().c_str(), 1);
    const auto lesson = load_lesson(folder.path() / "04_mine");
    ASSERT_TRUE(lesson);
    EXPECT_FALSE(is_trusted(*lesson));
    const auto refused = graded(*lesson, "checked_launch", "int main() {}\n");
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().text(), HasSubstr("--trust"));
    ASSERT_TRUE(trust(pack_of(*lesson)));
    EXPECT_TRUE(is_trusted(*lesson));
    EXPECT_TRUE(is_trusted(lesson_in("04_guards_and_limits")));
    ::unsetenv("XDG_DATA_HOME");
}
