// Grading: what passes, what does not, and what is said about it. Needs the emulator, and so all of the way of a run.
#include "experiment/check/check_exercise.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "experiment/check/course_verify.h"
#include "experiment/run/kept_truths.h"
#include "temporary_folder.h"

using namespace warpwise;
using testing::HasSubstr;
using testing::Not;

namespace {

class CheckExercise : public testing::Test {
  protected:
    void SetUp() override {
        course_ = load_course(std::filesystem::path(WARPWISE_SOURCE_DIR) / "lessons");
        lesson_ = course_.find("indexing_1d");
        ASSERT_NE(lesson_, nullptr) << text_of(course_.problems);
    }
    ExerciseResult grade(const Lesson& lesson, const std::string& text) {
        ExerciseOptions options;
        options.seed = 7;
        auto result = check_exercise(lesson, text, devices_, options);
        if (!result) {
            ADD_FAILURE() << result.error().text();
            return {};
        }
        return std::move(*result);
    }
    ExerciseResult grade(const std::string& body) {
        return grade(*lesson_, "template <typename T>\n__global__ void add_two_each(const T* a, const T* b, T* c, int n) {\n" +
                                   body + "\n}\n");
    }
    Course course_;
    const Lesson* lesson_ = nullptr;
    DeviceSet devices_;
};

}  // namespace

// With other data than `course verify` takes, which ShippedLesson.Holds runs: every third lesson.
TEST_F(CheckExercise, StubsFailAndSolutionsPass) {
    for (const Lesson& lesson : course_.lessons) {
        if (lesson.number % 3 != 0) continue;
        const ExerciseResult stub = grade(lesson, lesson.exercises.front().stub);
        EXPECT_FALSE(stub.passed) << lesson.id;
        EXPECT_FALSE(has_errors(stub.diagnostics)) << lesson.id << "\n" << text_of(stub.diagnostics);
        EXPECT_FALSE(stub.first_failure.empty());
        const ExerciseResult solution = grade(lesson, lesson.exercises.front().solution);
        EXPECT_TRUE(solution.passed) << lesson.id << "\n" << solution.first_failure;
        EXPECT_EQ(solution.shapes.size(),
                  lesson.verify_shapes.size() * passes_of(lesson, lesson.exercises.front()) + lesson.drawn_shapes.size());
    }
}

// The lesson has six dtypes, and the exercise's arrays have dtypes of their own.
TEST_F(CheckExercise, ADtypeThatChangesNothingIsNotLaunchedAgain) {
    const Lesson* lesson = course_.find("integers_wrap");
    ASSERT_NE(lesson, nullptr);
    const ExerciseResult solution = grade(*lesson, lesson->exercises.front().solution);
    EXPECT_TRUE(solution.passed) << solution.first_failure;
    std::set<ParameterValues> without_dtype;
    for (ParameterValues shape : lesson->verify_shapes) {
        shape.erase("dtype");
        without_dtype.insert(std::move(shape));
    }
    ASSERT_LT(without_dtype.size(), lesson->verify_shapes.size());
    EXPECT_EQ(solution.shapes.size(),
              without_dtype.size() * passes_of(*lesson, lesson->exercises.front()) + lesson->drawn_shapes.size());

    // No shape has the lesson's own dtype: each is still launched once.
    Lesson other = *lesson;
    std::erase_if(other.verify_shapes,
                  [](const ParameterValues& shape) { return shape.at("dtype") == ParameterValue(std::string("u64")); });
    const ExerciseResult again = grade(other, other.exercises.front().solution);
    EXPECT_EQ(again.shapes.size(), solution.shapes.size());
}

// What the solution and the reference did is kept for all texts that are graded on the same data.
TEST_F(CheckExercise, WhatIsKeptOfTheSolutionChangesNoVerdict) {
    const Lesson* lesson = course_.find("reduction");
    ASSERT_NE(lesson, nullptr);
    const Exercise& exercise = lesson->exercises.front();
    ASSERT_TRUE(std::ranges::any_of(exercise.gates, &Gate::of_solution));
    ASSERT_TRUE(lesson->find_kernel(exercise.kernel)->reference.ends_with(".cu"));
    KeptSolution solution;
    KeptTruths truths;
    std::vector<std::string> texts{exercise.solution, exercise.stub};
    for (const WrongSubmission& wrong : exercise.wrong) texts.push_back(wrong.text);
    for (const std::string& text : texts) {
        ExerciseOptions options;
        options.seed = 7;
        const auto alone = check_exercise(*lesson, text, devices_, options);
        options.kept_solution = &solution;
        options.hooks.truths = &truths;
        const auto beside = check_exercise(*lesson, text, devices_, options);
        ASSERT_TRUE(alone && beside);
        EXPECT_EQ(alone->passed, beside->passed) << text;
        EXPECT_EQ(alone->first_failure, beside->first_failure) << text;
        ASSERT_EQ(alone->shapes.size(), beside->shapes.size()) << text;
        for (std::size_t i = 0; i < alone->shapes.size(); ++i) EXPECT_EQ(alone->shapes[i].status, beside->shapes[i].status) << text;
    }
    EXPECT_FALSE(solution.counts.empty());
}

// A hand-in of one line that includes the lesson's own solution is not a solution.
// The emulator clears registers, so the sum is right here.
TEST_F(CheckExercise, ATextThatPassesAndThatTheCompilerDoubtsIsToldSo) {
    const Lesson* lesson = course_.find("transfers");
    ASSERT_NE(lesson, nullptr);
    std::string text = lesson->exercises.front().solution;
    const std::string sum = "trace[i] = (x[0]";
    ASSERT_THAT(text, HasSubstr(sum));
    text.replace(text.find(sum), sum.size(), "T none;\n    if (n < 0) trace[i] = none;\n    trace[i] = (x[0]");
    const ExerciseResult doubted = grade(*lesson, text);
    ASSERT_TRUE(doubted.passed) << doubted.first_failure;
    EXPECT_THAT(text_of(doubted), HasSubstr("but the compiler warns"));
    EXPECT_THAT(text_of(doubted), HasSubstr("'none' is uninitialized when used here"));
    EXPECT_THAT(to_html(doubted), HasSubstr("uninitialized when used here"));
    EXPECT_EQ(warnings_after_pass(grade(*lesson, lesson->exercises.front().solution)), "");
}

TEST_F(CheckExercise, TheAuthorsFilesCannotBeIncluded) {
    int solutions = 0;
    for (const Lesson& lesson : course_.lessons)
        for (const Exercise& exercise : lesson.exercises) {
            std::vector<std::string> files{exercise.solution_file(), "./" + exercise.solution_file()};
            for (const WrongSubmission& wrong : exercise.wrong) files.push_back(wrong.file);
            for (const RightSubmission& right : exercise.right) files.push_back(right.file);
            for (const std::string& file : files) {
                if (++solutions > 20) return;  // of several lessons
                ExerciseOptions options;
                options.exercise = exercise.id;
                for (const char* quotes : {"\"\"", "<>"}) {
                    const std::string text = std::string("#include ") + quotes[0] + file + quotes[1] + "\n";
                    const auto result = check_exercise(lesson, text, devices_, options);
                    ASSERT_TRUE(result) << result.error().text();
                    EXPECT_FALSE(result->passed) << lesson.id << ": " << text;
                    EXPECT_THAT(text_of(result->diagnostics), HasSubstr("cannot include it")) << text;
                }
            }
        }
}

TEST_F(CheckExercise, NorByALinkOrAWayRound) {
    const test::TemporaryFolder temporary;
    const std::filesystem::path& folder = temporary.path();
    std::filesystem::copy(lesson_->folder, folder, std::filesystem::copy_options::recursive);
    std::filesystem::create_symlink("solution.cu", folder / "innocent.h");
    std::filesystem::create_directories(folder / "parts");
    std::ofstream(folder / "parts/two.h") << "__device__ inline int two() { return 2; }\n";
    Lesson lesson = *lesson_;
    lesson.folder = folder;
    for (const char* file : {"innocent.h", "parts/../solution.cu", "solution.cu"})
        EXPECT_FALSE(grade(lesson, std::string("#include \"") + file + "\"\n").passed) << file;
    EXPECT_TRUE(grade(lesson, "#include \"parts/two.h\"\n" + lesson.exercises.front().solution).passed) << "other headers can";
}

TEST_F(CheckExercise, ATextThatPassedHasItsScores) {
    Lesson lesson = *lesson_;
    lesson.exercises.front().scores = {{"threads / warps", "threads per warp", 20, 32, 40}};
    const ExerciseResult passed = grade(lesson, lesson.exercises.front().solution);
    ASSERT_EQ(passed.scores.size(), 1u);
    EXPECT_EQ(passed.scores[0].value, 32);
    EXPECT_EQ(passed.scores[0].medal, Medal::silver);
    EXPECT_THAT(text_of(passed), HasSubstr("silver  32 threads per warp, best known 20"));
    const auto json = to_json(passed);
    EXPECT_EQ(json["scores"][0]["value"], 32);
    EXPECT_EQ(json["scores"][0]["medal"], "silver");
    EXPECT_EQ(json["counted"], passed.counted_shape);
    EXPECT_THAT(to_html(passed), HasSubstr("32 threads per warp, best known 20 (silver)"));
    const ExerciseResult failed = grade(lesson, lesson.exercises.front().stub);
    EXPECT_TRUE(failed.scores.empty());
    EXPECT_TRUE(to_json(failed)["scores"].empty());
}

TEST_F(CheckExercise, TheFirstWrongElementNamesTheThreadThatWroteIt) {
    // 65 elements, 2 blocks of 32 threads: element 64 is of thread 0 in block 1
    const ExerciseResult wrong = grade(
        "    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;\n    int k = i + blockDim.x;\n"
        "    if (i < n) c[i] = a[i] + b[i] + (i == 64 ? T(1) : T(0));\n"
        "    if (k < n) c[k] = a[k] + b[k];");
    EXPECT_THAT(wrong.first_failure, HasSubstr("1 of 65 elements is wrong"));
    ASSERT_TRUE(wrong.shapes.front().wrong_element.has_value());
    const WrongElement& element = *wrong.shapes.front().wrong_element;
    EXPECT_EQ(element.array, "c");
    EXPECT_EQ(element.index, 64);
    ASSERT_TRUE(element.block.has_value());
    EXPECT_EQ(element.block->x, 1u);
    EXPECT_EQ(element.thread, 0u);
    const ExerciseResult stub = grade(*lesson_, lesson_->exercises.front().stub);
    ASSERT_TRUE(stub.shapes.front().wrong_element.has_value());
    EXPECT_EQ(stub.shapes.front().wrong_element->index, 64);  // no thread is left for it
    EXPECT_FALSE(stub.shapes.front().wrong_element->block.has_value());
    const ExerciseResult right = grade(*lesson_, lesson_->exercises.front().solution);
    EXPECT_FALSE(right.shapes.front().wrong_element.has_value());
}

TEST_F(CheckExercise, WhatDoesNotCompileIsSaidOnceWithItsLine) {
    const ExerciseResult result = grade("    int i = blockIdx.x * blockDim.x + threadIdx.x\n    c[i] = 1;");
    EXPECT_FALSE(result.passed);
    EXPECT_EQ(result.shapes.size(), 1u);
    ASSERT_TRUE(has_errors(result.diagnostics));
    EXPECT_EQ(result.diagnostics[0].file, "exercise.cu");
    EXPECT_EQ(result.diagnostics[0].line, 3);
    EXPECT_THAT(result.first_failure, HasSubstr("does not compile"));
}

TEST_F(CheckExercise, AFaultIsExplainedWithThreadAndElement) {
    const ExerciseResult result = grade(
        "    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);\n    c[i] = a[i] + b[i];\n    c[i + 1] = a[i + 1] + b[i + 1];");
    EXPECT_FALSE(result.passed);
    const auto fault = std::ranges::find_if(result.shapes, [](const ShapeVerdict& shape) { return shape.fault.has_value(); });
    ASSERT_NE(fault, result.shapes.end());
    EXPECT_EQ(fault->fault->kind, FaultKind::out_of_bounds);
    EXPECT_EQ(fault->fault->array, "a");
    EXPECT_THAT(result.first_failure, HasSubstr("exercise.cu"));
}

TEST_F(CheckExercise, AConstantDoesNotPassForTheLessonsOwnData) {
    // The lesson shows b as ones; grading draws other numbers.
    const ExerciseResult result = grade(
        "    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x, k = i + blockDim.x;\n    if (i < n) c[i] = a[i] + T(1);\n"
        "    if (k < n) c[k] = a[k] + T(1);");
    EXPECT_FALSE(result.passed);
    EXPECT_THAT(result.first_failure, HasSubstr("c[0]"));
}

TEST_F(CheckExercise, AnEndlessLoopEnds) {
    Lesson one = *lesson_;
    one.verify_shapes.resize(1);
    const ExerciseResult result = grade(
        one, "template <typename T>\n__global__ void add_two_each(const T* a, const T* b, T* c, int n) {\n    while (true);\n}\n");
    EXPECT_FALSE(result.passed);
    ASSERT_TRUE(result.shapes[0].fault);
    EXPECT_EQ(result.shapes[0].fault->kind, FaultKind::step_budget);
}

TEST_F(CheckExercise, ARaceWhoseResultIsRightDoesNotPass) {
    // Every block computes all elements: right here by luck, since all write the same.
    const ExerciseResult result =
        grade(*course_.find("grid_stride"),
              "template <typename T>\n__global__ void on_a_line(const T* a, const T* line, T* c, int n) {\n"
              "    for (int i = threadIdx.x; i < n; i += blockDim.x) c[i] = line[0] * a[i] + line[1];\n}\n");
    EXPECT_FALSE(result.passed);
    ASSERT_TRUE(result.shapes[0].fault);
    EXPECT_EQ(result.shapes[0].fault->kind, FaultKind::data_race);
    ASSERT_TRUE(result.shapes[0].fault->other);
    EXPECT_EQ(result.shapes[0].fault->other->file, "exercise.cu");
}

TEST_F(CheckExercise, AGateCountsWhatTheResultDoesNotShow) {
    const Lesson& grid_stride = *course_.find("grid_stride");
    // Right everywhere, but each thread takes a stretch of its own: the lanes of a warp are far apart.
    const ExerciseResult result =
        grade(grid_stride,
              "template <typename T>\n__global__ void on_a_line(const T* a, const T* line, T* c, int n) {\n"
              "    int threads = gridDim.x * blockDim.x, each = (n + threads - 1) / threads;\n"
              "    int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;\n"
              "    T factor = line[0], term = line[1];\n"
              "    for (int i = first; i < first + each && i < n; ++i) c[i] = factor * a[i] + term;\n}\n");
    for (const ShapeVerdict& shape : result.shapes) EXPECT_TRUE(shape.passed()) << shape.explained;
    EXPECT_FALSE(result.passed);
    EXPECT_THAT(result.first_failure, HasSubstr("neighbouring threads should write neighbouring elements: your stores touch "));
    const auto stores = std::ranges::find_if(result.gates, [](const GateVerdict& gate) {
        return gate.gate.say == "neighbouring threads should write neighbouring elements";
    });
    ASSERT_NE(stores, result.gates.end());
    EXPECT_TRUE(result.gates[0].passed);
    EXPECT_TRUE(result.gates[1].passed);
    EXPECT_GT(stores->value.value_or(0), 4) << "times the sectors of the solution";
}

TEST_F(CheckExercise, AGateCountsTheThreadsThatWrote) {
    // Right, but the first warp does it all: no counter per warp shows it, since there are as many stores as warps.
    const Lesson& first = *course_.find("first_kernel");
    const ExerciseResult result = grade(first,
                                        "template <typename T>\n__global__ void add_one(T* a, int n) {\n"
                                        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                        "    for (int k = i; i < 32 && k < n; k += 32) a[k] += T(1);\n}\n");
    for (const ShapeVerdict& shape : result.shapes) EXPECT_TRUE(shape.passed()) << shape.explained;
    EXPECT_FALSE(result.passed);
    EXPECT_THAT(result.first_failure,
                HasSubstr("32 threads of your kernel write; there should be one for each of 70,000 elements"));
    EXPECT_THAT(result.first_failure, Not(HasSubstr("writers"))) << "learners see no formula";
    EXPECT_NEAR(result.gates[1].value.value_or(1), 32.0 / 70000, 1e-6);
}

// A gate says how much was too much, and of the solution's counts where it asks for them.
TEST_F(CheckExercise, AGateOfTheSolutionComparesBoth) {
    Lesson lesson = *lesson_;
    Exercise& exercise = lesson.exercises.front();
    exercise.gates = {{.counter = "global_load_requests",
                       .at_most = 1.2,
                       .at_least = {},
                       .say = "few loads",
                       .tell = "{value} times the {solution} of the solution; {limit} times is the most",
                       .of_solution = true}};
    const ExerciseResult same = grade(lesson, exercise.solution);
    EXPECT_TRUE(same.passed) << same.first_failure;
    EXPECT_EQ(same.gates[0].value, 1);
    std::string twice = exercise.solution;
    for (std::size_t at = twice.find("a["); at != std::string::npos; at = twice.find("a[", at + 12))
        twice.insert(at, "0 * b[0] + ");
    const ExerciseResult more = grade(lesson, twice);
    EXPECT_FALSE(more.passed);
    EXPECT_THAT(more.first_failure, testing::StartsWith("few loads: 1.5 times the "));
}

// Ratios to the solution are judged for every dtype: work that is done for one dtype only is found.
TEST_F(CheckExercise, AGateOfTheSolutionJudgesEveryDtype) {
    const Lesson& first = *course_.find("first_kernel");
    std::string lazy = first.exercises.front().solution;
    ASSERT_NE(lazy.rfind('}'), std::string::npos);
    lazy.insert(lazy.rfind('}'),
                "    if (sizeof(T) == 4)\n        for (int k = 0; k < 100; ++k) *(volatile T*)&a[i < n ? i : 0];\n");
    const ExerciseResult result = grade(first, lazy);
    EXPECT_FALSE(result.passed);
    EXPECT_THAT(result.first_failure, HasSubstr("as in the solution"));
    EXPECT_THAT(result.first_failure, Not(HasSubstr("dtype = f64")));
}

// Data that the learner does not see: each launch once with each fill.
TEST_F(CheckExercise, EachLaunchIsCheckedWithEveryFillThatTheManifestLists) {
    Lesson lesson = *lesson_;
    lesson.verify_shapes.resize(1);
    lesson.drawn_shapes.clear();
    for (ArraySpec& array : lesson.arrays)
        if (array.id == "a") array.graded = {"uniform", "constant=7", "edges=-8..8"};
    EXPECT_EQ(passes_of(lesson, lesson.exercises.front()), 3u);
    const ExerciseResult right = grade(lesson, lesson.exercises.front().solution);
    EXPECT_TRUE(right.passed) << right.first_failure;
    ASSERT_EQ(right.shapes.size(), 3u);
    EXPECT_THAT(right.shapes[1].name, HasSubstr(", data 2"));
    std::string lucky = lesson.exercises.front().solution;
    lucky.insert(lucky.rfind('}'), "    if (i < n && a[i] == T(7)) c[i] = T(0);\n");
    const ExerciseResult wrong = grade(lesson, lucky);
    EXPECT_FALSE(wrong.passed);
    EXPECT_TRUE(wrong.shapes[0].passed());
    EXPECT_FALSE(wrong.shapes[1].passed());
    EXPECT_EQ(wrong.shapes[1].pass, 1u);
    DeviceSet devices;
    const auto smallest = smallest_case_of(lesson, wrong, devices);
    ASSERT_TRUE(smallest) << smallest.error().text();
    EXPECT_NE(smallest->end, SmallestEnd::right) << "with the data that failed";
}

TEST_F(CheckExercise, WhatIsNotJudgedIsNotCalledAFailure) {
    const ExerciseResult wrong = grade("    if (n < 0) c[0] = a[0] + b[0];");
    for (const GateVerdict& gate : wrong.gates) EXPECT_EQ(gate.judged, gate.gate.counter.empty());
    EXPECT_THAT(text_of(wrong), HasSubstr("(not judged)"));
    EXPECT_THAT(to_html(wrong), HasSubstr("not judged"));
}

TEST_F(CheckExercise, ALaunchThatIsGivenIsNotToBeMadeLarger) {
    const ExerciseResult stub = grade(*lesson_, lesson_->exercises.front().stub);
    EXPECT_THAT(stub.first_failure, Not(HasSubstr("Launch")));
    EXPECT_THAT(stub.first_failure, HasSubstr("The launch has 64 threads for 65 elements"));
}

// Counts of a wrong result mean nothing, even where they would satisfy a gate.
TEST_F(CheckExercise, GatesOfAWrongResultAreNotJudged) {
    const ExerciseResult result =
        grade("    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (2 * i < n) c[2 * i] = a[2 * i] + b[2 * i];");
    EXPECT_FALSE(result.passed);
    const std::string text = text_of(result);
    std::size_t counted = 0;
    for (const GateVerdict& gate : result.gates) {
        EXPECT_EQ(gate.judged, gate.gate.counter.empty()) << gate.gate.say;
        if (gate.judged) continue;
        ++counted;
        EXPECT_THAT(text, HasSubstr(gate.gate.say + " (not judged)"));
        EXPECT_THAT(text, Not(HasSubstr("FAIL  " + gate.gate.say)));
    }
    EXPECT_GT(counted, 0u);
    EXPECT_THAT(to_junit(result), HasSubstr(fmt::format("skipped=\"{}\"", counted)));
    EXPECT_THAT(to_html(result), HasSubstr("not judged"));
}

TEST_F(CheckExercise, ReportsAreCompleteAndEscaped) {
    const ExerciseResult result = grade("    if (n < 0 && \"<&>\"[0] == '<') c[0] = T(0);");
    const nlohmann::json json = to_json(result);
    EXPECT_EQ(json.at("schema"), "warpwise.check/1");
    EXPECT_EQ(json.at("passed"), false);
    EXPECT_EQ(json.at("shapes").size(), 2 * lesson_->verify_shapes.size() + lesson_->drawn_shapes.size())
        << "with two kinds of data";
    EXPECT_EQ(json.at("shapes")[0].at("first_difference").at("array"), "c");
    const std::string junit = to_junit(result);
    const auto not_judged = std::ranges::count(result.gates, false, &GateVerdict::judged);
    const auto tests = static_cast<std::ptrdiff_t>(result.shapes.size() + result.gates.size());
    EXPECT_THAT(junit, HasSubstr(fmt::format("<testsuite name=\"indexing_1d\" tests=\"{}\" failures=\"{}\" skipped=\"{}\"", tests,
                                             tests - not_judged, not_judged)));
    const std::string html = to_html(result);
    EXPECT_THAT(html, HasSubstr("&lt;&amp;&gt;"));
    EXPECT_THAT(html, HasSubstr("Not passed yet"));
    EXPECT_THAT(html, Not(HasSubstr("http")));
}

TEST_F(CheckExercise, NoExerciseAndNoUtf8AreErrors) {
    Lesson none = *lesson_;
    none.exercises.clear();
    EXPECT_FALSE(check_exercise(none, "", devices_));
    EXPECT_FALSE(check_exercise(*lesson_, "\xff", devices_));
}
