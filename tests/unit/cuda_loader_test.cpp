// The plugin's loader says what is missing, whatever is missing.
#include "device/gpu/cuda_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>

#include "base/paths.h"
#include "temporary_folder.h"

namespace warpwise {
namespace {
namespace fs = std::filesystem;
using testing::AnyOf;
using testing::HasSubstr;

class CudaLoader : public testing::Test {
  protected:
    // A plugin of a few lines, built by the compiler at hand; nothing when there is none.
    std::optional<fs::path> build(const std::string& code) {
        // a name of its own each: the loader takes a path that it has open for the same library
        const std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
        const fs::path source = dir_ / (name + ".cpp"), library = dir_ / (name + ".so");
        std::ofstream(source) << code;
        for (const char* compiler : {"c++", "clang++-19", "g++"})
            if (std::system(fmt::format("{} -shared -fPIC -o '{}' '{}' 2>/dev/null", compiler, library.string(), source.string())
                                .c_str()) == 0)
                return library;
        return std::nullopt;
    }
    const test::TemporaryFolder folder_;
    const fs::path& dir_ = folder_.path();
};

void expect_missing(const Result<std::unique_ptr<Device>>& device, const std::string& part) {
    ASSERT_FALSE(device.has_value());
    EXPECT_EQ(device.error().kind, ErrorKind::device_missing);
    EXPECT_THAT(device.error().message, HasSubstr(part));
    EXPECT_FALSE(device.error().hint.empty());
}

TEST_F(CudaLoader, AFileThatIsNotThereIsNamed) { expect_missing(load_cuda_plugin(dir_ / "none.so"), "none.so"); }

TEST_F(CudaLoader, AFileThatIsNoLibraryIsNamed) {
    std::ofstream(dir_ / "text.so") << "this is no library\n";
    expect_missing(load_cuda_plugin(dir_ / "text.so"), "text.so");
}

TEST_F(CudaLoader, ALibraryWithoutTheEntryIsRefused) {
    const auto library = build("extern \"C\" int other() { return 1; }");
    if (!library) GTEST_SKIP() << "no compiler here";
    expect_missing(load_cuda_plugin(*library), "is not a CUDA plugin");
}

TEST_F(CudaLoader, AnotherVersionIsRefusedBeforeItIsCalled) {
    const auto library = build(
        "struct Plugin { int version; void* make; };\nstatic Plugin plugin{-7, nullptr};\n"
        "extern \"C\" const Plugin* warpwise_cuda_plugin() { return &plugin; }");
    if (!library) GTEST_SKIP() << "no compiler here";
    expect_missing(load_cuda_plugin(*library), "version -7");
}

TEST_F(CudaLoader, APluginThatGivesNothingIsRefused) {
    const auto library = build("extern \"C\" const void* warpwise_cuda_plugin() { return nullptr; }");
    if (!library) GTEST_SKIP() << "no compiler here";
    expect_missing(load_cuda_plugin(*library), "version 0");
}

TEST_F(CudaLoader, TheDeviceIsThereOrTheReasonIs) {
    const auto device = make_cuda_device();
    if (device) {
        EXPECT_EQ((*device)->describe().kind, DeviceKind::cuda);
        EXPECT_FALSE((*device)->describe().name.empty());
        return;
    }
    EXPECT_EQ(device.error().kind, ErrorKind::device_missing);
    EXPECT_THAT(device.error().message, AnyOf(HasSubstr("no NVIDIA driver"), HasSubstr("driver"), HasSubstr("NVRTC"),
                                              HasSubstr("GPU"), HasSubstr("no CUDA plugin")));
    EXPECT_FALSE(device.error().hint.empty());
}

}  // namespace
}  // namespace warpwise
