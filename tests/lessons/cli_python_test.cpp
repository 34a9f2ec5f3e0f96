// A lesson's kernel as Python on the command line: texts, notebooks, what is not there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

class CommandLinePython : public test::CommandLineTest {};

TEST_F(CommandLinePython, CodePrintsPythonWithTheseValues) {
    const Called called = call("code indexing_1d --python numba --set n=1000 --set block=96 --set dtype=f64");
    ASSERT_EQ(called.status, 0) << called.err;
    EXPECT_THAT(called.out, HasSubstr("n = 1000\nblock = 96\ndtype = \"float64\"\n"));
    EXPECT_THAT(called.out, HasSubstr("@cuda.jit"));
    EXPECT_THAT(call("code indexing_1d --python numpy --json").as_json()["python"].get<std::string>(), HasSubstr("import numpy"));
    EXPECT_THAT(call("code float_bits --kernel take_apart --python numpy").out, HasSubstr(".view(np.uint32)"));
    EXPECT_THAT(call("code indexing_1d --kernel thread_only --python cupy").out, HasSubstr("RawModule"));  // the same job
}

TEST_F(CommandLinePython, CodeWritesPythonAndNotebooks) {
    const std::string file = (dir / "add.py").string(), notebook = (dir / "add.ipynb").string();
    EXPECT_EQ(call("code indexing_1d --python jax -o " + file).status, 0);
    EXPECT_EQ(read_file(file).value_or(""), call("code indexing_1d --python jax").out);
    EXPECT_EQ(call("code indexing_1d --python jax --set n=7 -o " + notebook).status, 0);
    const json cells = json::parse(read_file(notebook).value_or(""), nullptr, false)["cells"];
    ASSERT_GT(cells.size(), 3u);
    EXPECT_EQ(cells[0]["cell_type"], "markdown");
    EXPECT_EQ(cells[1]["source"][1], "n = 7\n");
    EXPECT_EQ(call("code indexing_1d --python jax -o " + (dir / "add.py" / "below_a_file.py").string()).status, 2);
}

TEST_F(CommandLinePython, PythonThatIsNotThereSaysWhatIs) {
    const Called unknown = call("code indexing_1d --python torch");
    EXPECT_EQ(unknown.status, 2);
    EXPECT_THAT(unknown.err, HasSubstr("numpy, cupy, numba, jax"));
    const Called missing = call("code grid_stride --python jax");
    EXPECT_EQ(missing.status, 2);
    EXPECT_THAT(missing.err, HasSubstr("There is one for: numpy, cupy, numba"));
    const Called none = call("code grid_stride --kernel on_a_line --python numpy");
    EXPECT_EQ(none.status, 2);
    EXPECT_THAT(none.err, HasSubstr("It has none for this kernel"));
    EXPECT_EQ(call("code indexing_1d --kernel none --python numpy").status, 2);
    EXPECT_EQ(call("code indexing_1d --python numpy --host").status, 2);
    EXPECT_EQ(call("code indexing_1d --python numpy -o add.txt").status, 2);
    EXPECT_EQ(call("code indexing_1d -o add.py").status, 2);  // of --python only
    EXPECT_EQ(call("code indexing_1d --python numpy --set n=0").status, 2);
}

TEST_F(CommandLinePython, APythonTextWithoutParametersIsAnErrorOfVerify) {
    const fs::path mine = write_own_lesson();
    EXPECT_TRUE(write_file_atomically(mine / "python" / "with_jax.py", "result = 1\n"));
    const Called called = call("course verify " + mine.string());
    EXPECT_NE(called.status, 0);
    EXPECT_THAT(called.err, HasSubstr("with_jax.py:1"));
    EXPECT_THAT(called.err, HasSubstr("no block of parameters"));
}

}  // namespace
}  // namespace warpwise
