// The kernels of a CUDA text: found by a scan, whatever stands around them.
#include "text/kernels_in_text.h"

#include <gtest/gtest.h>

#include <string>

namespace warpwise {
namespace {

TEST(KernelsInText, ParametersAreReadWithTheirTypes) {
    const CudaText text = read_cuda_text(
        "// __global__ void not_this(int) {}\n"
        "__global__ void add(const float* __restrict__ a, float *b, float c[], unsigned int n, double = 0) {\n  b[0] = a[0];\n}\n");
    ASSERT_EQ(text.kernels.size(), 1u);
    const KernelInText& add = text.kernels[0];
    EXPECT_EQ(add.name, "add");
    EXPECT_EQ(add.line, 2);
    ASSERT_EQ(add.parameters.size(), 5u);
    EXPECT_EQ(add.parameters[0].type, "const float*");
    EXPECT_EQ(add.parameters[0].pointee, "float");
    EXPECT_TRUE(add.parameters[0].is_const);
    EXPECT_EQ(add.parameters[1].name, "b");
    EXPECT_FALSE(add.parameters[1].is_const);
    EXPECT_EQ(add.parameters[2].name, "c");
    EXPECT_EQ(add.parameters[2].stars, 1);
    EXPECT_EQ(add.parameters[3].type, "unsigned int");
    EXPECT_EQ(add.parameters[3].name, "n");
    EXPECT_EQ(add.parameters[4].type, "double");
    EXPECT_TRUE(add.parameters[4].name.empty());
    EXPECT_FALSE(text.has_main);
}

TEST(KernelsInText, DeclarationsMacrosAndSpecializationsAreNoKernels) {
    const CudaText text = read_cuda_text(
        "__global__ void later(int* a);\n"
        "#define MAKE(name) \\\n  __global__ void name(int* a) { a[0] = 1; }\n"
        "template <> __global__ void f<int>(int* a) { a[0] = 1; }\n"
        "/* __global__ void c(int* a) {} */ const char* s = \"__global__ void d(int* a) {}\";\n"
        "__global__ void later(int* a) { a[0] = 2; }\n");
    ASSERT_EQ(text.kernels.size(), 1u);
    EXPECT_EQ(text.kernels[0].name, "later");
    EXPECT_EQ(text.kernels[0].line, 6);
}

TEST(KernelsInText, NamespacesBoundsAndTemplatesAreKnown) {
    const CudaText text = read_cuda_text(
        "namespace outer { namespace inner {\nstruct S { int x; };\n"
        "template <typename T, int BLOCK = 128>\n__global__ __launch_bounds__(256, 2) void k(T* a, T b) { a[0] = b; }\n}}\n"
        "extern \"C\" { __global__ void plain(int* a) { a[0] = 1; } }\n");
    ASSERT_EQ(text.kernels.size(), 2u);
    EXPECT_EQ(text.kernels[0].qualified, "outer::inner::k");
    ASSERT_EQ(text.kernels[0].template_parameters.size(), 2u);
    EXPECT_TRUE(text.kernels[0].template_parameters[0].is_type);
    EXPECT_EQ(text.kernels[0].template_parameters[1].name, "BLOCK");
    EXPECT_EQ(text.kernels[0].template_parameters[1].default_value, "128");
    EXPECT_EQ(text.kernels[1].qualified, "plain");
}

TEST(KernelsInText, LaunchesGiveTheBlock) {
    const CudaText text = read_cuda_text(
        "#define THREADS 128\n__global__ void a(int* p) { p[0] = 1; }\n__global__ void b(int* p) { p[0] = 1; }\n"
        "template <typename T> __global__ void c(T* p) { p[0] = 1; }\n"
        "int main() {\n  dim3 block(16, 8);\n  a<<<4, THREADS>>>(p);\n  b<<<dim3(2, 2), block, 0, s>>>(p);\n  c<float><<<n, "
        "64>>>(p);\n}\n");
    ASSERT_EQ(text.kernels.size(), 3u);
    ASSERT_TRUE(text.kernels[0].launch);
    EXPECT_EQ(text.kernels[0].launch->block, (std::array{128, 1, 1}));
    ASSERT_TRUE(text.kernels[1].launch);
    EXPECT_EQ(text.kernels[1].launch->block, (std::array{16, 8, 1}));
    EXPECT_EQ(text.kernels[2].template_arguments, "float");
    ASSERT_TRUE(text.kernels[2].launch);
    EXPECT_EQ(text.kernels[2].launch->block[0], 64);
    EXPECT_TRUE(text.has_main);
}

TEST(KernelsInText, NamesOfTypesConstantsAndStructuresAreKept) {
    const CudaText text = read_cuda_text(
        "typedef unsigned long long count_t;\nusing real = double;\n#define TYPE float\n#define TILE 16\nconst int N = 32;\n"
        "struct Particle { float x, y; float m; };\n");
    EXPECT_EQ(text.type_names.at("count_t"), "unsigned long long");
    EXPECT_EQ(text.type_names.at("real"), "double");
    EXPECT_EQ(text.type_names.at("TYPE"), "float");
    EXPECT_EQ(text.constants.at("TILE"), 16);
    EXPECT_EQ(text.constants.at("N"), 32);
    EXPECT_TRUE(text.structures.contains("Particle"));
}

TEST(KernelsInText, IncludedHeadersAreListed) {
    EXPECT_EQ(
        included_headers(
            "#include <vector>\n  # include \"a/b.h\"\n// none\n#include\"c.cuh\" // <d.h>\n#include MACRO\n#include \"open\n"),
        (std::vector<IncludedHeader>{{"vector", false}, {"a/b.h", true}, {"c.cuh", true}}));
}

// Whatever is opened ends as a list.
TEST(KernelsInText, BrokenTextsEndTheScan) {
    for (const char* text :
         {"", "__global__", "__global__ void", "__global__ void k(", "__global__ void k(int* a) {", "template <",
          "template < __global__ void k(int a){}", "k<<<", "\"", "'", "/*", "#define", "typedef ;", "using = ;", "struct {"})
        static_cast<void>(read_cuda_text(text));
    std::string deep = "__global__ void k(int* a) {";
    deep += std::string(200'000, '{');
    EXPECT_TRUE(read_cuda_text(deep).kernels.empty());
    EXPECT_TRUE(
        read_cuda_text("struct " + std::string(500'000, ' ') + "S { " + std::string(500'000, 'x') + " ; }").kernels.empty());
}

}  // namespace
}  // namespace warpwise
