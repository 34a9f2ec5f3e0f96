// Compiling: the right place and a helpful word for what beginners get wrong, and names of kernels.
#include "simt/compile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>
#include <vector>

namespace warpwise::simt {
namespace {

using testing::HasSubstr;

struct Mistake {
    std::string name, text;
    int line, column;
    std::string message, hint;
};

class CompileMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(CompileMistakes, AreFoundWhereTheyAre) {
    const Mistake& mistake = GetParam();
    const auto result = compile(mistake.text, "k", "mine.cu");
    ASSERT_FALSE(result);
    ASSERT_FALSE(result.error().empty());
    const Diagnostic& first = result.error().front();
    EXPECT_EQ(first.file, "mine.cu");
    EXPECT_EQ(first.line, mistake.line) << text_of(result.error());
    EXPECT_EQ(first.column, mistake.column) << text_of(result.error());
    EXPECT_THAT(first.message, HasSubstr(mistake.message));
    EXPECT_THAT(first.hint, HasSubstr(mistake.hint));
    EXPECT_THAT(text_of(result.error()), testing::Not(HasSubstr("__simt")));
    EXPECT_THAT(text_of(result.error()), testing::Not(HasSubstr("prelude")));
}

INSTANTIATE_TEST_SUITE_P(
    All, CompileMistakes,
    testing::Values(
        Mistake{"misspelt_index", "__global__ void k(int* o) {\n    o[treadIdx.x] = 1;\n}\n", 2, 7, "treadIdx", "threadIdx"},
        Mistake{"missing_semicolon", "__global__ void k(int* o) {\n    o[0] = 1\n}\n", 2, 13, "expected ';'", "semicolon"},
        Mistake{"fourth_component", "__global__ void k(int* o) {\n    o[threadIdx.w] = 1;\n}\n", 2, 17, "'uint3'", "x, y and z"},
        Mistake{"host_function", "float twice(float x) { return 2 * x; }\n__global__ void k(float* o) {\n    o[0] = twice(1);\n}\n", 3, 12, "twice", "__device__"},
        Mistake{"old_shuffle", "__global__ void k(float* o) {\n    o[0] = __shfl_down(o[0], 1);\n}\n", 2, 12, "__shfl_down", "__shfl_down_sync(0xffffffffu"},
        Mistake{"misspelt_barrier", "__global__ void k() {\n    __synchthreads();\n}\n", 2, 5, "__synchthreads", "__syncthreads"},
        Mistake{"misspelt_atomic", "__global__ void k(int* o) {\n    atomicadd(o, 1);\n}\n", 2, 5, "atomicadd", "atomicAdd"},
        Mistake{"host_header", "#include <vector>\n__global__ void k() {}\n", 1, 10, "'vector' file not found", "Only device code"},
        Mistake{"host_file", "#include \"/etc/passwd\"\n__global__ void k() {}\n", 1, 10, "file not found", "Only device code"},
        Mistake{"host_api", "__global__ void k() {}\nint main() { int* p; cudaMalloc(&p, 4); }\n", 2, 22, "cudaMalloc", "Only device code belongs here"},
        Mistake{"returns_a_value", "__global__ int k() { return 1; }\n", 1, 12, "void return type", "void"},
        Mistake{"array_without_size", "__global__ void k(int n) {\n    int a[n];\n}\n", 2, 10, "variable-length", "constant"},
        Mistake{"wide_integer", "__global__ void k(long long* o) {\n    o[0] = (long long)((__int128)o[0] * o[1] >> 64);\n}\n", 2, 24, "unsupported: 128-bit", "GPU"}),
    [](const auto& info) { return info.param.name; });

TEST(Compile, WarnsOfAssignmentInACondition) {
    const auto result = compile("__global__ void k(int* p) {\n    if (p = nullptr) return;\n}\n", "k", "mine.cu");
    ASSERT_TRUE(result) << text_of(result.error());
    ASSERT_FALSE(result->warnings.empty());
    EXPECT_EQ(result->warnings.front().line, 2);
    EXPECT_THAT(result->warnings.front().hint, HasSubstr("=="));
}

TEST(Compile, FindsKernelsByName) {
    const std::string text =
        "extern \"C\" __global__ void plain(int* a) {}\n"
        "template <typename T> __global__ void made(T* a, T s) {}\n"
        "namespace ns { template <typename T, int N> __global__ void deep(const T* a) {} }\n"
        "__device__ void helper() {}\n";
    for (const char* entry : {"plain", "made<float>", "ns::deep<unsigned char, 4>"}) {
        const auto result = compile(text, entry, "mine.cu");
        ASSERT_TRUE(result) << entry << "\n" << text_of(result.error());
        EXPECT_EQ(result->program.functions[result->entry].name, entry);
    }
    const auto missing = compile(text, "other", "mine.cu");
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().front().hint, testing::AllOf(HasSubstr("plain"), HasSubstr("made<...>"), HasSubstr("ns::deep<...>")));
    EXPECT_THAT(compile(text, "made", "mine.cu").error().front().message, HasSubstr("template"));
    EXPECT_THAT(compile(text, "helper", "mine.cu").error().front().hint, HasSubstr("__global__"));
    EXPECT_FALSE(compile(text, "plain; int x", "mine.cu"));
    EXPECT_TRUE(compile("__global__ void only(int* a) {}", "", "mine.cu"));
}

TEST(Compile, DescribesParameters) {
    const auto result = compile("template <typename T> __global__ void k(const T* in, T* out, int n, double s) {}", "k<float>", "mine.cu");
    ASSERT_TRUE(result) << text_of(result.error());
    ASSERT_EQ(result->parameters.size(), 4u);
    const KernelParameter& in = result->parameters[0];
    EXPECT_EQ(in.name, "in");
    EXPECT_TRUE(in.is_pointer && in.pointee_is_const);
    EXPECT_EQ(in.pointee_bytes, 4u);
    EXPECT_EQ(in.dtype, DType::f32);
    EXPECT_FALSE(result->parameters[1].pointee_is_const);
    EXPECT_EQ(result->parameters[2].dtype, DType::i32);
    EXPECT_EQ(result->parameters[3].bytes, 8u);
}

TEST(Compile, SurvivesWhatBreaksCompilers) {
    EXPECT_FALSE(compile("#pragma clang __debug crash\n__global__ void k() {}", "k", "mine.cu"));
    EXPECT_FALSE(compile("template <int N> struct A { static const int v = A<N + 1>::v; };\n__global__ void k(int* o) { o[0] = A<0>::v; }", "k", "mine.cu"));
    EXPECT_FALSE(compile(std::string(kMaxSourceBytes + 1, ' '), "k", "mine.cu"));
    EXPECT_FALSE(compile("__global__ void k() { /* never closed", "k", "mine.cu"));
    EXPECT_FALSE(compile(std::string(50000, '(') + "__global__ void k() {}", "k", "mine.cu"));
    EXPECT_FALSE(compile("", "k", "mine.cu"));
    EXPECT_TRUE(compile("__global__ void k() {}", "k", "mine.cu")) << "the compiler works after a crash";
}

TEST(Compile, RunsInSeveralThreads) {
    std::array<bool, 3> good{};
    std::vector<std::jthread> threads;
    for (bool& each : good) threads.emplace_back([&each] { each = compile("__global__ void k(int* a) { a[threadIdx.x] = 1; }", "k", "mine.cu").has_value(); });
    threads.clear();
    EXPECT_THAT(good, testing::Each(true));
}

}  // namespace
}  // namespace warpwise::simt
