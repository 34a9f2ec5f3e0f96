#ifdef WARPWISE_HAS_CUDA
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cuda/compile/kernel_signature.h"

namespace warpwise {
namespace {
using testing::ElementsAre;
using testing::IsEmpty;

TEST(KernelSignature, TypesComeFromTheMangledName) {
    EXPECT_THAT(parameter_types_of_symbol("_Z7add_oneIfEvPT_i"), ElementsAre("float*", "int"));
    EXPECT_THAT(parameter_types_of_symbol("_Z3addPKfPfi"), ElementsAre("float const*", "float*", "int"));
    EXPECT_THAT(parameter_types_of_symbol("_Z5emptyv"), IsEmpty());
    EXPECT_THAT(parameter_types_of_symbol("plain_c_name"), IsEmpty());
}

TEST(KernelSignature, NamesComeFromTheDeclaration) {
    const auto found = parameters_in_text(
        "// add(b) is described here\ntemplate <typename T>\n__global__ void __launch_bounds__(256)\n"
        "add(const T* __restrict__ a, T* out, Pair<int, float> pair, int n) { other(a); }",
        "add");
    ASSERT_EQ(found.size(), 4u);
    EXPECT_EQ(found[0].name, "a");
    EXPECT_EQ(found[0].type, "const T*");
    EXPECT_EQ(found[2].type, "Pair<int, float>");
    EXPECT_EQ(found[3].name, "n");
    EXPECT_THAT(parameters_in_text("__global__ void f() {}", "g"), IsEmpty());
    EXPECT_THAT(parameters_in_text("__global__ void f(", "f"), IsEmpty());
}

TEST(KernelSignature, TheDriversSizesHaveTheLastWord) {
    const std::vector<KernelParameter> named{{.name = "a", .type = "T*"}, {.name = "n", .type = "int"}};
    const auto merged = merge_parameters({8, 4}, {"float*", "int"}, named);
    ASSERT_EQ(merged.size(), 2u);
    EXPECT_EQ(merged[0].type, "float*");
    EXPECT_EQ(merged[0].name, "a");
    EXPECT_TRUE(merged[0].is_pointer);
    EXPECT_EQ(merged[1].bytes, 4u);
    // text that declares another count is not believed
    const auto mixed = merge_parameters({8}, {}, named);
    ASSERT_EQ(mixed.size(), 1u);
    EXPECT_EQ(mixed[0].name, "");
    // an old driver: sizes of the known types
    EXPECT_EQ(merge_parameters({}, {"double"}, {})[0].bytes, 8u);
}

}  // namespace
}  // namespace warpwise
#endif
