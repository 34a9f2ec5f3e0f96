// A lesson's texts in Python: found, checked, given the values that are chosen, and made a notebook.
#include "lesson/python_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/text.h"
#include "lesson/lesson_stamp.h"
#include "unit/lesson_folder.h"
#include "unit/mutations.h"

namespace warpwise::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const std::string good_text = R"(# Adds one, with NumPy.
# The index is not named.
# --- parameters
n = 100  # elements
dtype = "float32"
# --- inputs
import numpy as np

a = np.ones(n, dtype=dtype)
# --- computation
a += 1
n = n + 1
# --- result
result = a
print(result[0])
)";

class PythonTexts : public ::testing::Test {
  protected:
    PythonTexts() { write_lesson(folder_, "01_tiny"); }
    void write(const std::string& name, const std::string& text = good_text) const {
        folder_.write("01_tiny/python/" + name, text);
    }
    std::expected<Lesson, Diagnostics> load() const { return load_lesson(folder_.path() / "01_tiny"); }
    // The only thing that is wrong with the lesson.
    Diagnostic only_problem() const {
        const auto lesson = load();
        if (lesson) return {};
        EXPECT_EQ(lesson.error().size(), 1u) << text_of(lesson.error());
        return lesson.error().front();
    }
    TemporaryFolder folder_;
};

TEST_F(PythonTexts, AreFoundByTheirNames) {
    write("with_jax.py");
    write("with_numpy.py");
    const auto lesson = load();
    ASSERT_TRUE(lesson) << text_of(lesson.error());
    EXPECT_TRUE(lesson->warnings.empty()) << text_of(lesson->warnings);
    EXPECT_THAT(python_libraries_of(*lesson, "add_one"), ElementsAre("numpy", "jax"));
    EXPECT_EQ(find_python_text(*lesson, "add_one", "cupy"), nullptr);
    EXPECT_EQ(find_python_text(*lesson, "no_such_kernel", "numpy"), nullptr);
    EXPECT_EQ(find_python_text(*lesson, "add_one", "numpy")->file, "python/with_numpy.py");
}

TEST_F(PythonTexts, ALessonNeedsNone) {
    const auto lesson = load();
    ASSERT_TRUE(lesson);
    EXPECT_TRUE(python_libraries_of(*lesson, "add_one").empty());
}

TEST_F(PythonTexts, AreThoseOfTheKernelsThatDoTheSameJob) {
    write("with_numpy.py");
    write("with_cupy_add_one.py");
    auto lesson = load();
    ASSERT_TRUE(lesson) << text_of(lesson.error());
    KernelSpec wrong = lesson->kernels.front(), other = wrong, own = wrong;
    wrong.id = "wrong";
    wrong.expect_wrong = true;
    other.id = "other";
    other.reference = "reference.cu";
    own.id = "own";
    lesson->kernels.insert(lesson->kernels.end(), {wrong, other, own});
    lesson->python_texts.push_back({"numpy", "own", "python/with_numpy_own.py", good_text});
    EXPECT_THAT(python_libraries_of(*lesson, "wrong"), ElementsAre("numpy", "cupy"));
    EXPECT_TRUE(python_libraries_of(*lesson, "other").empty());
    EXPECT_EQ(find_python_text(*lesson, "wrong", "numpy")->file, "python/with_numpy.py");
    EXPECT_EQ(find_python_text(*lesson, "own", "numpy")->file, "python/with_numpy_own.py");
}

TEST_F(PythonTexts, TakeTheValuesThatAreChosen) {
    write("with_numpy.py");
    const auto lesson = load();
    ASSERT_TRUE(lesson);
    const PythonText& text = *find_python_text(*lesson, "add_one", "numpy");
    EXPECT_EQ(python_code(*lesson, text, lesson->defaults()), good_text);
    const std::string code = python_code(*lesson, text, {{"n", std::int64_t{7}}, {"dtype", std::string("f64")}});
    EXPECT_EQ(code, with(with(good_text, "n = 100  #", "n = 7  #"), "\"float32\"", "\"float64\""));  // and not n = n + 1
    EXPECT_EQ(python_code(*lesson, text, {}), good_text);
}

TEST_F(PythonTexts, WriteValuesAsPythonDoes) {
    Parameter parameter;
    const auto literal = [&](ParameterKind kind, const ParameterValue& value) {
        parameter.kind = kind;
        return python_literal(parameter, value);
    };
    EXPECT_EQ(literal(ParameterKind::size, std::int64_t{1 << 20}), "2**20");
    EXPECT_EQ(literal(ParameterKind::size, std::int64_t{4096}), "2**12");
    EXPECT_EQ(literal(ParameterKind::block, std::int64_t{1024}), "1024");
    EXPECT_EQ(literal(ParameterKind::integer, std::int64_t{-8192}), "-8192");
    EXPECT_EQ(literal(ParameterKind::size, std::int64_t{100000}), "100000");
    EXPECT_EQ(literal(ParameterKind::flag, std::int64_t{1}), "True");
    EXPECT_EQ(literal(ParameterKind::flag, std::int64_t{0}), "False");
    EXPECT_EQ(literal(ParameterKind::real, 2.0), "2.0");
    EXPECT_EQ(literal(ParameterKind::real, 0.25), "0.25");
    EXPECT_EQ(literal(ParameterKind::real, 1e300), "1e+300");
    EXPECT_EQ(literal(ParameterKind::dtype, std::string("u8")), "\"uint8\"");
    EXPECT_EQ(literal(ParameterKind::dtype, std::string("f16")), "\"float16\"");
    EXPECT_EQ(literal(ParameterKind::choice, std::string("f16")), "\"f16\"");
    EXPECT_EQ(literal(ParameterKind::choice, std::string("pinned")), "\"pinned\"");
}

TEST_F(PythonTexts, BecomeNotebooks) {
    write("with_numpy.py");
    const auto lesson = load();
    ASSERT_TRUE(lesson);
    const json notebook = json::parse(
        python_notebook(*lesson, *find_python_text(*lesson, "add_one", "numpy"), {{"n", std::int64_t{7}}}), nullptr, false);
    ASSERT_TRUE(notebook.is_object());
    EXPECT_EQ(notebook["nbformat"], 4);
    EXPECT_EQ(notebook["metadata"]["kernelspec"]["name"], "python3");
    ASSERT_EQ(notebook["cells"].size(), 5u);  // title, parameters, inputs, computation, result
    std::vector<std::string> texts;
    for (const json& cell : notebook["cells"]) {
        std::string text;
        for (const json& line : cell["source"]) text += line.get<std::string>();
        texts.push_back(text);
        EXPECT_EQ(cell["cell_type"], texts.size() == 1 ? "markdown" : "code");
        EXPECT_EQ(cell.contains("outputs"), texts.size() > 1);
        EXPECT_EQ(cell.contains("execution_count"), texts.size() > 1);
    }
    EXPECT_EQ(texts[0], "# A tiny lesson\n\nWith NumPy. Adds one, with NumPy. The index is not named.");
    EXPECT_EQ(texts[1], "# --- parameters\nn = 7  # elements\ndtype = \"float32\"");
    EXPECT_EQ(texts[2], "# --- inputs\nimport numpy as np\n\na = np.ones(n, dtype=dtype)");
    EXPECT_EQ(texts[4], "# --- result\nresult = a\nprint(result[0])");
}

struct Broken {
    const char* name;
    const char* from;
    const char* to;
    int line;
    const char* message;
    const char* hint;
};
void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.name; }

class BrokenPythonText : public PythonTexts, public ::testing::WithParamInterface<Broken> {};

TEST_P(BrokenPythonText, IsAnErrorWithFileAndLine) {
    const Broken& broken = GetParam();
    write("with_numba.py", with(good_text, broken.from, broken.to));
    const Diagnostic problem = only_problem();
    EXPECT_TRUE(problem.file.ends_with("/01_tiny/python/with_numba.py")) << problem.file << ": " << problem.message;
    EXPECT_EQ(problem.line, broken.line);
    EXPECT_EQ(problem.severity, Severity::error);
    EXPECT_THAT(problem.message, HasSubstr(broken.message));
    EXPECT_THAT(problem.hint, HasSubstr(broken.hint));
}

INSTANTIATE_TEST_SUITE_P(
    All, BrokenPythonText,
    ::testing::Values(Broken{"no_block", "# --- parameters\n", "", 1, "no block of parameters", "# --- parameters"},
                      Broken{"no_end",
                             "# --- inputs\nimport numpy as np\n\na = np.ones(n, dtype=dtype)\n# --- computation\na += 1\n"
                             "n = n + 1\n# --- result\n",
                             "", 1, "no block of parameters", "# --- inputs"},
                      Broken{"other_default", "n = 100 ", "n = 64 ", 4, "n = 64 is not the lesson's default", "Write n = 100."},
                      Broken{"other_dtype", "float32", "f32", 5, "is not the lesson's default", "Write dtype = \"float32\"."},
                      Broken{"unknown_name", "n = 100 ", "m = 100 ", 4, "the lesson has no parameter \"m\"", "below"},
                      Broken{"statement", "n = 100 ", "import numpy ", 4, "only have assignments", "n = 100"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST_F(PythonTexts, AFileThatIsNotUtf8OrTooLargeIsAnError) {
    write("with_numpy.py", "# \xff\n" + good_text);
    EXPECT_THAT(only_problem().message, HasSubstr("not UTF-8"));
    write("with_numpy.py", good_text + std::string(std::size_t{2} << 20, '#'));
    EXPECT_TRUE(only_problem().file.ends_with("/01_tiny/python/with_numpy.py"));
}

TEST_F(PythonTexts, ALinkOutOfTheFolderIsRefused) {
    folder_.write("outside.py", good_text);
    fs::create_directories(folder_.path() / "01_tiny/python");
    fs::create_symlink(folder_.path() / "outside.py", folder_.path() / "01_tiny/python/with_numpy.py");
    EXPECT_THAT(only_problem().message, HasSubstr("leads out of the folder"));
}

TEST_F(PythonTexts, AChangeOfATextIsAChangeOfTheLesson) {
    write("with_numpy.py");
    const auto lesson = load();
    ASSERT_TRUE(lesson);
    const LessonStamp before = stamp_of(*lesson);
    write("with_numpy.py", good_text + "# more\n");
    const LessonStamp changed = stamp_of(*lesson);
    EXPECT_NE(before, changed);
    write("with_jax.py");
    EXPECT_NE(changed, stamp_of(*lesson));
}

TEST_F(PythonTexts, DamagedTextsAreReadToTheirEnd) {
    write("with_numpy.py");
    const auto lesson = load();
    ASSERT_TRUE(lesson);
    fuzz({good_text}, {"# --- parameters\n", "# ---", " = ", "#", "n = ", "\"", "\r\n"}, [&](const std::string& text) {
        const PythonText damaged{"numpy", "add_one", "python/with_numpy.py", text};
        static_cast<void>(check_python_text(*lesson, damaged, "damaged"));
        const std::string code = python_code(*lesson, damaged, lesson->defaults());
        EXPECT_EQ(lines_of(code).size(), lines_of(text).size());
        EXPECT_TRUE(json::accept(python_notebook(*lesson, damaged, lesson->defaults())));
    });
}

// What the lessons of the course promise: the first fifteen with NumPy, and those on kernels with a GPU too.
TEST(ShippedPythonTexts, EveryLessonOfPartsOneToThreeHasSome) {
    const Course course = load_course(fs::path(WARPWISE_SOURCE_DIR) / "lessons");
    EXPECT_TRUE(course.problems.empty()) << text_of(course.problems);
    for (int number = 1; number <= 15; ++number) {
        const auto lesson = std::ranges::find(course.lessons, number, &Lesson::number);
        ASSERT_NE(lesson, course.lessons.end()) << number;
        const std::vector<std::string> libraries = python_libraries_of(*lesson, lesson->kernels.front().id);
        ASSERT_FALSE(libraries.empty()) << lesson->id;
        EXPECT_EQ(libraries.front(), "numpy") << lesson->id;
        EXPECT_NE(std::ranges::find(libraries, "cupy"), libraries.end()) << lesson->id;
    }
}

TEST(ShippedPythonTexts, EachAssignsAResultAndPrints) {
    const Course course = load_course(fs::path(WARPWISE_SOURCE_DIR) / "lessons");
    std::size_t count = 0;
    for (const Lesson& lesson : course.lessons)
        for (const PythonText& text : lesson.python_texts) {
            ++count;
            EXPECT_THAT(text.text, AllOf(HasSubstr("\n# --- computation\n"), HasSubstr("\n# --- result\n"),
                                         HasSubstr("\nresult = "), HasSubstr("print("), Not(HasSubstr("\t"))))
                << lesson.id << "/" << text.file;
            for (const std::string_view line : lines_of(text.text)) EXPECT_LE(line.size(), 132u) << text.file << ": " << line;
        }
    EXPECT_GT(count, 40u);
}

}  // namespace
}  // namespace warpwise::test
