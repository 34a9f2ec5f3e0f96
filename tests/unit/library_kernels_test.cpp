// A lesson's kernel that is a routine of NVIDIA's libraries: in the manifest, in the source view and in the emulator.
#include "base/library_kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "device/interface/device.h"
#include "lesson/kernel_files.h"
#include "lesson/manifest.h"
#include "unit/lesson_folder.h"

namespace warpwise {
namespace {
using testing::HasSubstr;

const std::string source_lines = "source = \"add_one.cu\"\nentry = \"add_one<{dtype}>\"\n";

Manifest manifest_with(const std::string& lines) {
    return read_manifest(test::with(test::good_manifest, source_lines, lines), "x/lesson.toml");
}

TEST(LibraryKernels, AManifestNamesOneInsteadOfASource) {
    const auto read = manifest_with("library = \"gemm\"\n");
    ASSERT_FALSE(has_errors(read.diagnostics)) << text_of(read.diagnostics);
    const KernelSpec& kernel = read.lesson.kernels.front();
    EXPECT_EQ(kernel.library, "gemm");
    EXPECT_EQ(kernel.entry, "library:gemm");
    EXPECT_EQ(shown_kernel_path(read.lesson, kernel), "cuBLAS");
    const auto text = read_kernel_source(read.lesson, kernel);
    ASSERT_TRUE(text.has_value()) << text.error().text();
    EXPECT_THAT(*text, HasSubstr("gemm of cuBLAS"));
}

TEST(LibraryKernels, AnUnknownOneAndASourceBesideItAreErrors) {
    const auto unknown = manifest_with("library = \"gem\"\n");
    ASSERT_TRUE(has_errors(unknown.diagnostics));
    EXPECT_THAT(text_of(unknown.diagnostics), HasSubstr("gemm"));
    const auto both = manifest_with("library = \"gemm\"\n" + source_lines);
    ASSERT_TRUE(has_errors(both.diagnostics));
    EXPECT_THAT(text_of(both.diagnostics), HasSubstr("has no \"source\""));
}

TEST(LibraryKernels, TheEmulatorSaysWhereTheyRun) {
    for (const LibraryKernel& routine : library_kernels()) {
        const auto program = make_emulated_device()->compile({"", routine.entry(), std::string(routine.library)});
        ASSERT_FALSE(program.has_value());
        EXPECT_THAT(program.error().front().message, HasSubstr("unsupported: " + std::string(routine.name)));
        EXPECT_THAT(program.error().front().hint, HasSubstr("--device cuda"));
    }
    const auto program = make_emulated_device()->compile({"", "library:gem", "cuBLAS"});
    ASSERT_FALSE(program.has_value());
    EXPECT_THAT(program.error().front().hint, HasSubstr("gemm"));
}

}  // namespace
}  // namespace warpwise
