// A launch of a whole program becomes the arguments of the file's kernel, as they were.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "base/npy.h"
#include "experiment/file/kept_launch.h"
#include "experiment/file/program_run.h"
#include "lesson/manifest.h"
#include "lesson_folder.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;

class KeptLaunch : public testing::Test {
  protected:
    void SetUp() override {
        options.text.file = fs::path(WARPWISE_SOURCE_DIR) / "tests/programs/launches_to_open.cu";
        auto read = read_cuda_file(options.text.file);
        ASSERT_TRUE(read.has_value());
        file = std::move(*read);
        auto ran = run_whole_program(options, ProgramOutputMode::kept);
        ASSERT_TRUE(ran.has_value());
        report = std::move(*ran);
        ASSERT_EQ(report.launches.size(), 4u);
        fs::create_directories(folder.path() / "kept");
        fs::create_directories(folder.path() / "lesson");
    }
    // What the program says of keeping that launch, counted from 0; "not reached".
    std::string keep(int launch) {
        ExecOptions again = options;
        again.keep = {launch, folder.path() / "kept"};
        const auto ran = run_whole_program(again, ProgramOutputMode::kept);
        return ran && ran->kept ? *ran->kept : "not reached";
    }
    Result<OpenedLaunch> take(int launch) {
        return take_kept_launch(file, folder.path() / "kept", folder.path() / "lesson",
                                report.launches[static_cast<std::size_t>(launch)], static_cast<std::size_t>(launch) + 1);
    }
    const FileKernel& kernel(const std::string& name) const {
        return *std::ranges::find(file.kernels.kernels, name, &FileKernel::name);
    }

    test::TemporaryFolder folder;
    ExecOptions options;
    CudaFile file;
    ProgramReport report;
};

TEST_F(KeptLaunch, AStructureAndAVariableAreAsTheyWere) {
    EXPECT_FALSE(kernel("fill").problem.empty());  // from the text alone nothing can be proposed for a structure
    ASSERT_EQ(keep(0), "");
    const auto taken = take(0);
    ASSERT_TRUE(taken.has_value()) << taken.error().text();
    EXPECT_EQ(taken->note, "");
    EXPECT_EQ(taken->shape.grid.x, 2u);
    const FileKernel& fill = kernel("fill");
    EXPECT_EQ(fill.problem, "");
    ASSERT_EQ(fill.arguments.size(), 2u);
    EXPECT_EQ(fill.arguments[0].fill, "unset");  // nothing was written to it yet
    EXPECT_EQ(fill.arguments[0].size, "64");
    EXPECT_EQ(fill.arguments[1].bytes, "00000000400000000000003f");  // 0, 64, 0.5f
    ASSERT_EQ(fill.variables.size(), 1u);
    EXPECT_EQ(fill.variables[0].name, "factor");
    EXPECT_EQ(fill.variables[0].size, "8");
    const auto values = read_npy(folder.path() / "lesson" / fill.variables[0].fill.substr(5));
    ASSERT_TRUE(values.has_value());
    float first = 0;
    std::memcpy(&first, values->data(), sizeof first);
    EXPECT_EQ(first, 3.0f);
    const std::string manifest = manifest_of(file, "opened", "opened");
    EXPECT_NE(manifest.find("\"bytes:00000000400000000000003f\""), std::string::npos) << manifest;
    EXPECT_NE(manifest.find("variables = [\"factor = factor\"]"), std::string::npos) << manifest;
}

TEST_F(KeptLaunch, OneArrayGivenTwiceIsOneArrayWithItsContent) {
    ASSERT_EQ(keep(1), "");
    const auto taken = take(1);
    ASSERT_TRUE(taken.has_value()) << taken.error().text();
    const FileKernel& scale = kernel("scale");
    EXPECT_EQ(scale.entry, "scale<float>");
    EXPECT_EQ(scale.arguments[0].dtype, "f32");
    EXPECT_EQ(scale.arguments[1].same_as, 0);
    EXPECT_EQ(std::get<std::int64_t>(taken->values.at(scale.arguments[2].parameter)), 64);
    EXPECT_EQ(std::get<double>(taken->values.at(scale.arguments[3].parameter)), 4.0);
    const auto values = read_npy(folder.path() / "lesson" / scale.arguments[0].fill.substr(5));
    ASSERT_TRUE(values.has_value());
    EXPECT_EQ(values->value(10), 15.0);  // what launch 1 left
}

TEST_F(KeptLaunch, PointersThatWouldLeadNowhereAreRefusedWithTheReason) {
    EXPECT_NE(keep(2).find("'in' and 'out' point to different places of one allocation"), std::string::npos) << keep(2);
    EXPECT_NE(keep(3).find("'Box box' holds a pointer to device memory"), std::string::npos) << keep(3);
    EXPECT_EQ(keep(4), "not reached");
}

TEST_F(KeptLaunch, AnotherKernelAtThatPlaceIsAnError) {
    ASSERT_EQ(keep(0), "");
    report.launches[0].kernel = "scale<float>";
    const auto taken = take(0);
    ASSERT_FALSE(taken.has_value());
    EXPECT_NE(taken.error().message.find("launch 1 ran the kernel fill this time"), std::string::npos) << taken.error().message;
    report.launches[0].kernel = "fill";
    report.launches[0].shape.grid.x = 3;
    const auto other_shape = take(0);
    ASSERT_TRUE(other_shape.has_value());
    EXPECT_NE(other_shape->note.find("another shape"), std::string::npos);
}

}  // namespace
}  // namespace warpwise
