// A class's hand-ins: each is graded, whatever the others are, and the reports show names and texts as they are.
#include "experiment/check/check_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "cli/commands.h"
#include "unit/lesson_folder.h"

using namespace warpwise;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

const std::string lesson_path = std::string(WARPWISE_SOURCE_DIR) + "/lessons/03_indexing_2d_3d";
constexpr int class_size = 30;

class CheckFolder : public testing::Test {
  protected:
    static std::string file_of_lesson(const std::string& name) { return read_file(lesson_path + "/" + name).value(); }

    // Seven kinds of hand-ins in turn, thirty of them.
    void write_class() {
        const std::string signature = "__global__ void backwards(const float* from, float* to, int frames, int rows, int cols) {\n";
        const std::string right = file_of_lesson("solution_film.cu");
        const std::vector<std::string> kinds{
            right,
            test::with(right, "int last = frames - 1 - frame;", "int last = frame;"),
            file_of_lesson("wrong/every_frame.cu"),
            signature + "    to[0] = from[0]\n}\n",
            signature + "    volatile int go = 1;\n    while (go) {\n    }\n}\n",
            "",
            std::string("\x7f"
                        "ELF\x02\x01\x00\xff\xfe",
                        9),
        };
        for (int i = 0; i < class_size; ++i)
            folder_.write("hand_in_" + std::string(i < 10 ? "0" : "") + std::to_string(i) + ".cu",
                          kinds[static_cast<std::size_t>(i) % kinds.size()]);
    }

    int check(CheckOptions options) {
        options.lesson = lesson_path;
        options.file = folder_.path();
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        const int status = check_command(options);
        out_ = testing::internal::GetCapturedStdout();
        err_ = testing::internal::GetCapturedStderr();
        return status;
    }
    std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const HandIn& one : find_hand_ins(folder_.path()).value_or(std::vector<HandIn>())) found.push_back(one.name);
        return found;
    }
    test::TemporaryFolder folder_;
    std::string out_, err_;
};

}  // namespace

TEST_F(CheckFolder, ThirtyHandInsOfAllKindsAreGraded) {
    write_class();
    test::TemporaryFolder reports;
    CheckOptions options;
    options.json = true;
    options.csv = reports.path() / "class.csv";
    options.html = reports.path() / "class.html";
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(check(options), 1);
    const double wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    RecordProperty("wall_ms", static_cast<int>(wall_s * 1e3));
    const auto json = nlohmann::json::parse(out_);
    EXPECT_EQ(json.at("schema"), "warpwise.check-folder/1");
    const auto& hand_ins = json.at("hand_ins");
    ASSERT_EQ(hand_ins.size(), std::size_t{class_size});
    const std::array<const char*, 7> failures{"", "wrong", "data_race", "compile", "step_budget", "compile", ""};
    for (std::size_t i = 0; i < hand_ins.size(); ++i) {
        const auto& one = hand_ins[i];
        const std::size_t kind = i % 7;
        EXPECT_EQ(one.at("verdict"), kind == 0 ? "passed" : kind == 6 ? "not graded" : "failed") << one;
        if (kind == 6)
            EXPECT_THAT(one.at("problem").get<std::string>(), HasSubstr("UTF-8"));
        else if (kind > 0)
            EXPECT_EQ(one.at("check").at("failure"), failures[kind]) << one.at("name");
    }
    const std::string csv = read_file(*options.csv).value();
    EXPECT_THAT(csv, HasSubstr("hand_in_00.cu,passed,"));
    EXPECT_THAT(csv, HasSubstr("hand_in_01.cu,failed,wrong,"));
    EXPECT_THAT(csv, HasSubstr("hand_in_06.cu,not graded,"));
    const std::string html = read_file(*options.html).value();
    EXPECT_THAT(html, HasSubstr("30 hand-ins: 5 passed, 21 failed, 4 not graded"));
    EXPECT_THAT(html, HasSubstr("<h2 id=\"h29\">hand_in_29.cu</h2>"));
    EXPECT_THAT(html, HasSubstr("&#10003; passed"));  // not by colour alone
    EXPECT_THAT(html, HasSubstr("&#10007; failed"));
    EXPECT_THAT(html, HasSubstr("<details>"));
    EXPECT_THAT(html, HasSubstr("it does not compile: line 2: expected"));  // in the table, too
    EXPECT_THAT(html, Not(HasSubstr("src=")));                              // needs no other file
}

TEST_F(CheckFolder, AllThatPassAreASuccess) {
    folder_.write("ada.cu", file_of_lesson("solution_film.cu"));
    folder_.write("bob.cu", file_of_lesson("solution_film.cu"));
    EXPECT_EQ(check({}), 0) << out_ << err_;
    EXPECT_THAT(out_, testing::AllOf(HasSubstr("passed      ada.cu\n"), HasSubstr("2 hand-ins: 2 passed, 0 failed, in")));
}

TEST_F(CheckFolder, FilesAndFoldersAreFoundByName) {
    folder_.write("bob.cu", "");
    folder_.write("ada/kernel.cu", "");
    folder_.write("carl/one.cu", "");
    folder_.write("carl/two.cu", "");
    folder_.write("dora/notes.txt", "");
    folder_.write("notes.txt", "");
    folder_.write(".hidden.cu", "");
    std::filesystem::create_symlink("bob.cu", folder_.path() / "eve.cu");
    EXPECT_THAT(names(), ElementsAre("ada/kernel.cu", "bob.cu", "carl", "dora", "eve.cu"));
    const auto found = find_hand_ins(folder_.path()).value();
    EXPECT_TRUE(found[0].problem.empty());
    EXPECT_THAT(found[2].problem, HasSubstr("2 files"));
    EXPECT_THAT(found[3].problem, HasSubstr("no file that ends in .cu"));
    EXPECT_THAT(found[4].problem, HasSubstr("link"));
}

// A folder of a student's may hold a program of several sources, where the exercise is a program.
TEST_F(CheckFolder, ProgramsOfSeveralSources) {
    const std::string whole =
        read_file(std::string(WARPWISE_SOURCE_DIR) + "/lessons/04_guards_and_limits/solution_checked_launch.cu").value();
    const std::size_t kernel = whole.find("__global__"), main = whole.find("int main(");
    const std::string includes = whole.substr(0, kernel),
                      declared = "#pragma once\n__global__ void twice(const float*, float*, int);\n";
    folder_.write("ada/main.cu", includes + "#include \"twice.h\"\n" + whole.substr(main));
    folder_.write("ada/twice.cu", "#include \"twice.h\"\n" + whole.substr(kernel, main - kernel));
    folder_.write("ada/twice.h", declared);
    folder_.write("bob/main.cu", includes + "#include \"twice.h\"\n" + whole.substr(main));
    folder_.write("bob/twice.cu",
                  "#include \"twice.h\"\n__global__ void twice(const float* from, float* to, int n) {\n"
                  "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i <= n) to[i] = 2 * from[i];\n}\n");
    folder_.write("bob/twice.h", declared);
    folder_.write("carl/one.cu", whole);
    folder_.write("carl/two.cu", whole);
    const auto found = find_hand_ins(folder_.path()).value();
    EXPECT_THAT(names(), ElementsAre("ada/main.cu", "bob/main.cu", "carl"));
    EXPECT_THAT(found[2].problem, HasSubstr("several of its files have a main(): one.cu, two.cu"));
    const Lesson lesson = *load_lesson(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons/04_guards_and_limits");
    FolderOptions options;
    options.exercise = "checked_launch";
    const auto result = check_folder(lesson, found, options).value();
    EXPECT_TRUE(result.hand_ins[0].passed()) << text_of(result);
    ASSERT_TRUE(result.hand_ins[1].result) << result.hand_ins[1].problem;
    EXPECT_EQ(result.hand_ins[1].result->failure, "out_of_bounds");
    EXPECT_EQ(result.hand_ins[1].result->programs.front().findings.front().file, "bob/twice.cu");
    // The command that steps it names bob's own files, which are still there, and the arguments of the run.
    EXPECT_THAT(to_html(result), HasSubstr("warpwise exec " + (folder_.path() / "bob/main.cu").string() + " " +
                                           (folder_.path() / "bob/twice.cu").string() + " --open --launch 1 -- "));
    // A kernel is one file.
    options.exercise = lesson.exercises.front().id;
    EXPECT_THAT(check_folder(lesson, found, options).value().hand_ins[0].problem, HasSubstr("2 files that end in .cu"));
}

TEST_F(CheckFolder, OddNamesAndFilesAreRows) {
    folder_.write("<b>&\"x\".cu", file_of_lesson("exercise_film.cu"));
    folder_.write("\xff.cu", file_of_lesson("exercise_film.cu"));
    folder_.write("large.cu", std::string((std::size_t{1} << 20) + 1, ' '));
    ASSERT_EQ(::mkfifo((folder_.path() / "pipe.cu").c_str(), 0600), 0);
    CheckOptions options;
    test::TemporaryFolder reports;
    options.html = reports.path() / "class.html";
    EXPECT_EQ(check(options), 1);
    EXPECT_THAT(out_, HasSubstr("4 hand-ins: 0 passed, 2 failed, 2 not graded"));
    EXPECT_TRUE(is_utf8(out_));
    const std::string html = read_file(*options.html).value();
    EXPECT_TRUE(is_utf8(html));
    EXPECT_THAT(html, HasSubstr("&lt;b&gt;&amp;&quot;x&quot;.cu"));
    EXPECT_THAT(html, Not(HasSubstr("<b>")));
}

TEST_F(CheckFolder, WrongUsage) {
    EXPECT_EQ(check({}), 2);
    EXPECT_THAT(err_, HasSubstr("there is nothing to grade"));
    folder_.write("ada.cu", "");
    CheckOptions options;
    options.junit = folder_.path() / "report.xml";
    EXPECT_EQ(check(options), 2);
    EXPECT_THAT(err_, HasSubstr("--junit"));
    options = {.lesson = lesson_path, .file = lesson_path + "/solution_film.cu"};
    options.csv = folder_.path() / "class.csv";
    testing::internal::CaptureStderr();
    EXPECT_EQ(check_command(options), 2);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("--csv"));
}

// The limits of a folder are lower than those of a single file.
// Of another third of the lessons than CheckExercise takes; ShippedLesson has all.
TEST_F(CheckFolder, EverySolutionOfTheCoursePasses) {
    const Course course = load_course(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons");
    ASSERT_FALSE(course.lessons.empty()) << text_of(course.problems);
    ASSERT_TRUE(course.problems.empty()) << text_of(course.problems);
    for (const Lesson& lesson : course.lessons)
        for (const Exercise& exercise : lesson.exercises) {
            if (lesson.number % 3 != 1) continue;
            FolderOptions options;
            options.exercise = exercise.id;
            const HandIn solution{"solution.cu", lesson.folder / exercise.solution_file(), {}};
            const auto result = check_folder(lesson, {solution}, options);
            ASSERT_TRUE(result) << lesson.id << ": " << result.error().text();
            EXPECT_EQ(result->passed(), 1u) << lesson.id << "\n" << text_of(*result);
        }
}
