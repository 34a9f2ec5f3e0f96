// What the [[kernel]] tables of a manifest have in common, and what a field says where it is left out.
#include <gtest/gtest.h>

#include <string>

#include "base/diagnostic.h"
#include "lesson/manifest.h"
#include "unit/lesson_folder.h"

namespace warpwise {
namespace {

using test::good_manifest;
using test::with;

TEST(ManifestKernels, KernelsTakeTheDefaultsTheyDoNotOverride) {
    const std::string two_kernels = R"toml([kernel_defaults]
args = ["a", "n"]
grid = "ceil(n / block)"
reference = "add_one"
index = "blockIdx.x"
flops = "n"
covers = "n"
[[kernel]]
id = "add_one"
source = "add_one.cu"
entry = "add_one<{dtype}>"
[[kernel]]
id = "other"
source = "add_one.cu"
entry = "add_one<{dtype}>"
grid = "2 * ceil(n / block)"
index = ""
flops = ""
[[kernel]]
id = "routine"
library = "gemm"
)toml";
    const std::size_t from = good_manifest.find("[[kernel]]"), to = good_manifest.find("[[preset]]");
    const std::string text = good_manifest.substr(0, from) + two_kernels + good_manifest.substr(to);
    const Manifest manifest = read_manifest(text, "x/lesson.toml");
    EXPECT_EQ(text_of(manifest.diagnostics), "");
    ASSERT_EQ(manifest.lesson.kernels.size(), 3u);
    const KernelSpec &taken = manifest.lesson.kernels[0], &own = manifest.lesson.kernels[1], &library = manifest.lesson.kernels[2];
    EXPECT_EQ(taken.grid_x, "ceil(n / block)");
    EXPECT_EQ(taken.arguments, (std::vector<std::string>{"a", "n"}));
    EXPECT_EQ(taken.reference, "add_one");
    EXPECT_EQ(taken.index_formula, "blockIdx.x");
    EXPECT_EQ(taken.flops, "n");
    EXPECT_EQ(own.grid_x, "2 * ceil(n / block)");
    EXPECT_EQ(own.index_formula, "") << "an empty text means none";
    EXPECT_EQ(own.flops, "");
    EXPECT_EQ(library.reference, "add_one");
    EXPECT_EQ(library.flops, "n");
    EXPECT_EQ(library.grid_x, "1") << "a library's routine has no shape";
    EXPECT_EQ(library.index_formula, "");
}

TEST(ManifestKernels, AKernelOfColumnsAndRowsCoversTheirProduct) {
    const auto covers_of = [](const std::string& fields) {
        const Manifest manifest = read_manifest(with(good_manifest, "[[kernel]]\n", "[[kernel]]\n" + fields), "x/lesson.toml");
        EXPECT_EQ(text_of(manifest.diagnostics), "");
        return manifest.lesson.kernels.front().covers;
    };
    EXPECT_EQ(covers_of(""), "n");
    EXPECT_EQ(covers_of("covers_x = \"n\"\n"), "n");
    EXPECT_EQ(covers_of("covers_x = \"n\"\ncovers_y = \"n + 1\"\n"), "(n) * (n + 1)");
    EXPECT_EQ(covers_of("covers_x = \"n\"\ncovers_y = \"n\"\ncovers = \"0\"\n"), "0");
}

TEST(ManifestKernels, AMistakeInADefaultIsToldOnce) {
    std::string text = with(good_manifest, "[[kernel]]\n", "[kernel_defaults]\nbytes = \"m\"\n[[kernel]]\n");
    text = with(text, "[[preset]]\n",
                "[[kernel]]\nid = \"b\"\nsource = \"add_one.cu\"\nentry = \"x\"\nargs = [\"a\", \"n\"]\ngrid = 1\nreference = "
                "\"add_one\"\n[[preset]]\n");
    const Diagnostics diagnostics = read_manifest(text, "x").diagnostics;
    ASSERT_EQ(diagnostics.size(), 1u) << text_of(diagnostics);
    EXPECT_EQ(diagnostics[0].line, 19);
}

}  // namespace
}  // namespace warpwise
