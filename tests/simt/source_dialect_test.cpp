// The text as Clang reads it: what changes, and that nothing else moves.
#include "simt/decode/source_dialect.h"

#include <gtest/gtest.h>

#include "simt/compile/host_filled.h"

namespace warpwise::simt {
namespace {

// nvcc takes operands without a comma between them.
TEST(SourceDialect, OperandsOfAssemblyGetTheirCommas) {
    EXPECT_EQ(as_clang_reads("asm volatile(\"st.u8 [%1], %0;\" ::\"r\"(v) \"l\"(p) : \"memory\");"),
              "asm volatile(\"st.u8 [%1], %0;\" ::\"r\"(v),\"l\"(p) : \"memory\");");
    EXPECT_EQ(as_clang_reads("asm(\"add\" : \"=r\"(f(a)) : \"r\"(b)\n    [c] \"r\"(c));"),
              "asm(\"add\" : \"=r\"(f(a)) : \"r\"(b)\n,   [c] \"r\"(c));");
    const std::string right = "asm(\"a\" \"b\" : \"=r\"(x), \"=r\"(y) : \"r\"(g(\"s\")));";
    EXPECT_EQ(as_clang_reads(right), right);
}

TEST(SourceDialect, ABlankMovesBehindTheStringOfExternC) {
    EXPECT_EQ(as_clang_reads("extern \"C\"__global__ void k() {}"), "extern\"C\" __global__ void k() {}");
    EXPECT_EQ(as_clang_reads("extern   \"C\"__device__ int f();"), "extern  \"C\" __device__ int f();");
    EXPECT_EQ(as_clang_reads("extern \"C\" __global__ void k();"), "extern \"C\" __global__ void k();");
    EXPECT_EQ(as_clang_reads("// extern \"C\"__global__"), "// extern \"C\"__global__");
}

TEST(SourceDialect, TornSignsOfALaunchAreJoined) {
    EXPECT_EQ(as_clang_reads("k << < 1, dim3(2) >> > (a);"), "k <<<  1, dim3(2) >>>  (a);");
    EXPECT_EQ(as_clang_reads("k<< <1, f(a >> > b)>>>(a);"), "k<<< 1, f(a >> > b)>>>(a);");
    for (const std::string_view as_it_is :
         {"// k << < 1, 2 >> > ()", "\"k << < 1, 2 >> > ()\"", "ostream& operator<< <>(ostream&, A);",
          "vector<vector<vector<int>> > a;", "a << < 1; b >> > c", "operator << <int>(s, 1) >> > 2"})
        EXPECT_EQ(as_clang_reads(as_it_is), as_it_is);
}

TEST(SourceDialect, TextureReferencesAreOfBothSides) {
    EXPECT_EQ(with_managed_textures("int a;\ntexture<float, 2> t;"), "int a;\n__managed__ __warpwise_texture<float, 2> t;");
    EXPECT_EQ(with_managed_textures("static texture <int> t;"), "static __managed__ __warpwise_texture <int> t;");
    EXPECT_EQ(with_managed_textures("f(texture<int>& t);"), "f(__warpwise_texture<int>& t);");
    for (const char* as_it_is :
         {"// texture<int> t;", "my_texture<int> t;", "int texture; texture < 3;", "x = texture < 3 && a > b;",
          "template <typename T> class texture {}; texture<int> t;", "GLuint texture;"})
        EXPECT_EQ(with_managed_textures(as_it_is), as_it_is);
}

TEST(SourceDialect, AlignasAfterASpecifierIsClangsOwn) {
    EXPECT_EQ(as_clang_reads("__shared__ alignas(16) float s[4];"), "__shared__ _SIMT_A(16) float s[4];");
    EXPECT_EQ(as_clang_reads("static __shared__\nalignas(T) T s;"), "static __shared__\n_SIMT_A(T) T s;");
    for (const std::string_view as_it_is : {"struct alignas(16) P {};", "class alignas(8) P {};", "alignas(16) __shared__ float s;",
                                            "{ alignas(8) int x; }", "\"__shared__ alignas(16)\"", "/* const alignas(16) */"})
        EXPECT_EQ(as_clang_reads(as_it_is), as_it_is);
}

TEST(SourceDialect, APercentSignBeforeANameIsPlainInAssemblyOnly) {
    const auto restored = [](std::string_view text) { return with_percent_signs(as_clang_reads(text)); };
    const std::string_view single = "asm volatile(\"mov.u32 %0, %laneid;\\n\" \"mov.u32 %1, %%tid.x;\" : \"=r\"(a), \"=r\"(b));";
    std::string expected(single);
    expected[expected.find("%laneid")] = kPlainPercent;
    EXPECT_EQ(as_clang_reads(single), expected);
    EXPECT_EQ(restored(single), single);
    // Constraints, format strings and what only looks like assembly stay.
    for (const std::string_view as_it_is :
         {"asm(\"add.s32 %0, %1, %2;\" : \"=r\"(a) : \"r\"(f(\"%d\")));", "printf(\"%d %s\", 1, \"asm\");", "int asm_ = p(\"%x\");",
          "// asm(\"%laneid\")", "R\"(asm(\"%laneid\"))\"", "asm", "asm(", "asm(\"%", "'\"' \"%x"})
        EXPECT_EQ(as_clang_reads(as_it_is), as_it_is);
}

TEST(HostFilled, CallsAreFoundWithTheirVariablesAndLines) {
    const auto found = variables_filled_by_host(
        "__constant__ float c[4];\n"
        "// cudaMemcpyToSymbol(x, h, 4);\n"
        "void f() {\n"
        "    cudaMemcpyToSymbol(c, h, sizeof h);\n"
        "    check(cudaMemcpyToSymbolAsync((const void*)&ns::table[i], h, 4));\n"
        "    cudaMemcpyToSymbol(c, h, 4, 8);\n"
        "    cudaGetSymbolAddress((void**)&p, counter);\n"
        "    cudaMemcpyFromSymbol(h, result, 4);\n"
        "}\n");
    const std::vector<HostFilled> expected{
        {"c", "cudaMemcpyToSymbol", 4}, {"table", "cudaMemcpyToSymbolAsync", 5}, {"counter", "cudaGetSymbolAddress", 7}};
    EXPECT_EQ(found, expected);
    EXPECT_TRUE(variables_filled_by_host("cudaMemcpyToSymbol").empty());
    EXPECT_TRUE(variables_filled_by_host("cudaMemcpyToSymbol(").empty());
}

}  // namespace
}  // namespace warpwise::simt
